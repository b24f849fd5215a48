/// The characters of a line.
public struct TextLineContent: Hashable, Sendable {
  /// The range of the characters among the Unicode scalars of the text, without the space or the line break behind
  /// them; at the end of the text with the space.
  public var range: Range<Int>
  /// The parts of the text's runs that are on the line, in the order of reading. A run in which the direction of
  /// reading changes becomes several runs here.
  public var runs: [TextRun]
  /// The left edge of each run, in points from the line's left edge. Runs that are read from the right are placed in the
  /// order of Unicode's Annex 9.
  public var runOrigins: [Double]
  /// The width of each run, in points, with the spaces.
  public var runWidths: [Double]
  /// The embedding level of each run, by Annex 9: runs of odd levels are read from the right. Embeddings, overrides and
  /// isolates have no effect.
  public var runLevels: [UInt8]
  /// The word that did not fit, if that is why the line ends; else empty.
  public var nextWord: String

  /// The characters of all runs, without a hyphen or an ellipsis that is not in the text.
  public var string: String { runs.map(\.string).joined() }
}

extension Paragraph {
  /// Returns the characters of each line.
  ///
  /// The characters of segments and clusters are found by the numbers of Unicode scalars that
  /// `PreparedText.Builder` was given. If it was given none, a cluster is a `Character`, and behind a segment
  /// after which a line may end come all spaces, tabs, soft hyphens and zero-width spaces that are there, and
  /// its line break.
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
      var range = map.range(of: line.content)
      if line.content.upperBound.segment == map.segmentCount { range = range.lowerBound..<map.scalarCount }
      let levels = map.levels(of: range, isRightToLeft: line.isRightToLeft)
      let parts = map.runs(in: range, levels)
      let (edges, endingWidth) = map.edges(of: parts.map(\.start), in: line)
      let widths = zip(edges, edges.dropFirst()).map { $1 - $0 }
      let partLevels = parts.map { levels[$0.start - range.lowerBound] }
      var origins = widths
      // The hyphen or ellipsis of a line that is read from the right is at the line's left.
      var x = line.isRightToLeft ? endingWidth : edges[0]
      for index in ReadingOrder.visualOrder(of: partLevels) {
        origins[index] = x
        x += widths[index]
      }
      func points(_ units: Int) -> Double { Double(units) * prepared.unit }
      return TextLineContent(
        range: range, runs: parts.map(\.run), runOrigins: origins.map(points), runWidths: widths.map(points),
        runLevels: partLevels, nextWord: nextWord)
    }
  }
}

/// Finds the segments and clusters of a paragraph in its characters. Places are counted in Unicode scalars.
private struct CharacterMap {
  private struct Segment {
    let segment: LineBreaker.Segment
    let start: Int
    /// The place where each cluster ends.
    var clusterEnds: [Int] = []
    var end: Int { clusterEnds.last ?? start }
  }

  private let runs: [TextRun]
  private let scalars: [Unicode.Scalar]
  private let prepared: PreparedText
  private var segments: [Segment] = []
  var segmentCount: Int { segments.count }
  var scalarCount: Int { scalars.count }
  /// For each run the place of its first scalar, and the end of the last run.
  private let runStarts: [Int]

