extension PreparedText {
  /// Makes a prepared text, segment by segment in the order of reading.
  ///
  ///     var builder = PreparedText.Builder(metrics: .init(ascender: 15, descender: 5))
  ///     for word in words {
  ///       for advance in advances(of: word) { builder.addCluster(advance) }
  ///       builder.endSegment(space: 4, breakAfter: .allowed)
  ///     }
  ///     let text = builder.finish()
  public struct Builder: ~Copyable {
    /// The default unit, in points: at the sizes of screens, fonts have no smaller unit.
    public static let finestUnit = 1.0 / 1024

    static let mostMetrics = 255
    private static let mostUnits: Int32 = 1_000_000_000

    private let unit: Double
    private var metrics: [LineMetrics]
    var records: [Record] = []
    private var spaces: [UInt16] = []
    /// The ends of clusters, as in the text.
    var positions: [UInt8] = []
    private var ellipsisWidth: UInt32 = 0
    private var hyphenWidth: UInt32 = 0
    /// The widths of the clusters of the segment that is not ended yet.
    private var clusters: [UInt32] = []
    private var currentMetrics = 0
    var scalarCounts = ScalarCounts.Writer()
    /// True if a cluster without a count stands for one scalar; false if it stands for a `Character`.
    var hasScalarCounts = false

    /// Begins a text.
    ///
    /// - Parameters:
    ///   - unit: The unit, in points: all widths are rounded to whole multiples of it. Default: 1/1024.
    ///   - metrics: The metrics of the first segment, and of a line without a segment.
    ///   - ellipsisWidth: The width in points of the ellipsis at the end of a truncated text.
    ///   - hyphenWidth: The width in points of a hyphen at the end of a line.
    /// - Precondition: `unit` is above 0; the metrics are finite, and their height is 0 or more.
    public init(
      unit: Double = finestUnit, metrics: LineMetrics, ellipsisWidth: Double = 0, hyphenWidth: Double = 0
    ) {
      precondition(unit > 0 && unit.isValidLength, "A unit is above 0 and less than 10,000,000 points")
      self.unit = unit
      self.metrics = []
      self.ellipsisWidth = units(ellipsisWidth)
      self.hyphenWidth = units(hyphenWidth)
      self.metrics = [checked(metrics)]
    }

    /// Begins a text with the unit, the first metrics and the marks of another, and room for records.
    init(like text: Parts, recordCount: Int) {
      (unit, metrics) = (text.header.unit, [text.metrics(0)])
      (ellipsisWidth, hyphenWidth) = (text.header.ellipsisWidth, text.header.hyphenWidth)
      hasScalarCounts = text.header.hasScalarCounts
      records.reserveCapacity(recordCount)
    }

    private func checked(_ metrics: LineMetrics) -> LineMetrics {
      precondition(
        metrics.ascender.magnitude.isValidLength && metrics.height.isValidLength,
        "A line's height is 0 or more, and its ascender and its height less than 10,000,000 points")
      return metrics
    }

    /// Sets the height of lines from the next cluster on. A line is as high as its highest ascender and its lowest
    /// descender. A segment that is not ended goes on, without a break between its parts.
    ///
    /// A text keeps 255 different heights: if it has more, the last ones are as high as the highest of them.
    public mutating func setMetrics(_ new: LineMetrics) {
      let new = checked(new)
      var index = metrics.firstIndex(of: new) ?? metrics.count
      if index == Self.mostMetrics {
        index -= 1
        metrics[index] = metrics[index].covering(new, true)
      }
      guard index != currentMetrics else { return }
      if !clusters.isEmpty { endSegment(breakAfter: .none) }
      if index == metrics.count {
        // Nothing has the height of the first metrics yet.
        if records.isEmpty {
          metrics = [new]
          return
        }
        metrics.append(new)
      }
      currentMetrics = index
      records.append(Record(.metrics, value: UInt16(index)))
    }

    /// Adds a cluster to the segment.
    ///
    /// - Parameters:
    ///   - width: The width of the cluster, in points.
    ///   - scalarCount: The number of Unicode scalars that it stands for. Default: nil, which is 1 or, in a
    ///     text that gives no count at all, the number of scalars of a `Character`.
    /// - Precondition: `scalarCount` is 0 or more.
    public mutating func addCluster(_ width: Double, scalarCount: Int? = nil) {
      check(scalarCount)
      scalarCounts.append(scalarCount ?? 1, usual: 1)
      clusters.append(units(width))
    }

