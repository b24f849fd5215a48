#if Text && canImport(CPango)
import LayoutSpecs

/// Values that were found for keys, at most 32 KB of them: what was not asked for is dropped.
///
/// There are two tables. If the newer one is full it becomes the older one, whose values are dropped but for those that were
/// asked for meanwhile. The lock is held while a value is looked up or added.
final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  private var lock: NodeLock { NodeLock(of: self) }

  /// Values, each with the bytes that it takes.
  struct Tables {
    fileprivate var newer: [Key: (value: Value, byteCount: Int)] = [:]
    fileprivate var older: [Key: (value: Value, byteCount: Int)] = [:]
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
    lock.withLock {
      if let entry = guardedTables.newer[key] { return entry.value }
      guard let entry = guardedTables.older[key] else { return nil }
      guardedInsert(entry.value, of: key, entry.byteCount)
      return entry.value
    }
  }

  /// Adds a value, unless it takes more than a part of the limit.
  func insert(_ value: Value, of key: Key, byteCount: Int) {
    guard byteCount <= Self.mostBytes / 4 else { return }
    lock.withLock { guardedInsert(value, of: key, byteCount) }
  }

  private func guardedInsert(_ value: Value, of key: Key, _ byteCount: Int) {
    if guardedTables.newerByteCount + byteCount > Self.mostBytes {
      guardedTables = Tables(older: guardedTables.newer)
    }
    if guardedTables.newer.updateValue((value, byteCount), forKey: key) == nil {
      guardedTables.newerByteCount += byteCount
    }
  }
}
#endif
