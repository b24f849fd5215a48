/// Writes layout elements into the arena of a tree: the front door into the engine.
///
/// Elements meet it in `LayoutElement.write(to:)`. It is made by laying an element out or by compiling it, and not
/// otherwise.
public struct LayoutCompiler {
  var builder: LayoutTreeBuilder
  /// The nodes that are to be expanded while the tree is laid out.
  private(set) var deferred: DeferredNodes?
  /// Which element each node is.
  private(set) var nodes: [NodeElement] = []
  /// The layout that the tree is compiled for, whose nodes have to tell when they change; nil where the tree is only looked at.
  private let session: LayoutSession?
  /// The node whose spec is compiled; nil where it is the whole of what is laid out.
  let container: DisplayNode?

  init(pixelGrid: PixelGrid, session: LayoutSession? = nil) {
    builder = LayoutTreeBuilder(pixelGrid: pixelGrid)
    self.session = session
    container = session?.container
  }

  /// Writes an element and its children.
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

  /// Writes an element of a type of the user's, likewise, and notes that type.
  mutating func writeCustom<Element: LayoutElement>(
    _ content: ElementContent, _ element: Element, children: [any LayoutElement] = []
  ) {
    let id = ElementID(builder.elementCount)
    write(content, element, children: children)
    builder.setType(Element.self, of: id)
  }

  /// Writes a node: as what it is where that does not depend on the size it gets, else to be expanded later.
  mutating func write(_ node: DisplayNode) {
    node.lock.lock()
    let (style, name, content) = node.guardedFacts
    // Noted together with what was read: whoever changes it from here on finds the container.
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
  /// The tree of all that was written, with the classes of its nodes.
  consuming func finish() -> LayoutTree {
    builder.setTypes(of: nodes)
    return builder.finish()
  }
}

/// An element, compiled.
struct CompiledElement {
  let tree: LayoutTree
  /// The nodes that are to be expanded while the tree is laid out; nil where there are none.
  let deferred: DeferredNodes?
  /// Which element each node is, in pre-order.
  let nodes: [NodeElement]

  init(_ element: any LayoutElement, pixelGrid: PixelGrid, session: LayoutSession) {
    var compiler = LayoutCompiler(pixelGrid: pixelGrid, session: session)
    element.write(to: &compiler)
    deferred = compiler.deferred
    nodes = compiler.nodes
    // What becomes part of another tree is noted there.
    let isWhole = deferred == nil && compiler.container == nil
    tree = isWhole ? compiler.finish() : compiler.builder.finish()
  }
}
