/// What a node holds in one size range: the spec that it returned for it, laid out. It never changes, and nodes keep it from one layout to
/// the next.
final class NodeExpansion: Sendable {
  let range: SizeRange
  let pixelGrid: PixelGrid
  let size: Size
  /// The spec and its frames; nil where the node has none and measures itself.
  let content: LaidOutElement?

  init(range: SizeRange, pixelGrid: PixelGrid, size: Size, content: LaidOutElement?) {
    self.range = range
    self.pixelGrid = pixelGrid
    self.size = size
    self.content = content
  }
}

/// A compiled element and its frames, with what its nodes were expanded to.
struct LaidOutElement: Sendable {
  let tree: LayoutTree
  let frames: [Rect]
  /// Which element each node is, in pre-order.
  let nodes: [NodeElement]
  /// What the nodes hold that were expanded, by the payload of their element; nil where one got no layout.
  let expansions: [NodeExpansion?]
  /// What the nodes answered in ranges that did not count, or where their spec does not say it; likewise.
  let otherAnswers: [Int: [NodeAnswer]]
}

/// A node, and the element that it is in a tree.
struct NodeElement: Sendable {
  var element: Int
  let node: DisplayNode
  /// How often the node had been invalidated when it was written into the tree.
  let version: UInt64
  /// The sizes that the node could take, where it was asked what it holds in them.
  var range: SizeRange?
}

/// One layout from its root to its last node: what is the same for all the nodes that are expanded on the way.
///
/// It belongs to the thread that lays out.
final class LayoutSession {
  /// Whether somebody no longer wants the result; nil where nobody can say so.
  let cancellation: LayoutCancellation?
  /// Nodes that are being expanded, outermost first.
  private var path: [DisplayNode] = []
  /// Scratch that no expansion uses at the moment.
  private var idleContexts: [ContextBox] = []

  private final class ContextBox {
    var context = LayoutContext()
  }

  init(cancellation: LayoutCancellation? = nil) {
    self.cancellation = cancellation
  }

  /// The node whose spec is being compiled; nil at the root.
  var container: DisplayNode? { path.last }

  /// What the node holds in this range: what it keeps of an earlier layout, or what it says now.
  func expand(_ node: DisplayNode, in range: SizeRange, _ pixelGrid: PixelGrid) -> NodeExpansion {
    // What comes of a layout that nobody wants is thrown away, so the node is not asked any more.
    if cancellation?.isCancelled == true {
      return NodeExpansion(range: range, pixelGrid: pixelGrid, size: range.min, content: nil)
    }
    let (known, version) = node.lock.withLock {
      (node.cache.expansion(in: range, pixelGrid), node.cache.version)
    }
    if let known { return known }
    precondition(
      !path.contains { $0 === node },
      "A node lies within itself: \((path + [node]).map(\.asciiArtName).joined(separator: " > "))")
    path.append(node)
    defer { path.removeLast() }
    let expansion: NodeExpansion
    if let spec = node.specThatFits(range) {
      let (size, content) = layOut(spec, in: range, parentSize: range.max, pixelGrid)
      expansion = NodeExpansion(range: range, pixelGrid: pixelGrid, size: size, content: content)
    } else {
      let size = range.clamp(node.calculateSizeThatFits(range.max).orZeroWhereUndefined)
      expansion = NodeExpansion(range: range, pixelGrid: pixelGrid, size: size, content: nil)
    }
    if cancellation?.isCancelled != true {
      let dropped = node.lock.withLock { node.cache.keep(expansion, version: version) }
      withExtendedLifetime(dropped) {}
    }
    return expansion
  }

  /// Compiles an element and lays it out.
  func layOut(
    _ element: any LayoutElement, in range: SizeRange, parentSize: Size, _ pixelGrid: PixelGrid
  ) -> (size: Size, LaidOutElement) {
    let compiled = CompiledElement(element, pixelGrid: pixelGrid, session: self)
    let box = idleContexts.popLast() ?? ContextBox()
    box.context.prepare(for: compiled.tree)
    let size = box.context.run(compiled.tree, in: range, parentSize: parentSize, nodes: compiled.deferred)
    let frames = box.context.copyFrames()
    idleContexts.append(box)
    return (
      size,
      LaidOutElement(
        tree: compiled.tree, frames: frames, nodes: compiled.nodes,
        expansions: compiled.deferred?.settled ?? [],
        otherAnswers: compiled.deferred?.otherAnswers ?? [:])
    )
  }
}
