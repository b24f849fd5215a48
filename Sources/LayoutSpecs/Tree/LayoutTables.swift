/// The contents of a compiled tree: its elements in pre-order, and a payload table for each kind.
struct LayoutTables: ~Copyable, Sendable {
  var elements = Table<ElementRecord>()
  var styles = Table<StyleRecord>()
  var stacks = Table<StackRecord>()
  var specs = Table<SpecProperties>()
  var sizes = Table<Size>()
  var texts = Table<TextRecord>()
  /// See `WordLengths`.
  var wordLengths = Table<UInt8>()
  var textBytes = Table<UInt8>()
  /// Texts that are not plain; see `TextRecord.paragraph`.
  var paragraphs = Table<ParagraphRecord>()
  var measurements = Table<any LeafMeasurement>()
  var algorithms = Table<any LayoutAlgorithm>()
  /// The types that elements were written from, unless their kind implies the type, each once.
  var types = Table<any Any.Type>()
  var names: [UInt32: String] = [:]
  /// The number of elements whose layouts are cached.
  var cacheCount = 0
  /// True if a stack wants its children laid out on several threads.
  var hasConcurrentStack = false
  /// The number of removed elements whose table entries are abandoned.
  var abandonedCount = 0
  /// The number of bytes and words that growing texts have abandoned.
  var abandonedTextByteCount = 0
  var edits: EditLog
  private(set) var pixelGrid: PixelGrid
  /// The owner of the elements, styles, specs and types, if they are shared and so never changed; nil if this tree owns them.
  // SAFETY: the reference only keeps the box alive. A tree writes to a box only while it holds the only reference.
  nonisolated(unsafe) private(set) var model: TableBox?

  /// Creates the tables of a tree without elements. The default style comes first, so that it needs no look-up.
  init(pixelGrid: PixelGrid) {
    self.pixelGrid = pixelGrid
    edits = EditLog()
    styles.append(.default)
  }

  /// The most bytes that a copy leaves empty between tables.
  static var roomForAlignment: Int { 9 * TableRoom.alignment }

  /// Creates a copy in this room; see `TableBox.make`.
  init(
    copying other: borrowing LayoutTables, leaves: borrowing LayoutTables, model: TableBox?,
    edits: consuming EditLog, in room: inout TableRoom
  ) {
    let isSharing = model != nil
    elements = Table(copying: other.elements, in: &room, isSharing: isSharing)
    styles = Table(copying: other.styles, in: &room, isSharing: isSharing)
    stacks = Table(copying: other.stacks, in: &room, isSharing: isSharing)
    specs = Table(copying: other.specs, in: &room, isSharing: isSharing)
    types = Table(copying: other.types, in: &room, isSharing: isSharing)
    sizes = Table(copying: leaves.sizes, in: &room)
    texts = Table(copying: leaves.texts, in: &room)
    wordLengths = Table(copying: leaves.wordLengths, in: &room)
    textBytes = Table(copying: leaves.textBytes, in: &room)
    // Not in the room but in memory of their own: these entries refer to objects, which are then released whether the
    // entries or the room are freed first.
    paragraphs.append(contentsOf: leaves.paragraphs.entries)
    measurements.append(contentsOf: other.measurements.entries)
    algorithms.append(contentsOf: other.algorithms.entries)
    // A dictionary of its own: threads that lay out copies would contend for the reference count of a shared one.
    if !other.names.isEmpty {
      names = Dictionary(uniqueKeysWithValues: other.names.map { ($0.key, $0.value) })
    }
    cacheCount = other.cacheCount
    hasConcurrentStack = other.hasConcurrentStack
    abandonedCount = other.abandonedCount
    abandonedTextByteCount = leaves.abandonedTextByteCount
    self.edits = edits
    pixelGrid = other.pixelGrid
    self.model = model
  }
}

