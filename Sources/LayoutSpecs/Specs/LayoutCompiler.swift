/// A writer of layout elements into the arena of a tree.
///
/// `LayoutElement.write(to:)` receives it. Only laying out or compiling an element creates one.
public struct LayoutCompiler {
  var builder: LayoutTreeBuilder
  /// The nodes that were written, in pre-order.
  private(set) var nodes: [NodeElement] = []
  /// The number of nodes that are expanded during the layout, so far.
  private(set) var deferredCount = 0
  /// The layout for which elements are written, and which changed nodes invalidate; nil for a tree that is
  /// only compiled.
  private unowned(unsafe) let session: LayoutSession?
  /// The node whose spec is written; nil for the whole layout.
  private unowned(unsafe) var container: DisplayNode?

  init(pixelGrid: PixelGrid, session: LayoutSession? = nil) {
    builder = LayoutTreeBuilder(pixelGrid: pixelGrid)
    self.session = session
  }

  /// Begins an element with children. Everything until the matching `end()` is below it.
  @usableFromInline
  mutating func begin(_ content: ElementContent, _ style: Style, _ name: String?) {
    builder.begin(content, style: style, name: name)
  }

  @usableFromInline
  mutating func end() { builder.end() }

  /// Writes an element of a user type, and records that type.
  mutating func writeCustom<Element: LayoutElement>(
    _ content: ElementContent, _ element: Element, children: [any LayoutElement] = []
  ) {
    let id = ElementID(builder.elementCount)
    if content.requiredChildCount == 0 {
      builder.add(content, style: element.style, name: element.debugName)
    } else {
      builder.begin(content, style: element.style, name: element.debugName)
      children._write(to: &self)
      builder.end()
    }
    builder.setType(Element.self, of: id)
  }

  /// Writes a node: its content if that does not depend on its size, otherwise a node to be expanded later.
  @usableFromInline
  mutating func write(_ node: DisplayNode) {
    node.lock.lock()
    let element = builder.elementCount
    let isWritten = node.guardedWrite(to: &builder)
    // Under the same lock as the reads: whoever changes the node from here on finds the container.
    if session != nil { node.cache.include(in: container) }
    let version = node.cache.version
    let (style, name) = isWritten ? (Style(), nil) : node.guardedStyleAndName
    node.lock.unlock()
    nodes.append(NodeElement(element: element, node: node, version: version))
    if isWritten { return }
    let number = session?.add(node) ?? deferredCount
    builder.addLeaf(.deferredNode, payload: UInt32(number), style: style, name: name)
    deferredCount += 1
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
  /// Writes an element behind all trees written so far.
  ///
  /// - Parameter container: The node that it is the content of; nil at the root.
  mutating func writeTree(of element: any LayoutElement, in container: DisplayNode?) -> ArenaBounds {
    // SAFETY: the session owns the compiler, and holds the node until its spec is laid out.
    self.container = container
    let first = ends
    builder.beginTree()
    element._write(to: &self)
    return ArenaBounds(
      elements: first.elements..<ends.elements, cache: first.cache..<ends.cache,
      texts: first.texts..<ends.texts)
  }

  private var ends: (elements: Int, cache: Int, texts: Int) {
    (builder.elementCount, builder.tables.cacheCount, builder.tables.texts.count)
  }

  /// Returns the nodes written since the last call.
  mutating func takeNodes() -> [NodeElement] {
    var next: [NodeElement] = []
    next.reserveCapacity(nodes.count)
    swap(&next, &nodes)
    return next
  }

  /// Returns the tables of all trees, and forgets them.
  mutating func takeTables() -> LayoutTables {
    var taken = LayoutTables(pixelGrid: builder.tables.pixelGrid)
    swap(&taken, &builder.tables)
    return taken
  }

  /// Returns the tree of all that was written, with the classes of its nodes.
  consuming func finish() -> LayoutTree {
    builder.tables.setTypes(of: nodes)
    return builder.finish()
  }
}

extension LayoutTables {
  mutating func setTypes(of nodes: [NodeElement]) {
    // Often a node has the class of the one before it.
    var (lastType, lastPlace): (DisplayNode.Type, UInt16) = (DisplayNode.self, 0)
    for index in nodes.indices {
      let (element, type) = (nodes[index].element, type(of: nodes[index].node))
      if type == DisplayNode.self || type == TextNode.self && elements[element].kind == .text {
        continue
      }
      if type != lastType { (lastType, lastPlace) = (type, types.place(of: type)) }
      elements[element].type = lastPlace
    }
  }
}
