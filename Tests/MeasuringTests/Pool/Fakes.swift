import Foundation
import LayoutTestSupport

@testable import Measuring
@testable import Reporting

/// A worker that does what a test says.
struct FakeWorker: Worker {
  private let checksum: () -> Double
  private let job: (Int) -> Void

  init(checksum: @autoclosure @escaping () -> Double = 1, job: @escaping (Int) -> Void = { _ in }) {
    (self.checksum, self.job) = (checksum, job)
  }

  /// A worker whose jobs take as long as they are told to.
  init(clock: ManualClock, wall: UInt64, cpu: UInt64, checksum: Double = 1) {
    self.init(checksum: checksum) { _ in clock.advance(wallNanoseconds: wall, cpuNanoseconds: cpu) }
  }

  mutating func run(job index: Int) { job(index) }
  func resultChecksum() -> Double { checksum() }
}

/// Says when it goes: what a worker holds as long as it is there.
final class Life {
  private let end: () -> Void

  init(end: @escaping () -> Void) { self.end = end }

  deinit { end() }
}

/// A clock whose readings of wall time are written down beforehand; the last one stays. Processor time is not known.
final class ScriptedClock: MonotonicClock {
  private let readings: LockedValue<[UInt64]>

  init(_ readings: [UInt64]) { self.readings = LockedValue(readings) }

  func wallNanoseconds() -> UInt64 { readings.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }

  func threadCPUNanoseconds() -> UInt64? { nil }
}

/// Counts what workers say they allocate, on any thread.
final class FakeAllocationCounter: AllocationCounter {
  let allocatorName: String? = nil
  private let sizes = LockedValue<[UInt64]>([])

  func allocate(bytes: UInt64) { sizes.withLock { $0.append(bytes) } }

  func allocatedBytes() -> UInt64? { sizes.withLock { $0.reduce(0, +) } }
  func allocationCount() -> UInt64? { sizes.withLock { UInt64($0.count) } }
}

/// Counters that move by a fixed amount with each reading.
final class FakeCounters: ProcessCounters {
  private let switches = RelaxedNumber()
  private let ticks = RelaxedNumber(100)

  func peakResidentBytes() -> UInt64? { 4_096 }
  func usage() -> ProcessUsage? {
    let count = UInt64(truncatingIfNeeded: switches.add(3))
    return ProcessUsage(pageFaults: count, voluntaryContextSwitches: count, involuntaryContextSwitches: count)
  }
  /// Runs backwards.
  func stealTicks() -> UInt64? { UInt64(truncatingIfNeeded: ticks.add(-1)) }
}

/// A machine with some processors, which remembers where the thread was kept.
final class FakePinning: ProcessorPinning {
  private let state: LockedValue<(allowed: [Int], places: [[Int]])>
  private let isRefusing: Bool

  init(_ processors: [Int], isRefusing: Bool = false) {
    state = LockedValue((processors, []))
    self.isRefusing = isRefusing
  }

  /// Each set of processors that the thread was kept on, in order.
  var places: [[Int]] { state.withLock { $0.places } }

  func processors() -> [Int] { state.withLock { $0.allowed } }

  func pin(to processors: [Int]) -> Bool {
    guard !isRefusing else { return false }
    state.withLock {
      $0.allowed = processors
      $0.places.append(processors)
    }
    return true
  }
}

/// Counts nothing: every reading is "not supported".
struct NoProcessCounters: ProcessCounters {
  func peakResidentBytes() -> UInt64? { nil }
  func usage() -> ProcessUsage? { nil }
  func stealTicks() -> UInt64? { nil }
}

/// A clock that moves only when it is told to, for tests of whatever reads a clock.
///
/// Both channels start at 0. Any thread may read and advance it; all threads share one processor time.
final class ManualClock: MonotonicClock {
  private let wall = RelaxedNumber()
  private let cpu = RelaxedNumber()
  private let step: UInt64

  /// - Parameter stepNanoseconds: how far each reading of the wall channel moves it, default 0. A reading already
  ///   contains its own step.
  init(stepNanoseconds: UInt64 = 0) { step = stepNanoseconds }