/// The memory that trees share until one of them is changed.
///
/// One reference for all tables: copying a tree counts one reference, and tables stay put while a pass points to them. The
/// tables lie in the object's own memory, and so do the entries of a copy, until its tables grow.
final class TableBox: ManagedBuffer<Void, LayoutTables> {
  static func make(_ tables: consuming LayoutTables) -> TableBox {
    let box = make(roomFor: 0)
    box.tables.initialize(to: tables)
    return box
  }

  /// Makes a copy of tables, with their own sizes and texts, or with the ones in `leaves`.
  ///
  /// - Parameters:
  ///   - model: The owner of the copied tables, if the copy is to share them. Default: nil, which copies all tables.
  ///   - edits: The copied tables' own log for a copy in the same state: a context that has laid out the original can
  ///     then update the copy. A new log for another tree, for which such a context has to begin anew.
  /// - Complexity: linear in the number of elements and the length of texts.
  static func make(
    copying other: borrowing LayoutTables, leaves: borrowing LayoutTables, model: TableBox? = nil,
    edits: consuming EditLog
  ) -> TableBox {
    let byteCount =
      (model == nil ? other.specByteCount : 0) + leaves.leafByteCount + LayoutTables.roomForAlignment
    let box = make(roomFor: byteCount)
    var room = TableRoom(UnsafeMutableRawPointer(box.tables + 1), byteCount: byteCount)
    box.tables.initialize(
      to: LayoutTables(copying: other, leaves: leaves, model: model, edits: edits, in: &room))
    return box
  }

  /// Makes a box without contents. Its capacity, including the room behind the tables, is counted in `LayoutTables`.
  private static func make(roomFor byteCount: Int) -> TableBox {
    let stride = MemoryLayout<LayoutTables>.stride
    let capacity = 1 + (byteCount + stride - 1) / stride
    return unsafeDowncast(TableBox.create(minimumCapacity: capacity) { _ in }, to: TableBox.self)
  }

  @inline(__always)
  var tables: UnsafeMutablePointer<LayoutTables> { withUnsafeMutablePointerToElements { $0 } }

  deinit { tables.deinitialize(count: 1) }
}

// MARK: - Using tables again

extension LayoutTables {
  /// Removes everything, and keeps the memory for the elements of another tree.
  mutating func reset(pixelGrid: PixelGrid) {
    self.pixelGrid = pixelGrid
    elements.removeAll()
    styles.removeAll(from: 1)
    stacks.removeAll()
    specs.removeAll()
    sizes.removeAll()
    texts.removeAll()
    wordLengths.removeAll()
    textBytes.removeAll()
    paragraphs.removeAll()
    measurements.removeAll()
    algorithms.removeAll()
    types.removeAll()
    if !names.isEmpty { names.removeAll(keepingCapacity: true) }
    cacheCount = 0
    hasConcurrentStack = false
    abandonedCount = 0
    abandonedTextByteCount = 0
    edits.restart()
  }

  /// Returns the sizes that an element of this style may have in a parent's constraint.
  func range(ofStyle place: UInt32, in constraint: LayoutConstraint) -> SizeRange {
    constraint.range.intersection(styles[Int(place)].range(in: constraint.parentSize))
  }

  /// True if the memory is small enough to be kept for another tree.
  var isWorthKeeping: Bool {
    elements.capacity <= 2048 && textBytes.capacity <= 65536 && wordLengths.capacity <= 32768
      && styles.capacity <= 32 && names.capacity <= 64
  }
}

// MARK: - Types

extension Table<any Any.Type> {
  /// Returns the type's index, counted from 1, after adding the type if it is new; 0 if the table is full.
  mutating func intern(_ type: any Any.Type) -> UInt16 {
    var place = count
    while place > 0 && self[place - 1] != type { place -= 1 }
    if place > 0 || count == UInt16.max { return UInt16(place) }
    append(type)
    return UInt16(count)
  }
}

// MARK: - Memory

