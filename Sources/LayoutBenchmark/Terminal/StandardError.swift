import Foundation
import LayoutSpecs
import Measuring

/// The messages about results, which themselves go to standard output.
enum StandardError {
  /// Writes a line, after everything that was printed to standard output before. Quoted texts can neither
  /// break the line nor control a terminal. If the line cannot be written it is lost, because there is no
  /// other place to report it. On a terminal the line is broken between words.
  static func print(_ line: String) {
    write(oneLine(line).wrappingLines(width: TerminalWidth.ofStandardError) + "\n")
  }

  /// Writes a text that need not end with a line end.
  static func write(_ text: String) {
    StandardOutput.flush()
    _ = writeAll(Array(text.utf8), to: ProgramRun.current.error)
  }
}
