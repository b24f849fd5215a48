extension PreparedText {
  /// The points by which a line may exceed the width, so that a text fits into its own size, whose width is a product
  /// that was rounded to pixels. This is less than a character in every width, and more than rounding errors.
  static var tolerance: Double { 1e-6 }

  /// Returns the text's size in lines of at most `maxWidth` points, which may be infinite.
  ///
  /// An undefined or negative width counts as 0: a line then has one cluster.
  ///
  /// - Complexity: linear in the number of segments, without allocations.
  public func extent(maxWidth: Double, style: ParagraphStyle = ParagraphStyle()) -> TextExtent {
    withParts { parts in
      var breaker = LineBreaker(parts: parts, style: style, limit: parts.limit(maxWidth: maxWidth))
      breaker.run()
      return breaker.extent
    }
  }

  /// Returns the longest line, in units, and the height, in lines of at most `limit` units. A line of more
  /// than `UInt32.max` units counts as `UInt32.max`.
  ///
  /// The lines are the same for every limit from the longest line to `limit`.
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

  /// Returns the text's size, as `extent(maxWidth:style:)` does in more time.
  func size(maxWidth: Double, style: ParagraphStyle) -> Size {
    let (longest, height) = wrapped(limit: withParts { $0.limit(maxWidth: maxWidth) }, style: style)
    return longest < .max
      ? Size(Double(longest) * unit, height) : extent(maxWidth: maxWidth, style: style).size
  }

  /// The number of bytes that `copyParts(to:)` copies; 0 if these are not enough to break the text into lines.
  var copiedByteCount: Int {
    withParts { parts in
      guard parts.header.hasPlainRecords else { return 0 }
      return MemoryLayout<Header>.size + (parts.positions - parts.start.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Copies the header, the line metrics, the records and the widths of spaces to `room`, where a layout reads them
  /// in the order in which it needs them: the prepared texts themselves lie anywhere in memory.
  func copyParts(to room: UnsafeMutablePointer<UInt8>) {
    withParts { parts in
      let room = UnsafeMutableRawPointer(room)
      room.storeBytes(of: parts.header, as: Header.self)
      (room + MemoryLayout<Header>.size).copyMemory(
        from: parts.start, byteCount: copiedByteCount - MemoryLayout<Header>.size)
    }
  }

  /// Returns the result of `wrapped(limit:style:)` for a style that changes no size, from copied parts alone; nil if
  /// these are not enough, because the text would have to be cut where no line may end.
  static func wrapped(copiedParts: UnsafeRawPointer, limit: UInt32) -> (longestLine: UInt32, height: Double)?
  {
    let parts = Parts(
      header: copiedParts.loadUnaligned(as: Header.self), start: copiedParts + MemoryLayout<Header>.size)
    return parts.wrapPlainRecords(limit: Int(limit), lineSpacing: 0)
  }

  /// Returns the lines of the text in a width, from top to bottom.
  ///
  /// - Parameters:
  ///   - maxWidth: The maximum width of a line, in points.
  ///   - width: The width of the text's frame, in which lines are aligned. Default: the width of the longest
  ///     line, which is also used for an infinite or undefined width.
  ///   - style: The maximum number of lines, the ending of a truncated text, and the alignment.
  ///   - isRightToLeft: True if the text is read from the right.
  public func lines(
    maxWidth: Double, in width: Double? = nil, style: ParagraphStyle = ParagraphStyle(),
    isRightToLeft: Bool = false
  ) -> [TextLine] {
    lines(maxWidth: maxWidth, in: width, style: style) { $0.map { _ in isRightToLeft } }
  }

  /// - Parameter areRightToLeft: Returns true for each line that is read from the right.
  func lines(
    maxWidth: Double, in width: Double?, style: ParagraphStyle, areRightToLeft: ([TextLine]) -> [Bool]
  ) -> [TextLine] {
    var (lines, longest) = withParts { parts in
      var breaker = LineBreaker(
        parts: parts, style: style, limit: parts.limit(maxWidth: maxWidth), lineWidth: maxWidth)
      breaker.run()
      return (breaker.lines, breaker.extent.size.width)
    }
    let width = width.map { $0 < .infinity ? $0 : longest } ?? longest
    for (index, isRightToLeft) in areRightToLeft(lines).enumerated() {
      lines[index].isRightToLeft = isRightToLeft
      let free = width - lines[index].frame.size.width
      lines[index].frame.origin.x = free > 0 ? free * lines[index].leadingShare(style.alignment) : 0
    }
    return lines
  }
}

extension PreparedText.Parts {
  /// The maximum width of a line, in units: at least one, as a line of monospace text has at least one
  /// character.
  fileprivate func limit(maxWidth: Double) -> Int {
    let units = (maxWidth + PreparedText.tolerance) / header.unit
    let most = smaller(1e15, Double(Int.max / 4))
    return units >= 1 ? Int(smaller(units, most)) : 1
  }
}

// Breaking lines for their size alone, which is all that a layout needs. Neither variant is inlined, so that each
// keeps its state in registers.
extension PreparedText.Parts {
  /// Returns the size of a text of plain records; nil if it has other records, or a line would have to be cut where
  /// it may not end.
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
    // The index of the metrics in force, the line's metrics, and the index of the metrics that it covered last; -1 for none.
    var (metricsIndex, lineMetrics, coveredIndex) = (0, metrics(0), -1)
    // The line if it ended at the last place where it may, and the next record; the line's beginning before such a place.
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
  /// Returns the text's possible sizes, widest first. Each holds in all widths from its own to the next wider one.
  ///
  /// The sizes end where a width is too narrow for a cluster.
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

  /// The widths of the parts within which lines are not broken, unless a line is too narrow for the part, each
  /// with the space behind it, in points.
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
  /// Returns the metrics of a line with text in these metrics and in `other`; `other` if the line has no text yet.
  func covering(_ other: Self, _ hasContent: Bool) -> Self {
    guard hasContent else { return other }
    return Self(ascender: max(ascender, other.ascender), descender: max(descender, other.descender))
  }
}
