/// How a text's lines are laid out, whatever its fonts.
public struct ParagraphStyle: Hashable, Sendable {
  /// The most lines; the rest is truncated, unless it is empty lines. Default: 0, as many as there are.
  ///
  /// - Precondition: 0 or more.
  public var maximumLineCount: Int { didSet { check() } }
  /// What a truncated text ends in. Default: an ellipsis.
  public var truncation: Truncation
  /// Points between two lines. Default: 0.
  ///
  /// - Precondition: 0 or more and less than 10,000,000.
  public var lineSpacing: Double { didSet { check() } }
  /// Where lines lie that are shorter than the text is wide. It moves lines, and never changes a size. Default:
  /// at the side where reading begins.
  public var alignment: Alignment

  /// What a truncated text ends in.
  public enum Truncation: UInt8, Hashable, Sendable, CaseIterable {
    /// An ellipsis, which takes the place of as many characters at the end of the last line as it needs.
    case tail
    /// Nothing: the last line ends as if more lines followed.
    case clip
  }

  /// The place of lines.
  public enum Alignment: UInt8, Hashable, Sendable, CaseIterable {
    /// At the left for paragraphs that are read from the left, and at the right for those that are read from the right:
    /// the first letter that says so decides (Unicode's Annex 9, rules P2 and P3). One without such a letter lies where
    /// its node begins.
    case natural
    case left
    case center
    case right
  }

  /// Creates a style.
  ///
  /// - Precondition: `maximumLineCount` is 0 or more; `lineSpacing` is 0 or more and less than 10,000,000.
  public init(
    maximumLineCount: Int = 0, truncation: Truncation = .tail, lineSpacing: Double = 0,
    alignment: Alignment = .natural
  ) {
    self.maximumLineCount = maximumLineCount
    self.truncation = truncation
    self.lineSpacing = lineSpacing
    self.alignment = alignment
    check()
  }

  private func check() {
    precondition(
      maximumLineCount >= 0, "ParagraphStyle.maximumLineCount is 0 or more, and not \(maximumLineCount)")
    precondition(
      lineSpacing.isValidLength,
      "ParagraphStyle.lineSpacing is 0 or more and less than 10,000,000 points, and not \(lineSpacing)")
  }
}

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
