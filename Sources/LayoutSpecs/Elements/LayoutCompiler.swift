/// Writes layout elements into the arena of a tree: the front door into the engine.
///
/// Elements meet it in `LayoutElement.write(to:)`. It is made by laying an element out or by compiling it, and not
/// otherwise.
public struct LayoutCompiler {
  var builder: LayoutTreeBuilder
  var nodes: DeferredNodes?
  /// Which node each element of the tree is, where it is one.
  var nodeIDs: [(element: Int, node: NodeID)] = []
  /// The types that the elements were written from, where somebody wants to show them.
  var typeNames: [String]?

  init(pixelGrid: PixelGrid) {
    builder = LayoutTreeBuilder(pixelGrid: pixelGrid)
  }

  /// Writes an element and its children.
  mutating func write<Element: LayoutElement>(
    _ content: ElementContent, _ element: Element, children: [any LayoutElement] = []
  ) {
    typeNames?.append("\(type(of: element))")
    if content.requiredChildCount == 0 {
      builder.add(content, style: element.style, name: element.debugName)
      return
    }
    builder.begin(content, style: element.style, name: element.debugName)
    for child in children { child.write(to: &self) }
    builder.end()
  }

  /// Writes a node: as what it is where that does not depend on the size it gets, else to be expanded later.
  mutating func write(_ node: DisplayNode) {
    nodeIDs.append((builder.elementCount, node.id))
    if let content = node.leafContent {
      write(content, node)
      return
    }
    typeNames?.append("\(type(of: node))")
    if nodes == nil { nodes = DeferredNodes() }
    let number = nodes?.add(node) ?? 0
    builder.addDeferredNode(number, style: node.style, name: node.debugName)
  }
}

/// An element, compiled.
struct CompiledElement {
  let tree: LayoutTree
  let nodes: DeferredNodes?
  let nodeIDs: [(element: Int, node: NodeID)]

  init(_ element: any LayoutElement, pixelGrid: PixelGrid) {
    var compiler = LayoutCompiler(pixelGrid: pixelGrid)
    element.write(to: &compiler)
    nodes = compiler.nodes
    nodeIDs = compiler.nodeIDs
    tree = compiler.builder.finish()
  }

  /// Lays the element out, with the nodes that it turns out to hold.
  func layout(in range: SizeRange, parentSize: Size) -> Layout {
    var context = LayoutContext()
    context.prepare(for: tree)
    _ = context.run(tree, in: range, parentSize: parentSize, nodes: nodes)
    guard nodes != nil else { return Layout(tree: tree, frames: context.copyFrames(), nodeIDs: nodeIDs) }
    var splice = LayoutSplice(pixelGrid: tree.pixelGrid)
    splice.append(self, frames: context.copyFrames())
    return Layout(tree: splice.builder.finish(), frames: splice.frames, nodeIDs: splice.nodeIDs)
  }
}
