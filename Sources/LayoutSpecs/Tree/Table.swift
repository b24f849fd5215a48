/// The entries of one kind in a tree's tables: a growing array with one owner.
///
/// Unlike an `Array`, it counts no references and is never shared, so an entry is written without a check
/// whether the memory is shared. Most entries of a node's layout are written to tables that were used before,
/// where the checks would take longer than the writing.
struct Table<Element>: ~Copyable {
  /// The address of the entries, valid until the table grows.
  private(set) var address: UnsafeMutablePointer<Element>
  private var storedCount: UInt32
  /// 0 if the memory belongs to a tree or to another table. To grow, the table then moves to memory of its own.
  private var storedCapacity: UInt32

  /// Creates an empty table without memory.
  @inline(__always)
  init() {
    address = Table.nowhere
    (storedCount, storedCapacity) = (0, 0)
  }

  /// Creates a copy of a table in another owner's memory.
  ///
  /// - Parameter isSharing: True to use the other table's entries, of a trivial type, instead of a copy. Their owner
  ///   outlives this table.
  @inline(__always)
  init(copying other: borrowing Table, in room: inout TableRoom, isSharing: Bool = false) {
    (storedCount, storedCapacity) = (other.storedCount, 0)
    if isSharing {
      address = other.address
      return
    }
    address = other.isEmpty ? Table.nowhere : room.take(Element.self, count: other.count)
    address.initialize(from: other.address, count: other.count)
  }

  deinit {
    address.deinitialize(count: count)
    if isOwner { release(address) }
  }

  private static var nowhere: UnsafeMutablePointer<Element> {
    UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
  }

  @inline(__always)
  private(set) var count: Int {
    get { Int(storedCount) }
    set { storedCount = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The number of entries for which the table has memory of its own, less than 2³².
  @inline(__always)
  var capacity: Int { Int(storedCapacity) }

  private var isOwner: Bool { storedCapacity > 0 }

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  @inline(__always)
  var indices: Range<Int> { 0..<count }

  @inline(__always)
  subscript(index: Int) -> Element {
    _read {
      precondition(index >= 0 && index < count)
      yield address[index]
    }
    _modify {
      precondition(index >= 0 && index < count)
      yield &address[index]
    }
  }

  /// The entries, valid until the table is changed.
  @inline(__always)
  var entries: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: address, count: count) }

  /// Some adjacent entries, likewise.
  func entries(_ first: UInt32, _ count: UInt32) -> UnsafeBufferPointer<Element> {
    entries(Int(first)..<Int(first) + Int(count))
  }

  func entries(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
    precondition(range.upperBound <= count)
    return UnsafeBufferPointer(rebasing: entries[range])
  }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count >= capacity { grow(toHold: count + 1) }
    (address + count).initialize(to: element)
    count += 1
  }

  /// Appends an entry, and returns its index.
  @inline(__always)
  mutating func add(_ element: consuming Element) -> UInt32 {
    append(element)
    return UInt32(count - 1)
  }

  @inline(__always)
  mutating func append(contentsOf other: UnsafeBufferPointer<Element>) {
    if other.isEmpty { return }
    reserve(other.count)
    (address + count).initialize(from: other.baseAddress.unsafelyUnwrapped, count: other.count)
    count += other.count
  }

  /// Appends the entries that `write` writes. It returns their number.
  @inline(__always)
  mutating func append(atMost limit: Int, _ write: (UnsafeMutablePointer<Element>) -> Int) {
    reserve(limit)
    let written = write(address + count)
    precondition(written <= limit)
    count += written
  }

  /// Overwrites the entries from an index on.
  mutating func update(from start: Int, with new: UnsafeBufferPointer<Element>) {
    precondition(start >= 0 && start + new.count <= count)
    if let first = new.baseAddress { (address + start).update(from: first, count: new.count) }
  }

  /// Appends one entry several times.
  @inline(__always)
  mutating func append(_ element: Element, count additional: Int) {
    reserve(additional)
    (address + count).initialize(repeating: element, count: additional)
    count += additional
  }

  /// Sets the number of entries, which are of a trivial type. New entries have undefined contents.
  @inline(__always)
  mutating func setCount(_ newCount: Int) {
    reserve(newCount - count)
    count = newCount
  }

  /// Makes room for more entries.
  @inline(__always)
  mutating func reserve(_ additional: Int) {
    if capacity - count < additional { grow(toHold: count + additional) }
  }

  /// Removes all entries from an index on, and keeps the memory.
  @inline(__always)
  mutating func removeAll(from start: Int = 0) {
    if count == start { return }
    precondition(start < count)
    (address + start).deinitialize(count: count - start)
    count = start
  }

  /// Replaces some entries by others.
  ///
  /// - Complexity: linear in the number of entries behind `range`.
  mutating func replace(_ range: Range<Int>, with new: UnsafeBufferPointer<Element>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    reserve(max(0, new.count - range.count))
    let start = address + range.lowerBound
    start.deinitialize(count: range.count)
    (start + new.count).moveInitialize(from: start + range.count, count: count - range.upperBound)
    if let first = new.baseAddress { start.initialize(from: first, count: new.count) }
    count += new.count - range.count
  }

  /// Releases the spare capacity if it is more than an eighth of the entries.
  mutating func trim() {
    if capacity - count > count / 8 + 16 { move(toHold: count) }
  }

  /// The bytes of the entries, and the bytes of the memory for them.
  var usedByteCount: Int { count * MemoryLayout<Element>.stride }
  var byteCount: Int { max(capacity, count) * MemoryLayout<Element>.stride }

  @inline(never)
  private mutating func grow(toHold needed: Int) {
    let limit = Int(clamping: UInt32.max)
    precondition(needed <= limit, "A table of a tree holds fewer than 2³² entries")
    // Room for 4, 8 or 16 entries in about 256 bytes at first: most trees of an app have a few of each kind.
    let first = MemoryLayout<Element>.stride <= 16 ? 16 : MemoryLayout<Element>.stride <= 32 ? 8 : 4
    move(toHold: max(needed, min(2 * max(capacity, count), limit), first))
  }

  private mutating func move(toHold newCapacity: Int) {
    precondition(MemoryLayout<Element>.alignment <= TableRoom.largestAlignment)
    let byteCount = newCapacity * MemoryLayout<Element>.stride
    if newCapacity == 0 {
      if isOwner { release(address) }
      address = Table.nowhere
    } else if isOwner {
      // Often the entries stay where they are. They may be moved as bytes: none contains its own address.
      address = allocate(byteCount: byteCount, inPlaceOf: address).bindMemory(
        to: Element.self, capacity: newCapacity)
    } else {
      let new = allocate(byteCount: byteCount).bindMemory(to: Element.self, capacity: newCapacity)
      new.moveInitialize(from: address, count: count)
      address = new
    }
    storedCapacity = UInt32(newCapacity)
  }
}

// SAFETY: a table is a value with one owner, which alone reads and writes the memory.
extension Table: @unchecked Sendable where Element: Sendable {}
