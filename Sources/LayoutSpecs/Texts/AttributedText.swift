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

  /// The runs of each paragraph, and those of the line break that ends it. The last paragraph has none, and may be empty.
  ///
  /// - Complexity: linear in the length of the text.
  package var paragraphs: [(content: [TextRun], lineBreak: [TextRun])] {
    var paragraphs: [(content: [TextRun], lineBreak: [TextRun])] = []
    var (content, lineBreak): ([TextRun], [TextRun]) = ([], [])
    func end() {
      paragraphs.append((content, lineBreak))
      (content, lineBreak) = ([], [])
    }
    for run in runs {
      let whole = run.string.unicodeScalars
      // Most runs are a part of one paragraph, and share their string.
      func part(_ range: Range<String.Index>) -> TextRun {
        var part = run
        if range != whole.startIndex..<whole.endIndex { part.string = String(whole[range]) }
        return part
      }
      for (line, next) in run.attachment == nil
        ? Self.lines(of: whole) : [(whole.startIndex..<whole.endIndex, nil)]
      {
        if !line.isEmpty {
          if !lineBreak.isEmpty { end() }
          content.append(joining: part(line))
        }
        guard let next else { break }
        let isSecondHalf =
          whole[line.upperBound] == "\n" && lineBreak.count == 1 && lineBreak[0].string == "\r"
        if !lineBreak.isEmpty && !isSecondHalf { end() }
        lineBreak.append(joining: part(line.upperBound..<next))
      }
    }
    if !lineBreak.isEmpty { end() }
    end()
    return paragraphs
  }

  /// Returns where the scalars before each line break are, and where the next line begins: nil behind the last break.
  static func lines<Scalars: Collection<Unicode.Scalar>>(
    of scalars: Scalars
  ) -> [(line: Range<Scalars.Index>, next: Scalars.Index?)] {
    var lines: [(line: Range<Scalars.Index>, next: Scalars.Index?)] = []
    var start = scalars.startIndex
    while let end = scalars[start...].firstIndex(where: isLineBreak) {
      let next = scalars.index(after: end)
      lines.append((start..<end, next))
      start = next
    }
    return lines + [(start..<scalars.endIndex, nil)]
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
