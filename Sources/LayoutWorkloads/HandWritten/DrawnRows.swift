import LayoutSpecs

/// Rows that differ in what they hold, as an app has them: a node for each.
struct DrawnRows: NodeWorkload {
  let rows: [DrawnRow]

  var cellCount: Int { rows.count }

  func makeCell(_ index: Int) -> DisplayNode { RowNode(rows[index]) }

  func makeHandWritten(_ cell: DisplayNode) -> (any HandWrittenCell)? {
    (cell as? RowNode).map { HandWrittenRow($0.row, $0.leaves) }
  }

  func makeHandWrittenLeaves(_ index: Int) -> (any HandWrittenCell)? {
    HandWrittenRow(rows[index], rows[index].makeLeaves())
  }
}

/// One row.
private final class RowNode: DisplayNode, @unchecked Sendable {
  let row: DrawnRow
  let leaves: [DisplayNode]

  init(_ row: DrawnRow) { (self.row, leaves) = (row, row.makeLeaves()) }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? { row.spec(leaves) }
}

/// A row by the code that was drawn with it.
private final class HandWrittenRow: HandWrittenCell {
  private let row: DrawnRow
  let leaves: [DisplayNode]
  private(set) var frames: [Rect]
  private var lines = WrappingText()

  init(_ row: DrawnRow, _ leaves: [DisplayNode]) {
    (self.row, self.leaves) = (row, leaves)
    frames = [Rect](repeating: .zero, count: leaves.count + 1)
  }

  func layOut(width: Double) {
    let height = row.layOut(leaves, width, &lines, &frames)
    frames[0] = Rect(x: 0, y: 0, width: width, height: height)
  }
}
