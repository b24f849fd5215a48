import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

// One at a time, so that all pools together stay below the threads that Dispatch starts.
@Suite("The pool of workers", .serialized)
struct WorkerPoolTests {
  private typealias JobCounts = LockedValue<[Int: Int]>

  /// A worker that counts how often each job ran, on any thread.
  private static func counting(_ counts: JobCounts) -> FakeWorker {
    FakeWorker(checksum: 0.1) { job in counts.withLock { $0[job, default: 0] += 1 } }
  }

  /// A worker that is counted as long as it is there.
  private static func living(_ alive: LockedValue<Int>) -> FakeWorker {
    alive.withLock { $0 += 1 }
    let life = Life { alive.withLock { $0 -= 1 } }
    return FakeWorker { _ in withExtendedLifetime(life) {} }
  }

  private static func allocating(_ counter: FakeAllocationCounter) -> FakeWorker {
    FakeWorker { _ in counter.allocate(bytes: 64) }
  }

  /// Of 20,000 jobs workers meet at the counter all the time: a number that was given out twice would show.
  @Test(arguments: DispatchMode.allCases, [(1, 213), (2, 213), (8, 213), (8, 3), (2, 0), (4, 20_000)])
  func `Every job of a batch runs once, by one`(mode: DispatchMode, size: (threads: Int, jobs: Int)) throws {
    let counts = JobCounts([:])
    let pool = WorkerPool(threads: size.threads)
    let cell = try pool.load(dispatch: mode) { Self.counting(counts) }
    let batch = pool.runBatch(of: cell, iterations: size.jobs)
    #expect(counts.withLock { $0 } == Dictionary(uniqueKeysWithValues: (0..<size.jobs).map { ($0, 1) }))
    #expect(batch.iterations == size.jobs && batch.workers.count == size.threads)
    #expect(batch.workers.map(\.jobs).reduce(0, +) == size.jobs)
    #expect(batch.workers.allSatisfy { $0.jobs > 0 || $0.busyNanoseconds == 0 })
    #expect(batch.checksum == (size.jobs == 0 ? 0 : 0.1) && !batch.workersDisagree)
    #expect(pool.runBatch(of: cell, iterations: 1).checksum == 0.1, "The cell can be used again.")
  }

  @Test func `A pool serves many batches of several cells, and can be shut down twice`() throws {
    let pool = WorkerPool(threads: 3)
    let (first, second) = (JobCounts([:]), JobCounts([:]))
    let one = try pool.load { Self.counting(first) }
    let other = try pool.load { Self.counting(second) }
    for _ in 0..<50 {
      #expect(pool.runBatch(of: one, iterations: 4).iterations == 4)
      #expect(pool.runBatch(of: other, iterations: 5).iterations == 5)
    }
    pool.unload(one)
    _ = pool.runBatch(of: other, iterations: 5)
    #expect(first.withLock { $0 } == Dictionary(uniqueKeysWithValues: (0..<4).map { ($0, 50) }))
    #expect(second.withLock { $0 } == Dictionary(uniqueKeysWithValues: (0..<5).map { ($0, 51) }))
    pool.shutDown()
    pool.shutDown()
  }

  @Test func `A cell may have fewer workers than the pool has threads`() throws {
    let counts = JobCounts([:])
    let alive = LockedValue(0)
    let pool = WorkerPool(threads: 4)
    let narrow = try pool.load(threads: 2) { Self.counting(counts) }
    let blocks = try pool.load(threads: 3, dispatch: .concurrentQueue) { Self.counting(counts) }
    let wide = try pool.load { Self.living(alive) }
    for _ in 0..<20 {
      #expect(pool.runBatch(of: narrow, iterations: 4).workers.count == 2)
      #expect(pool.runBatch(of: blocks, iterations: 4).workers.count == 3)
      #expect(pool.runBatch(of: wide, iterations: 4).workers.count == 4)
    }
    #expect(counts.withLock { $0.values.reduce(0, +) } == 160)
    #expect(alive.withLock { $0 } == 4)
  }

  /// Not the widest, since pools of other tests want threads at the same time.
  @Test func `A pool of 150 threads starts and works`() throws {
    let pool = WorkerPool(threads: 150)
    let cell = try pool.load { FakeWorker(checksum: 5) }
    #expect(pool.runBatch(of: cell, iterations: 500).checksum == 5)
  }

  @Test(arguments: [0, 1, 2, 33, 10_000])
  func `Every iteration is drawn once, in draws of a sixteenth of a worker's share of the rest`(count: Int) {
    let line = StartingLine(clock: SystemClock())
    for workers in [1, 2, 8] {
      line.reset(workerCount: workers)
      let draws = LockedValue<[Range<Int>]>([])
      DispatchQueue.concurrentPerform(iterations: workers) { _ in
        var taken = line.takeJobs(of: count)
        while !taken.isEmpty {
          draws.withLock { $0.append(taken) }
          taken = line.takeJobs(of: count)
        }
      }
      let all = draws.withLock { $0 }.sorted { $0.lowerBound < $1.lowerBound }
      #expect(all.flatMap(Array.init) == Array(0..<count))
    }
    // By one of two workers, each is a sixteenth of its share of the rest.
    line.reset(workerCount: 2)
    var draws = [line.takeJobs(of: count)]
    while draws.last?.isEmpty == false { draws.append(line.takeJobs(of: count)) }
    #expect(draws.dropLast().allSatisfy { $0.count == max(1, (count - $0.lowerBound) / 32) })
  }

