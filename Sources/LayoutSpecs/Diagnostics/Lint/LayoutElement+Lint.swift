extension LayoutElement {
  /// Looks for what most likely is not meant in the element and all that it holds; see `LayoutTree.lint(in:elementName:)`.
  ///
  /// Nodes are expanded as `layoutThatFits(_:)` does, so user code runs. A node that lies in the tree twice is a finding, and not
  /// a failed precondition.
  ///
  /// - Parameters:
  ///   - range: The sizes that the element may take.
  ///   - pixelGrid: The pixels that sizes are rounded to. Default: one pixel a point.
  /// - Returns: The findings, by element in pre-order: ids of the tree that `layoutThatFits(_:)` gives in this range.
  public func lint(in range: SizeRange, pixelGrid: PixelGrid = PixelGrid()) -> [LintFinding] {
    let (tree, nodeIDs) = CompiledElement(self, pixelGrid: pixelGrid).expanded(in: range.checked)
    var places: [NodeID: ElementID] = [:]
    var firstPlaces: [ElementID: ElementID] = [:]
    for (element, node) in nodeIDs {
      let id = ElementID(element)
      if let first = places[node] { firstPlaces[id] = first } else { places[node] = id }
    }
    return tree.lint(in: range, elementName: nil, firstPlaces: firstPlaces)
  }
}

extension CompiledElement {
  /// The tree with its nodes expanded to what they hold in this range, and which element each node is.
  fileprivate func expanded(in range: SizeRange) -> (LayoutTree, [(element: Int, node: NodeID)]) {
    guard nodes != nil else { return (tree, nodeIDs) }
    var context = LayoutContext()
    context.prepare(for: tree)
    _ = context.run(tree, in: range, parentSize: range.max, nodes: nodes)
    var splice = LayoutSplice(pixelGrid: tree.pixelGrid)
    splice.append(self, frames: context.copyFrames())
    return (splice.builder.finish(), splice.nodeIDs)
  }
}
