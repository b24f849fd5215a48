import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

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
    let second = FakePinning([1, 4, 6])
    _ = try compare(second)
    #expect(second.places == pinning.places, "Equal seeds choose equal processors.")
    // An error lets the thread go as well.
    let failing = FakePinning([0, 1])
    #expect(throws: WorkerError.self) { try failing.onOneProcessor(7) { throw WorkerError("ended") } }
    #expect(failing.places == [[1], [0, 1]])
  }

  @Test(
    "What has several threads, or splits layouts, and what has no choice, is measured without",
    arguments: [
      ([0, 1], false, 2, false), ([0, 1], true, 1, false), ([], false, 1, false), ([3], false, 1, false),
      ([0, 1], false, 1, true),
    ] as [([Int], Bool, Int, Bool)])
  func leftAlone(processors: [Int], splitsLayouts: Bool, threads: Int, isRefusing: Bool) throws {
    let pinning = FakePinning(processors, isRefusing: isRefusing)
    let outcome = try compare(pinning, splitsLayouts: splitsLayouts, threads: threads)
    #expect(outcome.failures.isEmpty && !outcome.rows.isEmpty && pinning.places.isEmpty)
  }

  @Test func `The system keeps a thread where it is told, and what it starts with it`() throws {
    let pinning = SystemProcessorPinning()
    let before = pinning.processors()
    // Not on macOS.
    guard let last = before.last else { return }
    #expect(pinning.onOneProcessor(UInt64(before.count - 1)) { pinning.processors() } == [last])
    #expect(pinning.processors() == before)
    #expect(pinning.onOneProcessor(0) { SystemMachine().logicalCores() } == 1)
    let child = pinning.onOneProcessor(UInt64(before.count - 1)) {
      SystemProcessRunner().run("sh", "-c", "grep Cpus_allowed_list /proc/self/status")
    }
    #expect(child.output.split(whereSeparator: \.isWhitespace).last == "\(last)")
    // No such processor.
    #expect(!pinning.pin(to: []))
    #expect(!pinning.pin(to: [8_191, 100_000, -1]))
    #expect(pinning.processors() == before)
  }
}

@Suite("Clocks and counters of allocations")
struct ClockTests {
  @Test func `The system's clock never runs backwards, and work uses the thread's processor time`() throws {
    let clock = SystemClock()
    let readings = (0..<1_000).map { _ in clock.wallNanoseconds() }
    #expect(readings == readings.sorted() && readings[0] > 0)
    let before = try #require(clock.threadCPUNanoseconds())
    var sum = 0.0
    for step in 0..<200_000 { sum += Double(step).squareRoot() }
    #expect(sum > 0)
    #expect(try #require(clock.threadCPUNanoseconds()) > before)
    // A clock's resolution is its smallest step, and 1 ns if it stands still.
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
    // Milliseconds are cut off and not rounded.
    (0.042_999_999, "1970-01-01T00:00:00.042Z", "19700101T000000Z"),
  ])
  func `A time in UTC is for people or for names`(seconds: TimeInterval, iso8601: String, compact: String) {
    #expect(Date(timeIntervalSince1970: seconds).iso8601 == iso8601)
    #expect(Date(timeIntervalSince1970: seconds).compact == compact)
  }

  /// Its readings, one after the other.
  private struct Scripted: AllocationCounter {
    let allocatorName: String? = nil
    let bytes: LockedValue<[UInt64?]>
    let counts: LockedValue<[UInt64?]>

    func allocatedBytes() -> UInt64? { bytes.withLock { $0.removeFirst() } }
    func allocationCount() -> UInt64? { counts.withLock { $0.removeFirst() } }
  }

  private func span(bytes: [UInt64?], counts: [UInt64?]) -> (bytes: UInt64?, count: UInt64?) {
    let counted = CountedSpan.begin(Scripted(bytes: LockedValue(bytes), counts: LockedValue(counts))).end()
    return (counted.bytes, counted.count)
  }

  @Test func `A counter that runs backwards, or that is missing, has no figure`() {
    #expect(span(bytes: [5, 5, 5, 4], counts: [1, 1, 1, 3]) == (nil, 2))
    #expect(span(bytes: [5, 5, 5, 9], counts: [nil, nil, nil, 3]) == (4, nil))
  }
}
