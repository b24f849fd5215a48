/// One cell in one round of a pass: the smallest piece of a run that is done or not done.
package struct WorkUnit: Hashable, Sendable {
  package var cell: CellDescription
  package var round: Int
  /// Default `time`.
  package var pass: MeasuringPass = .time
}

/// What a run measures, in which order, and when it stops.
///
/// Everything but the durations is a pure function of the plan, so that a run can be repeated, resumed and
/// spread over machines.
package struct RunPlan: Sendable {
  /// How many rounds a run may be asked for; a budget ends it before.
  package static let allowedRounds = 1...1_000_000

  /// In the order in which they are calibrated. No two descriptions may be equal.
  package var cells: [MeasuredCell]
  /// Samples of each cell at most, default 20.
  package var rounds: Int
  /// After this long nothing is begun but what the first round needs; nil, the default, = no limit. The
  /// rounds leave time for counting and latencies, half of the budget at most.
  package var budget: TimeSpan?
  /// A cell of which one job takes longer is left out, default 10 s.
  package var perJobLimit: TimeSpan
  /// Where the order of cells in each round comes from, default 1.
  package var seed: UInt64
  package var calibration: Calibration
  /// Samples before the first that counts, default 3.
  package var warmupSamples: Int
  /// The same for cells whose batch takes longer than `slowBatch`, default 1.
  package var slowWarmupSamples: Int
  /// Default 200 ms.
  package var slowBatch: TimeSpan
  /// Counted batches of each cell, default 1; none are run where nothing can be counted.
  package var allocationSamples: Int
  /// How long the latencies of each cell are taken for, one batch at least, default 100 ms; nil = not at all.
  package var latencySpan: TimeSpan?
  /// Units that an earlier part of this run has done and that are passed over, default none.
  package var completed: Set<WorkUnit>
  /// What an earlier part of this run settled of cells, default nothing.
  package var earlier: [CellDescription: EarlierCell]

  package init(
    cells: [MeasuredCell], rounds: Int = 20, budget: TimeSpan? = nil,
    perJobLimit: TimeSpan = .seconds(10), seed: UInt64 = 1, calibration: Calibration = Calibration(),
    warmupSamples: Int = 3, slowWarmupSamples: Int = 1, slowBatch: TimeSpan = .milliseconds(200),
    allocationSamples: Int = 1, latencySpan: TimeSpan? = .milliseconds(100),
    completed: Set<WorkUnit> = [], earlier: [CellDescription: EarlierCell] = [:]
  ) {
    self.cells = cells
    self.rounds = rounds
    self.budget = budget
    self.perJobLimit = perJobLimit
    self.seed = seed
    self.calibration = calibration
    self.warmupSamples = warmupSamples
    self.slowWarmupSamples = slowWarmupSamples
    self.slowBatch = slowBatch
    self.allocationSamples = allocationSamples
    self.latencySpan = latencySpan
    self.completed = completed
    self.earlier = earlier
  }

  /// The indices of `cells` in the order in which a round visits them.
  ///
  /// A new order each round, so that no cell always follows the same neighbour, and drift of the machine hits
  /// all alike. Depends on the seed, the round and the number of cells alone. O(cells).
  package func order(ofRound round: Int) -> [Int] {
    var seeds = SplitMix64(seed: seed ^ UInt64(truncatingIfNeeded: round) &* 0xD6E8_FEB8_6659_FD93)
    var generator = SplitMix64(seed: seeds.next())
    return generator.permutation(of: cells.count)
  }

  /// Warm-up samples for a cell whose batch takes so long.
  func warmups(batchNanoseconds: Double) -> Int {
    batchNanoseconds > Double(slowBatch.nanoseconds) ? slowWarmupSamples : warmupSamples
  }

  /// Rounds of a cell that are not done yet.
  func unitsToDo(_ cell: CellDescription) -> Int {
    let rounds = max(rounds, 0)
    return rounds - completed.count { $0.cell == cell && $0.pass == .time && (0..<rounds).contains($0.round) }
  }
}

/// What the rows of a run have in common.
package struct RunIdentity: Hashable, Sendable {
  package var runID: String
  /// Which part of a run that is spread over machines, from 1; nil = the whole.
  package var shard: Int?
  package var arm: ComparisonArm
  package var revision: String?
  package var buildID: String?
  /// The number that the first sample gets, default 0; a run that is resumed goes on counting.
  package var firstSequence: Int

  package init(
    runID: String, shard: Int? = nil, arm: ComparisonArm = .base, revision: String? = nil,
    buildID: String? = nil, firstSequence: Int = 0
  ) {
    self.runID = runID
    self.shard = shard
    self.arm = arm
    self.revision = revision
    self.buildID = buildID
    self.firstSequence = firstSequence
  }
}
