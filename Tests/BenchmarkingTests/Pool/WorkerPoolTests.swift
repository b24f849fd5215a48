import Foundation
import Synchronization
import Testing

@testable import Benchmarking

/// Counts how often each job ran, whoever ran it.
private final class JobCounts: Sendable {
  private let counts = LockedValue<[Int: Int]>([:])
  func add(_ job: Int) { counts.withLock { $0[job, default: 0] += 1 } }
  var all: [Int: Int] { counts.withLock { $0 } }
}

private struct CountingWorker: Worker {
  let counts: JobCounts
  mutating func run(job index: Int) { counts.add(index) }

  func resultChecksum() -> Double { 0.1 }
}

private struct FixedWorker: Worker {
  var checksum: Double
  mutating func run(job index: Int) {}
  func resultChecksum() -> Double { checksum }
}

/// Two workers that each say their own number, and of whom neither goes on before both have had a job.
private final class Meeting: Sendable {
  let made = Atomic<Int>(0)
  let present = Atomic<Int>(0)
}

private struct MeetingWorker: Worker {
  let meeting: Meeting
  let number: Int

  init(meeting: Meeting) {
    self.meeting = meeting
    number = meeting.made.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Does not wait for ever: where Dispatch has one thread to give, the other comes afterwards.
  mutating func run(job index: Int) {
    meeting.present.wrappingAdd(1, ordering: .relaxed)
    var naps = 0
    while meeting.present.load(ordering: .relaxed) < 2 && naps < 20_000 {
      Thread.sleep(forTimeInterval: 0.000_1)
      naps += 1
    }
  }

  func resultChecksum() -> Double { Double(number) }
}

private final class LifeCounter: Sendable {
  private let alive = Atomic<Int>(0)
  var count: Int { alive.load(ordering: .relaxed) }
  func add(_ difference: Int) { alive.wrappingAdd(difference, ordering: .relaxed) }
}

private final class Life {
  let counter: LifeCounter
  init(_ counter: LifeCounter) {
    self.counter = counter
    counter.add(1)
  }
  deinit { counter.add(-1) }
}

private struct LivingWorker: Worker {
  let life: Life
  mutating func run(job index: Int) {}
  func resultChecksum() -> Double { 0 }
}

private struct AllocatingWorker: Worker {
  let counter: FakeAllocationCounter
  mutating func run(job index: Int) { counter.allocate(bytes: 64) }
  func resultChecksum() -> Double { 1 }
}

private struct LoadingError: Error {}

// One at a time, so that all pools together stay below the threads that Dispatch starts.
@Suite("The pool of workers", .serialized)
struct WorkerPoolTests {
  @Test("Every job of a batch runs once", arguments: DispatchMode.allCases, [1, 2, 8])
  func everyIterationRunsOnce(mode: DispatchMode, threads: Int) throws {
    let counts = JobCounts()
    let pool = WorkerPool(threads: threads)
    let cell = try pool.load(dispatch: mode) { CountingWorker(counts: counts) }
    let batch = pool.runBatch(of: cell, iterations: 213)
    #expect(counts.all == Dictionary(uniqueKeysWithValues: (0..<213).map { ($0, 1) }))
    #expect(batch.iterations == 213)
    #expect(batch.workers.count == threads)
    #expect(batch.workers.map(\.jobs).reduce(0, +) == 213)
  }

  /// Jobs so short that workers meet at the counter all the time: a number given out twice would show.
  @Test(
    "Workers that meet at the counter all the time give out each iteration once",
    arguments: DispatchMode.allCases)
  func crowdedWorkersShareOutEachIterationOnce(mode: DispatchMode) throws {
    let pool = WorkerPool(threads: 4)
    let cell = try pool.load(dispatch: mode) { FixedWorker(checksum: 1) }
    for _ in 0..<5 {
      let batch = pool.runBatch(of: cell, iterations: 20_000)
      #expect(batch.workers.map(\.jobs).reduce(0, +) == 20_000)
    }
  }

  @Test func `The checksum is the job's, on any number of workers and however often it ran`() throws {
    for mode in DispatchMode.allCases {
      for threads in [1, 2, 8] {
        let pool = WorkerPool(threads: threads)
        let cell = try pool.load(dispatch: mode) { FixedWorker(checksum: 0.1) }
        for iterations in [1, 2, 1_000] {
          #expect(pool.runBatch(of: cell, iterations: iterations).checksum == 0.1)
        }
      }
    }
  }

