package import Foundation

extension URL {
  /// The folder of the package that the tests belong to.
  package static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// The names of the folder's files and folders, in order; empty if there is no folder.
  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The paths of the files and folders in the folder and in those below it, in order.
  package func paths() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }

  /// The text of the file.
  package func text() throws -> String { try String(contentsOf: self, encoding: .utf8) }

  /// Writes the file, and makes the folders that it is to lie in.
  package func write(_ text: String) throws {
    try deletingLastPathComponent().makeFolder()
    try Data(text.utf8).write(to: self)
  }

  /// Writes a program: a script.
  package func write(script: String) throws {
    try write(script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  package func makeFolder() throws {
    try FileManager.default.createDirectory(at: self, withIntermediateDirectories: true)
  }

  package func remove() throws { try FileManager.default.removeItem(at: self) }

  package func copy(to other: URL) throws { try FileManager.default.copyItem(at: self, to: other) }
}

/// A folder that exists as long as this object, such as the folder of a suite while one of its tests runs.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory.appending(path: "layoutbench-\(UUID().uuidString)")

  package init() { try! url.makeFolder() }

  deinit { try? url.remove() }
}
