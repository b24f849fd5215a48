/// A part of a text that has one look.
///
/// Equal runs have the same Unicode scalars: metrics count scalars, so strings that Swift calls equal, such as an "é"
/// of one scalar and an "é" of two, may have different sizes.
public struct TextRun: Hashable, Sendable {
  public var string: String
  public var font: TextFont
  /// Points after each character, on top of the font's; may be negative. Default: 0.
  ///
  /// - Precondition: less than 10,000,000 in magnitude.
  public var letterSpacing: Double { didSet { check() } }
  /// The color, which changes no layout. Default: nil, which is the color of the text around.
  public var color: TextColor?
  /// The size of a picture or a view on the baseline in place of characters. Default: nil.
  ///
  /// - Precondition: 0 or more and less than 10,000,000 points wide and high.
  public var attachment: Size? { didSet { check() } }

  /// Creates a run of characters.
  ///
  /// - Precondition: `letterSpacing` is less than 10,000,000 points in magnitude.
  public init(
    _ string: String, font: TextFont = TextFont(), letterSpacing: Double = 0, color: TextColor? = nil
  ) {
    (self.string, self.font, self.letterSpacing, self.color) = (string, font, letterSpacing, color)
    check()
  }

  /// Creates a run that is a picture or a view of this size.
  ///
  /// - Precondition: `attachment` is finite, and 0 or more.
  public init(attachment: Size, font: TextFont = TextFont()) {
    (string, self.font, letterSpacing) = (TextRun.objectReplacement, font, 0)
    self.attachment = attachment
    check()
  }

  public static func == (a: TextRun, b: TextRun) -> Bool {
    a.string.hasSameScalars(as: b.string) && a.hasLook(of: b) && a.attachment == b.attachment
  }

  public func hash(into hasher: inout Hasher) {
    // Bytes are faster than a string's own hash, which is the same for all strings that Swift calls equal.
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(font)
    hasher.combine(letterSpacing)
    hasher.combine(color)
    hasher.combine(attachment)
  }

  private func hasLook(of other: TextRun) -> Bool {
    font == other.font && letterSpacing == other.letterSpacing && color == other.color
  }

  /// True if the characters of both may be one run.
  func joins(_ other: TextRun) -> Bool { hasLook(of: other) && attachment == nil && other.attachment == nil }

  private func check() {
    precondition(
      letterSpacing.isValidOffset,
      "TextRun.letterSpacing lies between -10,000,000 and 10,000,000 points, and is not \(letterSpacing)")
    precondition(
      attachment?.isValid ?? true,
      "TextRun.attachment is 0 or more and less than 10,000,000 points wide and high, and not "
        + "\(attachment ?? .zero)")
  }

  /// The character that stands for an attachment in a string.
  public static let objectReplacement = "\u{FFFC}"
}
