import Benchmarking
import CJemalloc
import Synchronization

/// Counts allocations with jemalloc's own counters. Linking this module makes jemalloc the program's allocator.
package struct Jemalloc: AllocationCounter {
  package init() {}

  package var allocatorName: String? {
    var text: UnsafePointer<CChar>?
    var size = MemoryLayout.size(ofValue: text)
    guard mallctl("version", &text, &size, nil, 0) == 0, let text else { return nil }
    // The part after the first hyphen names the commit it was built from.
    return "jemalloc " + String(cString: text).prefix { $0 != "-" }
  }

  package func threadAllocatedBytes() -> UInt64? {
    Jemalloc.read("thread.allocated")
  }

  /// jemalloc counts allocations by arena, and adds the counts of a thread's cache when that is flushed or
  /// the thread ends. So each counting thread gets its own arena, without counts of other threads.
  package func threadAllocationCount() -> UInt64? {
    guard let arena = CountingArenas.shared.arenaOfThisThread() else { return nil }
    _ = Jemalloc.withName("thread.tcache.flush") { mallctl($0, nil, nil, nil, 0) }
    // The counters are only updated when the epoch advances.
    var epoch: UInt64 = 1
    let status = Jemalloc.withName("epoch") {
      mallctl($0, nil, nil, &epoch, MemoryLayout.size(ofValue: epoch))
    }
    guard status == 0, let small = Jemalloc.read("stats.arenas.0.small.nrequests", ofArena: arena),
      let large = Jemalloc.read("stats.arenas.0.large.nrequests", ofArena: arena)
    else { return nil }
    return small + large
  }

  /// Reads a counter of an arena, whose number is the third part of the name.
  private static func read(_ name: StaticString, ofArena arena: UInt32) -> UInt64? {
    var path: (Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0)
    var value: UInt64 = 0
    var size = MemoryLayout.size(ofValue: value)
    let status = withUnsafeMutableBytes(of: &path) { bytes in
      let numbers = bytes.bindMemory(to: Int.self)
      var count = numbers.count
      let status = withName(name) { mallctlnametomib($0, numbers.baseAddress, &count) }
      guard status == 0 else { return status }
      numbers[2] = Int(arena)
      return mallctlbymib(numbers.baseAddress, count, &value, &size, nil, 0)
    }
    return status == 0 ? value : nil
  }

  /// Reads a counter.
  private static func read(_ name: StaticString) -> UInt64? {
    var value: UInt64 = 0
    var size = MemoryLayout.size(ofValue: value)
    let status = withName(name) { mallctl($0, &value, &size, nil, 0) }
    return status == 0 ? value : nil
  }

  /// Passes a name as a C string. It is a constant, because a `String` that is passed to C is copied to the
  /// heap, and counting would count itself.
  fileprivate static func withName(_ name: StaticString, _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    name.withUTF8Buffer { bytes in
      // A static string ends with a zero byte.
      bytes.baseAddress.map { body(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) } ?? 1
    }
  }
}

/// The arenas of the threads that count.
private final class CountingArenas: Sendable {
  static let shared = CountingArenas()

  /// True for the numbers of arenas made here, at most 4,095. Not a set: its first hashing allocates.
  private let own = Mutex<[Bool]>(Array(repeating: false, count: 4_096))

  /// Returns the arena that only this thread allocates from, made and assigned at the first call. nil if
  /// there are no more.
  func arenaOfThisThread() -> UInt32? {
    var current: UInt32 = 0
    var size = MemoryLayout.size(ofValue: current)
    guard Jemalloc.withName("thread.arena", { mallctl($0, &current, &size, nil, 0) }) == 0 else { return nil }
    if own.withLock({ $0[Int(current) % $0.count] }) { return current }
    var new: UInt32 = 0
    guard Jemalloc.withName("arenas.create", { mallctl($0, &new, &size, nil, 0) }) == 0,
      Jemalloc.withName("thread.arena", { mallctl($0, nil, nil, &new, size) }) == 0
    else { return nil }
    own.withLock { $0[Int(new) % $0.count] = true }
    return new
  }
}
