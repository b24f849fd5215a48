import LayoutSpecs

/// A cell whose leaves get their frames from a solver of constraints, in a system of its own, as with Auto Layout.
///
/// One thread at a time uses it, in one width.
package final class CellByConstraints: CellByHand, @unchecked Sendable {
  private let tree: LayoutTree
  private let leafIDs: [ElementID]
  private let solve: () -> [Rect]

  /// Creates a cell.
  ///
  /// - Parameters:
  ///   - tree: The cell's elements.
  ///   - solve: Measures the texts and solves the constraints. Returns each element's frame relative to its parent.
  package init(_ tree: LayoutTree, solve: @escaping () -> [Rect]) {
    self.tree = tree
    self.solve = solve
    let leafIDs = tree.elementIDs.filter { tree.isNode($0) && tree.subtree(of: $0).count == 1 }
    self.leafIDs = leafIDs
    super.init(CellByConstraints.leaves(leafIDs, of: tree))
  }

  private static func leaves(_ leafIDs: [ElementID], of tree: LayoutTree) -> [DisplayNode] {
    leafIDs.map { id in
      switch tree.content(of: id) {
      case .text(let text): TextNode(text.string)
      case .sizedNode(let size): ImageNode(imageSize: size)
      default: DisplayNode()
      }
    }
  }

  package override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    var solved = solve()
    // Parents come before their children, whose frames are relative to them.
    for id in tree.elementIDs.dropFirst() {
      let parent = solved[tree.parent(of: id).index].origin
      solved[id.index].origin.x += parent.x
      solved[id.index].origin.y += parent.y
    }
    for (place, id) in leafIDs.enumerated() { frames[place] = solved[id.index] }
    return solved[0].size
  }
}
