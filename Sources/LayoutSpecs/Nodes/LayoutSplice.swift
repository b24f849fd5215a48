/// Puts a tree and what its nodes were expanded to together, into one tree in pre-order.
struct LayoutSplice {
  private var builder: LayoutTreeBuilder
  private var frames: [Rect] = []
  private var nodes: [NodeElement] = []

  /// One tree of all that was laid out, its frames, and which element each node is.
  ///
  /// - Complexity: linear in the number of elements.
  static func layout(of element: LaidOutElement) -> (tree: LayoutTree, frames: [Rect], nodes: [NodeElement]) {
    if element.expansions.isEmpty { return (element.tree, element.frames, element.nodes) }
    var splice = LayoutSplice(pixelGrid: element.tree.pixelGrid)
    splice.append(element)
    return (splice.builder.finish(), splice.frames, splice.nodes)
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
      frames.append(element.frames[index])
      let content = tree.pointee.content(of: id)
      let style = tree.pointee.style(of: id)
      let name = tree.pointee.name(of: id)
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
