/// The state of one cell in a run.
struct RunEntry {
  private(set) var outcome: CellOutcome
  /// The cell's workers; nil before they are loaded and after the last batch.
  private(set) var loaded: WorkerPool.LoadedCell?
  /// The checksum of the first batch, which all others must repeat.
  private(set) var checksum: Double?
  /// True if that batch belongs to an earlier part of the run.
  private var isChecksumEarlier = false
  /// The expected duration of a batch; 0 before calibration.
  private(set) var batchNanoseconds = 0.0
  /// True if its worker is known to be a `SelfTimedWorker`.
  private(set) var timesItself = false

  init(cell: CellDescription) {
    outcome = CellOutcome(cell: cell, status: .measured)
  }

  /// True if there is more to measure.
  var isActive: Bool { loaded != nil }

  /// Jobs in a batch; 0 before calibration.
  var iterations: Int { outcome.iterations ?? 0 }

  var sampleCount: Int {
    get { outcome.sampleCount }
    set { outcome.sampleCount = newValue }
  }

  mutating func begin(loaded cell: WorkerPool.LoadedCell, _ result: CalibrationResult) {
    loaded = cell
    timesItself = cell.timesItself
    outcome.iterations = result.iterations
    batchNanoseconds = result.batchNanoseconds
  }

  /// Removes the workers, after the last round.
  mutating func unload() {
    loaded = nil
  }

  /// Sets the workers again, for the passes after the rounds.
  mutating func reload(_ cell: WorkerPool.LoadedCell) {
    loaded = cell
  }

  /// Restores the state from earlier parts of the run.
  mutating func keep(_ earlier: EarlierCell) {
    outcome.iterations = earlier.iterations
    batchNanoseconds = earlier.batchNanoseconds
    checksum = earlier.checksum
    isChecksumEarlier = earlier.checksum != nil
  }

  /// Records what could not be measured of a measured cell.
  mutating func lack(_ reason: String) {
    outcome.reason = reason
  }

  mutating func leaveOut(_ reason: String) {
    loaded = nil
    outcome.status = .leftOut
    outcome.reason = reason
  }

  mutating func fail(_ reason: String) {
    loaded = nil
    outcome.status = .failed
    outcome.reason = reason
  }

  mutating func fail(batch: BatchResult, status: SampleStatus) {
    if status == .checksumDisagrees {
      fail("The job gave two different results in one batch.")
    } else {
      let other = isChecksumEarlier ? "those of the run's earlier part" : "the first one"
      fail("A batch gave the checksum \(batch.checksum), \(other) \(checksum ?? 0).")
    }
  }

  /// Returns by its checksum if a batch can be trusted. All batches of a cell run the same job.
  mutating func judge(_ batch: BatchResult) -> SampleStatus {
    if batch.workersDisagree { return .checksumDisagrees }
    guard let checksum else {
      checksum = batch.checksum
      return .ok
    }
    return checksum.bitPattern == batch.checksum.bitPattern ? .ok : .checksumChanged
  }
}
