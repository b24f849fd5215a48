extension PreparedText {
  /// Points that a line may be wider than its width: a text fits into its own size, whose width is a product that was
  /// rounded to pixels. In every width this is less than a character, and more than what arithmetic loses.
  static var tolerance: Double { 1e-6 }

  /// Returns the text's size in lines of at most `maxWidth` points, which may be infinite.
  ///
  /// A width that is undefined or negative is 0: a line has one cluster then.
  ///
  /// - Complexity: linear in the number of segments, without allocations.
  public func extent(maxWidth: Double, style: ParagraphStyle = ParagraphStyle()) -> TextExtent {
    withParts { parts in
      var breaker = LineBreaker(parts: parts, style: style, limit: parts.limit(maxWidth: maxWidth))
      breaker.run()
      return breaker.extent
    }
  }

  /// Returns the longest line, in units, and the height in lines of at most so many units. A line of more
  /// than `UInt32.max` units counts as one of so many.
  ///
  /// The lines are the same for every limit from the longest line to this one.
  func wrapped(limit: Int, style: ParagraphStyle) -> (longestLine: UInt32, height: Double) {
    withParts { parts in
      if style.maximumLineCount == 0,
        let size = parts.wrapPlainRecords(limit: limit, lineSpacing: style.lineSpacing)
      {
        return size
      }
      var breaker = LineBreaker(parts: parts, style: style, limit: limit)
      breaker.run()
      return (UInt32(clamping: breaker.longest), breaker.height)
    }
  }

  /// The bytes of `copyParts(to:)`; 0 if they would not be enough to break the text into lines.
  var copiedByteCount: Int {
    withParts { parts in
      guard parts.header.hasPlainRecords else { return 0 }
      return MemoryLayout<Header>.size + (parts.positions - parts.start.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Copies the header, the line metrics, the records and the widths of spaces to where a layout reads them. It finds
  /// them there in the order in which it needs them; the texts themselves lie anywhere in memory.
  func copyParts(to room: UnsafeMutablePointer<UInt8>) {
    withParts { parts in
      let room = UnsafeMutableRawPointer(room)
      room.storeBytes(of: parts.header, as: Header.self)
      (room + MemoryLayout<Header>.size).copyMemory(
        from: parts.start, byteCount: copiedByteCount - MemoryLayout<Header>.size)
    }
  }

  /// Returns what `wrapped(limit:style:)` returns for a style that changes no size, from copied parts alone; nil if they
  /// are not enough, because the text would have to be cut where no line may end.
  static func wrapped(copiedParts: UnsafeRawPointer, limit: UInt32) -> (longestLine: UInt32, height: Double)?
  {
    let parts = Parts(
      header: copiedParts.loadUnaligned(as: Header.self), start: copiedParts + MemoryLayout<Header>.size)
    return parts.wrapPlainRecords(limit: Int(limit), lineSpacing: 0)
  }

  /// Returns the lines of the text in a width, from top to bottom.
  ///
  /// - Parameters:
  ///   - maxWidth: The most that a line is wide, in points.
  ///   - width: The width of the text's frame, in which lines are aligned. Default: that of the longest line,
  ///     which also stands for a width that is infinite or undefined.
  ///   - style: The limit of lines, what stands for the rest, and where lines lie.
  ///   - isRightToLeft: True if the text is read from the right.
  public func lines(
    maxWidth: Double, in width: Double? = nil, style: ParagraphStyle = ParagraphStyle(),
    isRightToLeft: Bool = false
  ) -> [TextLine] {
    lines(maxWidth: maxWidth, in: width, style: style, areRightToLeft: [isRightToLeft])
  }

  /// - Parameter areRightToLeft: Whether each paragraph is read from the right; the last is also that of the rest.
  func lines(
    maxWidth: Double, in width: Double?, style: ParagraphStyle, areRightToLeft: [Bool]
  ) -> [TextLine] {
    var (lines, longest) = withParts { parts in
      var breaker = LineBreaker(
        parts: parts, style: style, limit: parts.limit(maxWidth: maxWidth), lineWidth: maxWidth)
      breaker.run()
      return (breaker.lines, breaker.extent.size.width)
    }
    let width = width.map { $0 < .infinity ? $0 : longest } ?? longest
    var directions = areRightToLeft[...]
    for index in lines.indices {
      lines[index].isRightToLeft = directions[directions.startIndex]
      if lines[index].reason == .lineBreak && directions.count > 1 { directions.removeFirst() }
      let free = width - lines[index].frame.size.width
      lines[index].frame.origin.x = free > 0 ? free * lines[index].leadingShare(style.alignment) : 0
    }
    return lines
  }
}

extension PreparedText.Parts {
  /// The most units of a line of a width in points: one at least, as a line of monospace text has a character at
  /// least.
  fileprivate func limit(maxWidth: Double) -> Int {
    let units = (maxWidth + PreparedText.tolerance) / header.unit
    return units >= 1 ? (units < 1e15 ? Int(units) : 1_000_000_000_000_000) : 1
  }
}

// Lines of which only the size is asked for, which is what a layout asks. None of the roads is inlined, so that each
// keeps its state in registers.
extension PreparedText.Parts {
  /// Returns the size of a text of plain records; nil if it has others, or a line would have to be cut where it may
  /// not end.
  @inline(__always)
  fileprivate func wrapPlainRecords(limit: Int, lineSpacing: Double) -> (UInt32, Double)? {
    guard header.hasPlainRecords else { return nil }
    return header.metricsCount == 1
      ? wrapOneMetrics(limit: UInt64(limit), lineSpacing: lineSpacing)
      : wrapSeveralMetrics(limit: UInt64(limit), lineSpacing: lineSpacing)
  }

  @inline(never)
  private func wrapOneMetrics(limit: UInt64, lineSpacing: Double) -> (UInt32, Double)? {
    wrapPlainRecords(limit: limit, lineSpacing: lineSpacing, haveOneMetrics: true)
  }

  @inline(never)
  private func wrapSeveralMetrics(limit: UInt64, lineSpacing: Double) -> (UInt32, Double)? {
    wrapPlainRecords(limit: limit, lineSpacing: lineSpacing, haveOneMetrics: false)
  }

  /// Breaks a text of plain records into lines, as `LineBreaker` does.
  ///
  /// - Returns: nil if a line would have to be cut where it may not end.
  @inline(__always)
  private func wrapPlainRecords(
    limit: UInt64, lineSpacing: Double, haveOneMetrics: Bool
  ) -> (longestLine: UInt32, height: Double)? {
    let end = spaces
    var next = records
    var (lineCount, longest, height) = (0, UInt64(0), 0.0)
    // The current line: where it begins, its width, and the space behind that.
    var (lineStart, used, space) = (next, UInt64(0), UInt64(0))
    // The metrics in force, those of the line, and the ones that it has covered last; -1 for none.
    var (metricsIndex, lineMetrics, coveredIndex) = (0, metrics(0), -1)
    // The line if it ended at the last place where it may, and what follows; the line's beginning if there is none.
    var (breakNext, breakWidth, breakMetricsIndex, breakMetrics) = (next, UInt64(0), 0, lineMetrics)

    func endLine(_ width: UInt64, _ metrics: PreparedText.LineMetrics) {
      longest = max(longest, width)
      if !haveOneMetrics { height = (lineCount > 0 ? height + lineSpacing : height) + metrics.height }
      lineCount &+= 1
    }

    while next != end {
      let record = PreparedText.Record(at: next)
      if !haveOneMetrics && record.isControl {
        metricsIndex = Int(record.width)
        next += PreparedText.Record.byteCount
        continue
      }
      let reach = used &+ space &+ UInt64(record.width)
      if reach > limit {
        if breakNext == lineStart { return nil }
        endLine(breakWidth, breakMetrics)
        (next, lineStart, used, space) = (breakNext, breakNext, 0, 0)
        (metricsIndex, coveredIndex) = (breakMetricsIndex, -1)
        continue
      }
      if !haveOneMetrics && metricsIndex != coveredIndex {
        lineMetrics = lineMetrics.covering(metrics(metricsIndex), coveredIndex >= 0)
        coveredIndex = metricsIndex
      }
      used = reach
      space = UInt64(self.space(of: record))
      next += PreparedText.Record.byteCount
      if !record.hasRareBreak {
        if record.breakAfter == .none { continue }
        (breakNext, breakWidth, breakMetricsIndex, breakMetrics) = (next, used, metricsIndex, lineMetrics)
      } else if record.breakAfter == .hyphen {
        let width = used &+ UInt64(header.hyphenWidth)
        guard width <= limit else { continue }
        (breakNext, breakWidth, breakMetricsIndex, breakMetrics) = (next, width, metricsIndex, lineMetrics)
      } else {
        endLine(used, lineMetrics)
        (lineStart, breakNext, used, space, coveredIndex) = (next, next, 0, 0, -1)
      }
    }
    endLine(used &+ space <= limit ? used &+ space : used, lineMetrics)
    if haveOneMetrics {
      height = Double(lineCount) * metrics(0).height + Double(lineCount - 1) * lineSpacing
    }
    return (UInt32(clamping: longest), height)
  }
}

extension PreparedText {
  /// Returns the sizes that the text has, widest first: each in all widths from its own to the next wider one.
  ///
  /// They end above the first width that a line does not fit, because a cluster is wider.
  package func sizes(style: ParagraphStyle) -> [Size] {
    var sizes: [Size] = []
    var limit = UInt32.max
    while limit > 0 {
      let (longest, height) = wrapped(limit: Int(limit), style: style)
      guard longest <= limit else { break }
      sizes.append(Size(Double(longest) * unit, height))
      limit = longest == 0 ? 0 : longest - 1
    }
    return sizes
  }

  /// The widths of the parts that no line is broken within unless it is too narrow for one, with the space behind
  /// each, in points.
  package var unbrokenWidths: [Double] {
    withParts { parts in
      let breaker = LineBreaker(parts: parts, style: ParagraphStyle(), limit: .max)
      var widths: [Double] = []
      var place = LineBreaker.Place()
      var width = 0
      while place.record < parts.recordCount {
        let (segment, next) = breaker.read(place)
        width += segment.width
        width += segment.space(from: width, limit: .max)
        place = next
        if segment.breakAfter == .none && place.record < parts.recordCount { continue }
        widths.append(Double(width) * parts.header.unit)
        width = 0
      }
      return widths
    }
  }
}

extension PreparedText.LineMetrics {
  /// The metrics of a line that has these and others; of the others alone if the line has nothing yet.
  func covering(_ other: Self, _ hasContent: Bool) -> Self {
    guard hasContent else { return other }
    return Self(ascender: max(ascender, other.ascender), descender: max(descender, other.descender))
  }
}
