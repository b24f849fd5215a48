/// The size of a text in a width, and what became of it.
public struct TextExtent: Hashable, Sendable {
  /// The longest line's width, without the space at its end, and the height of all lines.
  public var size: Size
  public var lineCount: Int
  /// True if the text has more lines than it may, and characters on them.
  public var isTruncated: Bool
  /// From the top to the baseline of the first line, in points.
  public var firstBaseline: Double
  /// From the top to the baseline of the last line, in points.
  public var lastBaseline: Double
}
