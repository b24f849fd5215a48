/// The cell of one item. Its variables are guarded by the list's lock.
package final class ListCell: @unchecked Sendable {
  let node: DisplayNode
  /// The leaf with the cell's row; nil if its item is not in the list, or not yet.
  unowned(unsafe) var leaf: RowTree.Node?
  /// True if the list has the node's present height.
  var isCurrent = false

  package init(_ node: DisplayNode) {
    self.node = node
  }

  /// Forgets the row, after it was removed.
  package func leave() { leaf = nil }
}
