/// The result of a program that has ended.
package struct ProcessResult: Hashable, Sendable {
  /// 0 for success; 128 plus the signal's number if a signal ended the program, as in shells.
  package var exitCode: Int32
  /// The text of its standard output.
  package var output = ""
  /// The text of its standard error.
  package var errors = ""
}
