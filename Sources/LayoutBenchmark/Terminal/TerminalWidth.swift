import Foundation

/// The characters in a line of a terminal.
enum TerminalWidth {
  /// The width of standard output; nil if it is no terminal.
  static var ofStandardOutput: Int? { width(of: ProgramRun.current.output) }
  /// The width of standard error; nil if it is no terminal.
  static var ofStandardError: Int? { width(of: ProgramRun.current.error) }

  /// The width in `COLUMNS`, or else the terminal's; nil without a terminal, or if it reports none.
  private static func width(of descriptor: Int32) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    let named = ProgramRun.current.environment["COLUMNS"].flatMap(Int.init)
    if let named, named > 0 { return named }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
