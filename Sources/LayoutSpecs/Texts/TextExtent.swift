/// The size, the lines and the baselines of a text in a width.
public struct TextExtent: Hashable, Sendable {
  /// The longest line's width, without the space at its end, and the height of all lines.
  public var size: Size
  public var lineCount: Int
  /// True if the text has more lines than it may have, and characters on the lines that are left out.
  public var isTruncated: Bool
  /// The distance from the top to the baseline of the first line, in points.
  public var firstBaseline: Double
  /// The distance from the top to the baseline of the last line, in points.
  public var lastBaseline: Double
}
