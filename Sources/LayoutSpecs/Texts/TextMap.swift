/// Where the characters of an `EditableText` are in a width: carets, selections and the place under a finger.
///
/// Lines are broken in the paragraphs that are asked for, and characters found on the lines that are asked for; both are kept:
/// a question about a line of a paragraph that did not change costs a search. Any thread may ask.
///
/// All lengths are in points from the text's top left corner. Places are numbers of UTF-16 code units; one that lies within
/// a character stands for its beginning.
public struct TextMap: Sendable {
  /// Which side of a place counts, where the characters beside it are not side by side: at the end of a line, and where the
  /// direction of reading changes.
  public enum Affinity: Hashable, Sendable, CaseIterable {
    /// Where the character behind the place begins.
    case downstream
    /// Where the character before the place ends.
    case upstream
  }

  /// A line.
  public struct Line: Hashable, Sendable {
    /// The places of its characters, with the spaces and the line break behind them.
    public var range: Range<Int>
    /// Its frame, without the spaces that vanish at its end.
    public var frame: Rect
    /// The distance from its top to its baseline, in points.
    public var baseline: Double
    /// True if its paragraph is read from the right.
    public var isRightToLeft: Bool
  }

  /// The width in which the text is laid out, which may be infinite.
  public let width: Double
  /// The longest line's width, and the height of all lines.
  public let size: Size
  private let text: EditableText
  /// The top of each paragraph.
  private let tops: [Double]
  private let isRightToLeft: Bool

  /// The width in which lines are aligned.
  private var alignedWidth: Double { width < .infinity ? width : size.width }

  init(_ text: EditableText, width: Double, isRightToLeft: Bool) {
    (self.text, self.width, self.isRightToLeft) = (text, width, isRightToLeft)
    var (longest, height) = (0.0, 0.0)
    var tops: [Double] = []
    tops.reserveCapacity(text.paragraphs.count)
    for paragraph in text.paragraphs {
      if !tops.isEmpty { height += text.style.lineSpacing }
      tops.append(height)
      let size = paragraph.size(maxWidth: width)
      longest = max(longest, size.width)
      height += size.height
    }
    (self.tops, size) = (tops, Size(longest, height))
  }

  /// Returns the line on which a place is.
  ///
  /// - Parameters:
  ///   - place: A place in the text.
  ///   - affinity: At the end of a line that is not the end of its paragraph: downstream is the next line. Default:
  ///     downstream.
  /// - Precondition: the place lies within the text.
  /// - Complexity: logarithmic in the number of paragraphs and of the paragraph's lines; linear in the length of a paragraph
  ///   that is asked for the first time.
  public func line(of place: Int, affinity: Affinity = .downstream) -> Line {
    let (paragraph, offset) = text.place(of: place)
    let mapped = line(at: offset, of: paragraph, affinity)
    let start = text.starts[paragraph]
    let end = mapped.isLast ? text.paragraphs[paragraph].utf16Count : mapped.range.upperBound
    return Line(
      range: start + mapped.range.lowerBound..<start + end, frame: frame(of: mapped, in: paragraph),
      baseline: mapped.line.baseline, isRightToLeft: mapped.line.isRightToLeft)
  }

  /// Returns the caret at a place: a rectangle without width, as high as its line.
  ///
  /// At the end of a paragraph a caret downstream is where reading ends, whatever the direction of the last character.
  ///
  /// - Parameters:
  ///   - place: A place in the text.
  ///   - affinity: Which of two carets, if there are two. Default: downstream.
  /// - Precondition: the place lies within the text.
  /// - Complexity: as `line(of:affinity:)`.
  public func caret(at place: Int, affinity: Affinity = .downstream) -> Rect {
    let (paragraph, offset) = text.place(of: place)
    let mapped = line(at: offset, of: paragraph, affinity)
    // A place within a line break is that of the paragraph's end.
    let edge = mapped.caret(at: min(offset, mapped.range.upperBound), isUpstream: affinity == .upstream)
    return rect(from: edge, to: edge, on: mapped, in: paragraph)
  }

