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
