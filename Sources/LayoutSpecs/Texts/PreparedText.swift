/// A text that is shaped once; after that, its size in any width is a cheap sum.
///
/// It has the widths of the text's segments, which lie between places where a line may break; the positions of
/// characters within segments, for segments that are wider than a line; and the heights of lines. It has neither
/// the characters nor a font. `PreparedText.Builder` makes it, on any thread.
///
/// Lines are broken greedily: a line takes segments as long as they fit. The space after a segment vanishes at
/// the end of a line; at the end of the text it counts if it fits. A tab is a space up to the next tab stop of
/// its line, and always fits: if the stop lies beyond the line's width, the tab ends at that width. A segment
/// that is wider than a line begins a new line and is cut between clusters. A cluster is what a reader takes
/// for one character, and a line has at least one.
///
/// Widths are whole multiples of a unit, and so are their sums: equal texts have equal sizes on every machine.
public struct PreparedText: Sendable {
  /// How a line may end after a segment.
  public enum Break: UInt8, Hashable, Sendable, CaseIterable {
    /// The line may not end here, unless segments without a break between them are wider than a line.
    case none
    /// The line may end here.
    case allowed
    /// The line may end here if a hyphen fits, and then gets one.
    case hyphen
    /// The line ends here.
    case required
  }

  /// The height of a line that has text of one font.
  public struct LineMetrics: Hashable, Sendable {
    /// The distance from the line's top to its baseline, in points.
    public var ascender: Double
    /// The line's height, in points.
    public var height: Double

    public init(ascender: Double, height: Double) {
      (self.ascender, self.height) = (ascender, height)
    }

    /// Creates metrics with `descender` points below the baseline.
    public init(ascender: Double, descender: Double) {
      self.init(ascender: ascender, height: ascender + descender)
    }

    /// The distance from the baseline to the line's bottom, in points, positive downwards.
    public var descender: Double { height - ascender }
  }

  // SAFETY: nothing writes to the storage once it is made.
  nonisolated(unsafe) let storage: Storage

  /// The bytes that the text takes, without what the allocator adds.
  package var byteCount: Int {
    Storage.headByteCount + Int(storage.header.wordCount) * 4
  }

  /// The points of a unit of width.
  var unit: Double { storage.header.unit }

  /// The width in points if lines end only where they must.
  ///
  /// - Complexity: linear in the number of segments.
  package var naturalWidth: Double { extent(maxWidth: .infinity).size.width }

  /// The metrics of the first font.
  package var firstLineMetrics: LineMetrics { withParts { $0.metrics(0) } }

  /// The distances of the first baseline from the top and of the last one from the bottom, the latter negative, if lines end
  /// only where they must.
  ///
  /// - Complexity: linear in the number of segments, if there are several fonts.
  var outerBaselines: (ascender: Double, descender: Double) {
    withParts { parts in
      var (line, first, index, coveredIndex) = (parts.metrics(0), nil as LineMetrics?, 0, -1)
      for number in 0..<(parts.header.metricsCount > 1 ? parts.recordCount : 0) {
        let record = parts.record(number)
        if record.isControl {
          if record.control == .metrics { index = Int(record.width) }
          continue
        }
        if index != coveredIndex { line = line.covering(parts.metrics(index), coveredIndex >= 0) }
        coveredIndex = index
        guard record.breakAfter == .required else { continue }
        first = first ?? line
        coveredIndex = -1
      }
      return ((first ?? line).ascender, -line.descender)
    }
  }
}

extension PreparedText: Hashable {
  public static func == (a: PreparedText, b: PreparedText) -> Bool {
    a.storage === b.storage
      || (a.storage.header == b.storage.header
        && a.withParts { own in b.withParts { areEqual(own.bytes, $0.bytes) } })
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.header)
    withParts { hasher.combine(bytes: $0.bytes) }
  }
}

// MARK: - Storage

extension PreparedText {
  /// The head of a text's one block of memory. Behind it lie the line metrics, the records, the widths of
  /// spaces, the positions of clusters, and their numbers of scalars.
  struct Header: Hashable, Sendable {
    /// The points of a unit of width.
    let unit: Double
    let recordCount: UInt32
    /// `wordCount`, and `hasScalarCounts` in the highest bit.
    private let words: UInt32
    private let marksAndCounts: UInt64

