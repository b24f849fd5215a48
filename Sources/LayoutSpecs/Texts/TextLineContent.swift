/// The characters of a line.
public struct TextLineContent: Hashable, Sendable {
  /// Their places among the Unicode scalars of the text, without the space or the line break behind them.
  public var range: Range<Int>
  /// The runs that they are in, each with those of its characters that are on the line.
  public var runs: [TextRun]
  /// Where each of these runs begins, in points from the line's left edge.
  public var runOrigins: [Double]
  /// The word that did not fit, if that is why the line ends; else empty.
  public var nextWord: String

  /// The characters of all runs, without what stands at the line's end that is not in the text.
  public var string: String { runs.map(\.string).joined() }
}

extension Paragraph {
  /// Returns the characters of each line.
  ///
  /// Segments and clusters are found again in the characters by the numbers of Unicode scalars that
  /// `PreparedText.Builder` was told. In a text for which it was told none, a cluster is a `Character`, and
  /// behind a segment after which a line may end are spaces, tabs, soft hyphens and zero-width spaces, as
  /// many as there are, and its line break.
  ///
  /// - Parameter lines: Lines of this paragraph, from top to bottom.
  /// - Complexity: linear in the length of the text and the number of lines and runs.
  public func contents(of lines: [TextLine]) -> [TextLineContent] {
    var map = CharacterMap(self)
    return lines.map { line in
      var nextWord = ""
      if case .nextWord(let word, _, _) = line.reason {
        nextWord = map.runs(in: map.range(of: word)).map(\.run.string).joined()
      }
      let range = map.range(of: line.content)
      let parts = map.runs(in: range)
      let origins = map.origins(of: parts.map(\.start), in: line)
      return TextLineContent(
        range: range, runs: parts.map(\.run), runOrigins: origins, nextWord: nextWord)
    }
  }
}

/// Where the segments and clusters of a paragraph are in its characters. Places are numbers of Unicode
/// scalars.
private struct CharacterMap {
  /// A place, and where it would be in a text of one line without tabs, in units.
  private struct Position {
    let place: Int
    let x: Int
  }

  private struct Segment {
    let start: Position
    let end: Int
    /// The index of its first cluster among those of all segments.
    let firstCluster: Int
  }

  /// A space to the next tab stop.
  private struct Tab {
    /// Of the segment before it.
    let number: Int
    let segment: LineBreaker.Segment
    let x: Int
    /// The place behind it.
    let end: Int
  }

  private let runs: [TextRun]
  private let scalars: [Unicode.Scalar]
  private let header: PreparedText.Header
  private var segments: [Segment] = []
  private var clusterEnds: [Position] = []
  /// The `x` of each scalar, and of the end of the last.
  private var positions: [Int] = []
  private var tabs: [Tab] = []
  /// For each run the place of its first scalar, and the end of the last run.
  private let runStarts: [Int]

