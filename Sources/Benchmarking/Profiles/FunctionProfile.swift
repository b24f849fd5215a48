import Foundation

/// What a job costs by function: instructions, allocations and counted references.
///
/// The runtime's functions, which retain, allocate and copy, are means of those that call them. So a function has its own
/// instructions and, apart from them, those of the runtime that it caused.
package struct FunctionProfile: Sendable {
  /// A function of the program, with all that the compiler made of it. Figures are per job.
  package struct Row: Hashable, Sendable {
    package var name: String
    /// The instructions of the function itself.
    package var own = 0.0
    /// Those of the libraries that it called: counting references, allocating, copying.
    package var libraries = 0.0
    /// The instructions of the function and all that it called.
    package var inclusive = 0.0
    /// The number of times that others called it.
    package var calls = 0.0
    /// The events that it caused, by kind.
    package var events = Events()
    /// The functions that called it, the one with the most instructions first.
    package var callers: [String] = []

    /// What it cost, without the functions of the program that it called.
    package var cost: Double { own + libraries }
  }

  /// The number of calls that take memory, and that count references, and of atomic instructions.
  package struct Events: Hashable, Sendable {
    package var allocations = 0.0
    package var frees = 0.0
    package var retains = 0.0
    package var releases = 0.0
    /// Counted references have one each.
    package var atomics = 0.0

    package static func + (a: Events, b: Events) -> Events {
      Events(
        allocations: a.allocations + b.allocations, frees: a.frees + b.frees, retains: a.retains + b.retains,
        releases: a.releases + b.releases, atomics: a.atomics + b.atomics)
    }

    fileprivate static func * (events: Events, share: Double) -> Events {
      Events(
        allocations: events.allocations * share, frees: events.frees * share, retains: events.retains * share,
        releases: events.releases * share, atomics: events.atomics * share)
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
  package var branchMisses: Double { sum("Bcm", "Bim") }

  private func sum(_ events: String...) -> Double { events.reduce(0) { $0 + max(0, graph.sums[$1] ?? 0) } }

  /// The calls that it was made from, and the names of their functions.
  let graph: CallGraph
  let titles: [String]
  /// True for the functions of the program; the others are libraries'.
  let isProgram: [Bool]
  /// The instructions and events of each function, with those of the libraries that it called; of a library what could not
  /// be given to the program.
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
      row.events = row.events + caused.events[place]
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
    events = caused.events.reduce(Events(), +)
  }

  /// Returns the time of each function in a job, in nanoseconds, with that of the libraries that it called. Samples are of
  /// functions, whoever called them: they are divided among callers as instructions are. Samples of functions that valgrind
  /// runs in another way are nobody's.
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

  /// A library that calls itself through others hands costs around; after so many rounds little is left.
  private static let mostRounds = 100

  /// - Parameter costs: Those of each function itself: instructions, or time.
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

  /// Hands what libraries cost to their callers until it lies with the program. What began in a library stays there.
  private mutating func distribute() {
    // Whatever called the program in turn took the time of that, too; then each call counts the same.
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
          events[calls.caller] = events[calls.caller] + event * share
        }
        isMoved = true
      }
      if !isMoved { return }
    }
  }
}

/// The functions of a job, as tables.
package struct FunctionTable {
  private let profile: FunctionProfile
  /// The number of functions that are listed.
  private let top: Int

  package init(_ profile: FunctionProfile, top: Int) { (self.profile, self.top) = (profile, top) }

  /// The functions with the most instructions, allocations and counted references of their own.
  private var table: Table<FunctionProfile.Row> {
    let total = profile.total
    func figure(_ count: Double) -> String? { count == 0 ? nil : NumberText.count(count) }
    var columns: [TableColumn<FunctionProfile.Row>] = [
      .left("function", isName: true) { $0.name },
      .right("cost", legend: "cost: instructions of the function itself and of the libraries that it called")
      {
        NumberText.count($0.cost.rounded())
      },
      .right("share") { NumberText.percentage($0.cost / total) },
      .right("libraries", legend: "libraries: counting references, allocating, copying", isDetail: true) {
        figure($0.libraries.rounded())
      },
      .right("total", legend: "total: with the program's functions that it called") {
        NumberText.count(min($0.inclusive, total).rounded())
      },
      .right("calls") { figure($0.calls) },
      .right("allocations") { figure($0.events.allocations) },
      .right("retains", isDetail: true) { figure($0.events.retains) },
      .right("releases", isDetail: true) { figure($0.events.releases) },
      .right(
        "atomics", legend: "atomics: atomic instructions, those of retains and releases too", isDetail: true
      ) {
        figure($0.events.atomics)
      },
      .left("called by", isName: true, isDetail: true) { $0.callers.first },
    ]
    columns[0].isCut = true
    return Table(columns: columns, rows: Array(profile.rows.prefix(top)))
  }

  /// The table as a page shows it.
  package var page: PageTable { table.page() }

  /// Returns the table with what its columns mean.
  ///
  /// - Parameter width: the characters that a line has room for; nil for lines of any length.
  package func text(width: Int? = nil) -> String {
    let table = table.fitting(width)
    return table.text() + "\n"
      + table.legends.map { "\($0)\n".wrappingLines(width: width, indent: 2) }.joined()
  }

  /// Returns the lines of source with the most instructions, wherever the compiler put them.
  package func linesText() -> String {
    let lines = profile.graph.lines.sorted {
      ($1.value, $0.key.file, $0.key.number) < ($0.value, $1.key.file, $1.key.number)
    }
    return Table<(key: CallGraph.Line, value: Double)>(
      columns: [
        .left("line", isName: true) { "\(Self.short($0.key.file)):\($0.key.number)" },
        .right("instructions") { NumberText.count($0.value.rounded()) },
        .right("share") { NumberText.percentage($0.value / profile.total) },
      ], rows: Array(lines.prefix(top))
    ).text()
  }

  /// Returns a path from the folder of the sources on.
  private static func short(_ file: String) -> String {
    let parts = file.split(separator: "/")
    return parts.firstIndex(of: "Sources").map { parts[$0...].joined(separator: "/") } ?? file
  }

  /// Returns the sentence about a job as a whole, in lines with line ends.
  package func sentence(width: Int? = nil) -> String {
    let events = profile.events
    func count(_ value: Double, _ noun: String) -> String { "\(NumberText.count(value)) \(noun)" }
    let sentence =
      "A job takes \(count(profile.total.rounded(), "instructions")), \(count(events.allocations, "allocations")), "
      + "\(count(events.retains, "retains")) and \(count(events.releases, "releases"))."
    let rare = [
      (events.atomics, "atomic instructions"),
      (profile.systemCalls, "calls of the system"), (profile.cacheMisses, "misses of a cache of 1 MiB"),
    ].filter { $0.0 >= 0.5 }.map { count($0.0.rounded(), $0.1) }
    let last = rare.last.map { (rare.count > 1 ? " and " : "") + $0 }
    let more = last.map { " It has \(rare.dropLast().joined(separator: ", "))\($0)." } ?? ""
    return (sentence + more + "\n").wrappingLines(width: width)
  }
}
