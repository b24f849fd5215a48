/// The items of a list. Guarded by the list's lock.
struct ListItems<Item: Hashable & Sendable> {
  private(set) var slots = ItemSlots<Item>()
  /// Returns what an item is in a section; nil if there are only items.
  private let kind: ((Item) -> ListRow.Kind)?
  /// The items that edits have removed, to be released without the lock, because this may run user code.
  private var dropped: [[Item]] = []

  init(kind: ((Item) -> ListRow.Kind)?) { self.kind = kind }

  /// Replaces the rows in a range by rows of new items.
  ///
  /// - Parameter keepsHeight: True if a new row counts with the height of the one whose place it takes.
  mutating func replace(
    _ range: Range<Int>, with items: [Item], _ hashes: [Int], keepsHeight: Bool = false,
    in state: inout ListState
  ) {
    precondition(
      0 <= range.lowerBound && range.upperBound <= state.rows.count,
      "The list has \(state.rows.count) items, and not all of \(range)")
    let height = keepsHeight ? state.rows[range.lowerBound].height : nil
    replace(range, with: Array(repeating: nil, count: items.count), height: height, in: &state) {
      slots, place in
      (items[place], slots.add(items[place], hash: hashes[place]))
    }
  }

  /// Replaces the rows in a range by those of other items, in an order that `setOrder` sets afterwards.
  mutating func replace(with changes: SubnodeChanges<Item>, _ hashes: [Int], in state: inout ListState) {
    replace(changes.oldMiddle, with: changes.origins, in: &state) { slots, place in
      (changes.insertions[place].id, slots.add(hashes[place]))
    }
  }

  /// - Parameters:
  ///   - origins: The present index of each row; nil for a new one.
  ///   - height: The height of new rows. Default: the estimate.
  ///   - makeSlot: Returns the item of a new row, by its number among these, and the item's slot.
  private mutating func replace(
    _ range: Range<Int>, with origins: [Int?], height: Int64? = nil, in state: inout ListState,
    makeSlot: (inout ItemSlots<Item>, Int) -> (Item, Int32)
  ) {
    let removed = state.removedRows(of: range, origins)
    for row in removed { slots.remove(row.slot) }
    let height = height ?? state.rows.pixels(state.estimatedHeight)
    var count = 0
    let rows = origins.map { origin in
      if let origin { return state.rows[origin] }
      defer { count += 1 }
      let (item, slot) = makeSlot(&slots, count)
      return ListRow(height: height, slot: slot, kind: kind?(item) ?? .item)
    }
    state.replace(range, with: rows, origins, removing: removed)
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
    let items = items ?? state.rows.rows(in: state.rows.indices).map { slots[$0.slot] }
    dropped += slots.setOrder(of: &state.rows, to: items, from: first)
  }

  /// Returns the items that may be equal to others, because their hashes are, with their indices.
  mutating func takeSuspects(in state: ListState) -> [(index: Int, item: Item)] {
    let hashes = exchange(&slots.suspects, with: [])
    if hashes.isEmpty { return [] }
    return state.rows.rows(in: state.rows.indices).enumerated().compactMap { index, row in
      hashes.contains(slots.hashes[Int(row.slot)]) ? (index, slots[row.slot]) : nil
    }
  }

  mutating func takeDropped() -> [[Item]] { exchange(&dropped, with: []) }
}
