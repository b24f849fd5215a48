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
  /// The recent changes.
  var edits = EditLog()

  /// The pixels to which sizes are rounded.
  let pixelGrid: PixelGrid

  init(pixelGrid: PixelGrid) {
    self.pixelGrid = pixelGrid
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
  package func detached() -> LayoutTree { LayoutTree(tables.detached()) }
}

extension LayoutTables {
  fileprivate func detached() -> LayoutTables {
    var new = LayoutTables(pixelGrid: pixelGrid)
    new.elements = elements.detached()
    new.styles = styles.detached()
    new.stacks = stacks.detached()
    new.insets = insets.detached()
    new.relatives = relatives.detached()
    new.centers = centers.detached()
    new.ratios = ratios.detached()
    new.absolutes = absolutes.detached()
    new.corners = corners.detached()
    new.sizes = sizes.detached()
    new.texts = texts.detached()
    new.wordLengths = wordLengths.detached()
    new.textBytes = textBytes.detached()
    new.measurements = measurements.detached()
    new.algorithms = algorithms.detached()
    new.types = types.detached()
    new.names = Dictionary(uniqueKeysWithValues: names.map { ($0.key, $0.value) })
    new.cacheCount = cacheCount
    new.hasConcurrentStack = hasConcurrentStack
    new.abandonedCount = abandonedCount
    new.abandonedTextByteCount = abandonedTextByteCount
    return new
  }
}

extension Array {
  /// Returns the same elements in memory of their own.
  fileprivate func detached() -> [Element] {
    withUnsafeBufferPointer { old in
      Array(unsafeUninitializedCapacity: old.count) { new, count in
        count = new.initialize(fromContentsOf: old)
      }
    }
  }

  fileprivate var byteCount: Int { capacity * MemoryLayout<Element>.stride }

  /// Releases the spare capacity if it is more than an eighth of the elements.
  fileprivate mutating func trim() {
    if capacity - count > count / 8 + 16 {
      self = detached()
    }
  }
}

// MARK: - Reading a tree

extension LayoutTables {
  /// Returns the element's content.
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

  /// Returns the element's style.
  func style(of id: ElementID) -> Style {
    let place = elements[id.index].style
    return place == 0 ? .default : Style(styles[Int(place)].style)
  }

  /// Returns the element's `debugName`, if it has one.
  func name(of id: ElementID) -> String? {
    names[UInt32(id.index)]
  }

  /// Returns the type that the element was written from; nil if its kind tells it, or if it was not recorded.
  func type(of id: ElementID) -> (any Any.Type)? {
    let place = elements[id.index].type
    return place == 0 ? nil : types[Int(place) - 1]
  }

  /// Returns the ids of the element and everything below it.
  func subtree(of id: ElementID) -> Range<Int> {
    id.index..<Int(elements[id.index].end)
  }

  /// Returns true if the element is a node, false if it is a spec.
  func isNode(_ id: ElementID) -> Bool {
    elements[id.index].kind.isNode
  }

  /// Returns the element's children, in order. Overlay, background and corner specs have the child first.
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