    /// Adds a cluster of one scalar, whose width is a whole number of the finest units, 0 if it is negative.
    ///
    /// - Precondition: The text has the default unit.
    @inline(__always)
    package mutating func addCluster(units: Int32) {
      hasScalarCounts = true
      scalarCounts.append(1, usual: 1)
      clusters.append(UInt32(min(max(units, 0), Self.mostUnits)))
    }

    /// Makes room for the clusters of a text's first paragraph.
    package mutating func reserveCapacity(clusterCount: Int) {
      guard records.isEmpty else { return }
      clusters.reserveCapacity(min(clusterCount, Record.mostClusters))
      records.reserveCapacity(clusterCount / 4)
      positions.reserveCapacity(clusterCount)
    }

    /// Ends the segment, which may have no cluster.
    ///
    /// - Parameters:
    ///   - space: The width in points of the space after the segment, which vanishes if the line ends here. At
    ///     the end of the text the space counts if it fits.
    ///   - breakAfter: How the line may end here. The last segment of a text ends its line anyway.
    ///   - scalarCount: The number of Unicode scalars of the space, the soft hyphen or the line break behind
    ///     the segment, which are on no line if a line ends here. Default: nil, which is 1 if there is one of
    ///     these, else 0; in a text that gives no count at all, the white characters and the line break that
    ///     are there.
    /// - Precondition: `scalarCount` is 0 or more.
    public mutating func endSegment(space: Double = 0, breakAfter: Break, scalarCount: Int? = nil) {
      endSegment(Space(width: units(space)), breakAfter: breakAfter, scalarCount)
    }

    /// Ends the segment, with a tab after it: a space to the next tab stop of its line, or to the line's end
    /// if that is nearer. The tab vanishes if the line ends here.
    ///
    /// Tab stops lie at whole multiples of the interval from where the line begins, whatever the alignment.
    /// If the next stop is nearer than an eighth of the interval, the tab goes to the stop behind that one.
    ///
    /// - Parameters:
    ///   - tabInterval: The interval in points. Pango's is the width of eight spaces in the text's first font.
    ///   - breakAfter: How the line may end here. The last segment of a text ends its line anyway.
    ///   - scalarCount: The number of Unicode scalars of the tab. Default: nil, which is 1.
    /// - Precondition: `tabInterval` is above 0 and less than 10,000,000; `scalarCount` is 0 or more.
    public mutating func endSegment(tabInterval: Double, breakAfter: Break, scalarCount: Int? = nil) {
      precondition(
        tabInterval > 0 && tabInterval.isValidLength,
        "A tab interval is above 0 and less than 10,000,000 points, not \(tabInterval)")
      endSegment(
        Space(width: max(units(tabInterval), 1), isTab: true), breakAfter: breakAfter, scalarCount)
    }

    /// Extends the line break that was added last, a carriage return, by a line feed.
    mutating func lengthenLineBreak() { scalarCounts.lengthenLast(by: 1) }

    /// The space or the tab behind a segment.
    struct Space {
      /// The width in units; for a tab, its interval.
      var width: UInt32 = 0
      var isTab = false
    }

    private mutating func check(_ scalarCount: Int?) {
      guard let scalarCount else { return }
      precondition(scalarCount >= 0, "A number of scalars is 0 or more, not \(scalarCount)")
      hasScalarCounts = true
    }

    private mutating func endSegment(_ space: Space, breakAfter: Break, _ scalarCount: Int?) {
      check(scalarCount)
      if let usual = PreparedText.usualScalarCount(hasSpace: space.width > 0, breakAfter) {
        scalarCounts.append(scalarCount ?? usual, usual: usual)
      } else if let scalarCount, scalarCount > 0 {
        // These scalars have no place of their own, so they belong to the last cluster, or to a new one without width.
        if clusters.isEmpty {
          addCluster(0, scalarCount: scalarCount)
        } else {
          scalarCounts.lengthenLast(by: scalarCount)
        }
      }
      let isUniform = clusters.allSatisfy { $0 == clusters.first }
      // The positions of clusters are bytes: in records of at most 64 points, they are exact to an eighth of a point.
      let mostUnits = isUniform ? 0xFFFF : 64 / unit < 0xFFFF ? UInt64(64 / unit) : 0xFFFF
      var first = 0
      while true {
        let (end, width) = part(from: first, mostUnits: mostUnits)
        let isLast = end == clusters.count
        addRecord(
          of: clusters[first..<end], width: width, space: isLast ? space : Space(),
          breakAfter: isLast ? breakAfter : .none)
        if isLast { break }
        first = end
      }
      clusters.removeAll(keepingCapacity: true)
    }

