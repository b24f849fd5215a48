/// The items of a list by slot; see `ItemSlots`. Guarded by the list's lock.
struct ListItems<Item: Hashable & Sendable> {
  var slots = ItemSlots()
  /// The items as they were set, and those that were inserted since. One that was removed stays until `order`.
  private(set) var base: [Item] = []
  private var added: [Item] = []
  /// Returns what an item is in a section; nil if there are only items.
  private let kind: ((Item) -> ListRow.Kind)?
  /// The items that edits have removed, to be released without the lock, because this may run user code.
  var dropped: [[Item]] = []

  init(kind: ((Item) -> ListRow.Kind)?) { self.kind = kind }

  subscript(slot: Int32) -> Item {
    Int(slot) < base.count ? base[Int(slot)] : added[Int(slot) - base.count]
  }

  /// Replaces the rows in a range by rows of new items.
  ///
  /// - Parameter keepsHeights: True if new rows count with the heights of those whose places they take. Default: false.
  mutating func replace(
    _ range: Range<Int>, with items: [Item], _ hashes: [Int], keepsHeights: Bool = false,
    in state: inout ListState
  ) {
    precondition(
      0 <= range.lowerBound && range.upperBound <= state.rows.count,
      "The list has \(state.rows.count) items, and not all of \(range)")
    added += items
    state.replace(
      range, with: Array(repeating: nil, count: items.count), hashes, kinds: kind.map { items.map($0) },
      keepsHeights: keepsHeights, in: &slots)
  }

  /// Replaces the rows in a range by those of other items, in an order that `order` sets afterwards.
  mutating func replace(with changes: SubnodeChanges<Item>, _ hashes: [Int], in state: inout ListState) {
    state.replace(
      changes.oldMiddle, with: changes.origins, hashes,
      kinds: kind.map { kind in changes.insertions.map { kind($0.id) } }, in: &slots)
  }

  mutating func move(from index: Int, to destination: Int, in state: inout ListState) {
    state.move(from: index, to: destination)
    slots.isInOrder = false
  }

  /// Puts the slots in order.
  ///
  /// - Parameters:
  ///   - items: The items; nil for the present ones.
  ///   - first: The first row whose slot is not its index.
  mutating func order(_ items: [Item]? = nil, from first: Int = 0, in state: inout ListState) {
    if items == nil, slots.isInOrder { return }
    let items = items ?? state.rows.rows(in: state.rows.indices).map { self[$0.slot] }
    slots.setOrder(of: &state.rows, from: first)
    dropped += [base, added]
    (base, added) = (items, [])
  }

  /// Returns the items that may be equal to others, because their hashes are, with their indices.
  mutating func takeSuspects(in state: ListState) -> [(index: Int, item: Item)] {
    let hashes = exchange(&slots.suspects, with: [])
    if hashes.isEmpty { return [] }
    return state.rows.rows(in: state.rows.indices).enumerated().compactMap { index, row in
      hashes.contains(slots.hashes[Int(row.slot)]) ? (index, self[row.slot]) : nil
    }
  }
}
