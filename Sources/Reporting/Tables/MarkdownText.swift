import StrictJSON

/// Prints text that others wrote in GitHub's Markdown.
enum MarkdownText {
  /// Returns a code span, which shows its content unchanged and in which GitHub sees no mention and no link;
  /// empty for empty text. In a table a pipe is escaped, because rows are split before spans are read.
  ///
  /// CommonMark 0.31, section 6.1; GitHub Flavored Markdown, section 4.10.
  static func code(_ text: String, inTable: Bool = false) -> String {
    var text = text.onOneLine
    guard !text.isEmpty else { return "" }
    let longest = text.unicodeScalars.split { $0 != "`" }.map(\.count).max() ?? 0
    // Markdown removes one space on both sides; only a span of spaces alone keeps them.
    let edges: Set<Unicode.Scalar?> = ["`", " "]
    if edges.contains(text.unicodeScalars.first) || edges.contains(text.unicodeScalars.last) {
      text = " \(text) "
    }
    if inTable { text = replacing("|", in: text) { "\\\($0)" } }
    let fence = String(repeating: "`", count: longest + 1)
    return fence + text + fence
  }

  /// Returns prose with markup escaped, except code between backticks, which this package's sentences use.
  static func prose(_ text: String) -> String {
    let parts = text.onOneLine.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      let isInside = !index.isMultiple(of: 2)
      if isInside && index < parts.count - 1 { return code(String(part)) }
      // A backtick without a second one.
      return (isInside ? "\\`" : "") + escaped(String(part))
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    replacing("\\*_[]<>#|~&", in: text) { $0 == "<" ? "&lt;" : $0 == "&" ? "&amp;" : "\\\($0)" }
  }

  private static func replacing(
    _ special: String, in text: String, with replacement: (Unicode.Scalar) -> String
  ) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      result += special.unicodeScalars.contains(scalar) ? replacement(scalar) : String(scalar)
    }
  }
}
