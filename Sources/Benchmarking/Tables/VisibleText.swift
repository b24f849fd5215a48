/// Prints text that others wrote.
enum VisibleText {
  /// Returns the text with line ends and other control characters as escapes, because they could break a
  /// table, control a terminal, or change the reading direction.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      let isBreak = [.control, .lineSeparator, .paragraphSeparator].contains(
        scalar.properties.generalCategory)
      result += isBreak || scalar.properties.isBidiControl ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }
}
