// The items of a list, and their edits.

extension LayoutList {
  /// The items, from top to bottom.
  ///
  /// - Complexity: constant; linear in the number of items after an edit.
  public var items: [Item] { orderedItems().items }

  /// Sets the items, and returns the removals, insertions and moves. No cell is made or measured.
  ///
  /// If you know which items change, an edit costs less: see `EditableList`. Removed cells that were in view
  /// are kept until the next layout, which may animate them.
  ///
  /// - Precondition: no item is in the list twice.
  /// - Complexity: linear in the number of items, which are compared up to the first and the last that differ.
  ///   Between these O(n log n) in their number; linear if nothing moves.
  @inlinable
  @discardableResult
  public func setItems(_ items: [Item]) -> SubnodeChanges<Item> {
    while true {
      let (old, revision) = orderedItems()
      // Comparing items runs their code. If another thread edits meanwhile, they are compared again.
      let changes = SubnodeChanges(fromUnique: old, to: items)
      let hashes = changes.insertions.map(\.id.hashValue)
      if setItems(items, changes, hashes, at: revision) { return changes }
    }
  }

  @usableFromInline
  func orderedItems() -> (items: [Item], revision: Int) {
    edit { state, items in
      items.order(in: &state)
      return (items.base, state.revision)
    }
  }

  /// Sets the items unless they have changed since a revision. Returns false if they have.
  @usableFromInline
  func setItems(_ items: [Item], _ changes: SubnodeChanges<Item>, _ hashes: [Int], at revision: Int) -> Bool {
    edit { state, listItems in
      guard state.revision == revision else { return false }
      if !changes.isEmpty {
        state.beginEdits()
        listItems.replace(with: changes, hashes, in: &state)
      }
      listItems.order(items, from: changes.oldMiddle.lowerBound, in: &state)
      return true
    }
  }

  public func performBatchUpdates(_ updates: (ListUpdates<Item>) throws -> Void) rethrows {
    let list = ListUpdates<Item>()
    try updates(list)
    if list.edits.isEmpty { return }
    edit { state, items in
      state.beginEdits()
      for edit in list.edits { edit(&state, &items) }
      // Items that are gone are kept until then.
      if items.slots.hashes.count > 2 * state.rows.count + 64 { items.order(in: &state) }
    }
  }

  /// Edits the state, and stops the program if an item is in the list twice then.
  private func edit<Result>(_ body: (inout ListState, inout ListItems<Item>) -> Result) -> Result {
    let (result, suspects, dropped) = change {
      (body(&state, &listItems), listItems.takeSuspects(in: state), exchange(&listItems.dropped, with: []))
    }
    withExtendedLifetime(dropped) {}
    for (place, (index, item)) in suspects.enumerated() {
      guard let other = suspects[..<place].first(where: { $0.item == item }) else { continue }
      // A precondition names nothing in a release build.
      fatalError("\(item) is in the list twice, at \(other.index) and at \(index)")
    }
    return result
  }
}
