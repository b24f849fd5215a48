/// Text of others in what is printed.
enum VisibleText {
  /// With line ends and other control characters as escapes: they would tear a table, and tell a terminal what to do.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      let isBreak = [.control, .lineSeparator, .paragraphSeparator].contains(
        scalar.properties.generalCategory)
      result += isBreak ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }
}
