/// A list whose items can be edited. Edits cost what they change, however long the list is.
///
/// No cell is made or measured by an edit. Cells of other items keep their layouts. Removed cells that were in
/// view are kept until the next layout, which may animate them.
///
/// - Precondition: an index is one of the list's at that moment, so several threads that edit have to agree. No
///   item comes to be in the list twice.
/// - Complexity: O(log n) in the number of items, and linear in the number of those inserted, removed and
///   replaced, and of edits since the last layout; amortized, as of an `Array`.
public protocol EditableList<Item>: AnyObject {
  associatedtype Item: Hashable & Sendable

  /// Makes the edits of `updates` in one step. If it throws, none is made.
  ///
  /// ```swift
  /// list.performBatchUpdates { updates in
  ///   updates.removeSubrange(3..<5)
  ///   updates.insert(newer, at: 0)
  /// }
  /// ```
  ///
  /// Each index refers to the items that the edits before it leave.
  func performBatchUpdates(_ updates: (ListUpdates<Item>) throws -> Void) rethrows
}

/// The edits of a list that are made in one step.
public final class ListUpdates<Item: Hashable & Sendable>: EditableList {
  /// None runs code of the items.
  var edits: [(inout ListState, inout ListItems<Item>) -> Void] = []

  init() {}

  public func performBatchUpdates(_ updates: (ListUpdates<Item>) throws -> Void) rethrows {
    let count = edits.count
    do { try updates(self) } catch {
      edits.removeLast(edits.count - count)
      throw error
    }
  }
}

extension EditableList {
  /// Inserts an item before the item at an index, or at the end if the index is the number of items.
  public func insert(_ item: Item, at index: Int) { insert([item], at: index) }

  /// Inserts items before the item at an index, or at the end if the index is the number of items.
  public func insert(_ items: [Item], at index: Int) {
    if items.isEmpty { return }
    let hashes = items.map(\.hashValue)
    performBatchUpdates { $0.edits.append { $1.replace(index..<index, with: items, hashes, in: &$0) } }
  }

  /// Inserts items at the end.
  public func append(contentsOf items: [Item]) {
    if items.isEmpty { return }
    let hashes = items.map(\.hashValue)
    performBatchUpdates {
      $0.edits.append { $1.replace($0.rows.count..<$0.rows.count, with: items, hashes, in: &$0) }
    }
  }

  /// Removes an item.
  public func remove(at index: Int) { removeSubrange(index..<index + 1) }

  /// Removes the items in a range.
  public func removeSubrange(_ range: Range<Int>) {
    if range.isEmpty { return }
    performBatchUpdates { $0.edits.append { $1.replace(range, with: [], [], in: &$0) } }
  }

  /// Moves an item, with its cell, to the index that it has after the move.
  public func move(from index: Int, to destination: Int) {
    if index == destination { return }
    performBatchUpdates { $0.edits.append { $1.move(from: index, to: destination, in: &$0) } }
  }

  /// Puts an item in the place of another, or of itself. It gets a new cell, which counts with the height of
  /// the old one until it is measured.
  public func update(at index: Int, with item: Item) {
    let hash = item.hashValue
    performBatchUpdates {
      $0.edits.append { $1.replace(index..<index + 1, with: [item], [hash], keepsHeights: true, in: &$0) }
    }
  }

  /// Puts other items in the place of all. They get new cells, which count with the heights of the old ones at their
  /// places until they are measured.
  ///
  /// - Complexity: linear in the number of items.
  package func reload(_ items: [Item]) {
    let hashes = items.map(\.hashValue)
    performBatchUpdates {
      $0.edits.append {
        $1.replace(0..<$0.rows.count, with: items, hashes, keepsHeights: true, in: &$0)
        $1.order(in: &$0)
      }
    }
  }
}
