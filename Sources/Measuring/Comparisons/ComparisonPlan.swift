import Foundation

/// The cells of a comparison, their order and the rules for judging them.
///
/// Everything but the durations is a pure function of the plan: a pair's processes, the length of their
/// environments and the order of their samples follow from the seed, the cell and the pair's number.
package struct ComparisonPlan: Sendable {
  /// The clock by which times are judged.
  package enum Clock: String, Hashable, Sendable, Codable, CaseIterable {
    /// Processor time, which other programs disturb less; but wall time for split layouts, for the user's own code, and for
    /// jobs that wait.
    case auto
    case wall
    case cpu
  }

  /// The bounds for the samples of each arm in a pair.
  static let defaultRounds = 3...200

  /// The cells. No two descriptions may be equal.
  package var cells: [Cell]
  /// The seed of all shuffling, default 1.
  var seed: UInt64 = 1
  /// The samples of each arm in a pair: as many as fill `pairNanoseconds`, within these bounds. Default
  /// `defaultRounds`.
  var rounds = ComparisonPlan.defaultRounds
  /// The time of all samples of an arm in a pair. Cells share it, down to a twelfth for each; but no cell gets
  /// less than `usualRounds` if these fit into the whole time.
  ///
  /// With one cell, most of the time goes into starting processes, so a pair measures long. With many cells, each is
  /// measured about as long as it takes to load: the value of a pair scatters by 2.7% with 3 rounds of a quarter of a
  /// millisecond, by 1.4% with 8, and by 1.0% with 16, and loading takes as long as about 4.
  let pairNanoseconds: UInt64 = 50_000_000
  /// See `pairNanoseconds`. With 3 rounds, cells of jobs of milliseconds scattered by 5 to 10%.
  let usualRounds = 16.0
  /// The warm-up batches of each arm, as a share of the rounds.
  let warmupShare = 0.1
  /// The rules for batches, default a quarter of a millisecond: see `shortBatches`.
  var calibration = ComparisonPlan.shortBatches
  /// The smallest effect of a cell that counts, as a share, default 0.005.
  var minimumEffect = 0.005
  /// The time of the whole comparison without builds. By default `usualTime(cells:)`.
  package var time: TimeSpan
  /// The number of programs of each side, with their functions in other places, between which pairs take turns; default 1.
  var placementCount = 1
  /// The clock by which times are judged, default `auto`.
  var clock = Clock.auto

  /// The chance that any cell is named though none changed.
  let error = 0.005
  /// The p-value up to which a cell looks changed, and gets more pairs.
  let suspicion = 0.3
  /// The parts of the second half of the time: after each part but the last, half of the suspects are dropped.
  let stages: UInt64 = 4
  /// The most pairs of a cell in either half, default 200.
  var mostPairs = 200

  init(cells: [Cell], seed: UInt64 = 1, minimumEffect: Double = 0.005, time: TimeSpan? = nil) {
    (self.cells, self.seed, self.minimumEffect) = (cells, seed, minimumEffect)
    self.time = time ?? Self.usualTime(cells: cells.count)
  }

  /// Returns the time that a comparison of so many cells takes: 4 s, and 4 s a cell, but at most 2 minutes.
  static func usualTime(cells: Int) -> TimeSpan { .seconds(UInt64(min(4 + 4 * cells, 120))) }

  /// The fewest pairs from which a cell can be named at the first look, by two of one sign more than an exact test needs.
  var leastPairs: Int {
    let tests = 2 * Double(max(cells.count, 1)) / error
    return Int((1 + log2(tests)).rounded(.up)) + 2
  }

  /// Batches of a quarter of a millisecond, because arms that alternate more often see the same machine.
  ///
  /// Measured on a shared machine, over 22 to 37 pairs of identical programs. If the system's scheduler chose
  /// the processor, the ratios of rounds scattered by 5 to 11%, and the values of pairs by 1.3 to 2.8% with
  /// 20 rounds of 5 ms and by 0.8 to 1.3% with 200 of 0.5 ms. If all arms shared one processor, the rounds
  /// scattered by 2 to 3%, and the pairs by 0.5 to 0.7% with 200 of 0.5 ms and with 125 or 250 of 0.25 ms,
  /// which take half the time. Longer pairs gain little, since processes differ by 0.5% among themselves. The
  /// median of the rounds' ratios was the best of eight estimators at every length, ahead of lower quantiles
  /// and trimmed means.
  static let shortBatches = Calibration(targetNanoseconds: 250_000)

  /// Returns the number of samples of each arm in a pair for this batch duration.
  ///
  /// A cell of several threads that `auto` judges by processor time gets a quarter, for more pairs: with 25, 50, 100 and 200
  /// rounds its pairs scattered by 1.6, 1.4, 1.3 and 1.3%. By the clock on the wall they scattered by 25, 20, 10 and 5%,
  /// since for some 50 rounds the system keeps new threads on one processor.
  func rounds(of cell: Cell, batchNanoseconds: Double) -> Int {
    let isShort = cell.id.threads > 1 && clock == .auto && !cell.isJudgedByWall
    let share = pairNanoseconds / UInt64(min(max(cells.count, 1), 12)) / (isShort ? 4 : 1)
    func rounds(in time: UInt64) -> Double { min(Double(time) / max(batchNanoseconds, 1), 1e6) }
    let wanted = max(rounds(in: share), min(usualRounds, rounds(in: pairNanoseconds)))
    return min(max(Int(wanted.rounded()), self.rounds.lowerBound), self.rounds.upperBound)
  }

  /// Returns the number of warm-up batches; at least one.
  func warmups(rounds: Int) -> Int {
    max(1, Int((Double(rounds) * warmupShare).rounded()))
  }

  /// Returns the indices of the cells in the order in which a pair measures them: cells with the same tree one after
  /// another, so that a process makes the tree once. Depends only on the seed and the pair.
  func order(ofPair pair: Int) -> [Int] {
    var generator = generator(pair, 0)
    let order = generator.permutation(of: cells.count)
    var places: [CellSource: Int] = [:]
    for (place, index) in order.enumerated() where places[cells[index].source] == nil {
      places[cells[index].source] = place
    }
    let grouped = order.enumerated().sorted {
      (places[cells[$0.element].source] ?? 0, $0.offset)
        < (places[cells[$1.element].source] ?? 0, $1.offset)
    }.map(\.element)
    return byProcesses(grouped)
  }

  /// Returns the cells that need one processor, which share their processes, before the others.
  func byProcesses(_ order: some Collection<Int>) -> [Int] {
    order.filter { cells[$0].needsOneProcessor } + order.filter { !cells[$0].needsOneProcessor }
  }

  /// Returns the sides in the order of a round.
  func arms(cell: Int, pair: Int, round: Int) -> [ComparisonArm] {
    var generator = generator(pair, UInt64(cell + 1) << 32 | UInt64(UInt32(truncatingIfNeeded: round + 1)))
    return generator.next() & 1 == 0 ? [.base, .cand] : [.cand, .base]
  }

  /// Returns the sides in the order in which a pair loads a cell: the base first in one pair, and the candidate first in
  /// the next. The order of loading is worth half a percent.
  func loadingOrder(cell: Int, pair: Int) -> [ComparisonArm] {
    (cell + pair).isMultiple(of: 2) ? [.base, .cand] : [.cand, .base]
  }

  /// Returns the number of jobs of a counted batch: in 20 ms, events of one in a thousand jobs are seen.
  func countedJobs(iterations: Int, batchNanoseconds: Double) -> Int {
    iterations * Int(min(max(20e6 / max(batchNanoseconds, 1), 1), 100))
  }

  /// Returns the number of bytes that lengthen an arm's environment, 0 to 4,095.
  func padding(cell: Int, pair: Int, arm: ComparisonArm) -> Int {
    let place = UInt64(ComparisonArm.allCases.firstIndex(of: arm) ?? 0)
    var generator = generator(pair, UInt64(cell + 1) << 32 | 0xFFFF_0000 | place)
    return Int(generator.next() % 4_096)
  }

  /// Returns a number that selects the processor shared by a pair's arms.
  func processorChoice(pair: Int) -> UInt64 {
    var generator = generator(pair, 0xFFFE_0000)
    return generator.next()
  }

  private func generator(_ pair: Int, _ stream: UInt64) -> SplitMix64 {
    var seeds = SplitMix64(
      seed: seed ^ UInt64(pair + 1) &* 0xD6E8_FEB8_6659_FD93 ^ stream &* 0xA076_1D64_78BD_642F)
    return SplitMix64(seed: seeds.next())
  }
}

extension SourceRevision {
  /// The name as the user wrote it; the first ten digits of a full hash.
  var nameInSentences: String {
    name == "." ? "the working tree" : name == commit ? String(commit.prefix(10)) : name
  }
}
