/// The contents of a compiled tree: its elements in pre-order, and a payload table for each kind.
struct LayoutTables: Sendable {
  var elements: [ElementRecord] = []
  var styles: [StyleRecord] = []
  var stacks: [StackRecord] = []
  var insets: [EdgeInsets] = []
  var relatives: [RelativeParameters] = []
  var centers: [CenterParameters] = []
  var ratios: [Double] = []
  var absolutes: [AbsoluteSizing] = []
  var corners: [CornerParameters] = []
  var sizes: [Size] = []
  var texts: [TextRecord] = []
  /// See `WordLengths`.
  var wordLengths: [UInt8] = []
  var textBytes: [UInt8] = []
  var measurements: [any LeafMeasurement] = []
  var algorithms: [any LayoutAlgorithm] = []
  var names: [UInt32: String] = [:]
  /// The types that elements were written from, if the kind does not tell it, each once.
  var types: [any Any.Type] = []
  /// The number of elements whose layouts are cached.
  var cacheCount = 0
  /// True if a stack wants its children laid out on several threads.
  var hasConcurrentStack = false
  /// The number of removed elements whose table entries are abandoned.
  var abandonedCount = 0
  /// The number of bytes and words that growing texts have abandoned.
  var abandonedTextByteCount = 0
  var edits = EditLog()

  private(set) var pixelGrid: PixelGrid

  /// Creates the tables of a tree without elements. The default style comes first, so that it needs no look-up.
  init(pixelGrid: PixelGrid) {
    self.pixelGrid = pixelGrid
    styles.append(.default)
  }
}

// MARK: - Using tables again

extension LayoutTables {
  /// Removes everything, and keeps the memory for the elements of another tree.
  mutating func reset(pixelGrid: PixelGrid) {
    self.pixelGrid = pixelGrid
    elements.clear()
    if styles.count > 1 { styles.removeSubrange(1...) }
    stacks.clear()
    insets.clear()
    relatives.clear()
    centers.clear()
    ratios.clear()
    absolutes.clear()
    corners.clear()
    sizes.clear()
    texts.clear()
    wordLengths.clear()
    textBytes.clear()
    measurements.clear()
    algorithms.clear()
    if !names.isEmpty { names.removeAll(keepingCapacity: true) }
    types.clear()
    cacheCount = 0
    hasConcurrentStack = false
    abandonedCount = 0
    abandonedTextByteCount = 0
    edits.restart()
  }

  /// Takes over the contents of other tables, in memory of its own.
  ///
  /// - Precondition: these tables are empty.
  mutating func copyContents(of other: borrowing LayoutTables) {
    pixelGrid = other.pixelGrid
    elements += other.elements
    if other.styles.count > 1 { styles += other.styles[1...] }
    types.take(other.types)
    if !other.names.isEmpty {
      names = Dictionary(uniqueKeysWithValues: other.names.map { ($0.key, $0.value) })
    }
    abandonedTextByteCount = other.abandonedTextByteCount
    appendPayloads(of: other)
  }

  /// Returns the sizes that an element of this style may have in a parent's constraint.
  func range(ofStyle place: UInt32, in constraint: LayoutConstraint) -> SizeRange {
    constraint.range.intersection(styles[Int(place)].range(in: constraint.parentSize))
  }

  /// True if the memory is small enough to be kept for another tree.
  var isWorthKeeping: Bool {
    elements.capacity <= 128 && textBytes.capacity <= 4096 && wordLengths.capacity <= 2048
      && styles.capacity <= 32 && names.capacity <= 64
  }

  /// Releases spare capacity if it is several times what is in use: the memory was that of a larger tree.
  mutating func trimIfMostlySpare() {
    let used =
      elements.count * 2 * MemoryLayout<ElementRecord>.stride
      + styles.count * MemoryLayout<StyleRecord>.stride + wordLengths.count + textBytes.count
    if byteCount > 4 * used + 1024 { trim() }
  }
}

// MARK: - Types

extension [any Any.Type] {
  /// Returns the type's index, counted from 1, after adding it if it is new. 0 if the table is full.
  mutating func place(of type: any Any.Type) -> UInt16 {
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
    elements.byteCount + styles.byteCount + stacks.byteCount + insets.byteCount + relatives.byteCount
      + centers.byteCount + ratios.byteCount + absolutes.byteCount + corners.byteCount + sizes.byteCount
      + texts.byteCount + wordLengths.byteCount + textBytes.byteCount + measurements.byteCount
      + algorithms.byteCount + types.byteCount + names.capacity * MemoryLayout<(UInt32, String)>.stride
  }

