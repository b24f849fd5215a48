/// The cell of one item. Its variables are guarded by the list's lock.
package final class ListCell: @unchecked Sendable {
  let node: DisplayNode
  /// The leaf with the cell's row; nil if its item is not in the list, or not yet.
  unowned(unsafe) var leaf: RowTree.Node?
  /// The version of the list's width and traits in which it has the node's present height; nil if the node has
  /// changed.
  var version: Int?
  /// The version of the list's traits of which the node was told.
  var traitsVersion = 0
  /// True while the node is told of traits, so that it needs no layout before it comes into view.
  var isQuiet = false

  package init(_ node: DisplayNode) {
    self.node = node
  }

  /// Forgets the row, after it was removed.
  package func leave() { leaf = nil }
}
