/// How a text's lines are laid out, whatever its fonts.
public struct ParagraphStyle: Hashable, Sendable {
  /// The maximum number of lines. The lines beyond it are truncated, unless all are empty. Default: 0, no maximum.
  ///
  /// - Precondition: 0 or more.
  public var maximumLineCount: Int { didSet { check() } }
  /// The ending of a truncated text. Default: an ellipsis.
  public var truncation: Truncation
  /// Points between two lines. Default: 0.
  ///
  /// - Precondition: 0 or more and less than 10,000,000.
  public var lineSpacing: Double { didSet { check() } }
  /// The position of lines that are shorter than the text is wide. It moves lines, and never changes a size.
  /// Default: natural, at the side where reading begins.
  public var alignment: Alignment

  /// The ending of a truncated text.
  public enum Truncation: UInt8, Hashable, Sendable, CaseIterable {
    /// An ellipsis, which takes the place of as many characters at the end of the last line as it needs.
    case tail
    /// Nothing: the last line ends as if more lines followed.
    case clip
  }

  /// The place of lines.
  public enum Alignment: UInt8, Hashable, Sendable, CaseIterable {
    /// At the left for paragraphs that are read from the left, and at the right for those that are read from the right:
    /// the first letter with a direction decides (Unicode's Annex 9, rules P2 and P3). A paragraph without such a
    /// letter lies where its node begins.
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
