/// The lines of a paragraph that is edited, in a width. Where their characters are is found for the lines that are asked for.
struct MappedLines {
  let width: Double
  let isRightToLeft: Bool
  let lines: [TextLine]
  /// Where each line begins, in UTF-16 code units.
  let offsets: [Int]
  private let paragraph: Paragraph
  private let utf16Count: Int
  /// Where each line begins, and where the last one ends, in scalars.
  private let starts: [Int]
  /// True if no character is read from the right.
  private let isPlain: Bool
  /// The order of reading of all scalars, if it was needed.
  private var order: ReadingOrder?
  private var known: [MappedLine?]

  /// Breaks a paragraph without line breaks.
  ///
  /// - Parameters:
  ///   - utf16Count: The number of the paragraph's UTF-16 code units.
  ///   - kinds: The kinds of its characters; nil if they are not known.
  /// - Complexity: linear in the number of segments; in the length of the text if that has characters of two code units.
  init(
    _ paragraph: Paragraph, width: Double, isRightToLeft: Bool, utf16Count: Int, _ kinds: CharacterKinds?
  ) {
    (self.paragraph, self.utf16Count) = (paragraph, utf16Count)
    (self.width, self.isRightToLeft) = (width, isRightToLeft)
    let string = paragraph.text.string
    let isReadFromRight = ReadingOrder.isRightToLeft(string.unicodeScalars) ?? isRightToLeft
    isPlain = !isReadFromRight && kinds?.isDisjoint(with: [.rightToLeft, .direction]) ?? false
    let lines = paragraph.prepared.lines(
      maxWidth: width, in: width, style: paragraph.style, isRightToLeft: isReadFromRight)
    let hasOneUnitEach = kinds?.contains(.supplementary) == false
    let scalarCount = hasOneUnitEach ? utf16Count : string.unicodeScalars.count
    let map = CharacterMap(paragraph, segments: 0..<0, startsOf: lines, scalarCount: scalarCount)
    starts = map.lineStarts + [scalarCount]
    self.lines = lines
    known = Array(repeating: nil, count: lines.count)
    if scalarCount == utf16Count {
      offsets = map.lineStarts
      return
    }
    var (offsets, offset, place) = ([Int](), 0, 0)
    for scalar in string.unicodeScalars {
      while offsets.count < lines.count, map.lineStarts[offsets.count] <= place { offsets.append(offset) }
      offset += UTF16.width(scalar)
      place += 1
    }
    self.offsets = offsets + repeatElement(offset, count: lines.count - offsets.count)
  }

  /// Returns lines of these numbers.
  ///
  /// - Complexity: linear in the length of the lines that were not asked for before, and in the number of segments before
  ///   them; in the length of the paragraph if it has characters that are read from the right.
  mutating func mapped(_ numbers: Range<Int>) -> [MappedLine] {
    if let first = numbers.first(where: { known[$0] == nil }),
      let last = numbers.last(where: { known[$0] == nil })
    {
      map(first...last)
    }
    return known[numbers].compactMap { $0 }
  }

  private mutating func map(_ numbers: ClosedRange<Int>) {
    let (first, next) = (numbers.lowerBound, numbers.upperBound + 1)
    let endSegment = next < lines.count ? lines[next].content.lowerBound.segment + 1 : Int.max
    let map = CharacterMap(
      paragraph, segments: lines[first].content.lowerBound.segment..<endSegment, startsOf: [],
      scalarCount: starts[lines.count])
    let string = paragraph.text.string
    let start = string.utf16Place(offsets[first]).index
    var index = start
    // A line may begin within a character.
    if start > string.startIndex {
      let before = string[..<start].index(before: start)
      if string.index(after: before) > start { index = before }
    }
    var offset = offsets[first] - string.utf16.distance(from: index, to: start)
    var place = starts[first] - string.unicodeScalars.distance(from: index, to: start)
    if !isPlain && order == nil {
      order = ReadingOrder(Array(string.unicodeScalars)[...], isRightToLeft: lines[0].isRightToLeft)
    }
    for number in numbers {
      let scalars = starts[number]..<max(starts[number], starts[number + 1])
      var (places, lineOffsets) = ([Int](), [Int]())
      if !scalars.isEmpty, place < scalars.lowerBound {
        // The rest of a character that was cut.
        places.append(scalars.lowerBound)
        lineOffsets.append(offsets[number])
      }
      while place < scalars.upperBound {
        if place >= scalars.lowerBound {
          places.append(place)
          lineOffsets.append(offset)
        }
        let end = string.index(after: index)
        // The character may be cut by the line's end.
        let endPlace = place + string.unicodeScalars.distance(from: index, to: end)
        if endPlace > scalars.upperBound { break }
        offset += string.utf16.distance(from: index, to: end)
        (index, place) = (end, endPlace)
      }
      let lineLevels = order?.levels(ofLine: scalars)
      let levels = places.map { place in lineLevels.map { $0[place - scalars.lowerBound] } ?? 0 }
      let isLast = next == lines.count && number == numbers.upperBound
      lineOffsets.append(number + 1 < lines.count ? offsets[number + 1] : utf16Count)
      known[number] = MappedLine(
        lines[number], places: places, offsets: lineOffsets, levels: levels, isLast: isLast,
        unit: paragraph.prepared.unit, in: map)
    }
  }
}