  init(_ paragraph: Paragraph) {
    runs = paragraph.text.runs
    let string = paragraph.text.string
    scalars = Array(string.unicodeScalars)
    runStarts = runs.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.string.unicodeScalars.count) }
    header = paragraph.prepared.storage.header
    paragraph.prepared.withParts { parts in
      if let counts = parts.scalarCounts {
        read(parts, CountedScalars(counts: counts, end: scalars.count))
      } else {
        read(parts, FoundScalars(string, scalars))
      }
    }
  }

  private mutating func read(_ parts: PreparedText.Parts, _ scalarsInText: some ScalarSource) {
    var source = scalarsInText
    let reader = LineBreaker(parts, limit: .max, style: ParagraphStyle())
    var (record, x) = (LineBreaker.Place(), 0)
    func pass() { positions += repeatElement(x, count: source.place - positions.count) }
    while record.record < Int(parts.header.recordCount) {
      let (segment, next) = reader.read(record)
      let (start, firstCluster) = (Position(place: source.place, x: x), clusterEnds.count)
      for cluster in 0..<segment.clusterCount {
        source.passCluster()
        pass()
        x = start.x + segment.end(ofCluster: cluster, parts)
        clusterEnds.append(Position(place: source.place, x: x))
      }
      segments.append(Segment(start: start, end: source.place, firstCluster: firstCluster))
      record = next
      let hasSpace = segment.spaceBits != 0
      guard let usual = PreparedText.usualScalarCount(hasSpace: hasSpace, segment.breakAfter) else {
        continue
      }
      source.passSpace(segment.breakAfter, usual: usual)
      pass()
      if segment.isTab {
        tabs.append(Tab(number: segments.count - 1, segment: segment, x: x, end: source.place))
      } else {
        x = start.x + segment.width + segment.spaceBits
      }
    }
    positions += repeatElement(x, count: scalars.count + 1 - positions.count)
  }

  /// Returns the scalars between two places, without those behind the last segment.
  func range(of content: Range<TextLine.Place>) -> Range<Int> {
    let (low, high) = (content.lowerBound, content.upperBound)
    let start = position(low).place
    let end =
      high.cluster > 0 ? position(high).place : high.segment > 0 ? segments[high.segment - 1].end : start
    return start..<max(start, end)
  }

  private func position(_ place: TextLine.Place) -> Position {
    if place.segment == segments.count { return Position(place: scalars.count, x: positions[scalars.count]) }
    let segment = segments[place.segment]
    return place.cluster == 0 ? segment.start : clusterEnds[segment.firstCluster + place.cluster - 1]
  }

  /// Returns where scalars of a line are behind the line's beginning, in points.
  ///
  /// - Parameter places: In order.
  func origins(of places: [Int], in line: TextLine) -> [Double] {
    let first = line.content.lowerBound
    let lineStart = position(first).x
    // No space before a tab, and no tab, goes further than what is on the line.
    var width = Int((line.frame.size.width / header.unit).rounded())
    switch line.ending {
    case .none: break
    case .hyphen: width -= Int(header.hyphenWidth)
    case .ellipsis: width -= Int(header.ellipsisWidth)
    }
    // The first tab that may be on the line.
    var (low, high) = (0, tabs.count)
    while low < high {
      let middle = (low + high) / 2
      if tabs[middle].number < first.segment { low = middle + 1 } else { high = middle }
    }
    var tabWidths = 0
    return places.map { place in
      while low < tabs.count, tabs[low].end <= place {
        let x = min(tabs[low].x - lineStart + tabWidths, width)
        tabWidths += tabs[low].segment.space(from: x, limit: width)
        low += 1
      }
      return Double(min(positions[place] - lineStart + tabWidths, width)) * header.unit
    }
  }

  /// The run that the last range ended in. Lines are asked for from top to bottom.
  private var firstRun = 0

  /// Returns the parts of runs that are in a range of scalars, and the place of each.
  mutating func runs(in range: Range<Int>) -> [(run: TextRun, start: Int)] {
    while firstRun > 0, runStarts[firstRun] > range.lowerBound { firstRun -= 1 }
    while firstRun < runs.count, runStarts[firstRun + 1] <= range.lowerBound { firstRun += 1 }
    var parts: [(run: TextRun, start: Int)] = []
    var index = firstRun
    while index < runs.count, runStarts[index] < range.upperBound {
      let part = range.clamped(to: runStarts[index]..<runStarts[index + 1])
      if !part.isEmpty {
        var run = runs[index]
        if part.count < runStarts[index + 1] - runStarts[index] {
          run.string = String(String.UnicodeScalarView(scalars[part]))
        }
        parts.append((run, part.lowerBound))
      }
      index += 1
    }
    return parts
  }
}

/// Goes through the scalars of a text, cluster by cluster.
private protocol ScalarSource {
  /// The number of scalars that were passed.
  var place: Int { get }
  mutating func passCluster()
  /// Passes what is behind a segment.
  mutating func passSpace(_ breakAfter: PreparedText.Break, usual: Int)
}

/// The scalars of a text whose builder was told their numbers.
private struct CountedScalars: ScalarSource {
  var counts: ScalarCounts.Reader
  /// No further than there are scalars, whatever the builder was told.
  let end: Int
  private(set) var place = 0

