/// A supply of numbers from 1 on. All supplies of the program give each number once.
///
/// A supply takes its numbers from a counter that all threads share, a block at a time, so that threads
/// seldom wait for each other.
struct UniqueNumbers {
  private var (next, end): (UInt64, UInt64) = (0, 0)
  private static let blockSize: UInt64 = 256

  @inline(__always)
  mutating func make() -> UInt64 {
    if next == end { reserveBlock() }
    defer { next &+= 1 }
    return next
  }

  @inline(never)
  private mutating func reserveBlock() {
    let block = UniqueNumbers.reserve(UniqueNumbers.blockSize)
    (next, end) = (block.lowerBound, block.upperBound)
  }

  /// Returns a number for a caller without a supply.
  static func makeOne() -> UInt64 { reserve(1).lowerBound }

  // SAFETY: `firstFree` is guarded by the lock.
  private static let lock = NodeLock()
  nonisolated(unsafe) private static var firstFree: UInt64 = 1

  private static func reserve(_ count: UInt64) -> Range<UInt64> {
    lock.withLock {
      defer { firstFree += count }
      return firstFree..<firstFree + count
    }
  }
}