    /// The maximum width of an ellipsis and of a hyphen, in units.
    static let mostMarkWidth: UInt32 = (1 << 24) - 1

    /// - Parameters:
    ///   - hasScalarCounts: True if the builder was given the numbers of scalars that clusters stand for.
    ///   - hasPlainRecords: True if all controls are controls of line metrics.
    init(
      unit: Double, recordCount: Int, wordCount: Int, ellipsisWidth: UInt32, hyphenWidth: UInt32,
      metricsCount: Int, spaceCount: Int, hasScalarCounts: Bool, hasPlainRecords: Bool
    ) {
      (self.unit, self.recordCount) = (unit, UInt32(recordCount))
      words = UInt32(wordCount) | (hasScalarCounts ? 1 << 31 : 0)
      marksAndCounts =
        UInt64(min(ellipsisWidth, Self.mostMarkWidth)) | UInt64(min(hyphenWidth, Self.mostMarkWidth)) << 24
        | UInt64(UInt8(metricsCount)) << 48 | UInt64(spaceCount) << 56 | (hasPlainRecords ? 1 << 63 : 0)
    }

    /// True if widths are in the same unit, and the ellipsis and the hyphen as wide as in another text.
    func hasMarks(of other: Header) -> Bool {
      unit == other.unit && ellipsisWidth == other.ellipsisWidth && hyphenWidth == other.hyphenWidth
    }

    /// The number of four-byte words behind the header.
    var wordCount: UInt32 { words & ~(1 << 31) }
    var hasScalarCounts: Bool { words >> 31 != 0 }
    /// In units.
    var ellipsisWidth: UInt32 { UInt32(truncatingIfNeeded: marksAndCounts) & Self.mostMarkWidth }
    var hyphenWidth: UInt32 { UInt32(truncatingIfNeeded: marksAndCounts >> 24) & Self.mostMarkWidth }
    var metricsCount: UInt8 { UInt8(truncatingIfNeeded: marksAndCounts >> 48) }
    var spaceCount: UInt8 { UInt8(truncatingIfNeeded: marksAndCounts >> 56) & 0x7F }
    var hasPlainRecords: Bool { marksAndCounts >> 63 != 0 }
  }

  /// Immutable once it is made.
  final class Storage: ManagedBuffer<Header, UInt32> {
    /// The bytes before the words: those that every object has, and the header.
    static let headByteCount = 16 + (MemoryLayout<Header>.size + 3) / 4 * 4

    static func make(_ header: Header) -> Storage {
      // Made by this class, so it is of this class.
      unsafeDowncast(create(minimumCapacity: Int(header.wordCount)) { _ in header }, to: Storage.self)
    }
  }

  /// A segment, a part of a segment, or a control that describes the next segment.
  struct Record {
    let bits: UInt32

    /// The most clusters of a record; a segment with more takes several records, without a break between them.
    static let mostClusters = 126
    /// Stands for a space that controls give. 0 is no space; other numbers are indices of spaces, counted from 1.
    static let namedSpace: UInt8 = 63

    /// The kinds of controls: records that are no segments, but describe the next one.
    enum Control: UInt8 {
      /// The index of the line metrics from here on.
      case metrics
      /// The width's bits above the lowest 16.
      case width
      /// The space's lowest 16 bits.
      case space
      /// The space's bits above the lowest 16.
      case largeSpace
    }

    static let byteCount = 4

    init(at address: UnsafeRawPointer) { bits = address.loadUnaligned(as: UInt32.self) }

    /// - Parameters:
    ///   - clusterCount: At most `mostClusters`.
    ///   - isUniform: True if all clusters have the same width; else their positions are stored.
    init(width: UInt16, clusterCount: Int, isUniform: Bool, breakAfter: Break, space: UInt8) {
      bits =
        UInt32(width) | UInt32(clusterCount) << 17 | (isUniform ? 1 << 16 : 0)
        | UInt32(breakAfter.rawValue) << 24 | UInt32(space) << 26
    }

    /// Creates a record with another number of its space.
    init(_ record: Record, space: UInt8) { bits = record.bits & ~(UInt32(0x3F) << 26) | UInt32(space) << 26 }

