/// A writer of layout elements into the arena of a tree.
///
/// `LayoutElement.write(to:)` receives it. Only laying out or compiling an element creates one.
public struct LayoutCompiler {
  var builder: LayoutTreeBuilder
  /// The nodes that are expanded during the layout.
  private(set) var deferred: DeferredNodes?
  private(set) var nodes: [NodeElement] = []
  /// The layout for which the tree is compiled, and which changed nodes invalidate; nil if it is only read.
  private let session: LayoutSession?
  /// The node whose spec is compiled; nil for the whole layout.
  let container: DisplayNode?

  init(pixelGrid: PixelGrid, session: LayoutSession? = nil) {
    builder = LayoutTreeBuilder(pixelGrid: pixelGrid)
    self.session = session
    container = session?.container
  }

  mutating func write<Element: LayoutElement>(
    _ content: ElementContent, _ element: Element, children: [any LayoutElement] = []
  ) {
    if content.requiredChildCount == 0 {
      builder.add(content, style: element.style, name: element.debugName)
      return
    }
    builder.begin(content, style: element.style, name: element.debugName)
    for child in children { child.write(to: &self) }
    builder.end()
  }

  /// Writes an element of a user type, and records that type.
  mutating func writeCustom<Element: LayoutElement>(
    _ content: ElementContent, _ element: Element, children: [any LayoutElement] = []
  ) {
    let id = ElementID(builder.elementCount)
    write(content, element, children: children)
    builder.setType(Element.self, of: id)
  }

  /// Writes a node: its content if that does not depend on its size, otherwise a node to be expanded later.
  mutating func write(_ node: DisplayNode) {
    node.lock.lock()
    let (style, name, content) = node.guardedFacts
    // Under the same lock as the reads: whoever changes the node from here on finds the container.
    if session != nil { node.cache.include(in: container) }
    let version = node.cache.version
    node.lock.unlock()
    nodes.append(NodeElement(element: builder.elementCount, node: node, version: version))
    if let content {
      builder.add(content, style: style, name: name)
      return
    }
    if deferred == nil { deferred = DeferredNodes(session: session ?? LayoutSession()) }
    let number = deferred?.add(node) ?? 0
    builder.addDeferredNode(number, style: style, name: name)
  }
}

extension LayoutCompiler {
  /// Returns the tree of all that was written, with the classes of its nodes.
  consuming func finish() -> LayoutTree {
    builder.setTypes(of: nodes)
    return builder.finish()
  }
}

extension LayoutTreeBuilder {
  /// Records the classes of nodes, if their kinds do not tell them.
  mutating func setTypes(of nodes: [NodeElement]) {
    // Often a node has the class of the one before it.
    var (lastType, lastPlace): (DisplayNode.Type, UInt16) = (DisplayNode.self, 0)
    for index in nodes.indices {
      let (element, type) = (nodes[index].element, type(of: nodes[index].node))
      if type == DisplayNode.self || type == TextNode.self && tables.elements[element].kind == .text {
        continue
      }
      if type != lastType { (lastType, lastPlace) = (type, tables.types.place(of: type)) }
      tables.elements[element].type = lastPlace
    }
  }

  /// Adds a node that user code expands during the layout; see `DeferredNodes`.
  mutating func addDeferredNode(_ number: Int, style: Style, name: String?) {
    let id = add(.node, style: intern(style), name: name)
    tables.elements[id.index].kind = .deferredNode
    tables.elements[id.index].payload = UInt32(number)
    tables.elements[id.index].cache = UInt32(tables.cacheCount)
    tables.elements[id.index].flags.remove(.fillsExactRange)
    tables.cacheCount += 1
  }
}