  /// Releases the spare capacity of the large tables.
  mutating func trim() {
    elements.trim()
    styles.trim()
    stacks.trim()
    insets.trim()
    ratios.trim()
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
  package func detached() -> LayoutTree { LayoutTree(copying: tables, in: nil) }
}

extension Array {
  /// The address of the elements. It is valid as long as the array is held and not changed, which is as long
  /// as its tree is: reading an array never moves its elements.
  var address: UnsafePointer<Element> {
    withUnsafeBufferPointer { $0.baseAddress ?? UnsafePointer(bitPattern: MemoryLayout<Element>.alignment)! }
  }

  /// Returns the same elements in memory of their own.
  ///
  /// All empty arrays are one object, and the initializer would write its count, which is a race between threads.
  fileprivate func detached() -> [Element] {
    if isEmpty { return [] }
    return withUnsafeBufferPointer { old in
      Array(unsafeUninitializedCapacity: old.count) { new, count in
        count = new.initialize(fromContentsOf: old)
      }
    }
  }

  fileprivate mutating func clear() {
    if !isEmpty { removeAll(keepingCapacity: true) }
  }

  /// Makes room for more elements.
  fileprivate mutating func reserve(_ additional: Int) {
    if additional > 0 { reserveCapacity(count + additional) }
  }

  /// Appends the elements of another array. Most tables of a tree are empty, and `+=` does much for nothing.
  @inline(__always)
  fileprivate mutating func take(_ other: borrowing [Element]) {
    if !other.isEmpty { self += copy other }
  }

  fileprivate var byteCount: Int { capacity * MemoryLayout<Element>.stride }

  /// Releases the spare capacity if it is more than an eighth of the elements.
  fileprivate mutating func trim() {
    if capacity - count > count / 8 + 16 {
      self = detached()
    }
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
    case .text: return .text(text(at: payload))
    case .measured: return .measured(measurements[payload])
    case .wrapper: return .wrapper
    case .stack: return .stack(stacks[payload].parameters)
    case .inset: return .inset(insets[payload])
    case .overlay: return .overlay
    case .background: return .background
    case .center: return .center(centers[payload])
    case .relative: return .relative(relatives[payload])
    case .ratio: return .ratio(ratios[payload])
    case .absolute: return .absolute(absolutes[payload])
    case .corner: return .corner(corners[payload])
    case .compositeNode: return .compositeNode
    case .custom: return .custom(algorithms[payload])
    }
  }

  func children(of id: ElementID) -> LayoutTree.Children {
    LayoutTree.Children(elements: elements, position: id.index + 1, end: Int(elements[id.index].end))
  }

  private func text(at payload: Int) -> TextParameters {
    let record = texts[payload]
    let start = Int(record.firstByte)
    let bytes = textBytes[start..<start + Int(record.byteCount)]
    return TextParameters(
      String(decoding: bytes, as: UTF8.self), advance: record.advance, lineHeight: record.lineHeight)
  }
}

// MARK: - Adopting another tree

extension LayoutTables {
  /// Appends another tree's payloads to these tables, and returns its records with indices for this tree.
  ///
  /// The elements' flags stay valid, because they depend only on their own tree and the pixel grid: if that
  /// differs, no node counts as being in whole pixels. The caller puts the records into the arena and
  /// finishes the elements around them.
  ///
  /// - Parameters:
  ///   - other: The other tree's tables, without deferred nodes.
  ///   - stylePlaces: The index in this tree's styles of each of its styles.
  ///   - position: The id that its root will have.
  ///   - parent: The id of the element around it.
  /// - Complexity: linear in the size of the other tree's tables, including abandoned entries.
  mutating func adopt(
    _ other: borrowing LayoutTables, stylePlaces: [UInt32], at position: Int, parent: Int
  ) -> [ElementRecord] {
    let cacheBase = UInt32(cacheCount)
    let hasSamePixels = other.pixelGrid == pixelGrid
    let typePlaces = other.types.map { types.place(of: $0) }
    var records = other.elements
    for index in records.indices {
      records[index].end += UInt32(position)
      records[index].parent = index == 0 ? UInt32(parent) : records[index].parent + UInt32(position)
      records[index].style = stylePlaces[Int(records[index].style)]
      if records[index].type != 0 { records[index].type = typePlaces[Int(records[index].type) - 1] }
      records[index].payload += UInt32(payloadCount(of: records[index].kind))
      if records[index].kind.isCached { records[index].cache += cacheBase }
      if !hasSamePixels { records[index].flags.remove(.hasPixelSize) }
    }
    appendPayloads(of: other)
    return records
  }

