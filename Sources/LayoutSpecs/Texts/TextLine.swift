/// A line of a text in a width.
public struct TextLine: Hashable, Sendable {
  /// A place in a text: a segment, and a cluster in it.
  public struct Place: Hashable, Comparable, Sendable {
    public var segment: Int
    public var cluster: Int

    public init(segment: Int, cluster: Int) { (self.segment, self.cluster) = (segment, cluster) }

    public static func < (a: Place, b: Place) -> Bool { (a.segment, a.cluster) < (b.segment, b.cluster) }
  }

  /// What stands at a line's end that is not in the text.
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
    /// What follows up to the next place to break at is wider than what is left of the line.
    ///
    /// - Parameters:
    ///   - word: What follows.
    ///   - width: Its width, in points.
    ///   - room: What is left of the line behind the space, in points.
    case nextWord(_ word: Range<Place>, width: Double, room: Double)
    /// A word is longer than the line, and is cut.
    case cut
    /// The text may have no more lines.
    case limit
  }

  /// What the line has of the text.
  public var content: Range<Place>
  /// From the text's left edge and its top edge, in points; the height is the line's own.
  public var frame: Rect
  /// From the line's top, in points.
  public var baseline: Double
  public var ending: Ending
  public var reason: Reason
  /// True if the line's paragraph is read from the right.
  public var isRightToLeft = false

  /// Of what is left beside the line, the share at its left.
  package func leadingShare(_ alignment: ParagraphStyle.Alignment) -> Double {
    switch alignment {
    case .left: 0
    case .natural: isRightToLeft ? 1 : 0
    case .center: 0.5
    case .right: 1
    }
  }
}
