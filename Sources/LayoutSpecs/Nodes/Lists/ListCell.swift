/// The cell of one item. Its variables are guarded by the list's lock.
final class ListCell: @unchecked Sendable {
  let node: DisplayNode
  /// The index of the cell's item; nil if the item is not in the list, or not yet.
  var index: Int?
  /// True if the list has the node's present height.
  var isCurrent = false
  /// True if the list has a height of the node, and not an estimated one.
  var hasHeight = false

  init(_ node: DisplayNode) {
    self.node = node
  }
}
