import Foundation

/// A study of the comparison's verdicts on a machine: how often identical code is called changed, and how often changes of
/// known size are found.
///
/// 1. Pairs of processes of one program are measured against each other.
/// 2. Comparisons are simulated from them: each cell draws pairs with signs at random, since base and candidate are the same
///    program, and a known change is added. They are judged as real ones are.
package struct ProcedureStudy: Sendable {
  /// The result for one size of change.
  package struct Finding: Hashable, Sendable, Codable {
    /// The cells of each comparison, of which the first is slower.
    var cells: Int
    /// The slowdown, as a share: 0.02 = 2%.
    var share: Double
    var comparisons: Int
    /// The number of comparisons that name the slower cell, and that name another one or name it faster.
    var found: Int
    var falselyNamed: Int
  }

  /// The measured pairs, default 200.
  var pairs: Int
  /// The simulated comparisons of one cell, default 1,000. Of many cells a fifth as many are simulated.
  var comparisons: Int
  /// The slowdowns, as shares, default none, 0.5%, 1% and 2%.
  var shares: [Double]
  /// The cells of a simulated suite, default 30.
  var suiteCells: Int
  /// The pairs of each cell of a suite, in either half, default 70: what a comparison of 30 cells has after two minutes on
  /// two shared cores. A cell alone has as few as a name needs.
  var suitePairs = 70
  var seed: UInt64

  /// The fewest pairs to draw from.
  package static let leastPairs = 40

  package init(
    pairs: Int = 200, comparisons: Int = 1_000, shares: [Double] = [0, 0.005, 0.01, 0.02],
    suiteCells: Int = 30,
    seed: UInt64 = 1
  ) {
    self.pairs = pairs
    self.comparisons = comparisons
    self.shares = shares
    self.suiteCells = suiteCells
    self.seed = seed
  }

  /// Measures pairs and simulates comparisons from them.
  ///
  /// - Parameters:
  ///   - launcher: starts the same program for all arms.
  ///   - progress: called after each pair with the number of finished and of planned pairs.
  /// - Throws: `WorkerError` if a worker fails.
  package func run(
    _ cell: Cell, launcher: any WorkerLauncher, environment: RunEnvironment = RunEnvironment(),
    progress: (_ done: Int, _ planned: Int) -> Void = { _, _ in }
  ) throws -> [Finding] {
    let effects = try collect(cell, launcher, environment, progress)
    guard effects.count >= Self.leastPairs else { throw WorkerError("\(effects.count) pairs are too few") }
    return try [1, suiteCells].flatMap { count in
      try shares.map { share in
        try simulate(cell, cells: count, share: share, effects, count == 1 ? comparisons : comparisons / 5)
      }
    }
  }

  private func collect(
    _ cell: Cell, _ launcher: any WorkerLauncher, _ environment: RunEnvironment,
    _ progress: (Int, Int) -> Void
  ) throws -> [Double] {
    let plan = ComparisonPlan(cells: [cell], seed: seed)
    let sampler = PairSampler(
      plan: plan, identity: ComparisonIdentity(runID: "study"), launcher: launcher, environment: environment)
    defer { sampler.endProcesses() }
    var entry = ComparisonEntry(cell: cell.description)
    try sampler.prepare(0, &entry) { _ in }
    if let outcome = entry.outcome { throw WorkerError(outcome.reason ?? "the cell cannot be measured") }
    for pair in 0..<pairs where !environment.interruption.isRequested {
      try sampler.measure(0, pair: pair, &entry) { _ in }
      progress(pair + 1, pairs)
    }
    return entry.pairs.map(\.effect)
  }

  /// Simulates comparisons from the effects of pairs of identical programs.
  func simulate(
    _ cell: Cell, cells count: Int, share: Double, _ effects: [Double], _ comparisons: Int
  ) throws -> Finding {
    let cells = (0..<count).map { number in
      var cell = cell
      cell.description.params = "cell=\(number)"
      return cell
    }
    var plan = ComparisonPlan(cells: cells, seed: seed, time: .seconds(3_600))
    plan.mostPairs = count == 1 ? plan.leastPairs : max(suitePairs, plan.leastPairs)
    var finding = Finding(cells: count, share: share, comparisons: comparisons, found: 0, falselyNamed: 0)
    for comparison in 0..<comparisons {
      let source = DrawnEffects(
        effects, added: log1p(share), seed: seed &+ UInt64(comparison) &* 0x9E37_79B9_7F4A_7C15)
      var observer = NoObserver()
      let outcome = try ComparisonRun(plan: plan, source: source, environment: RunEnvironment()).run(
        observer: &observer)
      let named = outcome.rows.filter { $0.verdict.isChange }
      func isFound(_ row: MetricComparison) -> Bool {
        share > 0 && row.cell == cells[0].description && row.verdict == .slower
      }
      if named.contains(where: isFound) { finding.found += 1 }
      if named.contains(where: { !isFound($0) }) { finding.falselyNamed += 1 }
    }
    return finding
  }
}

/// Pairs that are drawn from measured ones, with signs at random. The first cell has a known change besides.
final class DrawnEffects: PairSource {
  private let effects: [Double]
  private let added: Double
  private var generator: SplitMix64

  init(_ effects: [Double], added: Double, seed: UInt64) {
    (self.effects, self.added, generator) = (effects, added, SplitMix64(seed: seed))
  }

  func prepare(_ index: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void) {
    entry.prepared(iterations: 1, rounds: 1, counts: [:])
  }

  func measure(_ index: Int, pair: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void)
  {
    let random = generator.next()
    let effect = effects[Int((random >> 1) % UInt64(effects.count))]
    entry.add(PairValue(effect: (random & 1 == 0 ? effect : -effect) + (index == 0 ? added : 0)))
  }

  func endProcesses() {}
}

/// An observer that ignores all events.
struct NoObserver: MeasuringObserver {
  mutating func sampleTaken(_ sample: SampleRecord, progress: RunProgress) {}
  mutating func cellDropped(_ outcome: CellOutcome) {}
}
