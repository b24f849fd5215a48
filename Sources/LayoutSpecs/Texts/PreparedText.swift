/// A text that is shaped once: its size in any width is then a short sum.
///
/// It has the widths of the text's segments, which lie between places where a line may break; the positions of
/// characters within them, for segments that are wider than a line; and the heights of lines. It has neither the
/// characters nor a font. `PreparedText.Builder` makes it, on any thread.
///
/// Lines are broken greedily: a line takes segments as long as they fit. The space after a segment vanishes at
/// the end of a line; at the end of the text it counts if it fits. A tab is a space up to the next tab
/// stop of its line, and always fits: where the stop lies beyond the line's width, it ends there. A segment
/// that is wider than a line begins a new one and is cut between clusters, which are what a reader takes for
/// one character; a line has one cluster at least.
///
/// Widths are whole multiples of a unit, and so are their sums: equal texts have equal sizes on every machine.
public struct PreparedText: Sendable {
  /// How a line may end after a segment.
  public enum Break: UInt8, Hashable, Sendable, CaseIterable {
    /// Not, unless segments without a break between them are wider than a line.
    case none
    /// It may.
    case allowed
    /// It may if a hyphen fits, and gets one then.
    case hyphen
    /// It does.
    case required
  }

  /// The height of a line that has text of one font.
  public struct LineMetrics: Hashable, Sendable {
    /// From the line's top to its baseline, in points.
    public var ascender: Double
    /// The line's height, in points.
    public var height: Double

    public init(ascender: Double, height: Double) {
      (self.ascender, self.height) = (ascender, height)
    }

    /// Creates metrics with so many points below the baseline.
    public init(ascender: Double, descender: Double) {
      self.init(ascender: ascender, height: ascender + descender)
    }

    /// From the baseline to the line's bottom, in points, positive downwards.
    public var descender: Double { height - ascender }
  }

  // Nothing writes to it once it is made.
  nonisolated(unsafe) let storage: Storage

  /// The bytes that the text takes, without what the allocator adds.
  package var byteCount: Int {
    Storage.headByteCount + Int(storage.header.wordCount) * 4
  }

  /// The points of a unit of width.
  var unit: Double { storage.header.unit }

  /// The width in points if no line is broken but where it must be.
  ///
  /// - Complexity: linear in the number of segments.
  package var naturalWidth: Double { extent(maxWidth: .infinity).size.width }

  /// The metrics of the first font, whose ascender stacks take for the first baseline.
  package var firstLineMetrics: LineMetrics { withParts { $0.metrics(0) } }

  /// The metrics of the last font, whose descender stacks take for the last baseline.
  package var lastLineMetrics: LineMetrics { withParts { $0.metrics(Int($0.header.metricsCount) - 1) } }
}

extension PreparedText: Hashable {
  public static func == (a: PreparedText, b: PreparedText) -> Bool {
    a.storage === b.storage
      || (a.storage.header == b.storage.header
        && a.withParts { own in b.withParts { own.bytes.elementsEqual($0.bytes) } })
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

    /// The most units of an ellipsis and of a hyphen.
    static let mostMarkWidth: UInt32 = (1 << 24) - 1

    /// - Parameters:
    ///   - hasScalarCounts: True if the builder was told for how many scalars clusters stand.
    ///   - hasPlainRecords: True if no controls are there but those of line metrics.
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

    /// The words of four bytes behind the header.
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
    /// The bytes before the words: what each object has, and the header.
    static let headByteCount = 16 + (MemoryLayout<Header>.size + 3) / 4 * 4

    static func make(_ header: Header) -> Storage {
      // Made by this class, so it is of this class.
      unsafeDowncast(create(minimumCapacity: Int(header.wordCount)) { _ in header }, to: Storage.self)
    }
  }

  /// A segment or a part of one, or what is to be known before one.
  struct Record {
    let bits: UInt32

    /// The most clusters of a segment; one that has more is several, without a break between them.
    static let mostClusters = 126
    /// Stands for a space that controls say. 0 is no space, and the others are counted from 1.
    static let namedSpace: UInt8 = 63

    /// What a record says about the next segment if it is none itself.
    enum Control: UInt8 {
      /// Index of the line metrics from here on.
      case metrics
      /// The width's bits above the lowest 16.
      case width
      /// The space's lowest 16 bits.
      case space
      /// The space's bits above those.
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

    /// - Parameter isTab: True for the space of a tab, whose width is its interval.
    init(_ control: Control, value: UInt16, isTab: Bool = false) {
      bits = UInt32(value) | 0xFF << 16 | UInt32(control.rawValue) << 24 | (isTab ? 1 << 26 : 0)
    }

    var width: UInt32 { bits & 0xFFFF }
    var isControl: Bool { bits & 0xFF_0000 == 0xFF_0000 }
    var clusterCount: Int { Int(bits >> 17 & 0x7F) }
    var isUniform: Bool { bits & 0x1_0000 != 0 }
    /// The number of positions that are stored: of all clusters' ends but the last.
    var positionCount: Int { isUniform || clusterCount == 0 ? 0 : clusterCount - 1 }
    var breakAfter: Break { Break(rawValue: UInt8(truncatingIfNeeded: bits >> 24 & 3)).unsafelyUnwrapped }
    /// True for a hyphen and a line break. One bit tells.
    var hasRareBreak: Bool { bits & UInt32(Break.hyphen.rawValue) << 24 != 0 }
    var space: Int { Int(bits >> 26) }
    /// Of a control for a space.
    var isTab: Bool { bits >> 26 & 1 != 0 }
    var control: Control { Control(rawValue: UInt8(truncatingIfNeeded: bits >> 24 & 3)).unsafelyUnwrapped }
  }

  /// Where the parts of a text's block lie, which need not be aligned.
  struct Parts {
    let header: Header
    /// What lies behind the header.
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

    /// The widths that records have, the first for index 1.
    var spaces: UnsafeRawPointer { records + recordCount * Record.byteCount }

    /// The space behind a record, unless controls say it, in units.
    @inline(__always)
    func space(of record: Record) -> UInt16 {
      // Without a branch, which would often be a wrong guess: what lies before the table is read too.
      let width = spaces.loadUnaligned(fromByteOffset: (record.space - 1) * 2, as: UInt16.self)
      return record.space == 0 ? 0 : width
    }

    /// In 255ths of their record's width.
    var positions: UnsafePointer<UInt8> {
      (spaces + Int(header.spaceCount) * 2).assumingMemoryBound(to: UInt8.self)
    }

    /// A reader of the numbers of scalars; nil if the builder was not told.
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
