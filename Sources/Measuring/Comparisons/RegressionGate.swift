import Foundation

/// The conditions that make a comparison fail: terms such as `slower>2%` and `alloc_count>0`. One is enough.
///
/// Only certain changes count: a row must have the verdict `slower`, or `faster` for that term. A term adds
/// how far the row must lie from the base.
package struct RegressionGate: Hashable, Sendable, CustomStringConvertible {
  /// The terms, at least one.
  let terms: [Term]

  /// - Precondition: there is a term.
  init(_ terms: [Term]) {
    precondition(!terms.isEmpty, "A gate without a term is always open.")
    self.terms = terms
  }

  /// The default gate: any certain slowdown of a cell, of a group or of all together, and more allocations, instructions,
  /// page faults, waits, system calls, cache misses, or cells that a list makes, measures or applies.
  package static let standard = RegressionGate(
    [.overall, .group, .slower].map { Term($0, above: .share(0)) }
      + ([
        .allocCount, .instructionCount, .pageFaultCount, .voluntarySwitchCount, .systemCallCount,
        .cacheMissCount,
      ] + ComparedMetric.ofFrames).map { Term(.metric($0), above: .absolute(0)) })

  /// The terms as users write them: `slower>0%,alloc_count>0`.
  package var description: String { terms.map(\.description).joined(separator: ",") }

  /// Returns the failures, each once, with the first term that matched it: all cells together, groups, and then rows, in
  /// the comparison's order. O(rows × terms).
  package func matches(in comparison: Comparison) -> [Match] {
    let shared = comparison.shared.enumerated().compactMap { index, change in
      terms.first { $0.subject == (index == 0 ? .overall : .group) && $0.matches(change) }.map {
        Match(term: $0, shared: change, row: nil)
      }
    }
    return shared
      + comparison.rows.compactMap { row in
        terms.first { $0.matches(row) }.map { Match(term: $0, shared: nil, row: row) }
      }
  }

  /// True if a term of the user's is of counts that only `--why` takes of all cells.
  package var needsCallgrind: Bool {
    self != .standard
      && ComparedMetric.ofCallgrind.contains { metric in terms.contains { $0.subject == .metric(metric) } }
  }

  /// Returns a sentence about the first term whose figures the comparison lacks, so that it says nothing; nil without such a
  /// term. The standard gate is of whatever there is, and equal sources need no figures.
  package func unjudged(in comparison: Comparison) -> String? {
    if self == .standard || comparison.haveEqualSources { return nil }
    return terms.lazy.compactMap { term in term.lack(in: comparison).map { "\(term) is not judged: \($0)" } }
      .first
  }

  /// A row, or a change of several cells, that a term matched.
  package struct Match: Hashable, Sendable, CustomStringConvertible {
    let term: Term
    let shared: SharedChange?
    let row: MetricComparison?

    /// The change and its cell: `Slower: spec.cold feed(1000) × 1 thread`, `More instructions: ...`.
    package var title: String {
      guard let row else { return "Slower" }
      let word = row.metric.word(isMore: row.difference > 0)
      return (row.metric.kind == .timed ? word : "\(word) \(row.metric.title)").capitalizedFirst
        + ": \(row.cell)"
    }

    /// A sentence: `spec.cold feed(1000) × 1 thread: 2.1% more wall time (slower>2%).`
    package var description: String {
      if let shared {
        return
          "\(shared.name): \(NumberText.shortPercentage(shared.change.ratio - 1)) more time together (\(term))."
      }
      guard let row else { return "\(term)" }
      let share = row.candidate.ratio - 1
      let amount =
        share.isFinite ? NumberText.shortPercentage(abs(share)) : NumberText.short(abs(row.difference))
      return "\(row.cell): \(amount) \(row.difference < 0 ? "less" : "more") \(row.metric.title) (\(term))."
    }
  }

  /// A condition under which a comparison fails.
  struct Term: Hashable, Sendable, CustomStringConvertible {
    /// The rows that a term applies to.
    enum Subject: Hashable, Sendable {
      /// The time of all cells together that grew.
      case overall
      /// The time of a group of cells that grew: of a subject's cells, or of a workload's.
      case group
      /// A cell's time that grew.
      case slower
      /// A cell's time that fell.
      case faster
      /// One metric that grew.
      case metric(ComparedMetric)

      static let all: [Subject] =
        [.overall, .group, .slower, .faster] + ComparedMetric.allCases.map { .metric($0) }

      /// The name as users write it.
      var name: String {
        switch self {
        case .overall: "overall"
        case .group: "group"
        case .slower: "slower"
        case .faster: "faster"
        case .metric(let metric): metric.rawValue
        }
      }

      var isTimed: Bool { ComparedMetric.allCases.contains { includes($0) && $0.kind == .timed } }

      func includes(_ metric: ComparedMetric) -> Bool {
        if case .metric(let own) = self { metric == own } else { metric.kind == .timed }
      }

      /// True if the term applies to several cells together.
      var isShared: Bool { self == .overall || self == .group }
    }

    /// The least difference of a matching row.
    enum Amount: Hashable, Sendable {
      /// A share of the base: 0.02 for 2%.
      case share(Double)
      /// An amount per job, in the metric's unit.
      case absolute(Double)
    }

    let subject: Subject
    let amount: Amount

    init(_ subject: Subject, above amount: Amount) {
      (self.subject, self.amount) = (subject, amount)
    }

    /// The term as users write it: `slower>2%`.
    var description: String {
      switch amount {
      case .share(let share): "\(subject.name)>\(NumberText.short((share * 1e8).rounded() / 1e6))%"
      case .absolute(let amount): "\(subject.name)>\(NumberText.short(amount))"
      }
    }

    /// The figures of this term that the comparison lacks, as the end of a sentence; nil if none are missing.
    fileprivate func lack(in comparison: Comparison) -> String? {
      switch subject {
      case .slower, .faster: return nil
      case .overall: return comparison.shared.isEmpty ? "there are no three cells with enough pairs" : nil
      case .group: return comparison.shared.count < 2 ? "no group has three cells with enough pairs" : nil
      case .metric(let metric):
        let cells = Set(comparison.rows.filter { $0.metric.kind == .timed }.map(\.cell))
        let known = Set(comparison.rows.filter { $0.metric == metric }.map(\.cell))
        // Which clock judges, and whose instructions are counted, differs from cell to cell. Other counts are of all cells that can
        // have them.
        let isOfSome = metric.kind == .timed || ComparedMetric.ofCallgrind.contains(metric)
        let missing = isOfSome ? cells.subtracting(known).count : known.isEmpty ? cells.count : 0
        guard missing > 0 else { return nil }
        let remedy =
          metric == .wallNanoseconds ? "--clock wall" : metric == .cpuNanoseconds ? "--clock cpu" : "--why"
        return
          "\(NumberText.counted(missing, "cell")) of \(cells.count) \(missing == 1 ? "has" : "have") no \(metric.title)"
          + (isOfSome ? "; \(remedy) gives them" : "")
      }
    }

    fileprivate func matches(_ change: SharedChange) -> Bool {
      guard change.verdict == .slower, case .share(let share) = amount else { return false }
      return change.change.ratio > 1 + share
    }

    fileprivate func matches(_ row: MetricComparison) -> Bool {
      let falls = subject == .faster
      guard !subject.isShared, subject.includes(row.metric), row.verdict == (falls ? .faster : .slower) else {
        return false
      }
      switch amount {
      // Not by the difference from 1, which is rounded: 1.02 - 1 > 0.02.
      case .share(let share): return falls ? row.candidate.ratio < 1 - share : row.candidate.ratio > 1 + share
      case .absolute(let amount): return row.difference * (falls ? -1 : 1) > amount
      }
    }
  }
}