extension LayoutTables {
  /// The bytes that the tables take, including spare capacity.
  var byteCount: Int {
    elements.byteCount + styles.byteCount + stacks.byteCount + specs.byteCount + sizes.byteCount
      + texts.byteCount + wordLengths.byteCount + textBytes.byteCount + paragraphs.byteCount
      + measurements.byteCount + algorithms.byteCount + types.byteCount + names.capacity
      * MemoryLayout<(UInt32, String)>.stride
  }

  /// The bytes of the entries for elements and specs, and of the entries for leaves.
  var specByteCount: Int {
    elements.usedByteCount + styles.usedByteCount + stacks.usedByteCount + specs.usedByteCount
      + types.usedByteCount
  }
  var leafByteCount: Int {
    sizes.usedByteCount + texts.usedByteCount + wordLengths.usedByteCount + textBytes.usedByteCount
  }

  /// Releases the spare capacity of the large tables.
  mutating func trim() {
    elements.trim()
    styles.trim()
    stacks.trim()
    specs.trim()
    sizes.trim()
    texts.trim()
    wordLengths.trim()
    textBytes.trim()
  }
}

extension LayoutTree {
  /// Returns a copy for another thread that shares no table with the tree: neither affects the other.
  ///
  /// - Complexity: linear in the number of elements and the length of texts.
  package func detached() -> LayoutTree {
    LayoutTree(TableBox.make(copying: tablesPointer.pointee, leaves: tablesPointer.pointee, edits: EditLog()))
  }
}

// MARK: - Reading a tree; see the methods of `LayoutTree`

extension LayoutTables {
  func content(of id: ElementID) -> ElementContent {
    let element = elements[id.index]
    let payload = Int(element.payload)
    switch element.kind {
    case .spec: return .spec
    case .node, .deferredNode: return .node
    case .sizedNode: return .sizedNode(sizes[payload])
    case .text:
      let record = texts[payload]
      // A plain text with line breaks has both a paragraph and its bytes.
      if record.paragraph != 0 && record.byteCount == 0 {
        return .paragraph(paragraphs[Int(record.paragraph) - 1].paragraph)
      }
      return .text(text(at: payload))
    case .measured: return .measured(measurements[payload])
    case .wrapper: return .wrapper
    case .stack: return .stack(stacks[payload].parameters)
    case .overlay: return .overlay
    case .background: return .background
    case .compositeNode: return .compositeNode
    case .custom: return .custom(algorithms[payload])
    default: return specs[payload].content
    }
  }

  /// Returns a text as a paragraph; nil for other elements, and for texts that are measured by user code.
  func paragraph(of id: ElementID) -> Paragraph? {
    let element = elements[id.index]
    guard element.kind == .text else { return nil }
    let record = texts[Int(element.payload)]
    if record.paragraph != 0 { return paragraphs[Int(record.paragraph) - 1].paragraph }
    return text(at: Int(element.payload)).paragraph
  }

  private func text(at payload: Int) -> TextParameters {
    let record = texts[payload]
    let string = String(decoding: textBytes.entries(record.firstByte, record.byteCount), as: UTF8.self)
    // The record of a text with line breaks has its paragraph's unit and height instead of these metrics.
    let metrics =
      record.paragraph == 0
      ? MonospaceMetrics(advance: record.advance, lineHeight: record.lineHeight)
      : paragraphs[Int(record.paragraph) - 1].paragraph.metrics.monospace
    guard let metrics else { preconditionFailure("A plain text has monospace metrics") }
    return TextParameters(string, advance: metrics.advance, lineHeight: metrics.lineHeight)
  }
}

// MARK: - Copying elements of another tree

