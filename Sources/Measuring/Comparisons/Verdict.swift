import Foundation

/// The verdict on a change from one revision to another.
package enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
  case slower
  case faster
  /// No change is seen. The row says how large a change is excluded.
  case same
  /// Too few pairs, a count that does not repeat, or a change that places in memory may cause.
  case unresolved
  /// The sides compute different layouts, so their times mean nothing.
  case different

  /// True if something changed for certain.
  package var isChange: Bool { self == .slower || self == .faster }
}

// MARK: - Deciding

// The verdicts on one cell are decided here, on its times and on its counts. The change that cells share is decided by its
// interval, in `SharedChange.changes`; layouts that differ are not measured (`MetricComparison.init(differing:note:)`).

extension Verdict {
  /// Decides the times of a cell. A small change counts as none, however certain it is.
  ///
  /// - Parameters:
  ///   - logarithm: ln(candidate / base).
  ///   - isNamed: True if the pairs show a change, with an error that counts all cells; see
  ///     `ComparisonEntry.look`.
  ///   - isKnown: True if there are enough pairs to exclude a change.
  ///   - minimumEffect: The smallest change that counts, as a share.
  static func ofTime(
    _ logarithm: Double, isNamed: Bool, isKnown: Bool, minimumEffect: Double
  ) -> Verdict {
    let certain = ofCertain(logarithm, minimumEffect: minimumEffect)
    return isNamed && certain != .same ? certain : isKnown ? .same : .unresolved
  }

  /// Decides a change that is certain, by its size.
  static func ofCertain(_ logarithm: Double, minimumEffect: Double) -> Verdict {
    abs(logarithm) < log1p(minimumEffect) ? .same : logarithm > 0 ? .slower : .faster
  }

  /// Decides a count by the allowed difference, and by the base's copy: a change must be several times the difference
  /// between the base and its copy, so that the same two programs have the same verdict each time.
  ///
  /// - Parameters:
  ///   - null: the count of the base's copy.
  ///   - allowed: the largest difference of equal counts.
  /// - Returns: the verdict, and a sentence about it if the figures need one.
  static func ofCount(
    _ base: Double, _ candidate: Double, null: Double, allowed: Double
  ) -> (verdict: Verdict, note: String?) {
    let (change, own) = (candidate - base, null - base)
    guard abs(change) > allowed else { return (.same, nil) }
    if abs(change) <= severalTimes * abs(own) {
      let amount =
        base == 0
        ? "another count" : "\(NumberText.change(abs(own / base))) \(own > 0 ? "more" : "less")"
      return (.unresolved, "The base's own copy has \(amount), so this count does not repeat.")
    }
    return (change > 0 ? .slower : .faster, nil)
  }

  /// A count has changed if its difference is more than so many times the one between equal programs.
  private static let severalTimes = 4.0
}
