/// A node's content in one size range: the spec that it returned, laid out. It is immutable, and nodes keep
/// it from one layout to the next.
final class NodeExpansion: Sendable {
  let range: SizeRange
  let pixelGrid: PixelGrid
  let size: Size
  /// The spec and its frames; nil if the node has none and measures itself.
  let content: LaidOutElement?

  init(range: SizeRange, pixelGrid: PixelGrid, size: Size, content: LaidOutElement?) {
    self.range = range
    self.pixelGrid = pixelGrid
    self.size = size
    self.content = content
  }
}

/// A compiled element, its frames, and the expansions of its nodes.
struct LaidOutElement: Sendable {
  let tree: LayoutTree
  let frames: [Rect]
  /// The nodes and their elements, in pre-order.
  let nodes: [NodeElement]
  /// The expansions of the deferred nodes, by the payload of their element; nil if one got no layout.
  let expansions: [NodeExpansion?]
  /// The answers of deferred nodes in other than the final range, or without a spec; also by payload.
  let otherAnswers: [Int: [NodeAnswer]]
}

/// A node and its element in a tree.
struct NodeElement: Sendable {
  var element: Int
  let node: DisplayNode
  /// The node's version when it was written into the tree.
  let version: UInt64
  /// The range in which the node was expanded; nil if it was not.
  var range: SizeRange?
}

/// One layout from its root to its last node: the state that all nodes expanded on the way share.
///
/// It belongs to the thread of the layout.
final class LayoutSession {
  /// The flag that cancels the layout; nil if nobody can.
  let cancellation: BackgroundLayout?
  /// The nodes that are being expanded, outermost first.
  private var path: [DisplayNode] = []
  /// Contexts that no expansion is using.
  private var idleContexts: [ContextBox] = []

  private final class ContextBox {
    var context = LayoutContext()
  }

  init(cancellation: BackgroundLayout? = nil) {
    self.cancellation = cancellation
  }

  /// The node whose spec is being compiled; nil at the root.
  var container: DisplayNode? { path.last }

  /// Returns the node's content in this range: a kept expansion, or a new one.
  func expand(_ node: DisplayNode, in range: SizeRange, _ pixelGrid: PixelGrid) -> NodeExpansion {
    // A cancelled layout's result is discarded, so no more user code is run for it.
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
      let constraint = LayoutConstraint(range: range, parentSize: range.max, pixelGrid: pixelGrid)
      let (size, content) = layOut(spec, in: constraint)
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
    _ element: any LayoutElement, in constraint: LayoutConstraint
  ) -> (size: Size, content: LaidOutElement) {
    var compiler = LayoutCompiler(pixelGrid: constraint.pixelGrid, session: self)
    element.write(to: &compiler)
    let (deferred, nodes) = (compiler.deferred, compiler.nodes)
    // If the tree becomes part of another, the types are recorded there.
    let isWhole = deferred == nil && container == nil
    let tree = isWhole ? compiler.finish() : compiler.builder.finish()
    let box = idleContexts.popLast() ?? ContextBox()
    box.context.prepare(for: tree)
    let size = box.context.run(tree, in: constraint.range, parentSize: constraint.parentSize, nodes: deferred)
    let frames = box.context.copyFrames()
    idleContexts.append(box)
    return (
      size,
      LaidOutElement(
        tree: tree, frames: frames, nodes: nodes, expansions: deferred?.settled ?? [],
        otherAnswers: deferred?.otherAnswers ?? [:])
    )
  }
}

/// Joins a tree and the expansions of its nodes into one tree in pre-order.
struct LayoutAssembly {
  private var builder: LayoutTreeBuilder
  private var frames: [Rect] = []
  private var nodes: [NodeElement] = []
  private var nodeAnswers = NodeAnswers()

  /// Returns one tree of the element and all expansions, its frames and nodes, and the nodes' answers whose
  /// specs are not part of it.
  ///
  /// - Complexity: linear in the number of elements.
  static func layout(
    of element: LaidOutElement
  ) -> (tree: LayoutTree, frames: [Rect], nodes: [NodeElement], nodeAnswers: NodeAnswers) {
    if element.expansions.isEmpty { return (element.tree, element.frames, element.nodes, NodeAnswers()) }
    var assembly = LayoutAssembly(pixelGrid: element.tree.pixelGrid)
    assembly.append(element)
    assembly.builder.setTypes(of: assembly.nodes)
    return (assembly.builder.finish(), assembly.frames, assembly.nodes, assembly.nodeAnswers)
  }

  /// Returns the element in its constraint as a layout, with its nodes.
  ///
  /// - Precondition: no node occurs twice in it.
  static func layout(
    of element: LaidOutElement, in constraint: LayoutConstraint
  ) -> (layout: Layout, nodes: [NodeElement]) {
    let (tree, frames, nodes, nodeAnswers) = layout(of: element)
    let layout = Layout(
      tree: tree, frames: frames, in: constraint, nodes: nodes.map { ($0.element, $0.node.id) },
      nodeAnswers: nodeAnswers)
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
    let tree = element.tree
    var openEnds: [Int] = []
    var unplaced = element.nodes[...]
    for index in 0..<element.tree.elementCount {
      while let end = openEnds.last, end == index {
        builder.end()
        openEnds.removeLast()
      }
      let id = ElementID(index)
      let record = tree.tables.elements[index]
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
      let content = tree.content(of: id)
      let style = tree.style(of: id)
      let name = tree.name(of: id)
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
      if let type = tree.notedType(of: id) { builder.setType(type, of: place) }
    }
    for _ in openEnds { builder.end() }
  }
}

extension ArraySlice {
  /// Removes and returns the first element if it is the wanted one.
  fileprivate mutating func popFirst(where isWanted: (Element) -> Bool) -> Element? {
    first.map(isWanted) == true ? popFirst() : nil
  }
}