extension LayoutTables {
  /// Appends all payloads of another tree with the same pixels, and makes that tree's records refer to the copies.
  ///
  /// - Parameter places: The indices in this tree of the other tree's styles, followed by the indices of its types.
  mutating func adoptPayloads(of other: UnsafeMutablePointer<LayoutTables>, _ places: UnsafePointer<UInt32>) {
    let firstType = other.pointee.styles.count - 1
    for index in other.pointee.elements.indices {
      var record = other.pointee.elements[index]
      record.style = places[Int(record.style)]
      if record.type != 0 { record.type = UInt16(places[firstType + Int(record.type)]) }
      if record.kind.isCached { record.cache += UInt32(cacheCount) }
      record.payload += UInt32(payloadCount(of: record.kind))
      other.pointee.elements[index] = record
    }
    let (words, bytes, firstText) = (UInt32(wordLengths.count), UInt32(textBytes.count), texts.count)
    texts.append(contentsOf: other.pointee.texts.entries)
    for place in firstText..<texts.count {
      texts[place].firstWord += words
      texts[place].firstByte += bytes
      if texts[place].paragraph != 0 { texts[place].paragraph += UInt32(paragraphs.count) }
    }
    paragraphs.append(contentsOf: other.pointee.paragraphs.entries)
    wordLengths.append(contentsOf: other.pointee.wordLengths.entries)
    textBytes.append(contentsOf: other.pointee.textBytes.entries)
    stacks.append(contentsOf: other.pointee.stacks.entries)
    specs.append(contentsOf: other.pointee.specs.entries)
    sizes.append(contentsOf: other.pointee.sizes.entries)
    measurements.append(contentsOf: other.pointee.measurements.entries)
    algorithms.append(contentsOf: other.pointee.algorithms.entries)
    cacheCount += other.pointee.cacheCount
    if other.pointee.hasConcurrentStack { hasConcurrentStack = true }
  }

  /// The number of entries in the payload table of a kind; 0 if it has none.
  private func payloadCount(of kind: ElementKind) -> Int {
    switch kind {
    case .spec, .node, .wrapper, .overlay, .background, .compositeNode, .deferredNode: 0
    case .sizedNode: sizes.count
    case .text: texts.count
    case .measured: measurements.count
    case .stack: stacks.count
    case .custom: algorithms.count
    default: specs.count
    }
  }

  /// Copies the payload and the type that a record of another tree refers to, and makes the record refer to the
  /// copies. Does not change its style and its links.
  mutating func copyPayload(of record: inout ElementRecord, from other: UnsafePointer<LayoutTables>) {
    let payload = Int(record.payload)
    if record.kind.isCached {
      record.cache = UInt32(cacheCount)
      cacheCount += 1
    }
    if record.type != 0 { record.type = types.intern(other.pointee.types[Int(record.type) - 1]) }
    switch record.kind {
    case .spec, .node, .wrapper, .overlay, .background, .compositeNode, .deferredNode: record.payload = 0
    case .sizedNode: record.payload = sizes.add(other.pointee.sizes[payload])
    case .text:
      var text = other.pointee.texts[payload]
      let words = other.pointee.wordLengths.entries(text.firstWord, text.wordCount)
      let bytes = other.pointee.textBytes.entries(text.firstByte, text.byteCount)
      (text.firstWord, text.wordCapacity) = (UInt32(wordLengths.count), text.wordCount)
      (text.firstByte, text.byteCapacity) = (UInt32(textBytes.count), text.byteCount)
      wordLengths.append(contentsOf: words)
      textBytes.append(contentsOf: bytes)
      if text.paragraph != 0 {
        text.paragraph = 1 + paragraphs.add(other.pointee.paragraphs[Int(text.paragraph) - 1])
      }
      record.payload = texts.add(text)
    case .measured: record.payload = measurements.add(other.pointee.measurements[payload])
    case .stack:
      record.payload = stacks.add(other.pointee.stacks[payload])
      if stacks[stacks.count - 1].parameters.isConcurrent { hasConcurrentStack = true }
    case .custom: record.payload = algorithms.add(other.pointee.algorithms[payload])
    default: record.payload = specs.add(other.pointee.specs[payload])
    }
  }
}
