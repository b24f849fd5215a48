import Foundation
import LayoutTestSupport
import Testing

@testable import Benchmarking

@Suite("The processor that the arms of a pair share")
struct ProcessorPinningTests {
  private func compare(_ pinning: FakePinning, splitsLayouts: Bool = false, threads: Int = 1) throws
    -> Comparison
  {
    try ComparisonRunTests().compare(threads: threads, splitsLayouts: splitsLayouts, pinning: pinning).outcome
  }

  @Test func `Each pair gets one of the thread's processors, and then the thread is free again`() throws {
    let pinning = FakePinning([1, 4, 6])
    let outcome = try compare(pinning)
    let pairs = try #require(outcome.rows.first?.pairCount)
    // Preparing comes first; each time the thread is let go afterwards.
    #expect(pinning.places.count == 2 * (pairs + 1))
    #expect(stride(from: 0, to: pinning.places.count, by: 2).allSatisfy { pinning.places[$0].count == 1 })
    #expect(
      stride(from: 1, to: pinning.places.count, by: 2).allSatisfy { pinning.places[$0] == [1, 4, 6] })
    #expect(Set(pinning.places.filter { $0.count == 1 }.flatMap(\.self)) == [1, 4, 6])
  }

  @Test func `Equal seeds choose equal processors`() throws {
    let (first, second) = (FakePinning([0, 1]), FakePinning([0, 1]))
    _ = try compare(first)
    _ = try compare(second)
    #expect(first.places == second.places)
  }

  @Test func `What uses several threads, or several of its own, is left alone`() throws {
    for (splitsLayouts, threads) in [(false, 2), (true, 1)] {
      let pinning = FakePinning([0, 1])
      #expect(try compare(pinning, splitsLayouts: splitsLayouts, threads: threads).failures.isEmpty)
      #expect(pinning.places.isEmpty)
    }
  }

  @Test(arguments: [[], [3]])
  func `Without a choice, and where the system refuses, it is measured anyway`(processors: [Int]) throws {
    let pinning = FakePinning(processors)
    #expect(try !compare(pinning).rows.isEmpty)
    #expect(pinning.places.isEmpty)
    #expect(try !compare(FakePinning([0, 1], isRefusing: true)).rows.isEmpty)
  }

  @Test func `An error lets the thread go as well`() {
    let pinning = FakePinning([0, 1])
    #expect(throws: WorkerError.self) { try pinning.onOneProcessor(7) { throw WorkerError("ended") } }
    #expect(pinning.places == [[1], [0, 1]])
  }

  @Test func `The system keeps a thread where it is told, and what it starts with it`() throws {
    let pinning = SystemProcessorPinning()
    let before = pinning.processors()
    // Not on macOS.
    guard let last = before.last else { return }
    #expect(pinning.onOneProcessor(UInt64(before.count - 1)) { pinning.processors() } == [last])
    #expect(pinning.processors() == before)
    #expect(pinning.onOneProcessor(0) { SystemMachine().logicalCores() } == 1)
    let child = try pinning.onOneProcessor(UInt64(before.count - 1)) {
      try SystemProcessRunner().run("sh", "-c", "grep Cpus_allowed_list /proc/self/status")
    }
    #expect(child.output.split(whereSeparator: \.isWhitespace).last == "\(last)")
    // No such processor.
    #expect(!pinning.pin(to: []))
    #expect(!pinning.pin(to: [8_191, 100_000, -1]))
    #expect(pinning.processors() == before)
  }
}

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

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z", "19700101T000000Z"),
    (951_782_399, "2000-02-28T23:59:59.000Z", "20000228T235959Z"),
    (951_868_800, "2000-03-01T00:00:00.000Z", "20000301T000000Z"),
    (1_709_164_800, "2024-02-29T00:00:00.000Z", "20240229T000000Z"),
    (4_107_542_400, "2100-03-01T00:00:00.000Z", "21000301T000000Z"),
    (-1, "1969-12-31T23:59:59.000Z", "19691231T235959Z"),
  ])
  func `A time in UTC is for people or for names`(seconds: TimeInterval, iso8601: String, compact: String) {
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
