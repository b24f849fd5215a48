import Foundation
import Testing

@testable import Benchmarking

@Suite("The processor that the arms of a pair share")
struct ProcessorPinningTests {
  private func compare(_ pinning: FakePinning, splitsLayouts: Bool = false, threads: Int = 1) throws
    -> Comparison
  {
    try ComparisonRunTests().compare(threads: threads, splitsLayouts: splitsLayouts, pinning: pinning).outcome
  }

  @Test("Each pair gets one of the processors that the thread may run on, and then the thread is free again")
  func pins() throws {
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

  @Test("Without a choice, and where the system refuses, it is measured all the same", arguments: [[], [3]])
  func noChoice(processors: [Int]) throws {
    let pinning = FakePinning(processors)
    #expect(try !compare(pinning).rows.isEmpty)
    #expect(pinning.places.isEmpty)
    #expect(try !compare(FakePinning([0, 1], isRefusing: true)).rows.isEmpty)
  }

  @Test func `An error lets the thread go as well`() {
    let pinning = FakePinning([0, 1])
    #expect(throws: WorkerError.self) {
      try pinning.onOneProcessor(7) { throw WorkerError("ended") }
    }
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
