import Foundation
import Measuring

/// Writes the outputs of commands: a file as a whole or not at all, or a stream.
enum WholeFile {
  /// The name for standard output.
  static let standardOutput = "-"

  /// Returns true for `-`, and for other names of standard output, such as `/dev/stdout`.
  static func isStandardOutput(_ path: String) -> Bool {
    path == standardOutput || OutputFile(path).descriptor == STDOUT_FILENO
  }

  /// - Parameters:
  ///   - path: the file to write; `-` for standard output.
  ///   - force: true if an existing file is overwritten.
  /// - Throws: `CommandFailure`, which names the file and says what to do.
  static func write(_ data: Data, to path: String, force: Bool) throws {
    if isStandardOutput(path) {
      StandardOutput.write(data)
    } else {
      try naming(path) { () throws(OutputFileError) in try OutputFile(path).write(data, replacing: force) }
    }
  }

  /// Throws an error if the file cannot be written, before work is done for nothing.
  static func check(_ path: String, force: Bool) throws {
    if isStandardOutput(path) { return }
    try naming(path) { () throws(OutputFileError) in try OutputFile(path).check(replacing: force) }
  }

  private static func naming(_ path: String, _ work: () throws(OutputFileError) -> Void) throws {
    do throws(OutputFileError) {
      try work()
    } catch {
      switch error {
      case .exists: throw CommandFailure.failed("\(path) is there already; --force writes over it")
      case .isFolder: throw CommandFailure.failed("\(path) is a folder; name a file to write")
      default: throw CommandFailure.failed("\(path) cannot be written: \(error)")
      }
    }
  }
}
