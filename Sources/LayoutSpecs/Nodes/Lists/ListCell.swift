/// The cell of one item. Its variables are guarded by the list's lock.
final class ListCell: @unchecked Sendable {
  let node: DisplayNode
  /// The index of its item; nil if that is not in the list, or not yet.
  var index: Int?
  /// True if the list has the height of the node as it is.
  var isCurrent = false
  /// True if the list has a height of the node, and not an estimated one.
  var hasHeight = false

  init(_ node: DisplayNode) {
    self.node = node
  }
}
