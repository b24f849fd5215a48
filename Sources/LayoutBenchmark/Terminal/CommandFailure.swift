import ArgumentParser
import LayoutDocuments
import LayoutWorkloads
import Measuring

/// A failure as a line for people and an exit code for scripts.
struct CommandFailure: Error {
  let message: String
  /// Further lines of another program's output, default none.
  var details: [String] = []
  let exitCode: ExitCode

  /// The user's input cannot be read: exit code 65.
  static func badInput(_ error: any CustomStringConvertible) -> CommandFailure {
    CommandFailure(message: error.description, exitCode: ExitCode(65))
  }

  /// Something failed during the work: exit code 1.
  static func failed(_ error: any CustomStringConvertible) -> CommandFailure {
    CommandFailure(message: error.description, exitCode: .failure)
  }
}

extension CommandFailure {
  /// A failure of git or of a build.
  init(_ error: RevisionError) {
    let ending = error.details.isEmpty ? "" : ":"
    self.init(
      message: error.sentence + ending, details: error.details,
      exitCode: error.isInput ? ExitCode(65) : .failure)
  }

  /// The failure for an error, wherever it is thrown; nil for errors without one.
  init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as RevisionError: self.init(error)
    case let error as UnmeasurableCandidate: self.init(error.reason)
    // A file that the user named, or an unknown workload; work that writes files uses `failingOnFiles`.
    case is DocumentError, is FileError, is WorkloadError: self = .badInput("\(error)")
    case is UnwritableDocumentError, is WorkerError: self = .failed("\(error)")
    default: return nil
    }
  }

  /// Says the failure in a line for people, and what may help.
  func report() {
    StandardError.print("\(ThisProgram.name): \(message)")
    for line in details { StandardError.print("  \(line)") }
    if exitCode == Self.badInput("").exitCode, let hint = OwnPackage.hint {
      StandardError.print("  \(hint)")
    }
  }
}
