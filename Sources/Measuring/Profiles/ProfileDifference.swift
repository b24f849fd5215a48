/// The functions whose cost changed the most between a job of one program and the same job of another.
package struct ProfileDifference: Sendable {
  /// A function whose cost changed.
  struct Change: Sendable {
    let name: String
    /// The increase of its own and its libraries' cost, in instructions a job; negative for a decrease.
    var instructions: Double
    /// The function's cost in the base; nil if the base lacks it.
    let base: Double?
    /// True if the candidate has the function.
    let isLeft: Bool
    /// The additional allocations, retains and releases that the function causes.
    let events: [(noun: String, count: Double)]
    /// The additional atomic instructions that the function executes.
    let atomics: Double
    /// The function that calls it the most.
    let caller: String?
    /// The function into which the compiler inlined this one in one of the programs.
    var inliner: String?
  }

  /// The functions, the most changed first.
  let changes: [Change]
  /// The functions whose atomic instructions changed, the most changed first.
  private let atomics: [Change]
  /// The increase of a job's cost, in instructions, and its cost in the base.
  let total: Double
  private let base: Double

  /// The share by which the instructions of the same work may differ.
  private static let sameWork = 0.0005
  /// Smaller changes, as a share of a job, come from the harness and the machine.
  private static let leastShare = 0.0002
  /// A function is named if its change is at least this share of the largest.
  private static let toldShare = 0.2
  private static let mostTold = 3

  /// - Parameter scatter: the instructions by which jobs of equal programs differ; smaller changes are none.
  package init(base: FunctionProfile, candidate: FunctionProfile, scatter: Double = 0) {
    let (own, other) = (Self.byName(base), Self.byName(candidate))
    var changes: [String: Change] = [:]
    for name in Set(own.keys).union(other.keys) {
      let (before, after) = (own[name], other[name])
      let difference = (after?.cost ?? 0) - (before?.cost ?? 0)
      let kinds: [(String, KeyPath<FunctionProfile.Events, Double>)] = [
        ("allocation", \.allocations), ("retain", \.retains), ("release", \.releases),
      ]
      let events = kinds.map { noun, kind in
        (noun: noun, count: (after?.events[keyPath: kind] ?? 0) - (before?.events[keyPath: kind] ?? 0))
      }.filter { abs($0.count) >= 0.01 }
      let atomics = (after?.events.atomics ?? 0) - (before?.events.atomics ?? 0)
      if difference == 0 && events.isEmpty && atomics == 0 { continue }
      changes[name] = Change(
        name: name, instructions: difference, base: before?.cost, isLeft: after != nil, events: events,
        atomics: atomics, caller: (after ?? before)?.callers.first)
    }
    Self.joinInlined(&changes, own, other)
    (total, self.base) = (candidate.total - base.total, base.total)
    let least = Self.leastShare * max(base.total, candidate.total)
    atomics = changes.values.filter { abs($0.atomics) >= 0.01 }
      .sorted { (abs($1.atomics), $0.name) < (abs($0.atomics), $1.name) }
    self.changes = changes.values.filter {
      abs($0.instructions) >= max(least, scatter) || !$0.events.isEmpty && scatter <= least
    }
    .sorted { (abs($1.instructions), $0.name) < (abs($0.instructions), $1.name) }
  }

  private static func byName(_ profile: FunctionProfile) -> [String: FunctionProfile.Row] {
    Dictionary(profile.rows.map { ($0.name, $0) }) { first, _ in first }
  }

  /// If the compiler inlined a function into its callers in only one program, its cost moved from one function to others. Its
  /// change is the increase of all these functions together.
  private static func joinInlined(
    _ changes: inout [String: Change], _ own: [String: FunctionProfile.Row],
    _ other: [String: FunctionProfile.Row]
  ) {
    for name in changes.keys.sorted() where own[name] == nil || other[name] == nil {
      guard var change = changes[name] else { continue }
      for caller in (own[name] ?? other[name])?.callers ?? [] {
        guard var around = changes[caller], (around.instructions < 0) != (change.instructions < 0) else {
          continue
        }
        let moved =
          change.instructions > 0
          ? min(change.instructions, -around.instructions) : max(change.instructions, -around.instructions)
        change.instructions -= moved
        around.instructions += moved
        change.inliner = change.inliner ?? caller
        changes[caller] = around
      }
      changes[name] = change
    }
  }

  /// The functions that made a job slower, or faster, each in a few words: `+212 instructions a job in f() (+9.1%), called by
  /// g()`. Empty if the work is the same.
  var causes: [String] {
    if abs(total) <= Self.sameWork * base { return [] }
    let isMore = total > 0
    let same = changes.filter { ($0.instructions > 0) == isMore && $0.instructions != 0 }
    return Self.largest(of: same, \.instructions).map(Self.clause)
  }

  /// The functions that execute more atomic instructions, or fewer: `+400 atomic instructions a job in f()`.
  var atomicCauses: [String] {
    let isMore = atomics.reduce(0) { $0 + $1.atomics } > 0
    return Self.largest(of: atomics.filter { ($0.atomics > 0) == isMore }, \.atomics).map { change in
      "\(Self.signed(change.atomics)) atomic instructions a job in \(change.name)"
        + (change.caller.map { ", called by \($0)" } ?? "")
    }
  }

  /// Returns the changes that are worth naming, given changes in descending order.
  private static func largest(
    of changes: [Change], _ amount: KeyPath<Change, Double>
  ) -> ArraySlice<Change> {
    let largest = changes.first.map { abs($0[keyPath: amount]) } ?? 0
    return changes.filter { abs($0[keyPath: amount]) >= toldShare * largest }.prefix(mostTold)
  }

  /// Returns the change of a job and its causes, in lines with line ends.
  package func text(width: Int? = nil) -> String {
    let share = base == 0 ? "" : " (\(NumberText.change(total / base, isSigned: true)))"
    let head =
      "That is \(NumberText.count(abs(total.rounded()))) instructions \(total < 0 ? "fewer" : "more") than in the base\(share).\n"
    let lines = causes.map { "because: \($0)\n" }
    return (head + lines.joined()).wrappingLines(width: width, indent: 9)
  }

  private static func signed(_ count: Double) -> String { (count > 0 ? "+" : "") + NumberText.count(count) }

  private static func clause(_ change: Change) -> String {
    var text = "\(signed(change.instructions.rounded())) instructions a job in \(change.name)"
    if let inliner = change.inliner {
      text += change.base == nil ? " (no longer inlined into \(inliner))" : " (now inlined into \(inliner))"
    } else if let base = change.base, base > 0, change.isLeft {
      text += " (\(NumberText.change(change.instructions / base, isSigned: true)))"
    } else {
      text += change.isLeft ? " (new)" : " (gone)"
    }
    if change.inliner == nil, let caller = change.caller { text += ", called by \(caller)" }
    let events = change.events.map { noun, count in
      "\(signed(count)) \(NumberText.plural(noun, abs(count) == 1 ? 1 : 2))"
    }
    return events.isEmpty ? text : text + ", with \(events.joined(separator: ", "))"
  }
}
