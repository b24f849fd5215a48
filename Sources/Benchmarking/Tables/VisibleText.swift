import StrictJSON

/// Prints text that others wrote.
enum VisibleText {
  /// Returns the text with line ends and other control characters as escapes, because they could break a
  /// table, control a terminal, or change the reading direction.
  static func escaped(_ text: String) -> String {
    text.onOneLine
  }
}
