/// The verdict on a change from one revision to another.
package enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
  case slower
  case faster
  /// No change is seen. What is excluded, the row says.
  case same
  /// Too few pairs, or a count that does not repeat.
  case unresolved
  /// Slower or faster by time, and the same work: the code only lies elsewhere in memory.
  case placement
  /// The two compute different layouts, so their times mean nothing.
  case different
}

extension Verdict {
  /// True if something changed for certain.
  package var isChange: Bool { self == .slower || self == .faster }

  /// Reads a verdict. Those of older comparisons that claimed nothing for want of pairs, of a second set of pairs or of a
  /// quiet machine, are `unresolved`.
  init?(text: String) {
    switch text {
    case "slower_unconfirmed", "faster_unconfirmed", "unfit": self = .unresolved
    default: self.init(rawValue: text)
    }
  }

  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let verdict = Verdict(text: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "there is no verdict \"\(text)\""))
    }
    self = verdict
  }
}

extension Verdict {
  /// Decides a count by equality or by a share. If a copy of the base differs from the base by more than the
  /// share, the count does not repeat and a change stays unresolved.
  ///
  /// - Parameters:
  ///   - ratio: the candidate's count, in multiples of the base's.
  ///   - nullRatio: the count of the base's copy, in multiples of the base's.
  ///   - share: the largest difference of equal counts.
  ///   - hasEqualBatches: false if the sides' batches have different numbers of jobs. A batch's own
  ///     allocations are spread over its jobs, so only equal counts have a verdict then.
  /// - Returns: the verdict, and a sentence on it if the figures do not say it all.
  static func ofCount(
    ratio: Double, nullRatio: Double, share: Double, hasEqualBatches: Bool
  ) -> (verdict: Verdict, note: String?) {
    guard abs(ratio - 1) > share else { return (.same, nil) }
    if abs(nullRatio - 1) > share {
      let change = nullRatio - 1
      let amount =
        change.isFinite
        ? "\(NumberText.change(abs(change))) \(change > 0 ? "more" : "less")" : "another count"
      return (.unresolved, "The base's own copy has \(amount), so this count does not repeat.")
    }
    if !hasEqualBatches {
      return (
        .unresolved,
        "The two runs' batches have different numbers of jobs, over which what a batch itself allocates is spread."
      )
    }
    return (ratio > 1 ? .slower : .faster, nil)
  }
}
