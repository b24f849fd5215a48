/// The program's name in sentences that say what to type.
package enum ProgramName {
  // SAFETY: written once, by the program's main function, before any other thread exists.
  /// The words that somebody types to start the program. Default: `layoutbench`.
  nonisolated(unsafe) package static var command = "layoutbench"
}
