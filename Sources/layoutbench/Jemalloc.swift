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
    guard mallctl("epoch", nil, nil, &epoch, MemoryLayout.size(ofValue: epoch)) == 0,
      let small = Jemalloc.read("stats.arenas.\(Jemalloc.allArenas).small.nrequests"),
      let large = Jemalloc.read("stats.arenas.\(Jemalloc.allArenas).large.nrequests")
    else { return nil }
    return small + large
  }

  func flushThreadCache() {
    _ = mallctl("thread.tcache.flush", nil, nil, nil, 0)
  }

  /// jemalloc's name for all arenas together, MALLCTL_ARENAS_ALL.
  private static let allArenas = 4096

  private static func read(_ name: String) -> UInt64? {
    var value: UInt64 = 0
    var size = MemoryLayout.size(ofValue: value)
    return mallctl(name, &value, &size, nil, 0) == 0 ? value : nil
  }
}