  @Test func `A pool serves many batches of several cells, and can be shut down twice`() throws {
    let pool = WorkerPool(threads: 3)
    let first = JobCounts()
    let second = JobCounts()
    let one = try pool.load { CountingWorker(counts: first) }
    let other = try pool.load { CountingWorker(counts: second) }
    for _ in 0..<50 {
      #expect(pool.runBatch(of: one, iterations: 4).iterations == 4)
      #expect(pool.runBatch(of: other, iterations: 5).iterations == 5)
    }
    pool.unload(one)
    _ = pool.runBatch(of: other, iterations: 5)
    #expect(first.all == Dictionary(uniqueKeysWithValues: (0..<4).map { ($0, 50) }))
    #expect(second.all == Dictionary(uniqueKeysWithValues: (0..<5).map { ($0, 51) }))
    pool.shutDown()
    pool.shutDown()
  }

  @Test(
    "There may be more workers than jobs, and those without a job are not busy",
    arguments: DispatchMode.allCases)
  func thereMayBeMoreWorkersThanJobs(mode: DispatchMode) throws {
    let counts = JobCounts()
    let pool = WorkerPool(threads: 8)
    let cell = try pool.load(dispatch: mode) { CountingWorker(counts: counts) }
    let batch = pool.runBatch(of: cell, iterations: 3)
    #expect(counts.all == [0: 1, 1: 1, 2: 1])
    #expect(batch.workers.filter { $0.jobs == 0 }.allSatisfy { $0.busyNanoseconds == 0 })
  }

  @Test func `A cell may have fewer workers than the pool has threads`() throws {
    let counts = JobCounts()
    let alive = LifeCounter()
    let pool = WorkerPool(threads: 4)
    let narrow = try pool.load(threads: 2) { CountingWorker(counts: counts) }
    let blocks = try pool.load(threads: 3, dispatch: .concurrentQueue) {
      CountingWorker(counts: counts)
    }
    let wide = try pool.load { LivingWorker(life: Life(alive)) }
    for _ in 0..<20 {
      #expect(pool.runBatch(of: narrow, iterations: 4).workers.count == 2)
      #expect(pool.runBatch(of: blocks, iterations: 4).workers.count == 3)
      #expect(pool.runBatch(of: wide, iterations: 4).workers.count == 4)
    }
    #expect(counts.all.values.reduce(0, +) == 160)
    #expect(alive.count == 4)
  }

  /// Not the widest, since pools of other tests want threads at the same time.
  @Test func `A pool of 150 threads starts and works`() throws {
    let pool = WorkerPool(threads: 150)
    let cell = try pool.load { FixedWorker(checksum: 5) }
    #expect(pool.runBatch(of: cell, iterations: 500).checksum == 5)
  }

  @Test("Every iteration is drawn once", arguments: [0, 1, 2, 33, 10_000])
  func drawing(count: Int) {
    let line = StartingLine(clock: SystemClock())
    for workers in [1, 2, 8] {
      line.reset(workerCount: workers)
      let draws = LockedValue<[Range<Int>]>([])
      DispatchQueue.concurrentPerform(iterations: workers) { _ in
        var taken = line.jobs.take(of: count)
        while !taken.isEmpty {
          draws.withLock { $0.append(taken) }
          taken = line.jobs.take(of: count)
        }
      }
      let all = draws.withLock { $0 }.sorted { $0.lowerBound < $1.lowerBound }
      #expect(all.flatMap(Array.init) == Array(0..<count))
    }
  }

  @Test("No draw is of more than a sixteenth of a worker's share of what is left, and the last are single")
  func sizesOfDraws() {
    let line = StartingLine(clock: SystemClock())
    line.reset(workerCount: 2)
    var draws = [line.jobs.take(of: 10_000)]
    while draws.last?.isEmpty == false { draws.append(line.jobs.take(of: 10_000)) }
    #expect(draws.first?.count == 312)
    #expect(draws.dropLast().allSatisfy { $0.count == max(1, (10_000 - $0.lowerBound) / 32) })
    #expect(draws.suffix(32).dropLast().allSatisfy { $0.count == 1 })
    #expect(draws.count < 250)
  }

  @Test("A batch of no iterations runs no job, and leaves the cell usable", arguments: DispatchMode.allCases)
  func noIterationsAreNoWork(mode: DispatchMode) throws {
    let counts = JobCounts()
    let pool = WorkerPool(threads: 2)
    let cell = try pool.load(dispatch: mode) { CountingWorker(counts: counts) }
    let batch = pool.runBatch(of: cell, iterations: 0)
    #expect(counts.all.isEmpty)
    #expect(batch.checksum == 0 && !batch.workersDisagree)
    #expect(batch.busyNanoseconds == 0 && batch.workers.map(\.jobs) == [0, 0])
    #expect(pool.runBatch(of: cell, iterations: 1).iterations == 1)
  }

