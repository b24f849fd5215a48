import Foundation

/// A folder of charts. It keeps specifications that somebody changed, and files of others, unless told
/// otherwise.
package struct ChartFolder {
  let url: URL

  /// - Parameter url: of a folder, which is made when something is written.
  package init(url: URL) {
    self.url = url
  }

  /// The extension of specifications.
  package static let specificationExtension = "vl.json"

  /// Writes each chart in each theme as `name-theme.vl.json`, each file as a whole.
  ///
  /// - Parameters:
  ///   - extensions: of the pictures that will be drawn beside, as `svg`.
  ///   - force: whether everything is written over.
  /// - Returns: the files, in the order of charts and themes.
  /// - Throws: `FileError`. Nothing is written if there is a specification that is not as this program wrote
  ///   it, or a picture without a specification.
  package func write(
    _ charts: [Chart], themes: [ChartTheme], extensions: [String], force: Bool = false
  ) throws(FileError) -> [URL] {
    var files: [(url: URL, text: String)] = []
    for (chart, name) in zip(charts, Self.distinct(charts.map(\.name))) {
      for theme in themes {
        let base = url.appendingPathComponent("\(name)-\(theme.rawValue)")
        if !force { try Self.check(base, extensions: extensions) }
        let file = base.appendingPathExtension(Self.specificationExtension)
        files.append((file, Self.sealed(chart.specification(theme)).formatted))
      }
    }
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw FileError(file: url.path, message: "Cannot be made a folder: \(error.localizedDescription)")
    }
    for file in files { try Data(file.text.utf8).writeWhole(to: file.url) }
    return files.map(\.url)
  }

  /// Short names, with a number behind each that is there already. Upper and lower case are one, as on some
  /// disks.
  private static func distinct(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.map { name in
      let short = String(name.prefix(120))
      var candidate = short
      var number = 2
      while !taken.insert(candidate.lowercased()).inserted {
        candidate = "\(short)-\(number)"
        number += 1
      }
      return candidate
    }
  }

  private static func check(_ base: URL, extensions: [String]) throws(FileError) {
    let specification = base.appendingPathExtension(specificationExtension)
    guard !FileManager.default.fileExists(atPath: specification.path) else {
      if isUntouched(specification) { return }
      throw FileError(
        file: specification.path,
        message:
          "Was changed since it was drawn, or is not a chart of this program; --force writes over it.")
    }
    let pictures = extensions.map { base.appendingPathExtension($0).path }
    if let picture = pictures.first(where: FileManager.default.fileExists) {
      throw FileError(
        file: picture, message: "Is there without its .\(specificationExtension); --force writes over it.")
    }
  }

  /// The specification with its digest, which shows a later change.
  private static func sealed(_ specification: JSONValue) -> JSONValue {
    var sealed = specification
    sealed.digest = digest(of: specification)
    return sealed
  }

  /// Whether the file says what this program wrote, in whatever layout.
  private static func isUntouched(_ file: URL) -> Bool {
    guard let data = try? Data(contentsOf: file),
      var specification = try? JSONValue(parsing: Array(data)),
      let digest = specification.digest
    else { return false }
    specification.digest = nil
    return digest == Self.digest(of: specification)
  }

  /// 64-bit FNV-1a of the text, against oversight and not against malice. Fowler, Noll and Vo,
  /// "The FNV Non-Cryptographic Hash Algorithm".
  private static func digest(of specification: JSONValue) -> JSONValue {
    let hash = specification.formatted.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return .string(String(repeating: "0", count: 16 - digits.count) + digits)
  }
}

extension JSONValue {
  /// The digest in a specification's `usermeta`.
  fileprivate var digest: JSONValue? {
    get { self["usermeta"]?["layoutbench"]?["digest"] }
    set { self["usermeta"]?["layoutbench"]?["digest"] = newValue }
  }
}
