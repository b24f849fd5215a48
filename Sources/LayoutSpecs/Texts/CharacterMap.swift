/// Finds the segments and clusters of a paragraph in its characters. Places are counted in Unicode scalars.
struct CharacterMap {
  private struct Segment {
    let segment: LineBreaker.Segment
    let start: Int
    /// The place where each cluster ends.
    var clusterEnds: [Int] = []
    var end: Int { clusterEnds.last ?? start }

    func start(ofCluster cluster: Int) -> Int { cluster == 0 ? start : clusterEnds[cluster - 1] }
  }

  private let runs: [TextRun]
  /// Empty if only a part of the text is mapped.
  private let scalars: [Unicode.Scalar]
  let scalarCount: Int
  private let prepared: PreparedText
  private var segments: [Segment] = []
  /// The number of the first of these segments in the text.
  private let firstSegment: Int
  private var endSegment: Int { firstSegment + segments.count }
  /// The number of segments of a text that is mapped as a whole.
  var segmentCount: Int { segments.count }
  /// For each run the place of its first scalar, and the end of the last run.
  private let runStarts: [Int]
  /// Where each of the lines begins of which that was asked.
  private(set) var lineStarts: [Int] = []

  init(_ paragraph: Paragraph) {
    runs = paragraph.text.runs
    let string = paragraph.text.string
    scalars = Array(string.unicodeScalars)
    scalarCount = scalars.count
    runStarts = runs.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.string.unicodeScalars.count) }
    (prepared, firstSegment) = (paragraph.prepared, 0)
    prepared.withParts {
      read($0, ScalarCursor(string, scalars, $0.scalarCounts, scalarCount: scalarCount), 0..<Int.max, [])
    }
  }

  /// Creates a map of some of a paragraph's segments alone: `edges(of:in:)` finds the characters in them.
  ///
  /// - Parameters:
  ///   - segments: The numbers of the segments.
  ///   - lines: Those whose beginnings are found.
  ///   - scalarCount: The number of the paragraph's scalars.
  init(_ paragraph: Paragraph, segments: Range<Int>, startsOf lines: [TextLine], scalarCount: Int) {
    (runs, scalars, runStarts) = ([], [], [])
    self.scalarCount = scalarCount
    (prepared, firstSegment) = (paragraph.prepared, segments.lowerBound)
    prepared.withParts { parts in
      let counts = parts.scalarCounts
      let string = counts == nil ? paragraph.text.string : ""
      let scalars = Array(string.unicodeScalars)
      read(
        parts, ScalarCursor(string, scalars, counts, scalarCount: scalarCount), segments, lines)
    }
  }

  /// Reads the segments up to the last one that is kept, and up to the last line.
  private mutating func read(
    _ parts: PreparedText.Parts, _ start: consuming ScalarCursor, _ kept: Range<Int>,
    _ lines: [TextLine]
  ) {
    var source = start
    let reader = LineBreaker(parts: parts, style: ParagraphStyle(), limit: .max)
    var record = LineBreaker.Place()
    while record.record < parts.recordCount,
      record.segment < kept.upperBound || lineStarts.count < lines.count
    {
      let (segment, next) = reader.read(record)
      func isStart() -> Bool {
        lineStarts.count < lines.count && lines[lineStarts.count].content.lowerBound.segment == record.segment
      }
      if kept.contains(record.segment) || isStart() {
        var mapped = Segment(segment: segment, start: source.place)
        for _ in 0..<segment.clusterCount {
          source.passClusters(1)
          mapped.clusterEnds.append(source.place)
        }
        while isStart() {
          lineStarts.append(mapped.start(ofCluster: lines[lineStarts.count].content.lowerBound.cluster))
        }
        if kept.contains(record.segment) { segments.append(mapped) }
      } else {
        source.passClusters(segment.clusterCount)
      }
      record = next
      let usual = PreparedText.usualScalarCount(hasSpace: segment.spaceBits != 0, segment.breakAfter)
      if let usual { source.passSpace(segment.breakAfter, usual: usual) }
    }
    lineStarts += repeatElement(scalarCount, count: lines.count - lineStarts.count)
  }

  /// Returns the scalars between two places, without the scalars behind the last segment.
  func range(of content: Range<TextLine.Place>) -> Range<Int> {
    let (low, high) = (content.lowerBound, content.upperBound)
    let start = scalar(at: low)
    let end =
      high.cluster > 0 ? scalar(at: high) : high.segment > 0 ? segments[high.segment - 1].end : start
    return start..<max(start, end)
  }

  func scalar(at place: TextLine.Place) -> Int {
    if place.segment == segments.count { return scalars.count }
    return segments[place.segment].start(ofCluster: place.cluster)
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
      while edges.count < places.count, number < endSegment {
        let mapped = segments[number - firstSegment]
        let segment = mapped.segment
        let start = x - (cluster == 0 ? 0 : segment.end(ofCluster: cluster - 1, parts))
        for (index, end) in mapped.clusterEnds.enumerated().dropFirst(cluster) {
          addEdges(upTo: end)
          x = start + segment.end(ofCluster: index, parts)
        }
        let end = mapped.end
        (number, cluster) = (number + 1, 0)
        let next = number < endSegment ? segments[number - firstSegment].start : scalarCount
        x = min(x, width)
        let space = segment.space(from: x, limit: width)
        // Several spaces behind a word are one width, of which each has its share.
        while edges.count < places.count, places[edges.count] < next {
          edges.append(min(x + space * (places[edges.count] - end) / (next - end), width))
        }
        x += space
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
  private let scalarCount: Int
  private var counts: ScalarCounts.Reader?
  private var lengths: [Int].Iterator
  /// The number of scalars that were passed: no more than there are, whatever the builder was given.
  private(set) var place = 0

  /// - Parameter scalars: The string's scalars; they may be missing if there are counts.
  init(
    _ string: String, _ scalars: [Unicode.Scalar], _ counts: ScalarCounts.Reader?, scalarCount: Int
  ) {
    (self.scalars, self.counts, self.scalarCount) = (scalars, counts, scalarCount)
    lengths = (counts == nil ? string.map(\.unicodeScalars.count) : []).makeIterator()
  }

  private mutating func pass(_ count: Int) { place = min(place + count, scalarCount) }

  mutating func passClusters(_ count: Int) {
    if counts?.passUsual(count) == true { return pass(count) }
    for _ in 0..<count { passCluster() }
  }

  private mutating func passCluster() { pass(counts?.next(usual: 1) ?? lengths.next() ?? 0) }

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
