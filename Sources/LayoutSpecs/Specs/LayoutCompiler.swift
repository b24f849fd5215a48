/// A writer of layout elements into the arena of a tree.
///
/// `LayoutContent._write(to:)` receives it. Only laying out or compiling an element creates one.
public struct LayoutCompiler: ~Copyable {
  var builder: LayoutTreeBuilder
  /// The nodes that were written, in pre-order.
  private(set) var nodes: [NodeElement] = []
  /// The number of nodes that are expanded during the layout, so far.
  private(set) var deferredCount = 0
  /// The layout for which elements are written, and which changed nodes invalidate; nil for a tree that is
  /// only compiled.
  let session: Unmanaged<LayoutSession>?
  /// The comparison that takes the place of writing; nil if elements are written.
  var comparison: UnsafeMutablePointer<LayoutComparison>?
  /// The node whose spec is written; nil for the whole layout.
  private var container: SpecOwner?
  /// The elements that are written later, each with the id of its placeholder.
  private var postponed: [(placeholder: Int, element: any LayoutElement)] = []

  /// The number of elements around one of any type from which on it is postponed. Writing an element calls
  /// itself along the elements that it holds, and a level takes up to half a KiB of the stack, in a debug build
  /// several.
  #if DEBUG
  private static let deepestWriting = 24
  #else
  private static let deepestWriting = 128
  #endif

  init(pixelGrid: PixelGrid, session: LayoutSession? = nil) {
    builder = LayoutTreeBuilder(pixelGrid: pixelGrid)
    // SAFETY: the session owns the compiler.
    self.session = session.map { Unmanaged.passUnretained($0) }
  }

  /// Begins an element with children. Everything until the matching `end()` is below it.
  @usableFromInline
  mutating func begin(_ content: ElementContent, _ style: Style, _ name: String?) {
    if let comparison { return comparison.pointee.begin(content, style, name) }
    builder.begin(content, style: style, name: name)
  }

  /// Begins a stack, as most specs are, without the detour over its content.
  @usableFromInline
  mutating func beginStack(_ parameters: borrowing StackParameters, _ style: Style, _ name: String?) {
    if let comparison { return comparison.pointee.beginStack(parameters, style, name) }
    builder.beginStack(copy parameters, style: builder.intern(style))
    if name != nil { builder.setName(name) }
  }

  @inline(__always)
  @usableFromInline
  mutating func end() {
    if let comparison { comparison.pointee.end() } else { builder.end() }
  }

  /// Writes an element of a user type, and records that type.
  mutating func writeCustom<Element: LayoutElement>(
    _ content: ElementContent, _ element: Element, children: [any LayoutElement] = []
  ) {
    comparison?.pointee.requireType(Element.self)
    let id = ElementID(builder.elementCount)
    begin(content, element.style, element.debugName)
    children._write(to: &self)
    end()
    if comparison == nil { builder.setType(Element.self, of: id) }
  }

  /// True if so many elements are begun that one of any type is to be postponed.
  @inline(__always)
  var isDeep: Bool {
    (comparison.map { $0.pointee.levels } ?? builder.openCount) >= LayoutCompiler.deepestWriting
  }

  /// Writes an element once those around it are written.
  @inline(never)
  mutating func postpone(_ element: any LayoutElement) {
    if let comparison { return comparison.pointee.fail() }
    postponed.append((builder.elementCount, element))
    builder.addLeaf(.spec, payload: 0, style: .default)
  }

  /// Writes an element and everything below it, to any depth.
  mutating func writeWhole(_ element: some LayoutElement) {
    element._write(to: &self)
    if !postponed.isEmpty { writePostponed(from: 0) }
  }

  /// Writes the postponed elements behind the others of a tree, and moves them to their places.
  private mutating func writePostponed(from first: Int) {
    var subtrees: [Int: Range<Int>] = [:]
    var next = 0
    while next < postponed.count {
      let start = builder.elementCount
      builder.beginTree()
      // Elements below may be postponed in turn.
      postponed[next].element._write(to: &self)
      subtrees[postponed[next].placeholder] = start..<builder.elementCount
      next += 1
    }
    postponed = []
    let places = builder.join(from: first, subtrees)
    for index in nodes.indices where nodes[index].element >= first {
      nodes[index].element = places[nodes[index].element - first]
    }
    nodes.sort { $0.element < $1.element }
  }

  /// Writes a node: its content if that does not depend on its size, otherwise a node to be expanded later.
  @usableFromInline
  mutating func write(_ node: DisplayNode) {
    if let comparison {
      if !comparison.pointee.passes(node) { compare(node, comparison) }
      return
    }
    guard let (style, name) = writeIfPlain(node) else { return }
    let number = session?.takeUnretainedValue().add(node) ?? deferredCount
    writeDeferred(number, style, name)
  }

