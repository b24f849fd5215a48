import LayoutSpecs
import LayoutWorkloads

/// A cell as an app writes it by hand, without layout specs: it adds its leaves once, measures their texts, and sets their
/// frames. The yardstick for cells of nodes that return specs.
///
/// One thread at a time uses it, in the widths of its code.
package final class CellByHand: DisplayNode, @unchecked Sendable {
  private let cell: any HandWrittenCell
  private let leaves: [DisplayNode]
  /// The frames of the leaves, once the cell is measured.
  private var frames: [Rect]

  package init(_ cell: any HandWrittenCell) {
    (self.cell, leaves) = (cell, cell.leaves)
    frames = [Rect](repeating: .zero, count: leaves.count)
    super.init()
    for leaf in leaves { addSubnode(leaf) }
  }

  package override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    cell.layOut(width: constrainedSize.width)
    cell.copyLeafFrames(to: &frames)
    return cell.frames[0].size
  }

  package override func layoutDidFinish() {
    for index in leaves.indices { leaves[index].frame = frames[index] }
  }
}

extension NodeWorkload {
  /// Makes the cells by hand; nil if they are not written so.
  package var makeCellByHand: (@Sendable (Int) -> DisplayNode)? {
    guard cellCount > 0, makeHandWrittenLeaves(0) != nil else { return nil }
    return { makeHandWrittenLeaves($0).map(CellByHand.init)! }
  }
}
