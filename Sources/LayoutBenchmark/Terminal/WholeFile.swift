import Foundation

/// Writes a file as a whole or not at all, so that nobody ever reads half of one.
enum WholeFile {
  /// - Parameters:
  ///   - path: The file to write.
  ///   - force: Whether to write over a file that is there.
  /// - Throws: `CommandFailure`, which names the file and says what to do.
  static func write(_ data: Data, to path: String, force: Bool) throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw CommandFailure.failed("\(path) is a folder; name a file to write")
    }
    do {
      if force {
        try data.write(to: URL(fileURLWithPath: path), options: .atomic)
      } else {
        try writeBeside(path, data)
      }
    } catch CocoaError.fileWriteFileExists {
      throw isThere(path)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure.failed("\(path) cannot be written: \(error.localizedDescription)")
    }
  }

  /// Stops where a file is there, before work is done that would have nowhere to go.
  static func refuseExisting(_ path: String) throws {
    if FileManager.default.fileExists(atPath: path) { throw isThere(path) }
  }

  private static func isThere(_ path: String) -> CommandFailure {
    .failed("\(path) is there already; --force writes over it")
  }

  /// Writes a file of another name, and gives it the right one unless that is taken.
  private static func writeBeside(_ path: String, _ data: Data) throws {
    if FileManager.default.fileExists(atPath: path) { throw CocoaError(.fileWriteFileExists) }
    let file = URL(fileURLWithPath: path)
    let draft = file.deletingLastPathComponent()
      .appendingPathComponent(".\(file.lastPathComponent).\(UUID().uuidString)")
    defer { unlink(draft.path) }
    try data.write(to: draft, options: .withoutOverwriting)
    // Unlike a new name, a second one is refused where a file has it already, even if it came a moment ago.
    if link(draft.path, file.path) == 0 { return }
    if errno == EEXIST { throw CocoaError(.fileWriteFileExists) }
    // A file system without second names.
    guard rename(draft.path, file.path) == 0 else {
      throw CommandFailure.failed("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
