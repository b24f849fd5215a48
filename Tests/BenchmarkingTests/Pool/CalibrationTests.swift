import Testing

@testable import Benchmarking

@Suite("Calibration")
struct CalibrationTests {
  private let calibration = Calibration()

  private func iterations(_ job: Double, threads: Int = 1) -> Int {
    calibration.iterations(jobNanoseconds: job, threads: threads, batchNanoseconds: 5_000_000)
  }

  @Test func `A batch has as many jobs as fill its target on all threads`() {
    #expect(iterations(1_000) == 5_000)
    #expect(iterations(1_000, threads: 4) == 20_000)
    #expect(iterations(3_000_000, threads: 8) == 16)
  }

  @Test func `Jobs of about ten times the target come one or two to a worker`() {
    #expect(iterations(49_000_000, threads: 4) == 8)
    #expect(iterations(50_000_000, threads: 4) == 4)
    #expect(iterations(50_000_000) == 1)
  }

  @Test func `Jobs that take no time make a batch of a nanosecond each, and not an endless one`() {
    #expect(iterations(0) == 5_000_000)
    #expect(iterations(-1) == 5_000_000)
  }

  @Test func `A clock of coarse steps makes batches a thousand steps long`() {
    #expect(calibration.batchNanoseconds(clockResolutionNanoseconds: 30) == 5_000_000)
    #expect(calibration.batchNanoseconds(clockResolutionNanoseconds: 15_000_000) == 15_000_000_000)
    #expect(calibration.batchNanoseconds(clockResolutionNanoseconds: .max) == .max)
  }

  @Test(
    "Trying finds how long a job takes, from nanoseconds to many milliseconds",
    arguments: [(10 as UInt64, 500_000), (3_000, 1_667), (70_000_000, 1)])
  func tryingFindsHowLongAJobTakes(job: UInt64, iterations: Int) throws {
    let clock = ManualClock()
    let pool = WorkerPool(threads: 1, clock: clock)
    let cell = try pool.load { SlowWorker(clock: clock, wall: job, cpu: job) }
    let result = try calibration.calibrate(cell, in: pool, batchNanoseconds: 5_000_000)
    #expect(result.iterations == iterations)
    #expect(result.jobNanoseconds == Double(job))
    #expect(result.batchNanoseconds == Double(job) * Double(iterations))
  }

  /// A job of 1 µs that waits 0.5 µs for its block to start; the clock's own steps make the job 1.5 µs.
  @Test func `If each job is a block of its own, its wait counts as part of it`() throws {
    let clock = ManualClock(stepNanoseconds: 500)
    let pool = WorkerPool(threads: 1, clock: clock)
    let cell = try pool.load(dispatch: .concurrentQueue) {
      SlowWorker(clock: clock, wall: 1_000, cpu: 1)
    }
    let result = try calibration.calibrate(cell, in: pool, batchNanoseconds: 5_000_000)
    #expect(result.jobNanoseconds == 2_000)
    #expect(result.iterations == 2_500)
    #expect(result.batchNanoseconds == 5_000_000)
  }

  /// 160 jobs, of which 2 are long, are the first to last half the target: 22.4 µs a job.
  @Test(
    "Neither a slow first job nor a few long ones among many decide the size of the batches",
    arguments: [(1_000_000, 4_000_000 as UInt64, 10_000, 500), (100, 1_000_000, 22_375, 224)])
  func longJobs(every period: Int, last nanoseconds: UInt64, job: Double, iterations: Int) throws {
    let clock = ManualClock()
    let pool = WorkerPool(threads: 1, clock: clock)
    let cell = try pool.load {
      var isCold = true
      return FakeWorker { index in
        let isLong = period == 100 ? index.isMultiple(of: period) : isCold
        clock.advance(wallNanoseconds: isLong ? nanoseconds : 10_000)
        isCold = false
      }
    }
    let result = try calibration.calibrate(cell, in: pool, batchNanoseconds: 5_000_000)
    #expect(result.jobNanoseconds == job && result.iterations == iterations)
  }
}
