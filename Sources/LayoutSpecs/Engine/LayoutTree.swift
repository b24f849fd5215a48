/// A tree of elements, compiled: one contiguous arena in pre-order, ready to be laid out any number of times.
///
/// A subtree is a contiguous range of ids. The tree is immutable and `Sendable`: any number of threads may lay it out at
/// once, each with a `LayoutContext` of its own.
///
/// There are two ways to make one. `LayoutTreeBuilder` writes elements straight into the arena; the Layout API's specs
/// and nodes compile into it. Both give the same tree.
public struct LayoutTree: Sendable {
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
  var wordLengths: [UInt32] = []
  var textBytes: [UInt8] = []
  var measurements: [any LeafMeasurement] = []
  var algorithms: [any LayoutAlgorithm] = []
  var names: [UInt32: String] = [:]
  /// How many elements have layouts worth caching.
  var cacheCount = 0
  /// What was changed lately.
  var edits = EditLog()

  /// The pixels that sizes are rounded to.
  public internal(set) var pixelGrid: PixelGrid
  /// How many levels the tree has: 1 for a root alone.
  public internal(set) var depth = 0

  /// How many elements the tree has, at least 1.
  public var elementCount: Int { elements.count }

  /// The root: the first element.
  public var root: ElementID { ElementID(0) }

  /// Every element, in pre-order.
  public var elementIDs: some RandomAccessCollection<ElementID> {
    (0..<elements.count).lazy.map(ElementID.init)
  }
}

/// An element of a compiled tree: its number in pre-order, from 0 for the root.
public struct ElementID: Hashable, Comparable, Sendable {
  /// The number in pre-order.
  public let index: Int

  /// The element with this number.
  @inlinable
  public init(_ index: Int) { self.index = index }

  @inlinable
  public static func < (a: ElementID, b: ElementID) -> Bool { a.index < b.index }
}

extension ElementID: CustomStringConvertible {
  /// The number with a hash sign before it: `#12`.
  public var description: String { "#\(index)" }
}

// MARK: - Reading a tree

extension LayoutTree {
  /// What the element is.
  public func content(of id: ElementID) -> ElementContent {
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

  /// The element's style.
  public func style(of id: ElementID) -> Style {
    styles[Int(elements[id.index].style)].style
  }

  /// The element's name, if it was given one: its `debugName`.
  public func name(of id: ElementID) -> String? {
    names[UInt32(id.index)]
  }

  /// The ids of the element and everything below it.
  public func subtree(of id: ElementID) -> Range<Int> {
    id.index..<Int(elements[id.index].end)
  }

  /// Whether the element is a node, and not a spec.
  public func isNode(_ id: ElementID) -> Bool {
    elements[id.index].kind.isNode
  }

  /// The element's children, in order. Overlay, background and corner specs have the child first, then the other element.
  public func children(of id: ElementID) -> Children {
    Children(elements: elements, position: id.index + 1, end: Int(elements[id.index].end))
  }

  /// The children of an element, in order; each step takes constant time.
  public struct Children: Sequence, IteratorProtocol, Sendable {
    let elements: [ElementRecord]
    var position: Int
    let end: Int

    public mutating func next() -> ElementID? {
      guard position < end else { return nil }
      defer { position = Int(elements[position].end) }
      return ElementID(position)
    }
  }

  private func text(at payload: Int) -> TextParameters {
    let record = texts[payload]
    let start = Int(record.firstByte)
    let bytes = textBytes[start..<start + Int(record.byteCount)]
    return TextParameters(
      String(decoding: bytes, as: UTF8.self), advance: record.advance, lineHeight: record.lineHeight)
  }
}
