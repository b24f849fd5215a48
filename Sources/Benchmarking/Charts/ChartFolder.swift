import Foundation
import StrictJSON

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
  ///   - force: true if everything is written over.
  /// - Returns: the files, in the order of charts and themes.
  /// - Throws: `FileError`. Nothing is written if there is a specification that is not as this program wrote
  ///   it, or a picture without a specification.
  package func write(
    _ charts: [Chart], themes: [ChartTheme], extensions: [String], force: Bool = false
  ) throws(FileError) -> [URL] {
    var files: [(url: URL, text: String)] = []
    for (chart, name) in zip(charts, charts.map { String($0.name.prefix(120)) }.numbered(after: "-")) {
      for theme in themes {
        let base = url.appendingPathComponent("\(name)-\(theme.rawValue)")
        if !force { try Self.check(base, extensions: extensions) }
        // With a digest, which shows a later change.
        var specification = chart.specification(theme)
        specification.digest = Self.digest(of: specification)
        files.append((base.appendingPathExtension(Self.specificationExtension), specification.formatted))
      }
    }
    try OutputFolder(url).make()
    for file in files { try Data(file.text.utf8).writeWhole(to: file.url) }
    return files.map(\.url)
  }

  private static func check(_ base: URL, extensions: [String]) throws(FileError) {
    let specification = base.appendingPathExtension(specificationExtension)
    let pictures = extensions.map { base.appendingPathExtension($0).path }
    if FileManager.default.fileExists(atPath: specification.path) {
      guard isUntouched(specification) else {
        throw FileError(
          specification,
          "Was changed since it was drawn, or is not a chart of this program; --force writes over it.")
      }
    } else if let picture = pictures.first(where: FileManager.default.fileExists) {
      throw FileError(
        file: picture, message: "Is there without its .\(specificationExtension); --force writes over it.")
    }
  }

  /// Returns true if the file says what this program wrote, in whatever layout.
  private static func isUntouched(_ file: URL) -> Bool {
    guard let data = try? Data(contentsOf: file),
      var specification = try? ParsedJSON(parsing: Array(data)).root,
      let digest = specification.digest
    else { return false }
    specification.digest = nil
    return digest == Self.digest(of: specification)
  }

  private static func digest(of specification: JSONValue) -> JSONValue {
    .string(stableHash(of: specification.formatted.utf8))
  }
}

extension JSONValue {
  /// The digest in a specification's `usermeta`.
  fileprivate var digest: JSONValue? {
    get { self["usermeta"]?["layoutbench"]?["digest"] }
    set { self["usermeta"]?["layoutbench"]?["digest"] = newValue }
  }
}
