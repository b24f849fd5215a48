import LayoutSpecs

/// A workload as an app has it: what is to be shown is there, and nodes are made that show it, each with a `layoutSpecThatFits(_:)` of its own.
///
/// The root and each cell are nodes. In the compiled workload they are the specs that these nodes return, so the nodes' layout has an element more
/// for each of them.
public protocol NodeWorkload: Sendable {
  /// New nodes that show the workload. The node that is returned holds the cells.
  func makeNodes() -> DisplayNode
}

extension NodeWorkload {
  /// The frames of a layout of the nodes, in the order of the compiled workload: a cell's spec fills its node, so the two have one frame.
  ///
  /// - Complexity: linear in the number of elements.
  public func frames(of layout: Layout) -> [Rect?] {
    let tree = layout.tree
    guard let list = Array(tree.children(of: tree.root)).first else { return [] }
    var frames = [layout.frame(of: tree.root)]
    for cell in tree.children(of: list) {
      frames.append(layout.frame(of: cell))
      // What follows the cell and its spec.
      for index in tree.subtree(of: cell).dropFirst(2) {
        frames.append(layout.frame(of: ElementID(index)))
      }
    }
    return frames
  }
}

/// A node that shows others below each other.
final class CellListNode: DisplayNode, @unchecked Sendable {
  private let cells: [DisplayNode]

  init(_ cells: [DisplayNode]) {
    self.cells = cells
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(direction: .vertical, children: cells)
  }
}
