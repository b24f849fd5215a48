/// A line of a text in a width.
public struct TextLine: Hashable, Sendable {
  /// A place in a text: a segment, and a cluster in it.
  public struct Place: Hashable, Comparable, Sendable {
    public var segment: Int
    public var cluster: Int

    public init(segment: Int, cluster: Int) { (self.segment, self.cluster) = (segment, cluster) }

    public static func < (a: Place, b: Place) -> Bool { (a.segment, a.cluster) < (b.segment, b.cluster) }
  }

  /// A mark at a line's end that is not in the text.
  public enum Ending: Hashable, Sendable {
    case none
    case hyphen
    case ellipsis
  }

  /// Why a line ends where it does.
  public enum Reason: Hashable, Sendable {
    /// The text ends.
    case textEnd
    /// The text has a line break.
    case lineBreak
    /// The text up to the next place to break at is wider than the room that is left on the line.
    ///
    /// - Parameters:
    ///   - word: The text up to the next place to break at.
    ///   - width: The width of that text, in points.
    ///   - room: The room that is left on the line behind the space, in points.
    case nextWord(_ word: Range<Place>, width: Double, room: Double)
    /// A word is longer than the line, and is cut.
    case cut
    /// The text may have no more lines.
    case limit
  }

  /// The part of the text that is on the line.
  public var content: Range<Place>
  /// The line's frame, in points from the text's top left corner; the height is the line's own.
  public var frame: Rect
  /// The distance from the line's top to its baseline, in points.
  public var baseline: Double
  public var ending: Ending
  public var reason: Reason
  /// True if the line's paragraph is read from the right.
  public var isRightToLeft = false

  /// The share of the free room beside the line that lies at its left.
  package func leadingShare(_ alignment: ParagraphStyle.Alignment) -> Double {
    switch alignment {
    case .left: 0
    case .natural: isRightToLeft ? 1 : 0
    case .center: 0.5
    case .right: 1
    }
  }
}
