/// The memory of a node's layouts that nobody uses any more, for its next ones: a node that is laid out again
/// and again then allocates little.
///
/// It belongs to one node, so that the memory fits, and how often memory is allocated does not depend on other
/// nodes and threads.
final class TableStore: @unchecked Sendable {
  // SAFETY: `spares` is guarded by the lock. Tables are never used while they are kept here.
  private let lock = NodeLock()
  @exclusivity(unchecked) private var spares: [UnsafeMutablePointer<LayoutTables>?]

  /// The place of a tree's memory in a store: a tree gets that of the one which had its place before.
  struct Slot {
    let store: TableStore
    fileprivate let index: Int
  }

  /// The number of trees whose memory is kept: the whole layout, and what the nodes of two levels keep.
  private static let slotCount = 3

  init() { spares = Array(repeating: nil, count: TableStore.slotCount) }

  deinit {
    for tables in spares { tables.map(TableStore.free) }
    lock.destroy()
  }

  /// Returns the slot with this number; nil if there are fewer.
  func slot(_ index: Int) -> Slot? {
    index < TableStore.slotCount ? Slot(store: self, index: index) : nil
  }

  /// Returns the slot's tables, which are empty; nil if somebody uses them, or if it never had any.
  func take(_ slot: Slot) -> UnsafeMutablePointer<LayoutTables>? {
    lock.withLock { exchange(&spares[slot.index], with: nil) }
  }

  /// Keeps tables for the slot's next tree. If it has others, as after two layouts at once, frees them.
  func keep(_ tables: UnsafeMutablePointer<LayoutTables>, _ slot: Slot) {
    if tables.pointee.isMostlySpare {
      TableStore.free(tables)
      return
    }
    // What the tables refer to is released here, without the lock.
    tables.pointee.reset(pixelGrid: tables.pointee.pixelGrid)
    let other = lock.withLock { exchange(&spares[slot.index], with: tables) }
    other.map(TableStore.free)
  }

  private static func free(_ tables: UnsafeMutablePointer<LayoutTables>) {
    tables.deinitialize(count: 1)
    deallocate(tables)
  }
}
