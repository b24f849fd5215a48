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
  /// True if both consist of the same Unicode scalars. Equal strings need not: to `==`, an "é" of one scalar equals an
  /// "é" of two.
  func hasSameScalars(as other: String) -> Bool {
    // Most strings that differ are not even equal, which is found faster.
    self == other && utf8.elementsEqual(other.utf8)
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
