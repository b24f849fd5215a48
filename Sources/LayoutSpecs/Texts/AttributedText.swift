/// A text in runs, each with a font of its own.
public struct AttributedText: Hashable, Sendable {
  /// From the beginning to the end. Without a run, the text is empty.
  public var runs: [TextRun]

  /// Creates a text of runs.
  public init(_ runs: [TextRun]) { self.runs = runs }

  /// Creates a text of one run.
  public init(_ string: String, font: TextFont = TextFont()) { runs = [TextRun(string, font: font)] }

  /// The characters of all runs.
  public var string: String { runs.count == 1 ? runs[0].string : runs.map(\.string).joined() }

  /// The scalars that end a line wherever they stand: line feed, carriage return, line separator and paragraph
  /// separator. A carriage return with a line feed after it is one line break.
  ///
  /// Source: the mandatory breaks of Unicode's Annex 14 that keyboards and files have.
  package static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }
}

extension String {
  /// True if both consist of the same Unicode scalars. Strings that are equal need not: `==` takes an "é" of one scalar
  /// for one of two.
  func hasSameScalars(as other: String) -> Bool {
    // Most strings that differ are not even equal, which is found faster.
    self == other && utf8.elementsEqual(other.utf8)
  }
}

/// A part of a text that has one look.
///
/// Runs are equal if they have the same Unicode scalars: metrics count them, so strings that Swift calls equal, such as
/// an "é" of one scalar and of two, may have other sizes.
public struct TextRun: Hashable, Sendable {
  public var string: String
  public var font: TextFont
  /// Points after each character, on top of the font's; may be negative. Default: 0.
  ///
  /// - Precondition: less than 10,000,000 in magnitude.
  public var letterSpacing: Double { didSet { check() } }
  /// Changes no layout. Default: nil, which is the color of the text around.
  public var color: TextColor?
  /// The size of what stands in the text in place of characters, on the baseline. Default: nil.
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
    a.string.hasSameScalars(as: b.string) && a.font == b.font && a.letterSpacing == b.letterSpacing
      && a.color == b.color && a.attachment == b.attachment
  }

  private func check() {
    precondition(
      letterSpacing.isValidOffset,
      "TextRun.letterSpacing lies between -10,000,000 and 10,000,000 points, and is not \(letterSpacing)")
    precondition(
      attachment?.isValid ?? true,
      "TextRun.attachment is 0 or more and less than 10,000,000 points wide and high, and not "
        + "\(attachment ?? .zero)")
  }

  /// What stands for an attachment in a string.
  public static let objectReplacement = "\u{FFFC}"
}

/// The font of a run, by its looks.
public struct TextFont: Hashable, Sendable {
  /// The name of a family of fonts. Default: empty, which is that of the text's metrics.
  public var family: String
  /// In points. Default: 16.
  ///
  /// - Precondition: above 0 and less than 10,000.
  public var size: Double { didSet { check() } }
  /// 400 is regular and 700 bold. Default: 400.
  ///
  /// - Precondition: from 1 to 1000.
  public var weight: Int { didSet { check() } }
  /// Default: false.
  public var isItalic: Bool

  /// Creates a font.
  ///
  /// - Precondition: `size` is above 0 and less than 10,000; `weight` is from 1 to 1000.
  public init(_ family: String = "", size: Double = 16, weight: Int = 400, isItalic: Bool = false) {
    (self.family, self.size, self.weight, self.isItalic) = (family, size, weight, isItalic)
    check()
  }

  private func check() {
    precondition(
      size > 0 && size < 10_000, "TextFont.size is above 0 and less than 10,000 points, and not \(size)")
    precondition((1...1000).contains(weight), "TextFont.weight is from 1 to 1000, and not \(weight)")
  }
}

/// A color in sRGB.
public struct TextColor: Hashable, Sendable {
  /// From 0 to 255.
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  /// 255 is opaque.
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }
}
