/// The items of a list by slot: a row keeps its slot while others come and go above it.
///
/// Nothing here runs code of the items: their hashes come with them.
struct ItemSlots<Item: Hashable> {
  /// The items as they were set, and those that were inserted since. One that was removed stays until `setOrder`.
  private(set) var base: [Item] = []
  private var added: [Item] = []
  /// By slot.
  private(set) var hashes: [Int] = []
  /// The hashes of the items in the list; how many others have the same; those that came to items that had them.
  private var known: Set<Int> = []
  private var repeated: [Int: Int] = [:]
  var suspects: Set<Int> = []
  /// True if the slots of the rows are their indices.
  var isInOrder = true

  subscript(slot: Int32) -> Item {
    Int(slot) < base.count ? base[Int(slot)] : added[Int(slot) - base.count]
  }

  mutating func add(_ item: Item, hash: Int) -> Int32 {
    added.append(item)
    return add(hash)
  }

  /// Adds an item that `setOrder` brings.
  mutating func add(_ hash: Int) -> Int32 {
    isInOrder = false
    if !known.insert(hash).inserted {
      repeated[hash, default: 0] += 1
      suspects.insert(hash)
    }
    hashes.append(hash)
    return Int32(hashes.count - 1)
  }

  mutating func remove(_ slot: Int32) {
    isInOrder = false
    let hash = hashes[Int(slot)]
    if let count = repeated[hash] {
      repeated[hash] = count == 1 ? nil : count - 1
    } else {
      known.remove(hash)
    }
  }

  /// Gives all rows their indices as slots, and returns the items of before, to be released without a lock.
  ///
  /// - Parameter first: The first row that has not.
  mutating func setOrder(of rows: inout RowTree, to items: [Item], from first: Int) -> [[Item]] {
    var rest: [Int] = []
    rest.reserveCapacity(rows.count - first)
    rows.update(first..<rows.count) { index, row in
      rest.append(hashes[Int(row.slot)])
      row.slot = Int32(index)
    }
    hashes.replaceSubrange(first..., with: rest)
    defer { (base, added, isInOrder) = (items, [], true) }
    return [base, added]
  }
}
