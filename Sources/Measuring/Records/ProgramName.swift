/// The program's name in sentences with commands to type.
package enum ProgramName {
  // SAFETY: written once, by the program's main function, before any other thread exists.
  /// The words that you type to start the program. Default: `layoutbench`.
  nonisolated(unsafe) package static var command = "layoutbench"
}
