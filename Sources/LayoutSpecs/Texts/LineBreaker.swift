/// Breaks a prepared text into lines, by the rules of `PreparedText`.
struct LineBreaker {
  /// A place between two records, or between two clusters of a record.
  struct Place {
    /// The index of a record.
    var record = 0
    /// The number of segments before it. A segment of several records counts as several.
    var segment = 0
    /// The number of positions that are stored before the record's own.
    var position = 0
    var cluster = 0
    /// The index of the line metrics at this place.
    var metrics = 0

    var inText: TextLine.Place { TextLine.Place(segment: segment, cluster: cluster) }
  }

  let parts: PreparedText.Parts
  let style: ParagraphStyle
  /// In units.
  let limit: Int
  /// The width of a line in points, from which `limit` was made; nil if only the extent is wanted, and not the lines.
  var lineWidth: Double?

  var extent = TextExtent(size: .zero, lineCount: 0, isTruncated: false, firstBaseline: 0, lastBaseline: 0)
  var lines: [TextLine] = []
  /// In units.
  var longest = 0
  var height = 0.0

  var hasOneMetrics: Bool { parts.header.metricsCount == 1 }

  mutating func run() {
    var place = Place()
    while true {
      let line = nextLine(from: place)
      let isLimit = extent.lineCount + 1 == style.maximumLineCount
      if isLimit && hasClusters(from: line.end) {
        extent.isTruncated = true
        addLine(truncated(line, from: place), from: place)
        break
      }
      addLine(line, from: place)
      if isLimit || line.end.record == parts.recordCount { break }
      place = line.end
    }
    extent.size = Size(Double(longest) * parts.header.unit, height)
  }

  /// Returns false if only spaces and line breaks are left: without these a text is not truncated. In real fonts a space just
  /// before a line break is none of them: it does not vanish there, and is a cluster.
  private func hasClusters(from start: Place) -> Bool {
    var place = start
    while place.record < parts.recordCount {
      let (segment, next) = read(place)
      if segment.clusterCount > 0 { return true }
      place = next
    }
    return false
  }

  // MARK: A line

  struct Line {
    /// Where the next line begins.
    var end: Place
    /// In units, without the space at its end.
    var width: Int
    var metrics: PreparedText.LineMetrics
    var ending = TextLine.Ending.none
  }

  /// Returns the line that begins at a place.
  private func nextLine(from start: Place) -> Line {
    var place = start
    var used = 0
    var pendingSpace = 0
    var metrics = parts.metrics(start.metrics)
    var hasContent = false
    // The index of the metrics that the line covered last: not twice, since sums of sums may round otherwise.
    var coveredIndex = -1
    // The line as it was at the last place where it may end.
    var last: Line?
    while place.record < parts.recordCount {
      let (segment, next) = read(place)
      let top =
        hasOneMetrics || next.metrics == coveredIndex
        ? metrics : metrics.covering(parts.metrics(next.metrics), hasContent)
      if used + pendingSpace + segment.width > limit {
        guard segment.isTab && segment.clusterCount == 0 else {
          if let last { return last }
          return cut(segment, at: place, used: used, pendingSpace: pendingSpace, metrics, top, hasContent)
        }
        // A tab always fits, behind spaces too.
        pendingSpace = limit - used
      }
      used += pendingSpace + segment.width
      pendingSpace = segment.space(from: used, limit: limit)
      (metrics, coveredIndex) = (top, next.metrics)
      hasContent = true
      place = next
      switch segment.breakAfter {
      case .none: break
      case .allowed: last = Line(end: place, width: used, metrics: metrics)
      case .hyphen:
        let width = used + Int(parts.header.hyphenWidth)
        if width <= limit {
          last = Line(end: place, width: width, metrics: metrics, ending: .hyphen)
        }
      case .required: return Line(end: place, width: used, metrics: metrics)
      }
    }
    // The space at the end of the text counts if it fits.
    let width = used + pendingSpace
    return Line(end: place, width: width <= limit ? width : used, metrics: metrics)
  }

