/// The functions of a program with their instructions and the calls between them: counts of one process, or per job.
///
/// Functions are nodes, and calls from one to another are edges. A function that calls itself, also through others, has two
/// nodes: one for the calls from outside, and one for those within, whose name ends in `'2`. A function that is kept apart by
/// its callers has a node for each, with their names behind its own: `malloc'swift_slowAlloc'swift_allocObject`.
package struct CallGraph: Sendable {
  /// A function as the file names it.
  struct Function: Hashable, Sendable {
    /// The linker's name, which a compiler made.
    var name: String
    /// The file of the program or library.
    var object: String

    /// The name without those of the callers by which it is kept apart, and without the mark of a recursive call.
    var linkerName: Substring { name.prefix { $0 != "'" } }

    var isRecursive: Bool {
      name.lastIndex(of: "'").map { name[$0...].dropFirst().allSatisfy(\.isNumber) } ?? false
    }
  }

  /// A line of the source.
  struct Line: Hashable, Sendable {
    var file: String
    var number: Int
  }

  /// All calls from one function to another.
  struct Calls: Hashable, Sendable {
    let caller: Int
    let callee: Int
    var count: Double
    /// The instructions of the callee and of all that it called, during these calls.
    var instructions: Double
  }

  private(set) var functions: [Function] = []
  /// The instructions of each function itself.
  private(set) var instructions: [Double] = []
  /// The instructions of each line, whatever function it was inlined into.
  private(set) var lines: [Line: Double] = [:]
  private(set) var calls: [Calls] = []
  private var places: [Function: Int] = [:]
  private var callPlaces: [Pair: Int] = [:]

  private struct Pair: Hashable {
    let caller: Int
    let callee: Int
  }

  init() {}

  /// The instructions of all functions.
  package var total: Double { instructions.reduce(0, +) }

  // MARK: Building

  /// Returns the node of a function, which is added if it is new.
  mutating func intern(_ function: Function) -> Int {
    if let place = places[function] { return place }
    let place = functions.count
    functions.append(function)
    instructions.append(0)
    places[function] = place
    return place
  }

  mutating func add(_ count: Double, to function: Int) { instructions[function] += count }

  mutating func add(_ count: Double, to line: Line) { lines[line, default: 0] += count }

  mutating func addCalls(from caller: Int, to callee: Int, count: Double, instructions: Double) {
    if let place = callPlaces[Pair(caller: caller, callee: callee)] {
      calls[place].count += count
      calls[place].instructions += instructions
    } else {
      callPlaces[Pair(caller: caller, callee: callee)] = calls.count
      calls.append(Calls(caller: caller, callee: callee, count: count, instructions: instructions))
    }
  }

  // MARK: Jobs

  /// Returns what each of the additional jobs cost that another process of the same program ran: what starting, loading and
  /// ending cost is in both.
  ///
  /// - Parameter jobs: The number of those jobs, at least 1.
  func perJob(of more: CallGraph, jobs: Int) -> CallGraph {
    precondition(jobs >= 1, "The graphs differ by jobs.")
    var result = CallGraph()
    // A function or call that costs nothing a job belongs to starting alone. A request with a longer number makes a few
    // calls more, and all jobs together not one: what is so little is left out.
    func isEvent(_ count: Double) -> Bool { abs(count) * Double(jobs) >= 1 && abs(count) >= 0.001 }
    for (place, function) in more.functions.enumerated() {
      let count = (more.instructions[place] - (places[function].map { instructions[$0] } ?? 0)) / Double(jobs)
      if isEvent(count) { result.add(count, to: result.intern(function)) }
    }
    for calls in more.calls {
      let (caller, callee) = (more.functions[calls.caller], more.functions[calls.callee])
      var fewer: Calls?
      if let first = places[caller], let second = places[callee],
        let place = callPlaces[Pair(caller: first, callee: second)]
      {
        fewer = self.calls[place]
      }
      // Calls that starting and ending happened to make more often in the other process are none of a job. Costs are divided
      // by what calls cost, and with negative shares they would grow without end where calls go in a circle.
      var count = max((calls.count - (fewer?.count ?? 0)) / Double(jobs), 0)
      if abs(count - count.rounded()) < 0.01 { count.round() }
      let instructions = max((calls.instructions - (fewer?.instructions ?? 0)) / Double(jobs), 0)
      guard isEvent(count) || isEvent(instructions) else { continue }
      result.addCalls(
        from: result.intern(caller), to: result.intern(callee), count: count, instructions: instructions
      )
    }
    for (line, count) in more.lines {
      let difference = count - (lines[line] ?? 0)
      if isEvent(difference / Double(jobs)) { result.add(difference / Double(jobs), to: line) }
    }
    return result
  }
}