/// The reason why a text is not a gate.
package struct RegressionGateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The wrong term as written; empty if there is nothing between two commas.
  let term: String
  /// The problem with the term, and the terms that are allowed.
  let message: String

  package var description: String { "\"\(term)\": \(message)" }
}

extension RegressionGate {
  /// Reads terms separated by commas: `slower>2%,alloc_count>0`.
  ///
  /// A term is `overall`, `group`, `slower`, `faster` or a metric's name, `>` and an amount: a percentage of the base, or for
  /// counts and bytes a number per job. Spaces around its parts are ignored. Numbers have a point.
  ///
  /// - Throws: an error that names the wrong term and the allowed terms.
  package init(parsing text: String) throws(RegressionGateError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    self.init(try parts.map { part throws(RegressionGateError) in try Term(parsing: part) })
  }
}

extension RegressionGate.Term {
  fileprivate init(parsing part: Substring) throws(RegressionGateError) {
    func trimmed(_ text: some StringProtocol) -> String {
      text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let text = trimmed(part)
    func error(_ message: String) -> RegressionGateError { RegressionGateError(term: text, message: message) }
    let allowed = Subject.all.map(\.name).joined(separator: ", ")
    let sides = text.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
    guard sides.count == 2 else {
      throw error("expected one of \(allowed), then > and an amount, as in slower>2% or alloc_count>0")
    }
    guard let subject = Subject.all.first(where: { $0.name == sides[0] }) else {
      throw error("\"\(sides[0])\" is not one of \(allowed)")
    }
    let isPercentage = sides[1].last == "%"
    let digits = isPercentage ? trimmed(sides[1].dropLast()) : sides[1]
    guard let number = Double(digits), number.isFinite, number >= 0 else {
      throw error("after > comes a number of 0 or more, as in 2% or 0.5%, and not \"\(sides[1])\"")
    }
    guard isPercentage || !subject.isTimed else {
      throw error("times are compared in percent: \(sides[0])>\(digits)%")
    }
    self.init(subject, above: isPercentage ? .share(number / 100) : .absolute(number))
  }
}

extension SharedChange {
  /// The subject or the workload; all cells otherwise.
  var name: String { subject ?? workload ?? "all cells" }
}