  /// Returns a line that ends within a segment, or before it, because the line may not end at any place before.
  private func cut(
    _ segment: Segment, at place: Place, used: Int, pendingSpace: Int, _ metrics: PreparedText.LineMetrics,
    _ top: PreparedText.LineMetrics, _ hasContent: Bool
  ) -> Line {
    let free = limit - used - pendingSpace
    var end = segment.place
    end.cluster = segment.clusterEnd(within: free, parts)
    if end.cluster == place.cluster {
      if hasContent { return Line(end: place, width: used, metrics: metrics) }
      end.cluster += 1
    }
    if end.cluster >= segment.clusterCount {
      // A segment of one cluster that is wider than the line. Nothing of it is left for the next line, nor of the
      // records that belong to it: spaces, or a part of the cluster in other metrics.
      var (last, end, top) = (segment, read(place).next, top)
      while last.breakAfter != .required && end.record < parts.recordCount {
        let (segment, next) = read(end)
        guard segment.clusterCount == 0 else { break }
        (last, end, top) = (segment, next, top.covering(parts.metrics(next.metrics), true))
      }
      return Line(end: end, width: used + pendingSpace + segment.width, metrics: top)
    }
    return Line(end: end, width: used + pendingSpace + segment.width(upTo: end.cluster, parts), metrics: top)
  }

  // MARK: Segments

  /// A record, with the values of the controls before it.
  struct Segment {
    let record: PreparedText.Record
    /// The place that was read, with the metrics there.
    let place: Place
    /// The width of the whole record, in units.
    let wholeWidth: Int
    /// The position at which the clusters that are left begin, in units; 0 for a whole record.
    let start: Int
    /// The width of the space behind the segment, in units; for a tab, its interval, with the highest bit set.
    let spaceBits: Int

    var isTab: Bool { spaceBits < 0 }
    /// The width of the clusters that are left, in units.
    var width: Int { wholeWidth - start }
    var breakAfter: PreparedText.Break { record.breakAfter }
    var clusterCount: Int { record.clusterCount }

    /// Returns the width of the space behind the segment, in units. A tab is at least an eighth of its
    /// interval wide, as in Pango, and does not go beyond the line's width.
    ///
    /// - Parameter used: The position in the line at which the space begins, in units.
    @inline(__always)
    func space(from used: Int, limit: Int) -> Int {
      isTab ? tabWidth(from: used, limit: limit) : spaceBits
    }

    @inline(never)
    private func tabWidth(from used: Int, limit: Int) -> Int {
      let interval = spaceBits & Int.max
      let nearest = used + max(interval / 8, 1)
      let stop = (nearest + interval - 1) / interval * interval
      return max(min(stop, limit) - used, 0)
    }

    /// Returns the index of the first cluster that does not fit into `room` units.
    func clusterEnd(within room: Int, _ parts: PreparedText.Parts) -> Int {
      var cluster = place.cluster
      while cluster < clusterCount, width(upTo: cluster + 1, parts) <= room { cluster += 1 }
      return cluster
    }

    /// Returns the width of the clusters that are left before a cluster, in units.
    func width(upTo cluster: Int, _ parts: PreparedText.Parts) -> Int {
      end(ofCluster: cluster - 1, parts) - start
    }

    /// Returns where a cluster ends, in units from the beginning of the record.
    func end(ofCluster cluster: Int, _ parts: PreparedText.Parts) -> Int {
      PreparedText.end(
        ofCluster: cluster, of: record, width: wholeWidth, positions: parts.positions + place.position)
    }
  }

  /// Returns the segment at a place, or the rest of a segment, and the place behind it.
  @inline(__always)
  func read(_ place: Place) -> (Segment, next: Place) {
    var place = place
    var index = place.record
    var record = parts.record(index)
    var (highWidth, namedSpace) = (0, 0)
    while record.isControl {
      let value = Int(record.width)
      switch record.control {
      case .metrics: place.metrics = value
      case .width: highWidth = value << 16
      case .space: namedSpace = record.isTab ? value | Int.min : value
      case .largeSpace: namedSpace |= value << 16
      }
      index += 1
      record = parts.record(index)
    }
    let width = highWidth + Int(record.width)
    let space =
      record.space == Int(PreparedText.Record.namedSpace) ? namedSpace : Int(parts.space(of: record))
    let start =
      place.cluster == 0
      ? 0
      : PreparedText.end(
        ofCluster: place.cluster - 1, of: record, width: width, positions: parts.positions + place.position)
    var next = place
    next.record = index + 1
    next.segment += 1
    next.position += record.positionCount
    next.cluster = 0
    return (Segment(record: record, place: place, wholeWidth: width, start: start, spaceBits: space), next)
  }

