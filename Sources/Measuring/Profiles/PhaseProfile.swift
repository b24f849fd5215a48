/// The costs of a job's phases, such as writing a spec and laying it out.
///
/// Some functions begin a phase, or belong to one. All others, such as functions that append to a table, belong to the
/// phase of their caller; if they were called in several phases, to each in proportion to the cost of the calls.
package struct PhaseProfile: Sendable {
  package struct Row: Hashable, Sendable {
    package let phase: String
    /// The instructions of a job.
    package let instructions: Double
  }

  /// The phases with their instructions, in the order of the rules, and at the end the instructions of no phase. Phases
  /// that a job does not have are left out.
  package let rows: [Row]

  private static let none = "(none)"

  /// Phases, each with parts of the names of functions that begin it, such as `LayoutPass.` or `.deinit`.
  package typealias Rules = KeyValuePairs<String, [String]>

  /// Calls may form circles; after so many rounds the shares hardly change.
  private static let mostRounds = 60

  /// - Parameter rules: The first rule that names a function counts.
  package init(_ profile: FunctionProfile, rules: Rules) {
    let graph = profile.graph
    let phases = rules.map(\.key).firstAppearances()
    let own = profile.titles.map { title in
      rules.first { $0.value.contains { title.contains($0) } }.flatMap { phases.firstIndex(of: $0.key) }
    }
    /// The share of each phase in each function's cost; the last share belongs to no phase.
    var shares = own.map { phase in
      var shares = [Double](repeating: 0, count: phases.count + 1)
      shares[phase ?? phases.count] = 1
      return shares
    }
    var callers: [[CallGraph.Calls]] = Array(repeating: [], count: graph.functions.count)
    for calls in graph.calls where own[calls.callee] == nil { callers[calls.callee].append(calls) }
    for _ in 0..<Self.mostRounds {
      var change = 0.0
      for place in callers.indices where !callers[place].isEmpty {
        let sum = callers[place].reduce(0) { $0 + $1.instructions }
        guard sum > 0 else { continue }
        var mixed = [Double](repeating: 0, count: phases.count + 1)
        for calls in callers[place] {
          for phase in mixed.indices {
            mixed[phase] += shares[calls.caller][phase] * calls.instructions / sum
          }
        }
        for phase in mixed.indices { change += abs(mixed[phase] - shares[place][phase]) }
        shares[place] = mixed
      }
      if change < 1e-6 { break }
    }
    var sums = [Double](repeating: 0, count: phases.count + 1)
    for place in shares.indices {
      for phase in sums.indices { sums[phase] += shares[place][phase] * graph.instructions[place] }
    }
    rows =
      phases.indices.filter { sums[$0] > 0 }.map { Row(phase: phases[$0], instructions: sums[$0]) }
      + [Row(phase: Self.none, instructions: sums[phases.count])]
  }
}

/// The cost of making, asking and freeing the objects of each class in a job: the nodes of an app, with the nodes they hold.
package struct ClassProfile: Sendable {
  package struct Row: Hashable, Sendable {
    package let name: String
    /// The instructions of its initialisers, of its methods that the engine asks, and of its deinitialiser, including all
    /// functions that they called.
    package var making = 0.0
    package var asking = 0.0
    package var freeing = 0.0
    /// The objects that were freed.
    package var count = 0.0
  }

  /// The classes, the most expensive first.
  package let rows: [Row]

  /// - Parameter methods: The names of the methods that are asked, such as `layoutSpecThatFits(_:)`.
  package init(_ profile: FunctionProfile, methods: [String]) {
    var classes: [String: Row] = [:]
    for row in profile.rows {
      guard let dot = row.name.lastIndex(of: "."), dot < (row.name.firstIndex(of: "(") ?? row.name.endIndex)
      else {
        continue
      }
      let (name, member) = (String(row.name[..<dot]), row.name[row.name.index(after: dot)...])
      var known = classes[name] ?? Row(name: name)
      if member.hasPrefix("__allocating_init") || member.hasPrefix("init(") {
        // The one calls the other.
        known.making = max(known.making, row.inclusive)
      } else if member == "__deallocating_deinit" {
        (known.freeing, known.count) = (row.inclusive, row.calls)
      } else if methods.contains(String(member)) {
        known.asking += row.inclusive
      } else {
        continue
      }
      classes[name] = known
    }
    rows = classes.values.filter { $0.asking > 0 || $0.making > 0 && $0.freeing > 0 }.sorted {
      ($1.making + $1.asking + $1.freeing, $0.name) < ($0.making + $0.asking + $0.freeing, $1.name)
    }
  }
}
