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
  /// - Precondition: no node lies within itself.
  public func lint(in range: SizeRange, pixelGrid: PixelGrid = PixelGrid()) -> [LintFinding] {
    let (_, element) = LayoutSession().layOut(self, in: range.checked, parentSize: range.max, pixelGrid)
    let (tree, _, nodes, _) = LayoutSplice.layout(of: element)
    var places: [NodeID: ElementID] = [:]
    var firstPlaces: [ElementID: ElementID] = [:]
    for node in nodes {
      let id = ElementID(node.element)
      if let first = places[node.node.id] { firstPlaces[id] = first } else { places[node.node.id] = id }
    }
    return tree.lint(in: range, elementName: nil, firstPlaces: firstPlaces)
  }
}
