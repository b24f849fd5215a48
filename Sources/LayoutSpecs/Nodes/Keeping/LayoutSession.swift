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

/// Puts a tree and what its nodes were expanded to together, into one tree in pre-order.
struct LayoutSplice {
  private var builder: LayoutTreeBuilder
  private var frames: [Rect] = []
  private var nodes: [NodeElement] = []
  private var nodeAnswers = NodeAnswers()

  /// One tree of all that was laid out, its frames, which element each node is, and what nodes answered whose specs are not part of it.
  ///
  /// - Complexity: linear in the number of elements.
  static func layout(
    of element: LaidOutElement
  ) -> (tree: LayoutTree, frames: [Rect], nodes: [NodeElement], nodeAnswers: NodeAnswers) {
    if element.expansions.isEmpty { return (element.tree, element.frames, element.nodes, NodeAnswers()) }
    var splice = LayoutSplice(pixelGrid: element.tree.pixelGrid)
    splice.append(element)
    splice.builder.setTypes(of: splice.nodes)
    return (splice.builder.finish(), splice.frames, splice.nodes, splice.nodeAnswers)
  }

  /// The same as a layout, with which element each node is.
  ///
  /// - Parameter constraint: What the element was laid out in.
  /// - Precondition: no node lies twice in it.
  static func layout(
    of element: LaidOutElement, in constraint: LayoutConstraint
  ) -> (layout: Layout, nodes: [NodeElement]) {
    let (tree, frames, nodes, nodeAnswers) = layout(of: element)
    let layout = Layout(tree: tree, frames: frames, in: constraint, nodes: nodes, nodeAnswers: nodeAnswers)
    return (layout, nodes)
  }

  private init(pixelGrid: PixelGrid) {
    builder = LayoutTreeBuilder(pixelGrid: pixelGrid)
  }

  /// Appends an element and everything below it.
  private mutating func append(_ element: LaidOutElement) {
    guard !element.expansions.isEmpty else {
      let base = builder.elementCount
      for var node in element.nodes {
        node.element += base
        nodes.append(node)
      }
      frames += element.frames
      builder.add(element.tree)
      return
    }
    let tree = element.tree.tablesPointer
    var openEnds: [Int] = []
    var unplaced = element.nodes[...]
    for index in 0..<element.tree.elementCount {
      while let end = openEnds.last, end == index {
        builder.end()
        openEnds.removeLast()
      }
      let id = ElementID(index)
      let record = tree.pointee.elements[index]
      let expansion = record.kind == .deferredNode ? element.expansions[Int(record.payload)] : nil
      if var next = unplaced.popFirst(where: { $0.element == index }) {
        next.element = builder.elementCount
        next.range = expansion?.range
        nodes.append(next)
      }
      if record.kind == .deferredNode, let answers = element.otherAnswers[Int(record.payload)] {
        nodeAnswers.add(answers, of: builder.elementCount)
      }
      frames.append(element.frames[index])
      let content = tree.pointee.content(of: id)
      let style = tree.pointee.style(of: id)
      let name = tree.pointee.name(of: id)
      let place = ElementID(builder.elementCount)
      if let expanded = expansion?.content {
        builder.begin(.compositeNode, style: style, name: name)
        append(expanded)
        builder.end()
      } else if record.kind.isLeaf {
        builder.add(content, style: style, name: name)
      } else {
        builder.begin(content, style: style, name: name)
        openEnds.append(Int(record.end))
      }
      if record.type != 0, let type = tree.pointee.type(of: id) { builder.setType(type, of: place) }
    }
    for _ in openEnds { builder.end() }
    withExtendedLifetime(element) {}
  }
}

extension ArraySlice {
  /// Takes the first element off where it is the one that is looked for.
  fileprivate mutating func popFirst(where isWanted: (Element) -> Bool) -> Element? {
    first.map(isWanted) == true ? popFirst() : nil
  }
}
