/// Text of others in what is printed.
enum VisibleText {
  /// With line ends and other control characters as escapes: they would tear a table, tell a terminal what to
  /// do, or turn the direction of reading.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      let isBreak = [.control, .lineSeparator, .paragraphSeparator].contains(
        scalar.properties.generalCategory)
      result += isBreak || scalar.properties.isBidiControl ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }
}
