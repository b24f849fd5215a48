/// The items of a list by slot: a row keeps its slot while others come and go above it.
///
/// Nothing here runs code of the items: their hashes come with them.
struct ItemSlots<Item: Hashable> {
  /// The items as they were set, and those that were inserted since.
  private var base: [Item] = []
  private var added: [Item] = []
  /// By slot.
  private var hashes: [Int] = []
  /// The hashes of the items in the list, those that several items have, and those that may be of equal items.
  private var known: Set<Int> = []
  private var repeated: [Int: Int] = [:]
  private(set) var suspects: Set<Int> = []
  /// True if the slots of the rows are their indices.
  private(set) var isInOrder = true

  /// The number of slots, also of items that are gone.
  var count: Int { hashes.count }

  subscript(slot: Int32) -> Item {
    Int(slot) < base.count ? base[Int(slot)] : added[Int(slot) - base.count]
  }

  /// The items as they were set, if the slots are in order.
  var ordered: [Item] { base }

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

  /// The item stays until the next `setOrder`.
  mutating func remove(_ slot: Int32) {
    isInOrder = false
    let hash = hashes[Int(slot)]
    guard let count = repeated[hash] else {
      known.remove(hash)
      return
    }
    repeated[hash] = count == 1 ? nil : count - 1
  }

  mutating func disorder() { isInOrder = false }

  func isSuspect(_ slot: Int32) -> Bool { suspects.contains(hashes[Int(slot)]) }

  mutating func forgetSuspects() { suspects = [] }

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
