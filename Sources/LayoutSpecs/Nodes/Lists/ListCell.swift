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

/// The cells that were measured in one layout of a list, which keeps them.
typealias MeasuredCells = [ObjectIdentifier: ListCell]

/// The cells in a part of a list at one moment, all of them measured.
struct ListPart {
  let indices: Range<Int>
  let frames: [(node: DisplayNode, frame: Rect)]
}

/// One item of a list at one moment.
struct ListStep<Item> {
  let index: Int
  let item: Item
  let cell: ListCell?
  let revision: Int
}

extension LayoutList.State {
  func step(at index: Int) -> ListStep<Item> {
    ListStep(index: index, item: items[index], cell: cells[index], revision: revision)
  }

  /// Returns the first item from an index on that reaches into a part of the list, or would if its cell were
  /// higher; except those whose cells are passed over.
  func step(
    from index: Int, _ top: Double, _ bottom: Double, passing isPassed: (ListCell) -> Bool
  ) -> ListStep<Item>? {
    let range = heights.indices(touching: top, to: bottom)
    let first = max(index, range.lowerBound)
    guard first < range.upperBound else { return nil }
    return (first..<range.upperBound).first { cells[$0].map(isPassed) != true }.map { step(at: $0) }
  }
}

extension SubnodeChanges {
  /// The index in the old list of each element of the new one; nil for those that were inserted.
  var origins: [Int?] {
    var stays = [Bool](repeating: true, count: oldCount)
    for removal in removals { stays[removal.index] = false }
    var origins = [Int?](repeating: nil, count: newCount)
    var arrives = [Bool](repeating: false, count: newCount)
    for insertion in insertions { arrives[insertion.index] = true }
    for move in moves {
      stays[move.from] = false
      arrives[move.to] = true
      origins[move.to] = move.from
    }
    var staying = stays.indices.lazy.filter { stays[$0] }.makeIterator()
    for index in origins.indices where !arrives[index] { origins[index] = staying.next() }
    return origins
  }
}
