import Foundation

/// The verdict on one cell and one metric. All verdicts are decided in this file: on a set of pairs by
/// `PairedJudgement`, on both sets and on counts by `Decision`. Two runs' times get none.
package enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
  /// The candidate certainly needs more, by more than the smallest effect that counts. For times, a second
  /// set of pairs has confirmed it.
  case slower
  /// The candidate certainly needs less, by more than the smallest effect that counts. For times, a second
  /// set of pairs has confirmed it.
  case faster
  /// A first set of pairs was slower, and no second set has confirmed it. The row's note says why.
  case slowerUnconfirmed = "slower_unconfirmed"
  /// A first set of pairs was faster, and no second set has confirmed it. The row's note says why.
  case fasterUnconfirmed = "faster_unconfirmed"
  /// Any change is smaller than twice the smallest effect that counts.
  case same
  /// Undecided after all pairs, or after those that fitted into the budget.
  case unresolved
  /// A copy of the base differs from the base: the machine cannot show such differences now.
  case unfit
  /// The two compute different layouts, so their times mean nothing.
  case different
}

extension Verdict {
  /// True if the size of the change is still open.
  package var isOpen: Bool { self == .unresolved || isUnconfirmed }

  package var isUnconfirmed: Bool { self == .slowerUnconfirmed || self == .fasterUnconfirmed }
}

/// The result of one look at the pairs of one cell and one metric.
package struct PairedJudgement: Hashable, Sendable {
  /// The interval of ln(candidate / base).
  package let candidate: MedianInterval
  package let candidateMedian: Double
  package let null: MedianInterval
  package let nullMedian: Double
  package let verdict: Verdict
  /// The p-value of the sign test that the candidate's median is 0.
  package let pValue: Double

  /// Judges the pairs:
  ///
  /// 1. If the null arm's interval excludes 0 and its median is above the smallest effect, the machine is
  ///    `unfit`.
  /// 2. If the same holds for the candidate, it is `slower` or `faster`.
  /// 3. If the candidate's interval lies within ± twice the smallest effect, it is the `same`.
  /// 4. Otherwise it is `unresolved`.
  ///
  /// The interval lies between two of the values and is valid for every distribution: see
  /// `SortedSample.medianInterval`. Fewer than 10 pairs have none at these levels, and stay unresolved.
  ///
  /// - Parameters:
  ///   - error: the probability that the interval misses; its level is 1 − `error`.
  ///   - minimumEffect: the smallest effect, as a share.
  /// - Returns: nil if there are no pairs or a value is NaN.
  package init?(_ effects: PairEffects, error: Double, minimumEffect: Double) {
    guard let candidateSample = try? SortedSample(effects.candidate),
      let nullSample = try? SortedSample(effects.null)
    else { return nil }
    candidate = candidateSample.medianInterval(level: 1 - error)
    candidateMedian = candidateSample.median
    null = nullSample.medianInterval(level: 1 - error)
    nullMedian = nullSample.median
    pValue = SignTest.pValue(effects.candidate)
    let smallest = log(1 + minimumEffect)
    if Self.excludesZero(null, error) && abs(nullMedian) > smallest {
      verdict = .unfit
    } else if Self.excludesZero(candidate, error) && abs(candidateMedian) > smallest {
      verdict = candidateMedian > 0 ? .slower : .faster
    } else if candidate.level >= 1 - error && max(-candidate.low, candidate.high) < log(1 + 2 * minimumEffect)
    {
      verdict = .same
    } else {
      verdict = .unresolved
    }
  }

  private static func excludesZero(_ interval: MedianInterval, _ error: Double) -> Bool {
    interval.level >= 1 - error && (interval.low > 0 || interval.high < 0)
  }
}

/// A verdict and the reason for it.
struct Decision: Hashable {
  var verdict: Verdict
  /// A sentence; nil if the figures say it all.
  var note: String?
}

extension Decision {
  /// The state of the second set of pairs, which has to confirm a first that differs.
  enum Confirmation: Hashable {
    /// It was not finished.
    case open
    case agreed
    case refuted
  }

  /// Decides a time.
  ///
  /// - Parameters:
  ///   - first: the judgement of the first set of pairs.
  ///   - isCutShort: true if the comparison ended before the first set was decided.
  ///   - isUnfit: true if either time of the cell found the machine unfit.
  ///   - ending: the ending of the comparison.
  init(first: Verdict, isCutShort: Bool, isUnfit: Bool, _ confirmation: Confirmation, ending: RunEnding) {
    let end =
      ending == .interrupted ? "The comparison was interrupted" : "The budget ended the comparison"
    guard first == .slower || first == .faster else {
      self.init(verdict: first, note: isCutShort ? "\(end) before it was decided." : nil)
      return
    }
    let reason: String
    if isUnfit {
      reason = ", and the cell's other time found the machine unfit."
    } else {
      switch confirmation {
      case .agreed:
        self.init(verdict: first)
        return
      case .open: reason = ". \(end) before a second set could confirm it."
      case .refuted: reason = ", and a second did not confirm it."
      }
    }
    self.init(
      verdict: first == .slower ? .slowerUnconfirmed : .fasterUnconfirmed,
      note: "A first set of pairs was \(first.rawValue)\(reason)")
  }

  /// Decides a count by equality or by a share. If a copy of the base differs from the base by more than the
  /// share, the count does not repeat and a change stays unresolved.
  ///
  /// - Parameters:
  ///   - ratio: the candidate's count, in multiples of the base's.
  ///   - nullRatio: the count of the base's copy, in multiples of the base's.
  ///   - share: the largest difference of equal counts.
  ///   - hasEqualBatches: false if the sides' batches have different numbers of jobs. A batch's own
  ///     allocations are spread over its jobs, so only equal counts have a verdict then.
  init(ratio: Double, nullRatio: Double, share: Double, hasEqualBatches: Bool) {
    guard abs(ratio - 1) > share else {
      self.init(verdict: .same)
      return
    }
    if abs(nullRatio - 1) > share {
      let change = nullRatio - 1
      let amount =
        change.isFinite
        ? "\(NumberText.change(abs(change))) \(change > 0 ? "more" : "less")" : "another count"
      self.init(
        verdict: .unresolved, note: "The base's own copy has \(amount), so this count does not repeat.")
    } else if !hasEqualBatches {
      self.init(
        verdict: .unresolved,
        note: "The two runs' batches have different numbers of jobs, over which what a batch itself "
          + "allocates is spread.")
    } else {
      self.init(verdict: ratio > 1 ? .slower : .faster)
    }
  }
}