  /// Writes a node whose content does not depend on its size. Otherwise returns its style and name.
  ///
  /// - Parameter isRoot: True if the node is not to be one of `nodes`.
  mutating func writeIfPlain(
    _ node: DisplayNode, isRoot: Bool = false
  ) -> (style: LayoutTreeBuilder.StyleID, name: String?)? {
    let element = builder.elementCount
    node.lock.lock()
    let isWritten = node.guardedWrite(to: &builder)
    // Under the same lock as the reads: whoever changes the node from here on finds the container.
    if session != nil { node.cache.include(in: container) }
    let version = node.cache.version
    let id = node.guardedID(
      orNumber: session?._withUnsafeGuaranteedRef { $0.numbers.make() } ?? builder.numbers.make())
    let rest = isWritten ? nil : node.guardedStyleAndName
    node.lock.unlock()
    if !isRoot { nodes.append(NodeElement(element: element, node: node, id: id, version: version)) }
    return rest.map { (builder.intern($0.style), $0.name) }
  }

  /// Writes a node that is expanded during the layout.
  mutating func writeDeferred(_ number: Int, _ style: LayoutTreeBuilder.StyleID, _ name: String?) {
    builder.addLeaf(.deferredNode, payload: UInt32(number), style: style)
    if name != nil { builder.setName(name) }
    deferredCount += 1
  }

  /// Writes a node with this spec.
  mutating func writeComposite(
    _ owner: SpecOwner, _ spec: any LayoutElement, _ style: LayoutTreeBuilder.StyleID, _ name: String?
  ) {
    builder.begin(.compositeNode, style: style, name: name)
    container = owner
    spec._write(to: &self)
    builder.end()
  }
}

/// The place of a tree in an arena of several.
struct ArenaBounds {
  var elements: Range<Int>
  /// The indices of its cached elements and its texts.
  var cache: Range<Int>
  var texts: Range<Int>
}

extension LayoutCompiler {
  /// Writes a tree behind all trees written so far.
  ///
  /// - Parameter container: The node that it is the content of; nil at the root.
  @inline(__always)
  mutating func writeTree(in container: SpecOwner?, _ write: (inout LayoutCompiler) -> Void) -> ArenaBounds {
    // SAFETY: the session owns the compiler, and holds the node until its spec is laid out.
    self.container = container
    let first = ends
    builder.beginTree()
    write(&self)
    if !postponed.isEmpty { writePostponed(from: first.elements) }
    return bounds(from: first)
  }

  /// Copies a subtree of a finished tree behind all trees written so far.
  ///
  /// - Parameter below: Its nodes, by their elements there.
  mutating func copyTree(
    _ subtree: Range<Int>, of tables: UnsafePointer<LayoutTables>, _ below: [NodeElement]
  ) -> ArenaBounds {
    let first = ends
    builder.copyTree(subtree, of: tables)
    for var node in below {
      node.element += first.elements - subtree.lowerBound
      nodes.append(node)
    }
    return bounds(from: first)
  }

  private typealias Ends = (elements: Int, cache: Int, texts: Int)

  private func bounds(from first: Ends) -> ArenaBounds {
    ArenaBounds(
      elements: first.elements..<ends.elements, cache: first.cache..<ends.cache,
      texts: first.texts..<ends.texts)
  }

  private var ends: Ends {
    (builder.elementCount, builder.tables.cacheCount, builder.tables.texts.count)
  }

  /// Returns the nodes written since the last call.
  mutating func takeNodes() -> [NodeElement] {
    if nodes.isEmpty { return [] }
    var next: [NodeElement] = []
    next.reserveCapacity(nodes.count)
    swap(&next, &nodes)
    return next
  }

  var isEmpty: Bool { nodes.isEmpty && builder.elementCount == 0 }

  /// Begins anew, and keeps the memory.
  mutating func reset(pixelGrid: PixelGrid) {
    builder.reset(pixelGrid: pixelGrid)
    nodes.removeAll(keepingCapacity: true)
    deferredCount = 0
  }

  /// Returns the tree of all that was written, with the classes of its nodes.
  consuming func finish() -> LayoutTree {
    builder.tables.setTypes(of: nil, nodes)
    return builder.finish()
  }
}

extension LayoutTables {
  /// Records the classes of nodes, and of the root if that is one.
  mutating func setTypes(of root: DisplayNode?, _ nodes: [NodeElement]) {
    func isTold(_ type: DisplayNode.Type, _ element: Int) -> Bool {
      type == DisplayNode.self || type == TextNode.self && elements[element].kind == .text
    }
    if let root, !isTold(type(of: root), 0) { elements[0].type = types.place(of: type(of: root)) }
    // Often a node has the class of the one before it.
    var (lastType, lastPlace): (DisplayNode.Type, UInt16) = (DisplayNode.self, 0)
    for index in nodes.indices {
      let (element, type) = (nodes[index].element, type(of: nodes[index].node))
      if isTold(type, element) { continue }
      if type != lastType { (lastType, lastPlace) = (type, types.place(of: type)) }
      elements[element].type = lastPlace
    }
  }
}
