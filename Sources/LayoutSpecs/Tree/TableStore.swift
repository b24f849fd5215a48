/// The memory of a node's layouts that nobody uses any more, for its next ones: a node that is laid out again
/// and again then allocates little.
///
/// It belongs to one node, so that the memory fits, and how often memory is allocated does not depend on other
/// nodes and threads.
final class TableStore: @unchecked Sendable {
  // SAFETY: `spares` is guarded by the lock. Tables are never used while they are kept here.
  private let lock = NodeLock()
  @exclusivity(unchecked) private var spares: [UnsafeMutablePointer<LayoutTables>] = []

  /// The number of trees whose memory is kept: a node's own, and those of the levels below it.
  private static let limit = 3

  init() { spares.reserveCapacity(TableStore.limit) }

  deinit {
    for tables in spares { TableStore.free(tables) }
    lock.destroy()
  }

  /// Returns empty tables; nil if there are none.
  func take() -> UnsafeMutablePointer<LayoutTables>? { lock.withLock { spares.popLast() } }

  /// Keeps tables for another tree, or frees them if there are enough.
  func keep(_ tables: UnsafeMutablePointer<LayoutTables>) {
    // What the tables refer to is released here, without the lock.
    tables.pointee.trimIfMostlySpare()
    tables.pointee.reset(pixelGrid: tables.pointee.pixelGrid)
    let isKept = lock.withLock {
      guard spares.count < TableStore.limit else { return false }
      spares.append(tables)
      return true
    }
    if !isKept { TableStore.free(tables) }
  }

  private static func free(_ tables: UnsafeMutablePointer<LayoutTables>) {
    tables.deinitialize(count: 1)
    tables.deallocate()
  }
}
