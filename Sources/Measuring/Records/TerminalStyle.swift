/// The colours of text for a terminal. The printing code chooses: files and pipes have none, nor does a
/// terminal if `NO_COLOR` is set.
package enum TerminalStyle: Hashable, Sendable, CaseIterable {
  case plain
  /// ECMA-48's "select graphic rendition" with the sixteen colours that every terminal has.
  case ansi

  package enum Ink: Int {
    case bold = 1
    case red = 31
    case green = 32
    case yellow = 33
  }

  /// Returns one line's text in an ink; nil = unchanged.
  package func painted(_ text: String, _ ink: Ink?) -> String {
    guard self == .ansi, let ink, !text.isEmpty else { return text }
    return "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m"
  }
}
