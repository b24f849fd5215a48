import Foundation

/// Writes a file as a whole or not at all, so that nobody ever reads half of one.
enum WholeFile {
  /// The name that stands for standard output.
  static let standardOutput = "-"

  /// - Parameters:
  ///   - path: the file to write; `-` is standard output.
  ///   - force: true if an existing file is overwritten.
  /// - Throws: `CommandFailure`, which names the file and says what to do.
  static func write(_ data: Data, to path: String, force: Bool) throws {
    if path == standardOutput {
      StandardOutput.write(data)
      return
    }
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

  /// Throws an error if the file exists, before work is done for nothing.
  static func refuseExisting(_ path: String) throws {
    if path != standardOutput && FileManager.default.fileExists(atPath: path) { throw isThere(path) }
  }

  private static func isThere(_ path: String) -> CommandFailure {
    .failed("\(path) is there already; --force writes over it")
  }

  /// Writes a file of another name, and links it to the right one unless that is taken.
  private static func writeBeside(_ path: String, _ data: Data) throws {
    if FileManager.default.fileExists(atPath: path) { throw CocoaError(.fileWriteFileExists) }
    let file = URL(fileURLWithPath: path)
    let draft = file.deletingLastPathComponent()
      .appendingPathComponent(".\(file.lastPathComponent).\(UUID().uuidString)")
    defer { unlink(draft.path) }
    try data.write(to: draft, options: .withoutOverwriting)
    // A link fails if the name exists, even if it appeared a moment ago; a rename would replace it.
    if link(draft.path, file.path) == 0 { return }
    if errno == EEXIST { throw CocoaError(.fileWriteFileExists) }
    // The file system has no hard links.
    guard rename(draft.path, file.path) == 0 else {
      throw CommandFailure.failed("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
