/// The cell of one item. Its variables are guarded by the list's lock. Its own lock is held by the worker that measures
/// the cell, so that others can wait for it: see `LayoutList.measure(_:)`.
package final class ListCell: @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  let node: DisplayNode
  let kind: ListRow.Kind
  /// The node, if it is a `CellNode`.
  unowned(unsafe) let cellNode: CellNode?
  /// The leaf with the cell's row; nil if its item is not in the list, or not yet.
  @exclusivity(unchecked) unowned(unsafe) var leaf: RowTree.Node?
  /// The version of the list's width and traits in which it has the node's present height; nil if the node has
  /// changed.
  @exclusivity(unchecked) var version: Int?
  /// The version of the list's traits of which the node was told.
  @exclusivity(unchecked) var traitsVersion = 0
  /// The version in which a worker has measured the node, or measures it; nil if the node has changed.
  @exclusivity(unchecked) var preparedVersion: Int?
  /// The height that the worker found, in pixels.
  @exclusivity(unchecked) var preparedHeight: Int64?
  /// The last layout of the list after which a worker has begun with the cell: it does so once after each.
  @exclusivity(unchecked) var preparedRound = -1
  /// The state of the thread that measures the cell ahead; nil if none does.
  @exclusivity(unchecked) var worker: UnsafeMutableRawPointer?
  /// True if the cell is one of the list's `visibleNodes`.
  @exclusivity(unchecked) var isShown = false
  /// The place among the list's cells.
  @exclusivity(unchecked) var place = 0
  /// True while the node is told of traits, so that it needs no layout before it comes into view.
  @exclusivity(unchecked) var isQuiet = false

  package init(_ node: DisplayNode, _ kind: ListRow.Kind = .item) {
    self.node = node
    self.kind = kind
    cellNode = node as? CellNode
  }

  /// Forgets the row, after it was removed.
  package func leave() { leaf = nil }
}
