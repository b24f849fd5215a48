import CJemalloc
import Measurement

/// Counts allocations by jemalloc's own counters.
struct Jemalloc: AllocationCounter {
  /// The version, for `run.json`.
  static var version: String? {
    var text: UnsafePointer<CChar>?
    var size = MemoryLayout.size(ofValue: text)
    guard mallctl("version", &text, &size, nil, 0) == 0, let text else { return nil }
    // What follows the first hyphen names the commit it was built from.
    return "jemalloc " + String(cString: text).prefix { $0 != "-" }
  }

  func threadAllocatedBytes() -> UInt64? {
    Jemalloc.read("thread.allocated")
  }

  func processAllocationCount() -> UInt64? {
    // The counters stand still until the epoch is moved on.
    var epoch: UInt64 = 1
    let status = Jemalloc.withName("epoch") {
      mallctl($0, nil, nil, &epoch, MemoryLayout.size(ofValue: epoch))
    }
    guard status == 0, let small = Jemalloc.read("stats.arenas.4096.small.nrequests"),
      let large = Jemalloc.read("stats.arenas.4096.large.nrequests")
    else { return nil }
    return small + large
  }

  func flushThreadCache() {
    _ = Jemalloc.withName("thread.tcache.flush") { mallctl($0, nil, nil, nil, 0) }
  }

  func releaseUnusedMemory() {
    flushThreadCache()
    _ = Jemalloc.withName("arena.4096.purge") { mallctl($0, nil, nil, nil, 0) }
  }

  /// Reads a counter; 4096 in a name is jemalloc's `MALLCTL_ARENAS_ALL`, all arenas together.
  private static func read(_ name: StaticString) -> UInt64? {
    var value: UInt64 = 0
    var size = MemoryLayout.size(ofValue: value)
    let status = withName(name) { mallctl($0, &value, &size, nil, 0) }
    return status == 0 ? value : nil
  }

  /// Hands a name over as C wants it. It is a constant of the program, since a `String` that is passed to C is copied to the
  /// heap, so that counting would count itself.
  private static func withName(_ name: StaticString, _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    name.withUTF8Buffer { bytes in
      // A static string ends with a zero byte.
      bytes.baseAddress.map { body(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) } ?? 1
    }
  }
}
