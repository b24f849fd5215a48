/// A builder that writes elements straight into a tree's arena, in pre-order, for generators, documents and
/// benchmarks of a million elements.
///
/// ```swift
/// var builder = LayoutTreeBuilder()
/// builder.begin(.stack(StackParameters(direction: .vertical, spacing: 4)))
/// builder.add(.sizedNode(Size(40, 40)))
/// builder.add(.text(TextParameters("Hello")), style: Style { $0.flexShrink = 1 })
/// builder.end()
/// let tree = builder.finish()
/// ```
///
/// A tree may have any depth. Time is constant per element, and linear in the length of its text.
///
/// A builder cannot be copied: it is the only owner of the memory that it writes to.
///
/// The module's own code also writes layout elements and nodes with it; see `LayoutTreeBuilder+Elements.swift`.
public struct LayoutTreeBuilder: ~Copyable {
  private var box: TableBox
  /// Numbers for trees, and for nodes in them.
  var numbers = UniqueNumbers()
  /// The number of open elements, and the innermost one: the others are its ancestors.
  private(set) var openCount = 0
  private var openElement = 0
  /// The root of the tree that is being written. Only an arena of a layout session holds several trees.
  private var root = 0
  private var internedStyles: [StyleValues: UInt32] = [:]
  /// The last style with a box that was looked up, and its index: elements of one style come in runs.
  private var lastBox: StyleBox?
  private var lastPlace: UInt32 = 0
  /// The nodes that were written, in pre-order.
  var nodes: [NodeElement] = []
  /// The number of nodes that are expanded during the layout, so far.
  var deferredCount = 0
  /// The session whose layout is written, which owns the builder: nodes that change later invalidate that layout. nil
  /// for a tree that is only compiled.
  var session: Unmanaged<LayoutSession>?
  /// The comparison that takes the place of writing; nil if elements are written.
  var comparison: UnsafeMutablePointer<LayoutComparison>?
  /// The node whose spec is written; nil for the whole layout.
  var container: SpecOwner?
  /// The indices in this tree of another tree's styles, followed by the indices of its types; see `adoptPayloads(of:)`.
  var places = Table<UInt32>()
  /// The elements that are written later, each with the id of its placeholder.
  var postponed: [(placeholder: Int, element: any LayoutElement)] = []

  /// Creates a builder of an empty tree.
  ///
  /// - Parameters:
  ///   - pixelGrid: The pixels to which sizes are rounded. Default: one pixel per point.
  ///   - capacity: The number of elements to reserve room for. Default: 0.
  public init(pixelGrid: PixelGrid = PixelGrid(), capacity: Int = 0) {
    box = TableBox.make(LayoutTables(pixelGrid: pixelGrid))
    tables.elements.reserve(capacity)
  }

  /// The tables that everything is written to.
  var tables: LayoutTables {
    @inline(__always) _read { yield box.tables.pointee }
    @inline(__always) _modify { yield &box.tables.pointee }
  }

  /// The address of `tables`, valid until the tree is taken.
  var tablesPointer: UnsafePointer<LayoutTables> { UnsafePointer(box.tables) }

  var mutableTables: UnsafeMutablePointer<LayoutTables> { box.tables }

  /// The number of elements written so far.
  package var elementCount: Int { tables.elements.count }

  /// A style that elements share.
  package struct StyleID: Hashable, Sendable {
    let index: UInt32
    package static let `default` = StyleID(index: 0)
  }

  /// Returns the style's identity in the tree, so that writing many elements of one style looks it up once.
  package mutating func intern(_ style: Style) -> StyleID {
    if style.isPlain { return .default }
    guard let box = style.box else {
      return StyleID(index: intern(StyleValues(style.small), style.small))
    }
    if box !== lastBox { (lastBox, lastPlace) = (box, intern(box.values, nil)) }
    return StyleID(index: lastPlace)
  }

  /// The number of styles that are compared one by one; the others are looked up by their hash.
  private static let scannedStyleCount = 8

  /// Returns the index of a style, after adding it if it is new.
  ///
  /// - Parameter small: The style as a `SmallStyle`; nil if that has no room for its values.
  mutating func intern(_ values: @autoclosure () -> StyleValues, _ small: SmallStyle?) -> UInt32 {
    // Most trees have few styles, and a few comparisons are cheaper than a hash of so many numbers.
    let scanned = 0..<min(tables.styles.count, LayoutTreeBuilder.scannedStyleCount)
    if let small {
      for place in scanned where tables.styles[place].small == small { return UInt32(place) }
    }
    let values = values()
    if small == nil {
      if values == tables.styles[Int(lastPlace)].style { return lastPlace }
      for place in scanned where tables.styles[place].style == values { return UInt32(place) }
    }
    let place = UInt32(tables.styles.count)
    if place >= LayoutTreeBuilder.scannedStyleCount {
      if let place = internedStyles[values] { return place }
      internedStyles[values] = place
    }
    tables.styles.append(StyleRecord(values, small))
    return place
  }

  /// Begins an element with children, of a style that was looked up.
  @discardableResult
  package mutating func begin(_ content: ElementContent, style: StyleID, name: String? = nil) -> ElementID {
    let id = append(content, content.kind, style: style, name: name)
    open(id)
    return id
  }

  /// Begins an element with children. Everything until the matching `end()` is below it.
  ///
  /// - Precondition: there is no root yet, or an element is open that may have another child.
  @discardableResult
  public mutating func begin(
    _ content: ElementContent, style: Style = .default, name: String? = nil
  ) -> ElementID {
    begin(content, style: intern(style), name: name)
  }

