internal import Foundation

/// A text that was recorded in a file, to compare with what is written now. With `LAYOUTBENCH_RECORD` in the environment it is
/// recorded anew: look at what changed before you keep it.
package struct Snapshot {
  private let file: URL

  /// The text in `Snapshots/name`, beside the test's own file.
  package init(_ name: String, testFile: String = #filePath) {
    var folder = URL(fileURLWithPath: testFile).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Snapshots").path),
      folder.lastPathComponent != "Tests", folder.path != "/"
    {
      folder.deleteLastPathComponent()
    }
    file = folder.appendingPathComponent("Snapshots").appendingPathComponent(name)
  }

  /// The recorded text, once `text` was recorded where that is asked for.
  package func recorded(for text: String) throws -> String {
    if ProcessInfo.processInfo.environment["LAYOUTBENCH_RECORD"] != nil {
      try Data(text.utf8).write(to: file)
    }
    return try String(contentsOf: file, encoding: .utf8)
  }
}
