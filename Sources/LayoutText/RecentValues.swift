#if Text && canImport(CPango)
import LayoutSpecs

/// Values that were found for keys, at most 32 KB of them: what was not asked for is dropped.
///
/// There are two tables. If the newer one is full it becomes the older one, whose values are dropped but for those that were
/// asked for meanwhile. A key may be long, and is hashed and compared without the lock: the tables know its hash alone. Of
/// two keys with one hash they have the last.
final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  private var lock: NodeLock { NodeLock(of: self) }

  /// An object, so that a thread that finds it counts one reference while the lock is held.
  fileprivate final class Entry: Sendable {
    let key: Key
    let value: Value
    let byteCount: Int

    init(_ key: Key, _ value: Value, _ byteCount: Int) {
      (self.key, self.value, self.byteCount) = (key, value, byteCount)
    }
  }

  /// The entries by the hashes of their keys.
  struct Tables {
    fileprivate var newer: [Int: Entry] = [:]
    fileprivate var older: [Int: Entry] = [:]
    fileprivate var newerByteCount = 0
  }

  // SAFETY: the tables are guarded by the lock.
  private var guardedTables = Tables()

  private static var mostBytes: Int { 16 << 10 }

  /// The values that are kept at this moment.
  var tables: Tables {
    get { lock.withLock { guardedTables } }
    set { lock.withLock { guardedTables = newValue } }
  }

  subscript(key: Key) -> Value? {
    let hash = key.hashValue
    let entry = lock.withLock { () -> Entry? in
      if let entry = guardedTables.newer[hash] { return entry }
      guard let entry = guardedTables.older[hash] else { return nil }
      guardedInsert(entry, hash)
      return entry
    }
    guard let entry, entry.key == key else { return nil }
    return entry.value
  }

  /// Adds a value, unless it takes more than a part of the limit.
  func insert(_ value: Value, of key: Key, byteCount: Int) {
    guard byteCount <= Self.mostBytes / 4 else { return }
    let hash = key.hashValue
    lock.withLock { guardedInsert(Entry(key, value, byteCount), hash) }
  }

  private func guardedInsert(_ entry: Entry, _ hash: Int) {
    if guardedTables.newerByteCount + entry.byteCount > Self.mostBytes {
      guardedTables = Tables(older: guardedTables.newer)
    }
    if guardedTables.newer.updateValue(entry, forKey: hash) == nil {
      guardedTables.newerByteCount += entry.byteCount
    }
  }
}
#endif