  init(_ paragraph: Paragraph) {
    runs = paragraph.text.runs
    let string = paragraph.text.string
    scalars = Array(string.unicodeScalars)
    runStarts = runs.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.string.unicodeScalars.count) }
    prepared = paragraph.prepared
    prepared.withParts { read($0, ScalarCursor(string, scalars, $0.scalarCounts)) }
  }

  private mutating func read(_ parts: PreparedText.Parts, _ start: consuming ScalarCursor) {
    var source = start
    let reader = LineBreaker(parts: parts, style: ParagraphStyle(), limit: .max)
    var record = LineBreaker.Place()
    while record.record < parts.recordCount {
      let (segment, next) = reader.read(record)
      var mapped = Segment(segment: segment, start: source.place)
      for _ in 0..<segment.clusterCount {
        source.passCluster()
        mapped.clusterEnds.append(source.place)
      }
      segments.append(mapped)
      record = next
      let usual = PreparedText.usualScalarCount(hasSpace: segment.spaceBits != 0, segment.breakAfter)
      if let usual { source.passSpace(segment.breakAfter, usual: usual) }
    }
  }

  /// Returns the scalars between two places, without the scalars behind the last segment.
  func range(of content: Range<TextLine.Place>) -> Range<Int> {
    let (low, high) = (content.lowerBound, content.upperBound)
    let start = scalar(at: low)
    let end =
      high.cluster > 0 ? scalar(at: high) : high.segment > 0 ? segments[high.segment - 1].end : start
    return start..<max(start, end)
  }

  private func scalar(at place: TextLine.Place) -> Int {
    if place.segment == segments.count { return scalars.count }
    let segment = segments[place.segment]
    return place.cluster == 0 ? segment.start : segment.clusterEnds[place.cluster - 1]
  }

  /// The paragraph of the last range, and its reading order.
  private var paragraph = 0..<0
  private var order = ReadingOrder([], isRightToLeft: false)

  /// Returns the embedding levels of a line's scalars.
  mutating func levels(of line: Range<Int>, isRightToLeft: Bool) -> [UInt8] {
    guard !line.isEmpty else { return [] }
    if line.clamped(to: paragraph) != line {
      let start = scalars[..<line.lowerBound].lastIndex(where: AttributedText.isLineBreak).map { $0 + 1 } ?? 0
      let end = scalars[line.lowerBound...].firstIndex(where: AttributedText.isLineBreak) ?? scalars.count
      paragraph = start..<max(end, line.upperBound)
      order = ReadingOrder(scalars[paragraph], isRightToLeft: isRightToLeft)
    }
    return order.levels(ofLine: line)
  }

  /// Returns the distances of scalars from their line's beginning, in the order of reading, then the distance of the end
  /// of the line's last scalar; and the width of the hyphen or the ellipsis behind that. All are in units.
  ///
  /// - Parameter places: The places of the scalars, in ascending order.
  func edges(of places: [Int], in line: TextLine) -> (edges: [Int], endingWidth: Int) {
    prepared.withParts { parts in
      // No tab, and no space before one, goes beyond the text on the line.
      let endingWidth =
        switch line.ending {
        case .none: 0
        case .hyphen: Int(parts.header.hyphenWidth)
        case .ellipsis: Int(parts.header.ellipsisWidth)
        }
      let width = Int((line.frame.size.width / parts.header.unit).rounded()) - endingWidth
      var edges: [Int] = []
      var x = 0
      func addEdges(upTo end: Int) {
        while edges.count < places.count, places[edges.count] < end { edges.append(min(x, width)) }
      }
      var (number, cluster) = (line.content.lowerBound.segment, line.content.lowerBound.cluster)
      while edges.count < places.count, number < segments.count {
        let segment = segments[number].segment
        let start = x - (cluster == 0 ? 0 : segment.end(ofCluster: cluster - 1, parts))
        for (index, end) in segments[number].clusterEnds.enumerated().dropFirst(cluster) {
          addEdges(upTo: end)
          x = start + segment.end(ofCluster: index, parts)
        }
        (number, cluster) = (number + 1, 0)
        addEdges(upTo: number < segments.count ? segments[number].start : .max)
        x = min(x, width) + segment.space(from: min(x, width), limit: width)
      }
      addEdges(upTo: .max)
      return (edges + [width], endingWidth)
    }
  }

  /// The run in which the last range began: the search for the next one starts there, as lines come from top to bottom.
  private var firstRun = 0

  /// Returns the parts of runs that are in a range of scalars, and the place of each.
  ///
  /// - Parameter levels: The scalars' levels: a part has one level. Empty if all scalars have the same level.
  mutating func runs(in range: Range<Int>, _ levels: [UInt8] = []) -> [(run: TextRun, start: Int)] {
    while firstRun > 0, runStarts[firstRun] > range.lowerBound { firstRun -= 1 }
    while firstRun < runs.count, runStarts[firstRun + 1] <= range.lowerBound { firstRun += 1 }
    var parts: [(run: TextRun, start: Int)] = []
    var index = firstRun
    while index < runs.count, runStarts[index] < range.upperBound {
      var rest = range.clamped(to: runStarts[index]..<runStarts[index + 1])
      while !rest.isEmpty {
        var part = rest
        if let level = levels.dropFirst(part.lowerBound - range.lowerBound).first,
          let end = part.first(where: { levels[$0 - range.lowerBound] != level })
        {
          part = part.lowerBound..<end
        }
        var run = runs[index]
        if part.count < runStarts[index + 1] - runStarts[index] {
          run.string = String(String.UnicodeScalarView(scalars[part]))
        }
        parts.append((run, part.lowerBound))
        rest = part.upperBound..<rest.upperBound
      }
      index += 1
    }
    return parts
  }
}

