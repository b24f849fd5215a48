/// Edits of the items of a list that are made in one step; see `LayoutList.performBatchUpdates(_:)`.
///
/// Each index refers to the items that the edits before it leave.
public struct ListUpdates<Item: Hashable & Sendable> {
  /// The edits, which run no code of the items.
  var edits: [(inout LayoutList<Item>.State) -> Void] = []

  /// Inserts items before the item at an index, or at the end if the index is the number of items.
  public mutating func insert(_ items: [Item], at index: Int) {
    let hashes = items.map(\.hashValue)
    edits.append { $0.replace(index..<index, with: items, hashes) }
  }

  /// Inserts items at the end.
  public mutating func append(contentsOf items: [Item]) {
    let hashes = items.map(\.hashValue)
    edits.append { $0.replace($0.rows.count..<$0.rows.count, with: items, hashes) }
  }

  /// Removes the items in a range.
  public mutating func removeSubrange(_ range: Range<Int>) {
    edits.append { $0.replace(range, with: [], []) }
  }

  /// Moves an item, with its cell.
  ///
  /// - Parameters:
  ///   - index: The index of the item.
  ///   - destination: The index that it has after the move.
  public mutating func move(from index: Int, to destination: Int) {
    edits.append { $0.move(from: index, to: destination) }
  }

  /// Puts an item in the place of another, or of itself. It gets a new cell, which counts with the height of the old one
  /// until it is measured.
  public mutating func update(at index: Int, with item: Item) {
    let hash = item.hashValue
    edits.append { $0.replace(index..<index + 1, with: [item], [hash], keepsHeight: true) }
  }
}

/// A list whose items can be edited. Edits cost what they change, however long the list is.
///
/// No cell is made or measured by an edit. Cells of other items keep their layouts. Removed cells that were in view are kept
/// until the next layout, which may animate them.
///
/// An index has to be one of the list's at that moment: if several threads edit, they have to agree. No item may be in the
/// list twice.
public protocol EditableList<Item>: AnyObject {
  associatedtype Item: Hashable & Sendable

  /// Makes several edits in one step. If `updates` throws, none is made.
  ///
  /// ```swift
  /// list.performBatchUpdates { updates in
  ///   updates.removeSubrange(3..<5)
  ///   updates.insert(newer, at: 0)
  /// }
  /// ```
  ///
  /// - Complexity: logarithmic in the number of items, and linear in the number of those inserted, removed and replaced, and
  ///   of edits since the last layout; amortized, as of an `Array`.
  func performBatchUpdates(_ updates: (inout ListUpdates<Item>) throws -> Void) rethrows
}

extension EditableList {
  /// Inserts an item before the item at an index, or at the end.
  public func insert(_ item: Item, at index: Int) { insert([item], at: index) }

  /// Inserts items before the item at an index, or at the end.
  public func insert(_ items: [Item], at index: Int) { performBatchUpdates { $0.insert(items, at: index) } }

  /// Inserts items at the end.
  public func append(contentsOf items: [Item]) { performBatchUpdates { $0.append(contentsOf: items) } }

  /// Removes an item.
  public func remove(at index: Int) { removeSubrange(index..<index + 1) }

  /// Removes the items in a range.
  public func removeSubrange(_ range: Range<Int>) { performBatchUpdates { $0.removeSubrange(range) } }

  /// Moves an item, with its cell, to the index that it has after the move.
  public func move(from index: Int, to destination: Int) {
    performBatchUpdates { $0.move(from: index, to: destination) }
  }

  /// Puts an item in the place of another, or of itself, with a new cell.
  public func update(at index: Int, with item: Item) {
    performBatchUpdates { $0.update(at: index, with: item) }
  }
}