  /// Makes room for the payloads of another tree.
  mutating func reservePayloads(of other: UnsafePointer<LayoutTables>) {
    stacks.reserve(other.pointee.stacks.count)
    insets.reserve(other.pointee.insets.count)
    sizes.reserve(other.pointee.sizes.count)
    texts.reserve(other.pointee.texts.count)
    wordLengths.reserve(other.pointee.wordLengths.count)
    textBytes.reserve(other.pointee.textBytes.count)
  }

  /// Appends an element of another tree with its payload. Its links, style and type are those of this tree.
  mutating func append(_ record: ElementRecord, from other: UnsafePointer<LayoutTables>) {
    var record = record
    let payload = Int(record.payload)
    if record.kind.isCached {
      record.cache = UInt32(cacheCount)
      cacheCount += 1
    }
    func copy<T>(_ table: [T], to own: inout [T]) {
      record.payload = UInt32(own.count)
      own.append(table[payload])
    }
    switch record.kind {
    case .spec, .node, .wrapper, .overlay, .background, .compositeNode, .deferredNode: record.payload = 0
    case .sizedNode: copy(other.pointee.sizes, to: &sizes)
    case .text:
      var text = other.pointee.texts[payload]
      let (firstWord, firstByte) = (Int(text.firstWord), Int(text.firstByte))
      (text.firstWord, text.wordCapacity) = (UInt32(wordLengths.count), text.wordCount)
      (text.firstByte, text.byteCapacity) = (UInt32(textBytes.count), text.byteCount)
      wordLengths += other.pointee.wordLengths[firstWord..<firstWord + Int(text.wordCount)]
      textBytes += other.pointee.textBytes[firstByte..<firstByte + Int(text.byteCount)]
      record.payload = UInt32(texts.count)
      texts.append(text)
    case .measured: copy(other.pointee.measurements, to: &measurements)
    case .stack:
      copy(other.pointee.stacks, to: &stacks)
      if stacks[stacks.count - 1].parameters.isConcurrent { hasConcurrentStack = true }
    case .inset: copy(other.pointee.insets, to: &insets)
    case .relative: copy(other.pointee.relatives, to: &relatives)
    case .center: copy(other.pointee.centers, to: &centers)
    case .ratio: copy(other.pointee.ratios, to: &ratios)
    case .absolute: copy(other.pointee.absolutes, to: &absolutes)
    case .corner: copy(other.pointee.corners, to: &corners)
    case .custom: copy(other.pointee.algorithms, to: &algorithms)
    }
    elements.append(record)
  }

  private mutating func appendPayloads(of other: borrowing LayoutTables) {
    let (wordBase, byteBase) = (UInt32(wordLengths.count), UInt32(textBytes.count))
    let firstText = texts.count
    texts.take(other.texts)
    if wordBase + byteBase > 0 {
      for place in firstText..<texts.count {
        texts[place].firstWord += wordBase
        texts[place].firstByte += byteBase
      }
    }
    wordLengths.take(other.wordLengths)
    textBytes.take(other.textBytes)
    stacks.take(other.stacks)
    insets.take(other.insets)
    relatives.take(other.relatives)
    centers.take(other.centers)
    ratios.take(other.ratios)
    absolutes.take(other.absolutes)
    corners.take(other.corners)
    sizes.take(other.sizes)
    measurements.take(other.measurements)
    algorithms.take(other.algorithms)
    cacheCount += other.cacheCount
    abandonedCount += other.abandonedCount
    if other.hasConcurrentStack { hasConcurrentStack = true }
  }

  /// Returns the number of entries in the payload table of this kind; 0 if it has none.
  private func payloadCount(of kind: ElementKind) -> Int {
    switch kind {
    case .spec, .node, .wrapper, .overlay, .background, .compositeNode, .deferredNode: 0
    case .sizedNode: sizes.count
    case .text: texts.count
    case .measured: measurements.count
    case .stack: stacks.count
    case .inset: insets.count
    case .relative: relatives.count
    case .center: centers.count
    case .ratio: ratios.count
    case .absolute: absolutes.count
    case .corner: corners.count
    case .custom: algorithms.count
    }
  }
}