/// Goes through the scalars of a text, cluster by cluster.
///
/// If the builder was given no numbers of scalars, a cluster is a `Character`, as is a return with a line feed behind it.
private struct ScalarCursor {
  private let scalars: [Unicode.Scalar]
  private var counts: ScalarCounts.Reader?
  private var lengths: [Int].Iterator
  /// The number of scalars that were passed: no more than there are, whatever the builder was given.
  private(set) var place = 0

  init(_ string: String, _ scalars: [Unicode.Scalar], _ counts: ScalarCounts.Reader?) {
    (self.scalars, self.counts) = (scalars, counts)
    lengths = (counts == nil ? string.map(\.unicodeScalars.count) : []).makeIterator()
  }

  private mutating func pass(_ count: Int) { place = min(place + count, scalars.count) }

  mutating func passCluster() { pass(counts?.next(usual: 1) ?? lengths.next() ?? 0) }

  /// Passes the characters behind a segment.
  mutating func passSpace(_ breakAfter: PreparedText.Break, usual: Int) {
    func isNext(_ condition: (Unicode.Scalar) -> Bool) -> Bool {
      place < scalars.count && condition(scalars[place])
    }
    func isWhite(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace && !AttributedText.isLineBreak(scalar)
    }
    if let count = counts?.next(usual: usual) { return pass(count) }
    if breakAfter == .none {
      if isNext(isWhite) { passCluster() }
      return
    }
    while isNext({ isWhite($0) || $0 == "\u{AD}" || $0 == "\u{200B}" }) { passCluster() }
    if breakAfter == .required, isNext(AttributedText.isLineBreak) { passCluster() }
  }
}

/// The numbers of Unicode scalars in a text's clusters, and behind its segments, in the order of reading:
/// which characters a cluster stands for.
///
/// Nearly all counts are usual. A cluster has one scalar; a space, a hyphen or a line break behind a segment has one
/// too, and a place where a line may end without any of them has none. Only other counts are written: the distance from
/// the last one that was written, which is 1 or more, and the count itself. So most texts take no byte. A number is
/// written seven bits a byte, the lowest first, with the highest bit set in all bytes but its last.
enum ScalarCounts {
  struct Writer {
    private var bytes: [UInt8] = []
    /// The number of counts since the last that was written.
    private var distance = 0
    /// The last count, which may still grow.
    private var last: (count: Int, usual: Int)?

    @inline(__always)
    mutating func append(_ count: Int, usual: Int) {
      writeLast()
      last = (count, usual)
    }

    mutating func lengthenLast(by count: Int) { last?.count += count }

    consuming func finish() -> [UInt8] {
      writeLast()
      return bytes
    }

    @inline(__always)
    private mutating func writeLast() {
      guard let (count, usual) = last else { return }
      distance += 1
      if count == usual { return }
      write(distance)
      write(count)
      distance = 0
    }

    private mutating func write(_ number: Int) {
      var rest = number
      while rest > 0x7F {
        bytes.append(0x80 | UInt8(rest & 0x7F))
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
  }

  struct Reader {
    private var bytes: UnsafeBufferPointer<UInt8>.Iterator
    /// The distance of the next count that is written; 0 or less if there is none.
    private var distance = 0

    /// Creates a reader. Zeros behind the last byte change nothing.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      self.bytes = bytes.makeIterator()
      distance = read()
    }

    mutating func next(usual: Int) -> Int {
      distance -= 1
      guard distance == 0 else { return usual }
      let count = read()
      distance = read()
      return count
    }

    private mutating func read() -> Int {
      var (number, shift) = (0, 0)
      while let byte = bytes.next() {
        number |= Int(byte & 0x7F) << shift
        if byte <= 0x7F { break }
        shift += 7
      }
      return number
    }
  }
}