    /// - Parameter isTab: True for the space of a tab, whose width is its interval.
    init(_ control: Control, value: UInt16, isTab: Bool = false) {
      bits = UInt32(value) | 0xFF << 16 | UInt32(control.rawValue) << 24 | (isTab ? 1 << 26 : 0)
    }

    var width: UInt32 { bits & 0xFFFF }
    var isControl: Bool { bits & 0xFF_0000 == 0xFF_0000 }
    var clusterCount: Int { Int(bits >> 17 & 0x7F) }
    var isUniform: Bool { bits & 0x1_0000 != 0 }
    /// The number of stored positions: the ends of all clusters but the last.
    var positionCount: Int { isUniform || clusterCount == 0 ? 0 : clusterCount - 1 }
    var breakAfter: Break { Break(rawValue: UInt8(truncatingIfNeeded: bits >> 24 & 3)).unsafelyUnwrapped }
    /// True for a hyphen and a required break, which have a bit in common.
    var hasRareBreak: Bool { bits & UInt32(Break.hyphen.rawValue) << 24 != 0 }
    var space: Int { Int(bits >> 26) }
    /// True for a control for the space of a tab.
    var isTab: Bool { bits >> 26 & 1 != 0 }
    var control: Control { Control(rawValue: UInt8(truncatingIfNeeded: bits >> 24 & 3)).unsafelyUnwrapped }
  }

  /// The parts of a text's block of memory, which need not be aligned.
  struct Parts {
    let header: Header
    /// The address behind the header.
    let start: UnsafeRawPointer

    var bytes: UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: start, count: Int(header.wordCount) * 4)
    }

    func metrics(_ index: Int) -> LineMetrics {
      LineMetrics(
        ascender: start.loadUnaligned(fromByteOffset: index * 16, as: Double.self),
        height: start.loadUnaligned(fromByteOffset: index * 16 + 8, as: Double.self))
    }

    var recordCount: Int { Int(header.recordCount) }

    var records: UnsafeRawPointer { start + Int(header.metricsCount) * 16 }

    func record(_ index: Int) -> Record { Record(at: records + index * Record.byteCount) }

    /// Records of a text's own block, which is aligned.
    func records(_ range: Range<Int>) -> UnsafeBufferPointer<Record> {
      UnsafeBufferPointer(
        start: (records + range.lowerBound * Record.byteCount).assumingMemoryBound(to: Record.self),
        count: range.count)
    }

    /// The widths of the spaces behind records, the first for index 1.
    var spaces: UnsafeRawPointer { records + recordCount * Record.byteCount }

    /// The width of the space behind a record, in units, unless controls give it.
    @inline(__always)
    func space(of record: Record) -> UInt16 {
      // Without a branch, which would often be mispredicted: for no space this reads the bytes before the table.
      let width = spaces.loadUnaligned(fromByteOffset: (record.space - 1) * 2, as: UInt16.self)
      return record.space == 0 ? 0 : width
    }

    /// The ends of clusters, in 255ths of their record's width.
    var positions: UnsafePointer<UInt8> {
      (spaces + Int(header.spaceCount) * 2).assumingMemoryBound(to: UInt8.self)
    }

    /// A reader of the numbers of scalars; nil if the builder was given none.
    ///
    /// - Complexity: linear in the number of records.
    var scalarCounts: ScalarCounts.Reader? {
      guard header.hasScalarCounts else { return nil }
      let start = positions + (0..<recordCount).reduce(0) { $0 + record($1).positionCount }
      let end = bytes.baseAddress.unsafelyUnwrapped + bytes.count
      return ScalarCounts.Reader(
        UnsafeBufferPointer(start: start, count: end - UnsafeRawPointer(start)))
    }
  }

  /// The usual number of scalars behind a segment; nil if there is no place for any.
  static func usualScalarCount(hasSpace: Bool, _ breakAfter: Break) -> Int? {
    if hasSpace { return 1 }
    switch breakAfter {
    case .none: return nil
    case .allowed: return 0
    case .hyphen, .required: return 1
    }
  }

  @inline(__always)
  func withParts<Result>(_ body: (Parts) -> Result) -> Result {
    storage.withUnsafeMutablePointers { header, words in
      body(Parts(header: header.pointee, start: words))
    }
  }
}
