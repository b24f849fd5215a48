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
      let all = whole.startIndex..<whole.endIndex
      for range in run.attachment == nil ? Self.parts(of: whole) : all.isEmpty ? [] : [all] {
        let isLineBreak = run.attachment == nil && Self.isLineBreak(whole[range.lowerBound])
        let isSecondHalf =
          isLineBreak && whole[range.lowerBound] == "\n" && lineBreak.count == 1
          && lineBreak[0].string == "\r"
        if !lineBreak.isEmpty && !isSecondHalf { end() }
        // Most runs are a part of one paragraph, and share their string.
        var part = run
        if range != all { part.string = String(whole[range]) }
        if isLineBreak { lineBreak.append(joining: part) } else { content.append(joining: part) }
      }
    }
    if !lineBreak.isEmpty { end() }
    end()
    return paragraphs
  }

  /// Returns where the lines are that are not empty, and each scalar of the line breaks behind them.
  static func parts<Scalars: Collection<Unicode.Scalar>>(of scalars: Scalars) -> [Range<Scalars.Index>] {
    var parts: [Range<Scalars.Index>] = []
    var start = scalars.startIndex
    while start < scalars.endIndex {
      let lineEnd = scalars[start...].firstIndex(where: isLineBreak) ?? scalars.endIndex
      let end = lineEnd == start ? scalars.index(after: start) : lineEnd
      parts.append(start..<end)
      start = end
    }
    return parts
  }
}

extension String {
  /// True if both consist of the same Unicode scalars. Equal strings need not: to `==`, an "é" of one scalar equals an
  /// "é" of two.
  func hasSameScalars(as other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable {
        areEqual(UnsafeRawBufferPointer(own), UnsafeRawBufferPointer($0))
      }
    }
    return isSame.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
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
