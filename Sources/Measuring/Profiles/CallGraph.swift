/// The functions of a program with their instructions and the calls between them: counts of one process, or per job.
///
/// Functions are nodes, and calls from one to another are edges. A function that calls itself, also through others, has two
/// nodes: one for calls from outside, and one for calls from within, whose name ends in `'2`. A function that is kept apart
/// by its callers has a node for each caller, whose names follow its own: `malloc'swift_slowAlloc'swift_allocObject`.
package struct CallGraph: Sendable {
  /// A function with the names in callgrind's file.
  struct Function: Hashable, Sendable {
    /// The linker's name, which a compiler made.
    var name: String
    /// The file of the program or library.
    var object: String

    /// The function's own name, without its callers' names, and without the mark of a recursive call.
    var linkerName: Substring { name.prefix { $0 != "'" } }

    var isRecursive: Bool {
      name.lastIndex(of: "'").map { name[$0...].dropFirst().allSatisfy(\.isNumber) } ?? false
    }
  }

  /// A line of the source.
  package struct Line: Hashable, Sendable {
    package var file: String
    package var number: Int
  }

  /// All calls from one function to another.
  struct Calls: Hashable, Sendable {
    let caller: Int
    let callee: Int
    var count: Double
    /// The instructions of the callee, and of all functions below it, during these calls.
    var instructions: Double
  }

  private(set) var functions: [Function] = []
  /// The instructions of each function itself.
  private(set) var instructions: [Double] = []
  /// The atomic instructions among each function's own.
  private(set) var atomics: [Double] = []
  /// The instructions of each line, whatever function it was inlined into.
  package private(set) var lines: [Line: Double] = [:]
  private(set) var calls: [Calls] = []
  /// The sums of all events of the process, by callgrind's names: `Ir`, `sysCount`, `DLmr`.
  var sums: [String: Double] = [:]
  private var places: [Function: Int] = [:]
  private var callPlaces: [Pair: Int] = [:]

  private struct Pair: Hashable {
    let caller: Int
    let callee: Int
  }

  init() {}

  /// The instructions of all functions.
  var total: Double { instructions.reduce(0, +) }

  // MARK: Building

  /// Returns the node of a function, which is added if it is new.
  mutating func intern(_ function: Function) -> Int {
    if let place = places[function] { return place }
    let place = functions.count
    functions.append(function)
    instructions.append(0)
    atomics.append(0)
    places[function] = place
    return place
  }

  mutating func add(_ count: Double, to function: Int, isAtomic: Bool = false) {
    instructions[function] += count
    if isAtomic { atomics[function] += count }
  }

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

  /// Returns the costs of one job, if another process of the same program ran `jobs` more jobs than this one: the costs of
  /// starting, loading and ending are in both.
  ///
  /// - Parameter jobs: The number of additional jobs, at least 1.
  func perJob(of more: CallGraph, jobs: Int) -> CallGraph {
    precondition(jobs >= 1, "The graphs differ by jobs.")
    var result = CallGraph()
    for (event, sum) in more.sums { result.sums[event] = (sum - (sums[event] ?? 0)) / Double(jobs) }
    // A function or call that costs nothing a job belongs to starting alone; but a request with a longer number makes a
    // few calls more. So counts below 0.001 a job, or below 1 for all jobs, are left out.
    func isEvent(_ count: Double) -> Bool { abs(count) * Double(jobs) >= 1 && abs(count) >= 0.001 }
    for (place, function) in more.functions.enumerated() {
      let own = places[function]
      let count = (more.instructions[place] - (own.map { instructions[$0] } ?? 0)) / Double(jobs)
      guard isEvent(count) else { continue }
      let node = result.intern(function)
      result.add(count, to: node)
      let atomic = (more.atomics[place] - (own.map { atomics[$0] } ?? 0)) / Double(jobs)
      if isEvent(atomic) { result.atomics[node] = atomic }
    }
    for calls in more.calls {
      let (caller, callee) = (more.functions[calls.caller], more.functions[calls.callee])
      var fewer: Calls?
      if let first = places[caller], let second = places[callee],
        let place = callPlaces[Pair(caller: first, callee: second)]
      {
        fewer = self.calls[place]
      }
      // Starting and ending may happen to make more calls in the other process, which belong to no job. Costs are divided by
      // the costs of calls, and with negative shares they would grow without end where calls form a circle.
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

/// The file of valgrind's callgrind: the cost of each line of each function, and the calls between them.
///
/// A name is written once, with a number that stands for it later; positions may be relative to the previous line. The
/// file may have several parts, whose costs are added.
///
/// Source: "Callgrind Format Specification" in valgrind's manual, versions 3.15 to 3.25.
enum CallgrindFile {
  /// Reads a file.
  ///
  /// - Throws: an error that names the line if it is no such file, or damaged.
  /// - Complexity: linear in the length of the file.
  static func parse(_ bytes: [UInt8]) throws(WorkerError) -> CallGraph {
    var parser = Parser()
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard parser.read(line) else {
        throw WorkerError(
          "line \(number) of callgrind's file makes no sense: \(String(decoding: line.prefix(80), as: UTF8.self))"
        )
      }
    }
    guard parser.isWhole else {
      throw WorkerError("callgrind's file has no counts: it is empty or was cut off")
    }
    return parser.graph
  }

  private struct Parser {
    var graph = CallGraph()
    private var objects = Names()
    private var files = Names()
    private var functions = Names()
    private var object = "???"
    /// The code of the objects that were named, by their names; nil where there is none to be read.
    private var codes: [String: MachineCode?] = [:]
    private var code: MachineCode?
    /// The file of the present lines: the function's own file, or the file of inlined code.
    private var file = "???"
    private var function: Int?
    /// The object and the function of the next call, and its number of calls until their cost is read.
    private var calledObject: String?
    private var calledFunction: String?
    private var callCount: Double?
    /// The columns before the costs, and the present line.
    private var positionCount = 1
    private var address = 0
    private var line = 0
    private var isBegun = false
    private var hasTotals = false
    private var events: [String] = []

    /// True once costs and their sum were read, and no call lacks its cost.
    var isWhole: Bool { isBegun && hasTotals && callCount == nil }

    /// Reads a line. Returns false if it makes no sense.
    mutating func read(_ text: ArraySlice<UInt8>) -> Bool {
      guard let first = text.first else { return true }
      switch first {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"):
        return readCost(text)
      case UInt8(ascii: "#"): return true
      default: break
      }
      guard let end = text.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else {
        return false
      }
      let key = String(decoding: text[..<end], as: UTF8.self)
      let value = text[(end + 1)...]
      if text[end] == UInt8(ascii: ":") { return readHeader(key, value) }
      isBegun = true
      return readName(key, value)
    }

    /// Reads a line with a name, or the number of calls.
    private mutating func readName(_ key: String, _ value: ArraySlice<UInt8>) -> Bool {
      switch key {
      case "ob":
        object = objects.name(value)
        code = codes[object] ?? MachineCode(path: object)
        codes[object] = .some(code)
      case "fl", "fi", "fe": file = files.name(value)
      case "fn":
        function = graph.intern(CallGraph.Function(name: functions.name(value), object: object))
      case "cob": calledObject = objects.name(value)
      case "cfi", "cfl": _ = files.name(value)
      case "cfn": calledFunction = functions.name(value)
      case "calls":
        callCount = value.split(separator: UInt8(ascii: " ")).first.flatMap(Self.number)
        return callCount != nil && calledFunction != nil
      case "jump", "jcnd": break
      default: return false
      }
      return objects.areKnown && files.areKnown && functions.areKnown
    }

    private mutating func readHeader(_ key: String, _ value: ArraySlice<UInt8>) -> Bool {
      switch key {
      case "positions":
        positionCount = value.split(separator: UInt8(ascii: " ")).count
        return positionCount >= 1
      case "events":
        // The first event is the number of instructions; other events may follow.
        events = value.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        return events.first == "Ir"
      case "totals":
        hasTotals = true
        // Those at the end are left out if they are 0.
        for (event, sum) in zip(events, value.split(separator: UInt8(ascii: " "))) {
          guard let sum = Self.number(sum) else { return false }
          graph.sums[event, default: 0] += sum
        }
        return true
      case "summary":
        hasTotals = true
        return true
      default: return true
      }
    }

    /// Reads a line of costs: positions, and the counts of events; trailing counts of 0 are left out.
    private mutating func readCost(_ text: ArraySlice<UInt8>) -> Bool {
      let fields = text.split(separator: UInt8(ascii: " "))
      guard let function, fields.count >= positionCount,
        let number = Self.position(fields[positionCount - 1], after: line)
      else { return false }
      line = number
      // In files with addresses, the address comes first.
      if positionCount > 1 {
        guard let place = Self.position(fields[0], after: address) else { return false }
        address = place
      }
      let count = fields.count > positionCount ? Self.number(fields[positionCount]) : 0
      guard let count else { return false }
      guard let calls = callCount else {
        graph.add(
          count, to: function, isAtomic: positionCount > 1 && code?.isAtomic(at: UInt64(address)) == true)
        if number > 0 { graph.add(count, to: CallGraph.Line(file: file, number: number)) }
        return true
      }
      let callee = CallGraph.Function(name: calledFunction ?? "???", object: calledObject ?? object)
      // A call takes an instruction at least. callgrind also writes calls that were made while it counted nothing, of some
      // nodes of a freed tree in one process and of more in another.
      if count > 0 {
        graph.addCalls(from: function, to: graph.intern(callee), count: calls, instructions: count)
      }
      (callCount, calledObject, calledFunction) = (nil, nil, nil)
      return true
    }

    /// Returns a position, a line or an address: a number, `+3` or `-3` relative to the last position, or `*` for the
    /// same; nil for anything else, also for a result below 0.
    private static func position(_ field: ArraySlice<UInt8>, after last: Int) -> Int? {
      let number: Double? =
        switch field.first {
        case UInt8(ascii: "*"): Double(last)
        case UInt8(ascii: "+"): number(field.dropFirst()).map { Double(last) + $0 }
        case UInt8(ascii: "-"): number(field.dropFirst()).map { Double(last) - $0 }
        default: number(field)
        }
      return number.flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Returns a whole number, in decimal digits or as `0x1f`.
    private static func number(_ digits: ArraySlice<UInt8>) -> Double? {
      if digits.starts(with: "0x".utf8) {
        return UInt64(String(decoding: digits.dropFirst(2), as: UTF8.self), radix: 16).map { Double($0) }
      }
      var value = 0.0
      for digit in digits {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        value = value * 10 + Double(digit - UInt8(ascii: "0"))
      }
      return digits.isEmpty ? nil : value
    }
  }

  /// The names of one kind that were written before, by their numbers.
  private struct Names {
    private var names: [Int: String] = [:]
    /// False once a number had no name.
    private(set) var areKnown = true

    /// Returns a name that is written as `(12) name`, `(12)` or `name`.
    mutating func name(_ text: ArraySlice<UInt8>) -> String {
      guard text.first == UInt8(ascii: "("), let end = text.firstIndex(of: UInt8(ascii: ")")),
        let number = Int(String(decoding: text[(text.startIndex + 1)..<end], as: UTF8.self))
      else { return String(decoding: text, as: UTF8.self) }
      let rest = text[(end + 1)...].drop { $0 == UInt8(ascii: " ") }
      if !rest.isEmpty { names[number] = String(decoding: rest, as: UTF8.self) }
      if names[number] == nil { areKnown = false }
      return names[number] ?? ""
    }
  }
}