  @Test("Workers that contradict each other are found", arguments: DispatchMode.allCases)
  func workersThatContradictEachOtherAreFound(mode: DispatchMode) throws {
    let meeting = Meeting()
    let pool = WorkerPool(threads: 2)
    // Each worker says its own number, and neither goes on before both have had a job.
    let cell = try pool.load(dispatch: mode) { MeetingWorker(meeting: meeting) }
    let batch = pool.runBatch(of: cell, iterations: 2)
    // Only serial queues make sure that both workers get a thread, however busy the machine is.
    if mode == .serialQueues {
      #expect(batch.workers.map(\.jobs) == [1, 1])
    }
    #expect(batch.workersDisagree == (batch.workers.map(\.jobs) == [1, 1]))
  }

  @Test func `Results of NaN agree with each other`() throws {
    let pool = WorkerPool(threads: 2)
    let cell = try pool.load { FixedWorker(checksum: .nan) }
    let batch = pool.runBatch(of: cell, iterations: 10)
    #expect(!batch.workersDisagree)
    #expect(batch.checksum.isNaN)
  }

  @Test(arguments: DispatchMode.allCases)
  func `A worker that cannot be made leaves none behind, and the pool usable`(mode: DispatchMode) throws {
    let pool = WorkerPool(threads: 2)
    let alive = LifeCounter()
    let made = Atomic<Int>(0)
    #expect(throws: LoadingError.self) {
      try pool.load(dispatch: mode) {
        // The first is made and has to go again.
        if made.wrappingAdd(1, ordering: .relaxed).newValue == 2 { throw LoadingError() }
        return LivingWorker(life: Life(alive))
      }
    }
    #expect(alive.count == 0)
    let cell = try pool.load(dispatch: mode) { FixedWorker(checksum: 5) }
    #expect(pool.runBatch(of: cell, iterations: 4).checksum == 5)
  }

  @Test("The times of a batch are those of the pool's clock", arguments: DispatchMode.allCases)
  func timesComeFromTheClock(mode: DispatchMode) throws {
    let clock = ManualClock()
    let pool = WorkerPool(threads: 1, clock: clock)
    let cell = try pool.load(dispatch: mode) { SlowWorker(clock: clock, wall: 100, cpu: 60) }
    let batch = pool.runBatch(of: cell, iterations: 5)
    #expect(batch.wallNanoseconds == 500)
    #expect(batch.cpuNanoseconds == 300)
    #expect(batch.busyNanoseconds == 500)
    #expect(batch.queueWaitNanoseconds == 0)
    #expect(batch.allocBytes == nil)
    #expect(batch.allocCount == nil)
  }

  @Test func `Allocations are counted on the workers' threads`() throws {
    let counter = FakeAllocationCounter()
    let pool = WorkerPool(threads: 2)
    let cell = try pool.load { AllocatingWorker(counter: counter) }
    let batch = pool.runBatch(of: cell, iterations: 10, counting: counter)
    #expect(batch.allocBytes == 10 * 64)
    #expect(batch.allocCount == 10)
  }

  /// Else it would depend on which worker is quicker what each has done before, and with that what it allocates.
  @Test func `A counted batch gives the same workers the same number of jobs each time`() throws {
    let counter = FakeAllocationCounter()
    let pool = WorkerPool(threads: 4)
    let cell = try pool.load(threads: 3) { AllocatingWorker(counter: counter) }
    for (iterations, shares) in [(10, [3, 3, 4]), (3, [1, 1, 1]), (2, [0, 1, 1]), (0, [0, 0, 0])] {
      for _ in 0..<20 {
        let batch = pool.runBatch(of: cell, iterations: iterations, counting: counter)
        #expect(batch.workers.map(\.jobs) == shares)
        #expect(batch.allocCount == UInt64(iterations))
      }
    }
  }

  @Test(
    "Workers are destroyed with their cell, with their pool, or at its shutting down",
    arguments: DispatchMode.allCases)
  func workersAreDestroyedWhenTheyAreNoLongerWanted(mode: DispatchMode) throws {
    let alive = LifeCounter()
    do {
      let pool = WorkerPool(threads: 2)
      let cell = try pool.load(dispatch: mode) { LivingWorker(life: Life(alive)) }
      _ = try pool.load(dispatch: mode) { LivingWorker(life: Life(alive)) }
      #expect(alive.count == 4)
      pool.unload(cell)
      #expect(alive.count == 2)
      pool.shutDown()
      #expect(alive.count == 0)
    }
    do {
      let pool = WorkerPool(threads: 2)
      _ = try pool.load(dispatch: mode) { LivingWorker(life: Life(alive)) }
      #expect(alive.count == 2)
    }
    #expect(alive.count == 0)
  }
}
