import Foundation

@testable import Benchmarking

/// Keeps what it is told.
final class RecordingObserver: MeasuringObserver {
  var samples: [SampleRecord] = []
  var latencies: [LatencyRecord] = []
  var calibrated: [CellID: CalibrationResult] = [:]
  var dropped: [CellOutcome] = []
  var progress: [RunProgress] = []
  /// The cells of a comparison, with their sizes.
  var cells: [Cell] = []
  /// Called with each sample, and with the number of samples so far.
  var whenSampled: (SampleRecord, Int) throws -> Void = { _, _ in }
  var whenLatenciesTaken: (LatencyRecord) throws -> Void = { _ in }

  func sampleTaken(_ sample: SampleRecord, progress: RunProgress) throws {
    samples.append(sample)
    self.progress.append(progress)
    try whenSampled(sample, samples.count)
  }

  func latenciesTaken(_ record: LatencyRecord) throws {
    latencies.append(record)
    try whenLatenciesTaken(record)
  }

  func cellCalibrated(_ cell: CellID, _ result: CalibrationResult) { calibrated[cell] = result }
  func cellDropped(_ outcome: CellOutcome) { dropped.append(outcome) }

  func of(_ pass: MeasuringPass) -> [SampleRecord] { samples.filter { $0.pass == pass } }

  /// The samples of a subject's times.
  func measured(_ subject: String) -> [SampleRecord] {
    of(.time).filter { $0.cell.subject == subject && $0.phase == .measure }
  }

  /// The unit of work of each measured sample.
  var units: [WorkUnit] {
    samples.filter { $0.phase == .measure }.map {
      WorkUnit(cell: $0.cell, round: $0.round, pass: $0.pass)
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
      SlowWorker(clock: clock, wall: job, cpu: job / 2, checksum: checksum)
    }
  }

  func run(
    _ plan: RunPlan, _ observer: RecordingObserver = RecordingObserver(),
    _ change: (inout RunEnvironment) -> Void = { _ in }
  ) throws -> (outcome: RunOutcome, observer: RecordingObserver) {
    var environment = RunEnvironment(
      clock: clock, counters: FakeCounters(), allocationCounter: allocationCounter,
      interruption: interruption,
      now: { Date(timeIntervalSince1970: 0) })
    change(&environment)
    let identity = RunIdentity(runID: "run", shard: 2, revision: "abc", firstSequence: 100)
    let outcome = try MeasuringRun(
      plan: plan, identity: identity, observer: observer, environment: environment
    ).run()
    return (outcome, observer)
  }
}
