import Foundation

/// A folder of charts. Specifications that somebody changed, and files of others, are not written over unless that is asked for.
package struct ChartFolder: Sendable {
  package let url: URL

  /// - Parameter url: of a folder; it is made, with those around it, when something is written.
  package init(url: URL) {
    self.url = url
  }

  /// The end of a specification's name.
  package static let specificationExtension = "vl.json"

  /// Writes each chart in each theme as `name-theme.vl.json`, each file as a whole.
  ///
  /// - Parameters:
  ///   - extensions: of the pictures that will be drawn beside, as `svg`.
  ///   - force: write over everything.
  /// - Returns: the files, charts in their order and themes in theirs.
  /// - Throws: `FileError` before anything is written where a specification is there that is not as this program wrote it, or
  ///   a picture without a specification; also where a file cannot be written.
  package func write(
    _ charts: [Chart], themes: [ChartTheme], extensions: [String], force: Bool = false
  ) throws(FileError) -> [URL] {
    let names = Self.distinct(charts.map(\.name))
    var files: [(url: URL, text: String)] = []
    for (chart, name) in zip(charts, names) {
      for theme in themes {
        let base = url.appendingPathComponent("\(name)-\(theme.rawValue)")
        if !force { try Self.check(base, extensions: extensions) }
        files.append(
          (
            base.appendingPathExtension(Self.specificationExtension),
            Self.sealed(chart.specification(theme)).formatted
          ))
      }
    }
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw FileError(file: url.path, message: "Cannot be made a folder: \(error.localizedDescription)")
    }
    for file in files {
      do {
        try Data(file.text.utf8).write(to: file.url, options: .atomic)
      } catch {
        throw FileError(file: file.url.path, message: "Cannot be written: \(error.localizedDescription)")
      }
    }
    return files.map(\.url)
  }

  /// With a number behind each name that is there already; upper and lower case are one, as on some disks.
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
    if FileManager.default.fileExists(atPath: specification.path) {
      guard isUntouched(specification) else {
        throw FileError(
          file: specification.path,
          message:
            "Was changed since it was drawn, or is not a chart of this program; --force writes over it.")
      }
      return
    }
    for name in extensions {
      let picture = base.appendingPathExtension(name)
      guard !FileManager.default.fileExists(atPath: picture.path) else {
        throw FileError(
          file: picture.path,
          message: "Is there without its .\(specificationExtension); --force writes over it.")
      }
    }
  }

  /// The specification with its digest, by which a later change is seen.
  private static func sealed(_ specification: JSONValue) -> JSONValue {
    var sealed = specification
    var meta = specification["usermeta"] ?? [:]
    var mark = meta["layoutbench"] ?? [:]
    mark["digest"] = .string(digest(specification))
    meta["layoutbench"] = mark
    sealed["usermeta"] = meta
    return sealed
  }

  /// Whether the file says what this program wrote, in whatever layout.
  private static func isUntouched(_ file: URL) -> Bool {
    guard let data = try? Data(contentsOf: file),
      var specification = try? JSONDecoder().decode(JSONValue.self, from: data),
      var meta = specification["usermeta"], var mark = meta["layoutbench"], let digest = mark["digest"]?.text
    else { return false }
    mark["digest"] = nil
    meta["layoutbench"] = mark
    specification["usermeta"] = meta
    return Self.digest(specification) == digest
  }

  /// 64-bit FNV-1a of the text, against oversight and not against malice. Fowler, Noll and Vo,
  /// "The FNV Non-Cryptographic Hash Algorithm".
  private static func digest(_ specification: JSONValue) -> String {
    let hash = specification.formatted.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
