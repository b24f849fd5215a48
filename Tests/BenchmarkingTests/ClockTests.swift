import Foundation
import LayoutTestSupport
import Testing

@testable import Benchmarking

@Suite("Clocks")
struct ClockTests {
  @Test func `The system's clock never runs backwards`() {
    let clock = SystemClock()
    var last = clock.wallNanoseconds()
    for _ in 0..<1_000 {
      let now = clock.wallNanoseconds()
      #expect(now >= last)
      last = now
    }
    #expect(last > 0)
  }

  @Test func `Work uses the thread's processor time`() throws {
    let clock = SystemClock()
    let before = try #require(clock.threadCPUNanoseconds())
    var sum = 0.0
    for step in 0..<200_000 { sum += Double(step).squareRoot() }
    #expect(sum > 0)
    #expect(try #require(clock.threadCPUNanoseconds()) > before)
  }

  @Test func `A clock's resolution is its smallest step, and 1 ns if it stands still`() {
    #expect(ManualClock(stepNanoseconds: 42).measuredResolutionNanoseconds() == 42)
    #expect(ManualClock().measuredResolutionNanoseconds() == 1)
    #expect(SystemClock().measuredResolutionNanoseconds() >= 1)
  }

  @Test(
    "A time is written in UTC, with colons for people and without for names, leap years included",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z", "19700101T000000Z"),
      (951_782_399, "2000-02-28T23:59:59.000Z", "20000228T235959Z"),
      (951_868_800, "2000-03-01T00:00:00.000Z", "20000301T000000Z"),
      (1_709_164_800, "2024-02-29T00:00:00.000Z", "20240229T000000Z"),
      (4_107_542_400, "2100-03-01T00:00:00.000Z", "21000301T000000Z"),
      (-1, "1969-12-31T23:59:59.000Z", "19691231T235959Z"),
    ])
  func timesOfDay(seconds: TimeInterval, iso8601: String, compact: String) {
    #expect(Date(timeIntervalSince1970: seconds).iso8601 == iso8601)
    #expect(Date(timeIntervalSince1970: seconds).compact == compact)
  }

  @Test func `Milliseconds are cut off and not rounded`() {
    #expect(Date(timeIntervalSince1970: 0.042_999_999).iso8601 == "1970-01-01T00:00:00.042Z")
  }
}

@Suite("Counting allocations")
struct AllocationCounterTests {
  /// Its readings, one after the other.
  private final class Scripted: AllocationCounter {
    let allocatorName: String? = nil
    private let bytes: LockedValue<[UInt64?]>
    private let counts: LockedValue<[UInt64?]>

    init(bytes: [UInt64?], counts: [UInt64?]) {
      (self.bytes, self.counts) = (LockedValue(bytes), LockedValue(counts))
    }
    func threadAllocatedBytes() -> UInt64? { bytes.withLock { $0.removeFirst() } }
    func threadAllocationCount() -> UInt64? { counts.withLock { $0.removeFirst() } }
  }

  @Test func `A counter that runs backwards, or that is missing, has no figure`() {
    let backwards = CountedSpan.begin(Scripted(bytes: [5, 5, 5, 4], counts: [1, 1, 1, 3])).end()
    #expect(backwards.bytes == nil && backwards.count == 2)
    let missing = CountedSpan.begin(Scripted(bytes: [5, 5, 5, 9], counts: [nil, nil, nil, 3])).end()
    #expect(missing.bytes == 4 && missing.count == nil)
  }
}
