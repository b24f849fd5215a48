/// The nodes of a tree that are expanded while it is laid out, because what they hold depends on the size they get.
///
/// Each keeps what it was expanded to, by the range that it was asked for, for the length of one layout.
final class DeferredNodes {
  private var entries: [Entry] = []

  private struct Entry {
    let node: DisplayNode
    var expansions: [NodeExpansion] = []
    /// What the node holds in the range that counts; nil where it got no layout.
    var settled: NodeExpansion?
  }

  /// Takes a node in, and returns its number.
  func add(_ node: DisplayNode) -> Int {
    entries.append(Entry(node: node))
    return entries.count - 1
  }

  /// The node's size in this range, in points.
  func measure(_ number: Int, in range: SizeRange, _ pixelGrid: PixelGrid) -> Size {
    expansion(number, in: range, pixelGrid).size
  }

  /// Notes that this range is the one that counts.
  func settle(_ number: Int, in range: SizeRange, _ pixelGrid: PixelGrid) {
    entries[number].settled = expansion(number, in: range, pixelGrid)
  }

  /// What the node holds in the end; nil where it got no layout.
  func settled(_ number: Int) -> NodeExpansion? {
    entries[number].settled
  }

  private func expansion(_ number: Int, in range: SizeRange, _ pixelGrid: PixelGrid) -> NodeExpansion {
    if let known = entries[number].expansions.first(where: { $0.range == range }) { return known }
    let expansion = NodeExpansion(entries[number].node, in: range, pixelGrid)
    entries[number].expansions.append(expansion)
    return expansion
  }
}

/// What a node holds in one size range: the spec that it returned for it, laid out.
final class NodeExpansion {
  let range: SizeRange
  let size: Size
  /// The spec and its frames; nil where the node has none and measures itself.
  let content: (element: CompiledElement, frames: [Rect])?

  init(_ node: DisplayNode, in range: SizeRange, _ pixelGrid: PixelGrid) {
    self.range = range
    guard let spec = node.layoutSpecThatFits(range) else {
      size = range.clamp(node.calculateSizeThatFits(range.max).orZeroWhereUndefined)
      content = nil
      return
    }
    let element = CompiledElement(spec, pixelGrid: pixelGrid)
    var context = LayoutContext()
    context.prepare(for: element.tree)
    size = context.run(element.tree, in: range, parentSize: range.max, nodes: element.nodes)
    content = (element, context.copyFrames())
  }
}

/// Puts a tree and what its nodes were expanded to together, into one tree in pre-order.
struct LayoutSplice {
  var builder: LayoutTreeBuilder
  var frames: [Rect] = []
  var nodeIDs: [(element: Int, node: NodeID)] = []

  init(pixelGrid: PixelGrid) {
    builder = LayoutTreeBuilder(pixelGrid: pixelGrid)
  }

  /// Appends an element and everything below it.
  mutating func append(_ element: CompiledElement, frames elementFrames: [Rect]) {
    guard let nodes = element.nodes else {
      nodeIDs += element.nodeIDs.map { (builder.elementCount + $0.element, $0.node) }
      frames += elementFrames
      builder.add(element.tree)
      return
    }
    let tree = element.tree.tablesPointer
    var openEnds: [Int] = []
    var ids = element.nodeIDs[...]
    for index in 0..<element.tree.elementCount {
      while let end = openEnds.last, end == index {
        builder.end()
        openEnds.removeLast()
      }
      if let next = ids.first, next.element == index {
        nodeIDs.append((builder.elementCount, next.node))
        ids.removeFirst()
      }
      frames.append(elementFrames[index])
      let id = ElementID(index)
      let record = tree.pointee.elements[index]
      let content = tree.pointee.content(of: id)
      let style = tree.pointee.style(of: id)
      let name = tree.pointee.name(of: id)
      if record.kind == .deferredNode, let expanded = nodes.settled(Int(record.payload))?.content {
        builder.begin(.compositeNode, style: style, name: name)
        append(expanded.element, frames: expanded.frames)
        builder.end()
      } else if record.kind.isLeaf {
        builder.add(content, style: style, name: name)
      } else {
        builder.begin(content, style: style, name: name)
        openEnds.append(Int(record.end))
      }
    }
    for _ in openEnds { builder.end() }
    withExtendedLifetime(element) {}
  }
}