  /// Ends the element that was begun last.
  ///
  /// - Precondition: an element is open, and it has the number of children that its kind requires.
  @inline(__always)
  public mutating func end() {
    if let comparison { comparison.pointee.end() } else { endElement() }
  }

  private mutating func endElement() {
    precondition(openCount > 0, "end() without a begin()")
    let index = openElement
    let kind = tables.elements[index].kind
    openElement = Int(tables.elements[index].parent)
    openCount -= 1
    tables.elements[index].end = UInt32(tables.elements.count)
    if let required = kind.requiredChildCount {
      let count = tables.children(of: index).reduce(0) { count, _ in count + 1 }
      precondition(count == required, "A \(kind.typeName) takes \(required) children, and got \(count)")
    }
    tables.finishElement(index)
  }

  /// Adds an element without children, of a style that was looked up.
  @discardableResult
  package mutating func add(_ content: ElementContent, style: StyleID, name: String? = nil) -> ElementID {
    let kind = content.kind
    let required = kind.requiredChildCount ?? 0
    precondition(
      required == 0, "A \(kind.typeName) takes \(required) children: begin it, add them and end it")
    let id = append(content, kind, style: style, name: name)
    if !kind.isLeaf { tables.finishElement(id.index) }
    return id
  }

  /// Adds an element without children.
  ///
  /// - Precondition: there is no root yet, or an element is open that may have another child; `content` has
  ///   no children, or any number.
  @discardableResult
  public mutating func add(
    _ content: ElementContent, style: Style = .default, name: String? = nil
  ) -> ElementID {
    add(content, style: intern(style), name: name)
  }

  /// Begins another tree behind the trees written so far, in the same tables.
  mutating func beginTree() {
    precondition(openCount == 0, "\(openCount) elements were begun and not ended")
    root = tables.elements.count
    openElement = root
  }

  /// Begins to write a tree's leaves, without the elements around them.
  mutating func beginLeaves() { openCount = 1 }

  /// Returns the tree.
  ///
  /// - Precondition: there is a root, and every element that was begun was ended.
  public consuming func finish() -> LayoutTree {
    requireTree()
    tables.setTypes(of: nil, nodes)
    tables.trim()
    return LayoutTree(box)
  }

  /// Returns what was written, and begins anew: returns a copy and keeps the memory, or gives away a large tree itself.
  mutating func takeTree() -> LayoutTree {
    requireTree()
    let edits = EditLog(branch: numbers.make())
    let pixelGrid = tables.pixelGrid
    var taken: TableBox
    if tables.isWorthKeeping {
      taken = TableBox.make(copying: tablesPointer.pointee, leaves: tablesPointer.pointee, edits: edits)
    } else {
      tables.edits = edits
      tables.trim()
      taken = TableBox.make(LayoutTables(pixelGrid: pixelGrid))
      swap(&taken, &box)
    }
    reset(pixelGrid: pixelGrid)
    return LayoutTree(taken)
  }

  /// Begins anew in the same memory.
  mutating func reset(pixelGrid: PixelGrid) {
    tables.reset(pixelGrid: pixelGrid)
    (root, openCount, openElement) = (0, 0, 0)
    if !internedStyles.isEmpty { internedStyles = [:] }
    if lastBox != nil { (lastBox, lastPlace) = (nil, 0) }
    if !nodes.isEmpty { nodes.removeAll(keepingCapacity: true) }
    deferredCount = 0
  }

  private func requireTree() {
    precondition(!tables.elements.isEmpty, "A tree has at least one element")
    precondition(openCount == 0, "\(openCount) elements were begun and not ended")
  }
}

// MARK: - Writing records

extension LayoutTreeBuilder {
  @inline(__always)
  private mutating func append(
    _ content: ElementContent, _ kind: ElementKind, style: StyleID, name: String?
  ) -> ElementID {
    let id = append(kind, payload: tables.writePayload(content), style: style)
    setName(name)
    return id
  }

  /// Appends an element whose payload is written already.
  @inline(__always)
  mutating func append(_ kind: ElementKind, payload: UInt32, style: StyleID) -> ElementID {
    let index = tables.elements.count
    precondition(openCount > 0 || index == root, "A tree has one root")
    precondition(index < Int(clamping: UInt32.max), "A tree has fewer than 2³² elements")
    var record = ElementRecord(
      kind: kind, flags: [], end: UInt32(truncatingIfNeeded: index + 1), style: style.index,
      payload: payload, cache: 0, parent: UInt32(truncatingIfNeeded: openElement))
    if kind.isCached {
      record.cache = UInt32(tables.cacheCount)
      tables.cacheCount += 1
    }
    if kind.isLeaf { record.flags = tables.flagsOfLeaf(record) }
    tables.elements.append(record)
    return ElementID(index)
  }

  /// Adds an element without children whose payload is written already.
  @inline(__always)
  mutating func addLeaf(_ kind: ElementKind, payload: UInt32, style: StyleID) {
    _ = append(kind, payload: payload, style: style)
  }

  /// Opens the element that was written last.
  @inline(__always)
  mutating func open(_ id: ElementID) {
    openElement = id.index
    openCount += 1
  }

  /// Names the element that was written last, if there is a name.
  @inline(__always)
  mutating func setName(_ name: String?) {
    if let name { tables.names[UInt32(tables.elements.count - 1)] = name }
  }
}
