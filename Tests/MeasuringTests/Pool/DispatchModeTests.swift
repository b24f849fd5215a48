import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

/// Notes how many jobs run at once, in all workers and in one.
private final class Crowd: Sendable {
  private let present = RelaxedNumber()
  /// How often so many were there.
  private let counts = (0..<64).map { _ in RelaxedNumber() }
  private let collisions = RelaxedNumber()

  var mostAtOnce: Int { counts.lastIndex { $0.value > 0 } ?? 0 }
  var collisionCount: Int { collisions.value }

  func enter() { counts[present.add(1)].add(1) }
  func leave() { present.add(-1) }
  func collide() { collisions.add(1) }
}

private final class CrowdedWorker: Worker {
  private let crowd: Crowd
  private let running = RelaxedNumber()
  /// Without any protection, so that the thread sanitizer sees two threads in one worker.
  private var runs = 0

  init(_ crowd: Crowd) { self.crowd = crowd }

  func run(job index: Int) {
    crowd.enter()
    if running.add(1) > 1 { crowd.collide() }
    runs += 1
    if index.isMultiple(of: 16) { Thread.sleep(forTimeInterval: 0.000_1) }
    running.add(-1)
    crowd.leave()
  }

  func resultChecksum() -> Double { 1 }
}

@Suite("Dispatch modes", .serialized)
struct DispatchModeTests {
  /// Every third job allocates once, the next twice and the one after three times 64 bytes.
  private static func allocating(_ counter: FakeAllocationCounter) -> FakeWorker {
    FakeWorker { job in for _ in 0...(job % 3) { counter.allocate(bytes: 64) } }
  }

  /// While allocations are counted a single one runs: the allocator's counters do not tell whose an allocation was.
  @Test(arguments: DispatchMode.allCases, [1, 2, 8])
  func `No more jobs run at once than workers, one on each`(mode: DispatchMode, threads: Int) throws {
    let pool = WorkerPool(threads: 8)
    let (crowd, counted) = (Crowd(), Crowd())
    let cell = try pool.load(threads: threads, dispatch: mode) { CrowdedWorker(crowd) }
    for _ in 0..<5 { _ = pool.runBatch(of: cell, iterations: 400) }
    #expect((1...threads).contains(crowd.mostAtOnce))
    #expect(crowd.collisionCount == 0)
    let other = try pool.load(threads: threads, dispatch: mode) { CrowdedWorker(counted) }
    _ = pool.runBatch(of: other, iterations: 100, counting: FakeAllocationCounter())
    #expect(counted.mostAtOnce == 1)
  }

  @Test func `A worker that is taken is not free until it is given back`() throws {
    let workers = (0..<3).map { WorkerState(index: $0) }
    let taken = (0..<3).map { _ in workers.claimFree() }
    #expect(taken.map(\.index) == [0, 1, 2])
    #expect(workers.allSatisfy { !$0.claim() })
    taken[1].giveBack()
    #expect(workers.claimFree().index == 1)
  }

  /// Released at 1,000; blocks of 1,000 to 1,100 and, submitted at 1,100, of 1,150 to 1,200.
  @Test func `A block waits from its submission to its start, and is busy without that wait`() throws {
    let clock = ScriptedClock([1_000, 1_030, 1_100, 1_150, 1_200])
    let pool = WorkerPool(threads: 1, clock: clock)
    let cell = try pool.load(dispatch: .concurrentQueue) { FakeWorker() }
    let batch = pool.runBatch(of: cell, iterations: 2)
    #expect(batch.queueWaitNanoseconds == (30 + 50) / 2)
    #expect(batch.busyNanoseconds == 70 + 50)
    #expect(batch.wallNanoseconds == 200)
    #expect(batch.cpuNanoseconds == nil)
  }

  @Test(arguments: [DispatchMode.serialQueues, .concurrentPerform])
  func `Workers that draw their jobs wait for the first alone`(mode: DispatchMode) throws {
    let clock = ScriptedClock([1_000, 1_040, 1_100])
    let pool = WorkerPool(threads: 1, clock: clock)
    let cell = try pool.load(dispatch: mode) { FakeWorker() }
    let batch = pool.runBatch(of: cell, iterations: 5)
    #expect(batch.queueWaitNanoseconds == 40)
    #expect(batch.busyNanoseconds == 60)
    #expect(batch.wallNanoseconds == 100)
    #expect(batch.cpuNanoseconds == nil)
    guard mode == .concurrentPerform else { return }
    // The clock moves on while all three find that there is nothing to do.
    let idle = WorkerPool(threads: 3, clock: ScriptedClock([100, 150, 500]))
    let none = idle.runBatch(of: try idle.load(dispatch: mode) { FakeWorker() }, iterations: 0)
    #expect(none.queueWaitNanoseconds == 0 && none.busyNanoseconds == 0)
  }

  @Test(arguments: DispatchMode.allCases)
  func `Allocations are a batch's own`(mode: DispatchMode) throws {
    let counter = FakeAllocationCounter()
    let pool = WorkerPool(threads: 4)
    let cell = try pool.load(threads: 3, dispatch: mode) { Self.allocating(counter) }
    // Memory that threads had cached before does not count for the batch.
    _ = pool.runBatch(of: cell, iterations: 30)
    counter.allocate(bytes: 1_000)
    let batch = pool.runBatch(of: cell, iterations: 30, counting: counter)
    #expect(batch.allocCount == 60)
    #expect(batch.allocBytes == 60 * 64)
    #expect(batch.workers.map(\.jobs).reduce(0, +) == 30)
  }
}
