import CJemalloc
import Measuring

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

  /// The requests of each size class times its size. What an allocation gets by growing in place is not in them.
  package func allocatedBytes() -> UInt64? {
    guard refresh(),
      let small = Self.bytes("arenas.nbins", "arenas.bin.0.size", "stats.arenas.0.bins.0.nrequests"),
      let large = Self.bytes(
        "arenas.nlextents", "arenas.lextent.0.size", "stats.arenas.0.lextents.0.nrequests")
    else { return nil }
    return small + large
  }

  /// Returns the bytes of size classes by the names of their number, of a class's size and of its requests.
  private static func bytes(
    _ count: StaticString, _ size: StaticString, _ requests: StaticString
  ) -> UInt64? {
    guard let classes = read(count, byteCount: 4) else { return nil }
    var bytes: UInt64 = 0
    var number = 0
    while number < Int(classes) {
      guard let size = read(size, third: number), let made = read(requests, third: allArenas, fifth: number)
      else { return nil }
      bytes += size * made
      number += 1
    }
    return bytes
  }

  package func allocationCount() -> UInt64? {
    guard refresh(),
      let small = Self.read("stats.arenas.0.small.nrequests", third: Self.allArenas),
      let large = Self.read("stats.arenas.0.large.nrequests", third: Self.allArenas)
    else { return nil }
    return small + large
  }

  package func usedBytes() -> UInt64? { refresh() ? Self.read("stats.allocated") : nil }

  /// Stands for all arenas together: `MALLCTL_ARENAS_ALL`.
  private static let allArenas = 4_096

  /// Brings the counters up to date; returns false if there are none.
  ///
  /// jemalloc adds what a thread takes from its cache when the cache is filled or flushed, or the thread ends. So worker
  /// processes that count have no caches; without that, the other threads' counts come late.
  private func refresh() -> Bool {
    _ = Self.withName("thread.tcache.flush") { mallctl($0, nil, nil, nil, 0) }
    // The counters are only updated when the epoch advances.
    var epoch: UInt64 = 1
    return Self.withName("epoch") { mallctl($0, nil, nil, &epoch, MemoryLayout.size(ofValue: epoch)) } == 0
  }

  /// Reads a counter, and allocates nothing for it.
  ///
  /// - Parameters:
  ///   - third: a number for the name's third part; nil, the default, for the one that stands there.
  ///   - fifth: the same for its fifth part.
  ///   - byteCount: the counter's size.
  private static func read(
    _ name: StaticString, third: Int? = nil, fifth: Int? = nil, byteCount: Int = 8
  ) -> UInt64? {
    var path: (Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0)
    var value: UInt64 = 0
    var size = byteCount
    let status = withUnsafeMutableBytes(of: &path) { bytes in
      let numbers = bytes.bindMemory(to: Int.self)
      var count = numbers.count
      let status = withName(name) { mallctlnametomib($0, numbers.baseAddress, &count) }
      guard status == 0 else { return status }
      if let third { numbers[2] = third }
      if let fifth { numbers[4] = fifth }
      return mallctlbymib(numbers.baseAddress, count, &value, &size, nil, 0)
    }
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
