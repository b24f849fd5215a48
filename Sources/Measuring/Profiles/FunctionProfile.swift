import Foundation

/// The cost of a job by function: instructions, allocations and counted references.
///
/// Functions of the runtime retain, allocate and copy for their callers. So a function has its own instructions and,
/// apart from them, the instructions of the runtime that it caused.
package struct FunctionProfile: Sendable {
  /// A function of the program, with all code that the compiler made of it. Figures are per job.
  package struct Row: Hashable, Sendable {
    package var name: String
    /// The instructions of the function itself.
    var own = 0.0
    /// Instructions of the libraries that the function called: counting references, allocating, copying.
    package var libraries = 0.0
    /// The instructions of the function and all that it called.
    package var inclusive = 0.0
    /// The number of times that other functions called this one.
    package var calls = 0.0
    /// The events that the function caused, by kind.
    package var events = Events()
    /// The functions that called this one, the caller with the most instructions first.
    package var callers: [String] = []

    /// The function's cost, without the functions of the program that it called.
    package var cost: Double { own + libraries }
  }

  /// The numbers of calls that allocate memory and that count references, and of atomic instructions.
  package struct Events: Hashable, Sendable {
    package var allocations = 0.0
    var frees = 0.0
    package var retains = 0.0
    package var releases = 0.0
    /// Each counted reference executes one atomic instruction.
    package var atomics = 0.0

    /// Adds a share of other events.
    fileprivate mutating func add(_ more: Events, share: Double = 1) {
      allocations += more.allocations * share
      frees += more.frees * share
      retains += more.retains * share
      releases += more.releases * share
      atomics += more.atomics * share
    }
  }

  /// The functions that cost half an instruction a job or more, by cost in descending order.
  package let rows: [Row]
  /// The instructions of a job.
  package let total: Double
  /// The events of a job.
  package let events: Events
  /// The calls of the system in a job, the misses of a cache of 1 MiB, and the branches that a simple predictor gets wrong.
  package var systemCalls: Double { sum("sysCount") }
  package var cacheMisses: Double { sum("DLmr", "DLmw") }
  var branchMisses: Double { sum("Bcm", "Bim") }

  private func sum(_ events: String...) -> Double { events.reduce(0) { $0 + max(0, graph.sums[$1] ?? 0) } }

  /// The calls that it was made from, and the names of their functions.
  package let graph: CallGraph
  let titles: [String]
  /// True for functions of the program, false for functions of libraries.
  let isProgram: [Bool]
  /// The instructions and events of each function, including the libraries that it called. A library's function has the
  /// rest that no function of the program caused.
  let causedInstructions: [Double]
  let causedEvents: [Events]
  private let program: String
  /// True if Swift's names are the linker's, because no toolchain was found that reads them.
  package let isMangled: Bool
  /// True if most of the cost is in functions without names.
  package var isStripped: Bool { rows.contains { $0.name == FunctionNames.none && $0.cost > total / 2 } }

  /// - Parameter program: The program's file: other objects are libraries.
  init(_ graph: CallGraph, program: URL, runner: any ProcessRunner = SystemProcessRunner()) {
    let names = FunctionNames(of: graph.functions, runner: runner)
    self.program = program.resolvingSymlinksInPath().path
    let caused = CausedCosts(of: graph, graph.instructions, program: self.program)
    let titles = graph.functions.map { names($0) }
    var rows: [String: Row] = [:]
    for (place, function) in graph.functions.enumerated() where caused.isProgram[place] {
      var row = rows[titles[place]] ?? Row(name: titles[place])
      row.own += graph.instructions[place]
      row.libraries += caused.costs[place] - graph.instructions[place]
      row.events.add(caused.events[place])
      if !function.isRecursive { row.inclusive += graph.instructions[place] }
      rows[titles[place]] = row
    }
    var callers: [String: [String: Double]] = [:]
    for calls in graph.calls {
      let (caller, callee) = (titles[calls.caller], titles[calls.callee])
      if caller == callee {
        // Parts of one function call each other.
        if !graph.functions[calls.callee].isRecursive, !graph.functions[calls.caller].isRecursive { continue }
      } else if caused.isProgram[calls.callee] {
        rows[callee]?.calls += calls.count
        let known = names(graph.functions[calls.caller], asCaller: true)
        callers[callee, default: [:]][known, default: 0] += calls.instructions
      }
      if !graph.functions[calls.caller].isRecursive,
        caller != callee || graph.functions[calls.callee].isRecursive
      {
        rows[caller]?.inclusive += calls.instructions
      }
    }
    for (name, callers) in callers {
      rows[name]?.callers = callers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
    (self.graph, self.titles, isMangled) = (graph, titles, names.isMangled)
    (isProgram, causedInstructions, causedEvents) = (caused.isProgram, caused.costs, caused.events)
    self.rows = rows.values.filter { $0.cost >= 0.5 }.sorted { ($1.cost, $0.name) < ($0.cost, $1.name) }
    total = graph.total
    events = caused.events.reduce(into: Events()) { $0.add($1) }
  }

  /// Returns the time of each function in a job, in nanoseconds, including the libraries that it called. Samples name a
  /// function but not its caller: they are divided among callers as instructions are. Samples of functions that valgrind
  /// replaces are assigned to no function.
  func causedNanoseconds(_ sampled: SampledTime) -> [Double] {
    let shares = Dictionary(sampled.rows.map { ($0.name, $0.share) }) { $0 + $1 }
    var sums: [String: Double] = [:]
    for (title, count) in zip(titles, graph.instructions) { sums[title, default: 0] += count }
    let own = zip(titles, graph.instructions).map { title, count in
      let sum = sums[title] ?? 0
      return sum > 0 ? (shares[title] ?? 0) * sampled.jobNanoseconds * count / sum : 0
    }
    return CausedCosts(of: graph, own, program: program).costs
  }
}

/// The costs of libraries, handed up to the functions of the program that caused them.
private struct CausedCosts {
  private let graph: CallGraph
  private(set) var isProgram: [Bool]
  /// The costs and events that stay with each function.
  private(set) var costs: [Double]
  private(set) var events: [FunctionProfile.Events]
  /// The calls of each function of a library.
  private var callers: [[CallGraph.Calls]]

  /// Libraries that call each other pass costs in a circle; after so many rounds little is left.
  private static let mostRounds = 100

  /// - Parameter costs: The costs of each function itself: instructions, or time.
  init(of graph: CallGraph, _ costs: [Double], program: String) {
    self.graph = graph
    isProgram = graph.functions.map { $0.object == program && !FunctionNames.isRuntime($0.linkerName) }
    self.costs = costs
    events = graph.atomics.map { FunctionProfile.Events(atomics: $0) }
    callers = Array(repeating: [], count: graph.functions.count)
    for calls in graph.calls {
      let callee = graph.functions[calls.callee]
      if !isProgram[calls.callee] { callers[calls.callee].append(calls) }
      // An allocator's calls within itself are no further allocations.
      if let kind = Self.events[String(callee.linkerName)],
        graph.functions[calls.caller].object != callee.object || !Self.isAllocator(callee.linkerName)
      {
        events[calls.callee][keyPath: kind] += calls.count
      }
    }
    distribute()
  }

  private static let events: [String: WritableKeyPath<FunctionProfile.Events, Double> & Sendable] = [
    "malloc": \.allocations, "calloc": \.allocations, "realloc": \.allocations,
    "aligned_alloc": \.allocations, "posix_memalign": \.allocations, "memalign": \.allocations,
    "free": \.frees, "swift_retain": \.retains, "swift_retain_n": \.retains, "swift_release": \.releases,
    "swift_release_n": \.releases,
  ]

  private static func isAllocator(_ name: Substring) -> Bool { !name.hasPrefix("swift_") }

  /// Hands costs of libraries to their callers, up to the program. A library without callers keeps its own.
  private mutating func distribute() {
    // If a library calls the program, calls of the library include the program's time: then each call counts
    // the same.
    var callsProgram = Set<Int>()
    for calls in graph.calls where isProgram[calls.callee] && !isProgram[calls.caller] {
      callsProgram.insert(calls.caller)
    }
    let shares: [[Double]] = callers.indices.map { place in
      let weights = callers[place].map {
        callsProgram.contains(place) || $0.instructions == 0 ? $0.count : $0.instructions
      }
      let sum = weights.reduce(0, +)
      return sum > 0 ? weights.map { $0 / sum } : []
    }
    let libraries = isProgram.indices.filter { !isProgram[$0] && !shares[$0].isEmpty }
    for _ in 0..<Self.mostRounds {
      var isMoved = false
      for place in libraries where costs[place] != 0 || events[place] != FunctionProfile.Events() {
        let (count, event) = (costs[place], events[place])
        (costs[place], events[place]) = (0, FunctionProfile.Events())
        for (calls, share) in zip(callers[place], shares[place]) where share > 0 {
          costs[calls.caller] += count * share
          events[calls.caller].add(event, share: share)
        }
        isMoved = true
      }
      if !isMoved { return }
    }
  }
}