  /// Returns the place whose caret is nearest to a point.
  ///
  /// - Parameter point: A point, in points. Above the text it is on the first line, below it on the last one. A coordinate
  ///   that is undefined counts as the beginning.
  /// - Returns: The place, and the affinity with which its caret is there: downstream unless only upstream is.
  /// - Complexity: as `line(of:affinity:)`, and linear in the length of the line.
  public func offset(at point: Point) -> (place: Int, affinity: Affinity) {
    let pointY = point.y.isNaN ? -.infinity : point.y
    let paragraph = max(tops.partitioningIndex { $0 > pointY } - 1, 0)
    let y = pointY - tops[paragraph]
    let mapped = line(of: paragraph) { $0.lines.partitioningIndex { $0.frame.minY > y } - 1 }
    let (offset, isUpstream) = mapped.offset(at: point.x - left(of: mapped))
    return (text.starts[paragraph] + offset, isUpstream ? .upstream : .downstream)
  }

  /// Returns the rectangles of the characters in a range, line by line from top to bottom, and on each from left to right.
  ///
  /// A part of a character counts as all of it on its line: one that is wider than a line has a rectangle on each. Line breaks
  /// and spaces that vanish at the end of a line have no width: an empty line has no rectangle.
  ///
  /// - Parameter range: Places in the text.
  /// - Precondition: the range lies within the text.
  /// - Complexity: linear in the length of the lines that the range touches.
  public func rects(of range: Range<Int>) -> [Rect] {
    let (low, high) = (text.place(of: range.lowerBound), text.place(of: range.upperBound))
    if range.isEmpty { return [] }
    return (low.paragraph...high.paragraph).flatMap { paragraph in
      let start = paragraph == low.paragraph ? low.offset : 0
      let end = paragraph == high.paragraph ? high.offset : .max
      let lines = lines(of: paragraph) { lines in
        let first = max(lines.offsets.partitioningIndex { $0 > start } - 1, 0)
        return first..<max(first, lines.offsets.partitioningIndex { $0 >= end })
      }
      return lines.flatMap { mapped in
        mapped.edges(of: start..<max(start, end)).map {
          rect(from: $0.left, to: $0.right, on: mapped, in: paragraph)
        }
      }
    }
  }

  // MARK: Lines

  private func lines(of paragraph: Int, _ numbers: (MappedLines) -> Range<Int>) -> [MappedLine] {
    text.paragraphs[paragraph].lines(in: width, isRightToLeft: isRightToLeft, numbers)
  }

  /// Returns the line of a number, or the first one if the number is less than 0.
  private func line(of paragraph: Int, _ number: (MappedLines) -> Int) -> MappedLine {
    lines(of: paragraph) { lines in
      let number = max(number(lines), 0)
      return number..<number + 1
    }[0]
  }

  private func line(at offset: Int, of paragraph: Int, _ affinity: Affinity) -> MappedLine {
    line(of: paragraph) { lines in
      let number = lines.offsets.partitioningIndex { $0 > offset } - 1
      return affinity == .upstream && lines.offsets[number] == offset ? number - 1 : number
    }
  }

  private func left(of mapped: MappedLine) -> Double {
    let free = alignedWidth - mapped.line.frame.size.width
    return free > 0 ? free * mapped.line.leadingShare(text.style.alignment) : 0
  }

  private func frame(of mapped: MappedLine, in paragraph: Int) -> Rect {
    Rect(
      origin: Point(left(of: mapped), tops[paragraph] + mapped.line.frame.minY), size: mapped.line.frame.size)
  }

  private func rect(from first: Int, to last: Int, on mapped: MappedLine, in paragraph: Int) -> Rect {
    var rect = frame(of: mapped, in: paragraph)
    rect.origin.x += Double(first) * mapped.unit
    rect.size.width = Double(last - first) * mapped.unit
    return rect
  }
}

extension EditableText {
  /// Returns where the characters are in lines of at most this width.
  ///
  /// - Parameters:
  ///   - width: The width of the text's frame, in points, in which lines are aligned. An undefined or negative width counts
  ///     as 0: a line then has one character. In an infinite width lines are aligned in that of the longest line.
  ///   - isRightToLeft: True if paragraphs without letters are read from the right. Default: false.
  /// - Complexity: linear in the number of paragraphs; those that did not change since the last call with this width are
  ///   not broken again.
  public func map(in width: Double, isRightToLeft: Bool = false) -> TextMap {
    TextMap(self, width: larger(0, width), isRightToLeft: isRightToLeft)
  }
}
