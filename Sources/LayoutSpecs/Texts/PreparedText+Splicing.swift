extension PreparedText {
  /// Returns this text with other segments between two places: bit for bit the text that a builder makes of all.
  ///
  /// Places are numbers of Unicode scalars before a segment; `Int.max` is the end.
  ///
  /// - Parameters:
  ///   - range: The places in this text.
  ///   - part: The places in `other` between which the segments are. It begins at 0 if `range` does.
  /// - Returns: nil if no segment begins at one of the places, or if the units or the marks at lines' ends differ.
  /// - Complexity: linear in the number of segments, some nanoseconds each, and in the number of bytes.
  func replacing(_ range: Range<Int>, with part: Range<Int>, of other: PreparedText) -> PreparedText? {
    withParts { own in
      other.withParts { new in
        guard own.header.hasMarks(of: new.header), own.header.hasScalarCounts, new.header.hasScalarCounts,
          Int(own.header.metricsCount) + Int(new.header.metricsCount) < Builder.mostMetrics
        else { return nil }
        var builder = Builder(
          like: range.lowerBound == 0 ? new : own, recordCount: own.recordCount + new.recordCount)
        var (kept, added) = (SegmentCursor(own), SegmentCursor(new))
        guard kept.move(to: range.lowerBound, adding: true, to: &builder),
          added.move(to: part.lowerBound, adding: false, to: &builder),
          added.move(to: part.upperBound, adding: true, to: &builder),
          kept.move(to: range.upperBound, adding: false, to: &builder),
          kept.move(to: .max, adding: true, to: &builder)
        else { return nil }
        return builder.finish()
      }
    }
  }

  /// A place between two segments.
  private struct SegmentCursor {
    private let parts: Parts
    private var record = 0
    private var position = 0
    private var scalar = 0
    /// The index of the line metrics at this place.
    private var metrics = 0
    private var counts: ScalarCounts.Reader
    /// A bit for each number that names the same space here and in the builder's text: 0 names none.
    private var sameSpaces: UInt64 = 1

    init(_ parts: Parts) {
      self.parts = parts
      counts = parts.scalarCounts.unsafelyUnwrapped
    }

    /// Moves on to the segment that begins at a scalar; returns false if none does.
    ///
    /// - Parameter isAdded: True if the segments before it are added to the builder's text.
    mutating func move(to end: Int, adding isAdded: Bool, to builder: inout Builder) -> Bool {
      let firstPosition = position
      if isAdded && scalar < end && record < parts.recordCount { builder.setMetrics(parts.metrics(metrics)) }
      var space = Builder.Space()
      while scalar < end, record < parts.recordCount {
        if passSameRecords(to: end, adding: isAdded, to: &builder) { continue }
        let next = parts.record(record)
        record += 1
        if next.isControl {
          switch next.control {
          case .metrics:
            metrics = Int(next.width)
            if isAdded { builder.setMetrics(parts.metrics(metrics)) }
          case .width: if isAdded { builder.records.append(next) }
          case .space: space = Builder.Space(width: next.width, isTab: next.isTab)
          case .largeSpace: space.width |= next.width << 16
          }
          continue
        }
        if next.space != Int(Record.namedSpace) { space.width = UInt32(parts.space(of: next)) }
        let usual = usualScalarCount(hasSpace: space.width > 0, next.breakAfter)
        passScalars(of: next, usual, adding: isAdded, to: &builder)
        if isAdded {
          let name = builder.index(ofSpace: space)
          if name == next.space, name != Record.namedSpace { sameSpaces |= 1 << name }
          builder.records.append(Record(next, space: name))
        }
        position += next.positionCount
        space = Builder.Space()
      }
      if isAdded {
        builder.positions += UnsafeBufferPointer(
          start: parts.positions + firstPosition, count: position - firstPosition)
      }
      return scalar == end || end == .max
    }

    /// Passes segments that are the same in the builder's text, with their usual numbers of scalars: most are. Returns
    /// false if the next one is not.
    private mutating func passSameRecords(to end: Int, adding isAdded: Bool, to builder: inout Builder)
      -> Bool
    {
      let first = record
      var countCount = 0
      while scalar < end, record < parts.recordCount {
        let next = parts.record(record)
        if next.isControl || sameSpaces >> next.space & 1 == 0 { break }
        let usual = usualScalarCount(hasSpace: next.space > 0, next.breakAfter)
        let count = next.clusterCount + (usual == nil ? 0 : 1)
        guard counts.passUsual(count) else { break }
        countCount += count
        scalar += next.clusterCount + (usual ?? 0)
        position += next.positionCount
        record += 1
      }
      if record == first { return false }
      if isAdded {
        builder.records += parts.records(first..<record)
        builder.scalarCounts.appendUsual(countCount)
      }
      return true
    }

    /// Passes the scalars of a record's clusters, and those behind it.
    private mutating func passScalars(
      of record: Record, _ usual: Int?, adding isAdded: Bool, to builder: inout Builder
    ) {
      let count = record.clusterCount + (usual == nil ? 0 : 1)
      if counts.passUsual(count) {
        scalar += record.clusterCount + (usual ?? 0)
        if isAdded { builder.scalarCounts.appendUsual(count) }
        return
      }
      for index in 0..<count {
        let usual = index < record.clusterCount ? 1 : usual ?? 0
        let own = counts.next(usual: usual)
        scalar += own
        if isAdded { builder.scalarCounts.append(own, usual: usual) }
      }
    }
  }
}
