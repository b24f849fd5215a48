/// A cell of a comparison, in the words of results and in those of a worker.
package struct ComparedCell: Hashable, Sendable {
  package var description: CellDescription
  package var work: WorkerCell
  /// Whether several threads of its own work on one layout, default false.
  package var splitsLayouts: Bool
  /// Steps of known extra work that the candidate alone does after each job, default 0.
  package var candidateExtraSteps: Int

  package init(
    description: CellDescription, work: WorkerCell, splitsLayouts: Bool = false, candidateExtraSteps: Int = 0
  ) {
    self.description = description
    self.work = work
    self.splitsLayouts = splitsLayouts
    self.candidateExtraSteps = candidateExtraSteps
  }

  /// Whether one processor is enough for it, since no two of its threads work at a time.
  var needsOneProcessor: Bool { description.threads == 1 && !splitsLayouts }

  func work(of arm: ComparisonArm) -> WorkerCell {
    var work = work
    if arm == .cand { work.extraSteps += candidateExtraSteps }
    return work
  }
}

/// When a comparison looks at its pairs, and how much error each look may spend.
///
/// To look again and again until something shows is to find something: each look has a chance of its own to be wrong. So the looks
/// are fixed beforehand, and the error that is allowed is shared out among them. By Bonferroni's inequality, their sum bounds the whole.
/// The idea is Armitage's ("Sequential Medical Trials", 1960); the shares grow as in O'Brien and Fleming's rule (Biometrics 35, 1979).
package struct SequentialLooks: Hashable, Sendable {
  package struct Look: Hashable, Sendable {
    /// Pairs that there are by then.
    package var pairs: Int
    /// The error that this look may spend.
    package var error: Double
  }

  /// In ascending order of pairs; never empty.
  package let looks: [Look]

  /// - Precondition: there is a look, and each has more pairs than the one before.
  package init(_ looks: [Look]) {
    precondition(!looks.isEmpty && zip(looks, looks.dropFirst()).allSatisfy { $0.pairs < $1.pairs })
    self.looks = looks
  }

  /// 10, 20 and 40 pairs, with .002, .003 and .005: .01 together.
  package static let standard = SequentialLooks([
    Look(pairs: 10, error: 0.002), Look(pairs: 20, error: 0.003), Look(pairs: 40, error: 0.005),
  ])

  /// Of the second set of pairs, which is there to agree or not: 10, 20 and 40 pairs, with .004, .003 and .003. Ten pairs that agree are just
  /// enough where one cell is compared; more cells need more, by Holm's correction.
  package static let confirming = SequentialLooks([
    Look(pairs: 10, error: 0.004), Look(pairs: 20, error: 0.003), Look(pairs: 40, error: 0.003),
  ])

  /// Pairs at the last look.
  package var maximumPairs: Int { looks[looks.count - 1].pairs }
}

/// What a comparison measures, in which order, and by what it judges.
///
/// Everything but the durations is a pure function of the plan: a pair's processes, the length of their environments and the order of
/// their samples follow from the seed, the cell and the pair's number.
package struct ComparisonPlan: Sendable {
  /// Samples of each arm in a pair, at least and at most.
  package static let defaultRounds = 20...200

  /// No two descriptions may be equal.
  package var cells: [ComparedCell]
  /// Where all that is shuffled begins, default 1.
  package var seed: UInt64
  /// Samples of each arm in a pair: as many as make up `pairNanoseconds`, within these bounds, default `defaultRounds`.
  package var rounds: ClosedRange<Int>
  /// The time that an arm's samples of one pair take together, default 50 ms.
  package var pairNanoseconds: UInt64
  /// Batches of each arm before those, as a share of the rounds, default a tenth.
  package var warmupShare: Double
  /// How long a batch lasts, default a quarter of a millisecond: see `shortBatches`.
  package var calibration: Calibration
  package var looks: SequentialLooks
  package var confirming: SequentialLooks
  /// The smallest effect that counts, as a share, default 0.005. Twice that is the margin within which two are the same.
  package var minimumEffect: Double
  /// After this long no pair is begun; nil, the default, = no limit. Every cell is checked and counted first.
  package var budget: TimeSpan?

  package init(
    cells: [ComparedCell], seed: UInt64 = 1, rounds: ClosedRange<Int> = ComparisonPlan.defaultRounds,
    pairNanoseconds: UInt64 = 50_000_000, warmupShare: Double = 0.1,
    calibration: Calibration = ComparisonPlan.shortBatches, looks: SequentialLooks = .standard,
    confirming: SequentialLooks = .confirming, minimumEffect: Double = 0.005, budget: TimeSpan? = nil
  ) {
    self.cells = cells
    self.seed = seed
    self.rounds = rounds
    self.pairNanoseconds = pairNanoseconds
    self.warmupShare = warmupShare
    self.calibration = calibration
    self.looks = looks
    self.confirming = confirming
    self.minimumEffect = minimumEffect
    self.budget = budget
  }

  /// Batches of a quarter of a millisecond, since arms that take turns more often see the same machine.
  ///
  /// Measured on a shared machine, over 22 to 37 pairs of identical programs. Where the system's scheduler decides on the processor, a round's ratios
  /// scattered by 5 to 11%, and the pairs' values by 1.3 to 2.8% with 20 rounds of 5 ms, and by 0.8 to 1.3% with 200 of 0.5 ms. With all
  /// that takes turns on one processor, the rounds' by 2 to 3%, and the pairs' by 0.5 to 0.7% with 200 of 0.5 ms and with 125 or 250 of 0.25 ms,
  /// which take half the time; longer ones gain little, since processes differ by 0.5% among themselves. The median of the rounds' ratios was the
  /// best of eight estimators at every length, before lower quantiles and trimmed means.
  package static let shortBatches = Calibration(targetNanoseconds: 250_000)

  /// Samples of each arm in a pair whose batches last so long.
  package func rounds(batchNanoseconds: Double) -> Int {
    let wanted = Double(pairNanoseconds) / max(batchNanoseconds, 1)
    return min(max(Int(min(wanted, 1e6).rounded()), rounds.lowerBound), rounds.upperBound)
  }

  /// Batches before those that count; one at least.
  func warmups(rounds: Int) -> Int {
    max(1, Int((Double(rounds) * warmupShare).rounded()))
  }

  /// The number of the first pair of the second set; the first set has those before it.
  package var firstConfirmingPair: Int { looks.maximumPairs }

  /// The indices of the cells in the order in which a pair measures them: those that share a processor first, so that
  /// they also share their processes. Depends on the seed and the pair alone.
  package func order(ofPair pair: Int) -> [Int] {
    var generator = generator(pair, 0)
    let order = generator.permutation(of: cells.count)
    return order.filter { cells[$0].needsOneProcessor } + order.filter { !cells[$0].needsOneProcessor }
  }

  /// The three arms in the order of a round.
  package func arms(cell: Int, pair: Int, round: Int) -> [ComparisonArm] {
    var generator = generator(pair, UInt64(cell + 1) << 32 | UInt64(UInt32(truncatingIfNeeded: round + 1)))
    return generator.permutation(of: 3).map { ComparisonArm.allCases[$0] }
  }

  /// Bytes by which an arm's environment is made longer, 0 to 4,095.
  package func padding(cell: Int, pair: Int, arm: ComparisonArm) -> Int {
    let place = UInt64(ComparisonArm.allCases.firstIndex(of: arm) ?? 0)
    var generator = generator(pair, UInt64(cell + 1) << 32 | 0xFFFF_0000 | place)
    return Int(generator.next() % 4_096)
  }

  /// A number that stands for the processor that a pair's arms share.
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