  @Test(arguments: DispatchMode.allCases)
  func `Workers that contradict each other are found`(mode: DispatchMode) throws {
    let made = RelaxedNumber()
    let present = RelaxedNumber()
    let pool = WorkerPool(threads: 2)
    // Each worker says its own number, and neither goes on before both have had a job.
    let cell = try pool.load(dispatch: mode) {
      let number = Double(made.add(1))
      return FakeWorker(checksum: number) { _ in
        present.add(1)
        // It does not wait for ever: where Dispatch has one thread to give, the other comes afterwards.
        for _ in 0..<20_000 where present.value < 2 {
          Thread.sleep(forTimeInterval: 0.000_1)
        }
      }
    }
    let batch = pool.runBatch(of: cell, iterations: 2)
    // Only serial queues make sure that both workers get a thread, however busy the machine is.
    if mode == .serialQueues { #expect(batch.workers.map(\.jobs) == [1, 1]) }
    #expect(batch.workersDisagree == (batch.workers.map(\.jobs) == [1, 1]))
    // Results of NaN agree with each other.
    let odd = pool.runBatch(of: try pool.load { FakeWorker(checksum: .nan) }, iterations: 10)
    #expect(!odd.workersDisagree && odd.checksum.isNaN)
  }

  @Test(arguments: DispatchMode.allCases)
  func `A worker that cannot be made leaves none behind, and the pool usable`(mode: DispatchMode) throws {
    struct LoadingError: Error {}
    let pool = WorkerPool(threads: 2)
    let alive = LockedValue(0)
    let made = RelaxedNumber()
    #expect(throws: LoadingError.self) {
      try pool.load(dispatch: mode) {
        // The first is made and has to go again.
        if made.add(1) == 2 { throw LoadingError() }
        return Self.living(alive)
      }
    }
    #expect(alive.withLock { $0 } == 0)
    let cell = try pool.load(dispatch: mode) { FakeWorker(checksum: 5) }
    #expect(pool.runBatch(of: cell, iterations: 4).checksum == 5)
  }

  @Test(arguments: DispatchMode.allCases)
  func `The times of a batch are those of the pool's clock`(mode: DispatchMode) throws {
    let clock = ManualClock()
    let pool = WorkerPool(threads: 1, clock: clock)
    let cell = try pool.load(dispatch: mode) { FakeWorker(clock: clock, wall: 100, cpu: 60) }
    let batch = pool.runBatch(of: cell, iterations: 5)
    #expect(batch.wallNanoseconds == 500)
    #expect(batch.cpuNanoseconds == 300)
    #expect(batch.busyNanoseconds == 500)
    #expect(batch.queueWaitNanoseconds == 0)
    #expect(batch.allocBytes == nil)
    #expect(batch.allocCount == nil)
  }

  /// Otherwise the faster worker would do more jobs, and the allocations would depend on which worker is faster.
  @Test func `A counted batch gives the same workers the same number of jobs each time`() throws {
    let counter = FakeAllocationCounter()
    let pool = WorkerPool(threads: 4)
    let cell = try pool.load(threads: 3) { Self.allocating(counter) }
    for (iterations, shares) in [(10, [3, 3, 4]), (3, [1, 1, 1]), (2, [0, 1, 1]), (0, [0, 0, 0])] {
      for _ in 0..<20 {
        let batch = pool.runBatch(of: cell, iterations: iterations, counting: counter)
        #expect(batch.workers.map(\.jobs) == shares)
        #expect(batch.allocCount == UInt64(iterations))
      }
    }
  }

  @Test(arguments: DispatchMode.allCases)
  func `Workers are destroyed with their cell, their pool, or at its end`(mode: DispatchMode) throws {
    let alive = LockedValue(0)
    do {
      let pool = WorkerPool(threads: 2)
      let cell = try pool.load(dispatch: mode) { Self.living(alive) }
      _ = try pool.load(dispatch: mode) { Self.living(alive) }
      #expect(alive.withLock { $0 } == 4)
      pool.unload(cell)
      #expect(alive.withLock { $0 } == 2)
      pool.shutDown()
      #expect(alive.withLock { $0 } == 0)
    }
    do {
      let pool = WorkerPool(threads: 2)
      _ = try pool.load(dispatch: mode) { Self.living(alive) }
      #expect(alive.withLock { $0 } == 2)
    }
    #expect(alive.withLock { $0 } == 0)
  }
}