    /// Returns the end and the width of the segment's next part: as many clusters as a record has room for, at least one.
    private func part(from first: Int, mostUnits: UInt64) -> (end: Int, width: UInt64) {
      var (end, width) = (first, UInt64(0))
      while end < clusters.count && end - first < Record.mostClusters {
        let wider = width + UInt64(clusters[end])
        if end > first && wider > mostUnits { break }
        width = wider
        end += 1
      }
      return (end, width)
    }

    private mutating func addRecord(
      of clusters: ArraySlice<UInt32>, width: UInt64, space: Space, breakAfter: Break
    ) {
      let isUniform = clusters.allSatisfy { $0 == clusters.first }
      if width > 0xFFFF { records.append(Record(.width, value: UInt16(clamping: width >> 16))) }
      let spaceIndex = index(ofSpace: space)
      records.append(
        Record(
          width: UInt16(truncatingIfNeeded: width), clusterCount: clusters.count, isUniform: isUniform,
          breakAfter: breakAfter, space: spaceIndex))
      if !isUniform {
        var end: UInt64 = 0
        for cluster in clusters.dropLast() {
          end += UInt64(cluster)
          positions.append(UInt8((end * 255 + width / 2) / width))
        }
      }
    }

    /// Returns the number by which a record names a space; adds controls if it has none.
    mutating func index(ofSpace space: Space) -> UInt8 {
      if !space.isTab, let width = UInt16(exactly: space.width) {
        if width == 0 { return 0 }
        if let index = spaces.firstIndex(of: width) { return UInt8(index + 1) }
        if spaces.count < Int(Record.namedSpace) - 1 {
          spaces.append(width)
          return UInt8(spaces.count)
        }
      }
      records.append(
        Record(.space, value: UInt16(truncatingIfNeeded: space.width), isTab: space.isTab))
      if space.width > 0xFFFF { records.append(Record(.largeSpace, value: UInt16(space.width >> 16))) }
      return Record.namedSpace
    }

    /// Returns the nearest number of units; 0 if that is undefined or negative.
    private func units(_ points: Double) -> UInt32 {
      // A rounding function would be called for each character.
      let units = points / unit + 0.5
      return units >= 1 ? UInt32(min(units, Double(Self.mostUnits))) : 0
    }

    /// Ends the last segment if it is open, and returns the text.
    public consuming func finish() -> PreparedText {
      // A text without a segment, or one that ends in a line break, has an empty line at its end; in the last metrics
      // if they were set behind that line break.
      let endsInBreak = records.last.map { $0.isControl || $0.breakAfter == .required } ?? true
      if !clusters.isEmpty || endsInBreak { endSegment(breakAfter: .none) }
      let bytes = positions + (hasScalarCounts ? scalarCounts.finish() : [])
      let byteCount = metrics.count * 16 + records.count * 4 + spaces.count * 2 + bytes.count
      let header = Header(
        unit: unit, recordCount: records.count, wordCount: (byteCount + 3) / 4, ellipsisWidth: ellipsisWidth,
        hyphenWidth: hyphenWidth, metricsCount: metrics.count, spaceCount: spaces.count,
        hasScalarCounts: hasScalarCounts,
        hasPlainRecords: records.allSatisfy { !$0.isControl || $0.control == .metrics })
      let storage = Storage.make(header)
      storage.withUnsafeMutablePointerToElements { words in
        // The unused bytes at the end are compared too.
        words.initialize(repeating: 0, count: Int(header.wordCount))
        var room = UnsafeMutableRawBufferPointer(start: words, count: Int(header.wordCount) * 4)[...]
        func write(_ values: [some BitwiseCopyable]) {
          values.withUnsafeBytes { bytes in
            UnsafeMutableRawBufferPointer(rebasing: room).copyMemory(from: bytes)
            room = room.dropFirst(bytes.count)
          }
        }
        write(metrics.flatMap { [$0.ascender, $0.height] })
        write(records)
        write(spaces)
        write(bytes)
      }
      return PreparedText(storage: storage)
    }
  }
}