  // MARK: The end of a line

  private mutating func addLine(_ line: Line, from start: Place) {
    let count = Double(extent.lineCount)
    // A product if all lines have one height, as in plain texts: a sum may round otherwise.
    let top =
      hasOneMetrics
      ? count * line.metrics.height + count * style.lineSpacing
      : height + (extent.lineCount > 0 ? style.lineSpacing : 0)
    if extent.lineCount == 0 { extent.firstBaseline = line.metrics.ascender }
    extent.lastBaseline = top + line.metrics.ascender
    extent.lineCount += 1
    longest = max(longest, line.width)
    height =
      hasOneMetrics
      ? (count + 1) * line.metrics.height + count * style.lineSpacing : top + line.metrics.height
    guard let lineWidth else { return }
    let frame = Rect(
      origin: Point(0, top), size: Size(Double(line.width) * parts.header.unit, line.metrics.height))
    lines.append(
      TextLine(
        content: start.inText..<line.end.inText, frame: frame,
        baseline: line.metrics.ascender, ending: line.ending,
        reason: reason(of: line, from: start, lineWidth)))
  }

  /// Returns why a line ends where it does.
  private func reason(of line: Line, from start: Place, _ lineWidth: Double) -> TextLine.Reason {
    if extent.isTruncated { return .limit }
    if line.end.record == parts.recordCount { return .textEnd }
    var (last, place) = read(start)
    while place.record < line.end.record { (last, place) = read(place) }
    if line.end.cluster > 0 || last.breakAfter == .none { return .cut }
    if last.breakAfter == .required { return .lineBreak }
    let end = line.width - (line.ending == .hyphen ? Int(parts.header.hyphenWidth) : 0)
    let room = lineWidth - Double(end + last.space(from: end, limit: limit)) * parts.header.unit
    var (width, pendingSpace) = (0, 0)
    while place.record < parts.recordCount {
      let (segment, next) = read(place)
      width += pendingSpace + segment.width
      (place, pendingSpace) = (next, segment.space(from: width, limit: .max))
      if segment.breakAfter != .none { break }
    }
    return .nextWord(
      line.end.inText..<place.inText, width: Double(width) * parts.header.unit,
      room: room > 0 ? room : 0)
  }

  // MARK: Truncation

  /// Returns the last line of a truncated text: as many of the paragraph's clusters as there is room for beside
  /// the ellipsis, without the space before the ellipsis.
  private func truncated(_ line: Line, from start: Place) -> Line {
    guard style.truncation == .tail else { return line }
    let ellipsis = Int(parts.header.ellipsisWidth)
    var place = start
    var (used, pendingSpace) = (0, 0)
    // Without any character, the line is as high as the first character that the ellipsis replaces, as in
    // Pango: the height must not depend on the width.
    var metrics = parts.metrics(read(start).next.metrics)
    var hasContent = false
    func ended(at end: Place, _ width: Int) -> Line {
      Line(end: end, width: width + ellipsis, metrics: metrics, ending: .ellipsis)
    }
    while place.record < parts.recordCount {
      let (segment, next) = read(place)
      let top = hasOneMetrics ? metrics : metrics.covering(parts.metrics(next.metrics), hasContent)
      let free = limit - ellipsis - used - pendingSpace
      guard segment.width <= free else {
        var end = segment.place
        end.cluster = segment.clusterEnd(within: free, parts)
        if end.cluster == place.cluster { return ended(at: place, used) }
        metrics = top
        return ended(at: end, used + pendingSpace + segment.width(upTo: end.cluster, parts))
      }
      used += pendingSpace + segment.width
      pendingSpace = segment.space(from: used, limit: limit - ellipsis)
      metrics = top
      hasContent = true
      place = next
      if segment.breakAfter == .required { break }
    }
    return ended(at: place, used)
  }
}

extension PreparedText {
  /// Returns where a cluster of a record ends, in units from the record's beginning.
  fileprivate static func end(
    ofCluster cluster: Int, of record: Record, width: Int, positions: UnsafePointer<UInt8>
  ) -> Int {
    let count = record.clusterCount
    if cluster + 1 >= count { return width }
    if record.isUniform { return width / count * (cluster + 1) }
    return (Int(positions[cluster]) * width + 127) / 255
  }
}
