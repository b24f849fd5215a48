/// A text and the monospace metrics in which it is measured.
///
/// The metrics are exact on every machine: a character is a Unicode scalar, each `advance` points wide, and a
/// line is `lineHeight` points high. A line takes words as long as they fit; a word that is longer than a line is
/// cut. All spaces behind a word vanish at the end of a line; at the end of the text they count if they fit. A tab
/// reaches to the next eighth character of its line. A line feed, a carriage return with or without one, and the
/// separators U+2028 and U+2029 end a line.
public struct TextParameters: Hashable, Sendable {
  /// The text.
  public var string: String
  /// Points per character. Default: 8.
  public var advance: Double
  /// Points per line. Default: 20.
  public var lineHeight: Double

  /// Creates a text with these metrics.
  ///
  /// - Precondition: `advance` is above 0, `lineHeight` 0 or more, both less than 10,000,000.
  public init(_ string: String, advance: Double = 8, lineHeight: Double = 20) {
    self.string = string
    self.advance = advance
    self.lineHeight = lineHeight
    requireTextMetrics(advance: advance, lineHeight: lineHeight)
  }

  /// True if the texts have the same Unicode scalars, as `TextRun` compares them, and the same metrics.
  public static func == (a: TextParameters, b: TextParameters) -> Bool {
    a.string.hasSameScalars(as: b.string) && a.advance == b.advance && a.lineHeight == b.lineHeight
  }

  /// The text, prepared.
  var paragraph: Paragraph {
    Paragraph(
      AttributedText(string), monospace: MonospaceMetrics(advance: advance, lineHeight: lineHeight))
  }
}