  init(counts: ScalarCounts.Reader, end: Int) { (self.counts, self.end) = (counts, end) }

  mutating func passCluster() { place = min(place + counts.next(usual: 1), end) }

  mutating func passSpace(_ breakAfter: PreparedText.Break, usual: Int) {
    place = min(place + counts.next(usual: usual), end)
  }
}

/// The scalars of a text whose builder was told nothing. A return with a line feed behind it is one
/// character.
private struct FoundScalars: ScalarSource {
  private let scalars: [Unicode.Scalar]
  private var lengths: [Int].Iterator
  private(set) var place = 0

  init(_ string: String, _ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    lengths = string.map(\.unicodeScalars.count).makeIterator()
  }

  mutating func passCluster() { place += lengths.next() ?? 0 }

  mutating func passSpace(_ breakAfter: PreparedText.Break, usual: Int) {
    func isNext(_ condition: (Unicode.Scalar) -> Bool) -> Bool {
      place < scalars.count && condition(scalars[place])
    }
    func isWhite(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace && !AttributedText.isLineBreak(scalar)
    }
    if breakAfter == .none {
      if isNext(isWhite) { passCluster() }
      return
    }
    while isNext({ isWhite($0) || $0 == "\u{AD}" || $0 == "\u{200B}" }) { passCluster() }
    if breakAfter == .required, isNext(AttributedText.isLineBreak) { passCluster() }
  }
}

extension LayoutTree {
  /// Returns the text of an element with its style, prepared; nil for other elements, and for texts that user code
  /// measures.
  ///
  /// - Complexity: linear in the length of a plain text, which is prepared each time; else constant.
  public func paragraph(of element: ElementID) -> Paragraph? { tables.paragraph(of: element) }
}

/// The numbers of Unicode scalars in a text's clusters, and behind its segments, in the order of reading:
/// which characters a cluster stands for.
///
/// Nearly all are the usual ones. A cluster has one scalar; a space, a hyphen or a line break behind a
/// segment has one too, and a place where a line may end without any of them has none. A byte below 128
/// stands for so many usual counts, and one from 128 for another count: its lowest seven bits, or if those
/// are all set, the sum of 127 and of the bytes that follow up to the first one below 255. Behind the last
/// byte all counts are usual ones, so most texts take none.
enum ScalarCounts {
  struct Writer {
    private(set) var bytes: [UInt8] = []
    /// The usual counts that are not written yet.
    private var usualCount = 0
    /// The last count if it is not a usual one, and where its bytes begin.
    private var last = (count: 0, start: 0)
    private var lastUsual = 0

    @inline(__always)
    mutating func append(_ count: Int, usual: Int) {
      lastUsual = usual
      if count == usual { usualCount += 1 } else { write(count) }
    }

    mutating func lengthenLast(by count: Int) {
      if usualCount > 0 {
        usualCount -= 1
        write(lastUsual + count)
      } else {
        bytes.removeSubrange(last.start...)
        write(last.count + count)
      }
    }

    @inline(never)
    private mutating func write(_ count: Int) {
      while usualCount > 0 {
        let run = min(usualCount, 127)
        bytes.append(UInt8(run))
        usualCount -= run
      }
      last = (count, bytes.count)
      bytes.append(0x80 | UInt8(min(count, 127)))
      guard count >= 127 else { return }
      var rest = count - 127
      while rest >= 255 {
        bytes.append(255)
        rest -= 255
      }
      bytes.append(UInt8(rest))
    }
  }

  struct Reader {
    private var bytes: UnsafeBufferPointer<UInt8>.Iterator
    private var usualCount = 0

    /// Creates a reader. Zeros behind the last byte change nothing.
    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes.makeIterator() }

    mutating func next(usual: Int) -> Int {
      while usualCount == 0 {
        guard let byte = bytes.next() else { return usual }
        if byte < 0x80 {
          usualCount = Int(byte)
          continue
        }
        var count = Int(byte & 0x7F)
        guard count == 127 else { return count }
        while let more = bytes.next() {
          count += Int(more)
          if more < 255 { break }
        }
        return count
      }
      usualCount -= 1
      return usual
    }
  }
}
