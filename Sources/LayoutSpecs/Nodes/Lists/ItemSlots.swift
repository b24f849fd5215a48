/// The slots of a list's items, by which its rows know them: a row keeps its slot while others come and go above it.
///
/// Nothing here runs code of the items, nor depends on their type: their hashes come with them.
struct ItemSlots {
  /// By slot.
  private(set) var hashes: [Int] = []
  /// The hashes of the items in the list; how many others have the same; those that came to items that had them.
  private var known: Set<Int> = []
  private var repeated: [Int: Int] = [:]
  var suspects: Set<Int> = []
  /// True if the slots of the rows are their indices.
  var isInOrder = true

  /// Returns the slot of another item.
  mutating func take(_ hash: Int) -> Int32 {
    isInOrder = false
    if !known.insert(hash).inserted {
      repeated[hash, default: 0] += 1
      suspects.insert(hash)
    }
    hashes.append(hash)
    return Int32(hashes.count - 1)
  }

  /// Forgets an item. Its slot stays until `setOrder`.
  mutating func remove(_ slot: Int32) {
    isInOrder = false
    let hash = hashes[Int(slot)]
    if let count = repeated[hash] {
      repeated[hash] = count == 1 ? nil : count - 1
    } else {
      known.remove(hash)
    }
  }

  /// Gives all rows their indices as slots.
  ///
  /// - Parameter first: The first row that has not.
  mutating func setOrder(of rows: inout RowTree, from first: Int) {
    var rest: [Int] = []
    rest.reserveCapacity(rows.count - first)
    rows.update(first..<rows.count) { index, row in
      rest.append(hashes[Int(row.slot)])
      row.slot = Int32(index)
    }
    hashes.replaceSubrange(first..., with: rest)
    isInOrder = true
  }
}
