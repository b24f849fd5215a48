/// Whether text for a terminal has colours. Who prints decides: a file or a pipe has none, nor a terminal where `NO_COLOR` is set.
package enum TerminalStyle: Hashable, Sendable, CaseIterable {
  case plain
  /// ECMA-48's "select graphic rendition" in the sixteen colours that every terminal has.
  case ansi

  enum Ink: Int {
    case bold = 1
    case red = 31
    case green = 32
    case yellow = 33
  }

  /// One line's text in an ink; nil = as it is.
  func painted(_ text: String, _ ink: Ink?) -> String {
    guard self == .ansi, let ink, !text.isEmpty else { return text }
    return "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m"
  }
}