  /// Moves wall time, and processor time by `cpuNanoseconds`, which is as much where it is not given.
  func advance(wallNanoseconds: UInt64, cpuNanoseconds: UInt64? = nil) {
    wall.add(Int(truncatingIfNeeded: wallNanoseconds))
    cpu.add(Int(truncatingIfNeeded: cpuNanoseconds ?? wallNanoseconds))
  }

  func wallNanoseconds() -> UInt64 { UInt64(truncatingIfNeeded: wall.add(Int(truncatingIfNeeded: step))) }

  func threadCPUNanoseconds() -> UInt64? { UInt64(truncatingIfNeeded: cpu.value) }

  func processCPUNanoseconds() -> UInt64? { threadCPUNanoseconds() }
}

/// Keeps everything that is reported to it.
final class RecordingObserver: MeasuringObserver {
  var samples: [SampleRecord] = []
  var calibrated: [CellID: Calibration.Result] = [:]
  var dropped: [CellOutcome] = []
  var progress: [MeasuringProgress] = []
  /// The cells of a comparison, with their sizes.
  var cells: [Cell] = []
  /// Called with each sample, and with the number of samples so far.
  var whenSampled: (SampleRecord, Int) throws -> Void = { _, _ in }

  func sampleTaken(_ sample: SampleRecord, progress: MeasuringProgress) throws {
    samples.append(sample)
    self.progress.append(progress)
    try whenSampled(sample, samples.count)
  }

  func cellCalibrated(_ cell: CellID, _ result: Calibration.Result) { calibrated[cell] = result }
  func cellDropped(_ outcome: CellOutcome) { dropped.append(outcome) }

  func of(_ pass: MeasuringPass) -> [SampleRecord] { samples.filter { $0.pass == pass } }

  /// The samples of a subject's times.
  func measured(_ subject: String) -> [SampleRecord] {
    of(.time).filter { $0.cell.subject == subject && $0.phase == .measure }
  }

  /// The unit of work of each measured sample.
  var units: [RunPlan.Unit] {
    samples.filter { $0.phase == .measure }.map {
      RunPlan.Unit(cell: $0.cell, round: $0.round, pass: $0.pass)
    }
  }
}

/// Runs whose jobs take as long as they are told to.
struct SimulatedRun {
  let clock = ManualClock(stepNanoseconds: 1)
  var interruption = Interruption()
  var allocationCounter: any AllocationCounter = NoAllocationCounter()

  func id(_ subject: String, threads: Int = 1, mode: DispatchMode = .serialQueues) -> CellID {
    CellID(
      subject: subject, workload: "feed(10)", nodeCount: 10, depth: 3, seed: 1, threads: threads, pool: mode)
  }

  func cell(
    _ subject: String, threads: Int = 1, mode: DispatchMode = .serialQueues, job: UInt64 = 1_000_000,
    checksum: Double = 1
  ) -> Cell {
    Cell(id: id(subject, threads: threads, mode: mode)) { [clock] in
      FakeWorker(clock: clock, wall: job, cpu: job / 2, checksum: checksum)
    }
  }

  /// A session with a worker's answers, which this process gives.
  static func session(
    of cells: [Cell], _ environment: RunEnvironment, whenEnded: @escaping () -> Void = {}
  ) throws(WorkerError) -> ProcessWorkerSession {
    let server = WorkerServer(environment: environment) { asked, _ in
      try cells.first { $0.id.withoutSize == asked.id } ?? { throw WorkerError("there is no such cell") }()
    }
    return try ProcessWorkerSession(identifier: 7, whenEnded: whenEnded) { server.answer(to: $0) }
  }

  func run(
    _ plan: RunPlan, _ observer: RecordingObserver = RecordingObserver(),
    identity: RunIdentity = RunIdentity(runID: "run", shard: 2, revision: "abc", firstSequence: 100),
    _ change: (inout RunEnvironment) -> Void = { _ in }
  ) throws -> (outcome: RunOutcome, observer: RecordingObserver) {
    var environment = RunEnvironment(
      clock: clock, counters: FakeCounters(), allocationCounter: allocationCounter,
      interruption: interruption,
      now: { Date(timeIntervalSince1970: 0) })
    let served = environment
    environment.startWorker = { _ throws(WorkerError) in try Self.session(of: plan.cells, served) }
    change(&environment)
    let outcome = try MeasuringRun(
      plan: plan, identity: identity, observer: observer, environment: environment
    ).measure()
    return (outcome, observer)
  }
}
