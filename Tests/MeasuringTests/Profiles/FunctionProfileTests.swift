import Foundation
import Testing

@testable import Measuring
@testable import Reporting

/// A call graph that is written down function by function.
struct GraphSketch {
  typealias Call = (caller: String, callee: String, count: Double, cost: Double)

  private(set) var graph = CallGraph()

  init(_ functions: KeyValuePairs<String, Double> = [:], calls: [Call] = []) {
    for (name, instructions) in functions { function(name, instructions) }
    for call in calls { self.call(call.caller, call.callee, call.count, costing: call.cost) }
  }

  /// Adds instructions to a function. Those of Swift's runtime and of the allocator are libraries'.
  mutating func function(_ name: String, _ instructions: Double) { graph.add(instructions, to: place(name)) }

  mutating func call(_ caller: String, _ callee: String, _ count: Double = 1, costing instructions: Double) {
    graph.addCalls(from: place(caller), to: place(callee), count: count, instructions: instructions)
  }

  private mutating func place(_ name: String) -> Int {
    let object =
      name.hasPrefix("swift_")
      ? "swift.so" : ["malloc", "free"].contains { name.hasPrefix($0) } ? "libc.so" : "/bin/app"
    return graph.intern(CallGraph.Function(name: name, object: object))
  }

  var profile: FunctionProfile { FunctionProfile(graph, program: URL(fileURLWithPath: "/bin/app")) }
}

@Suite("The functions of a job")
struct FunctionProfileTests {
  /// `job` calls `make`, which allocates twice, and `read`, which retains three times.
  private let sketch = GraphSketch(
    [
      "job": 10, "make": 100, "read": 50, "swift_allocObject'make": 30, "malloc'swift_allocObject'make": 60,
      "swift_retain'read": 15,
    ],
    calls: [
      ("job", "make", 1, 190), ("job", "read", 2, 65), ("make", "swift_allocObject'make", 2, 90),
      ("swift_allocObject'make", "malloc'swift_allocObject'make", 2, 60),
      ("read", "swift_retain'read", 3, 15),
    ])

  @Test func `What the runtime costs is with the function that called it, its calls counted there`() throws {
    let rows = Dictionary(uniqueKeysWithValues: sketch.profile.rows.map { ($0.name, $0) })
    #expect(rows.keys.sorted() == ["job", "make", "read"])
    let make = try #require(rows["make"])
    #expect(make.own == 100 && make.libraries == 90 && make.inclusive == 190)
    #expect(make.events == FunctionProfile.Events(allocations: 2))
    #expect(rows["read"]?.events == FunctionProfile.Events(retains: 3))
    #expect(rows["read"]?.calls == 2)
    #expect(rows["read"]?.callers == ["job"])
    #expect(rows["job"]?.cost == 10 && rows["job"]?.inclusive == 265)
    // The costs of all functions are the job's, and so are the events.
    let profile = sketch.profile
    #expect(profile.total == 265 && profile.rows.reduce(0) { $0 + $1.cost } == 265)
    #expect(profile.events == FunctionProfile.Events(allocations: 2, retains: 3))
  }

  @Test func `A program without symbols is one most of whose cost has no name`() {
    #expect(!sketch.profile.isStripped)
    #expect(!GraphSketch(["job": 60, "0x401000": 40]).profile.isStripped)
    #expect(GraphSketch(["job": 40, "0x401000": 30, "???": 30]).profile.isStripped)
  }

  @Test func `A function that calls itself counts calls from outside, and its whole cost once`() throws {
    let sketch = GraphSketch(
      ["job": 1, "walk": 10, "walk'2": 20],
      calls: [("job", "walk", 1, 30), ("walk", "walk'2", 1, 20), ("walk'2", "walk'2", 3, 15)])
    let walk = try #require(sketch.profile.rows.first { $0.name == "walk" })
    #expect(walk.cost == 30 && walk.inclusive == 30 && walk.calls == 1)
  }

  @Test func `Freeing an object is with whoever let it go, and what its deinit does with that`() throws {
    let sketch = GraphSketch(
      ["job": 5, "swift_release'job": 7, "deinit": 20, "free'deinit": 10],
      calls: [
        ("job", "swift_release'job", 1, 37), ("swift_release'job", "deinit", 1, 30),
        ("deinit", "free'deinit", 1, 10),
      ])
    let rows = Dictionary(uniqueKeysWithValues: sketch.profile.rows.map { ($0.name, $0) })
    #expect(rows["job"]?.cost == 12)
    #expect(rows["job"]?.events == FunctionProfile.Events(releases: 1))
    #expect(rows["deinit"]?.cost == 30)
    #expect(rows["deinit"]?.events == FunctionProfile.Events(frees: 1))
    #expect(rows["deinit"]?.callers == ["job"])
  }

  @Test func `What starting did more of in the shorter process hands no costs around, in circles too`() {
    func process(_ jobs: Double, starting: Double) -> CallGraph {
      GraphSketch(
        ["job": 100 * jobs, "swift_a": 10 * jobs, "swift_b": 20 * jobs],
        calls: [
          ("job", "swift_a", jobs, 40 * jobs), ("swift_a", "swift_b", jobs, 30 * jobs),
          ("swift_b", "swift_a", jobs, 25 * jobs), ("main", "swift_a", starting, 500 * starting),
        ]
      ).graph
    }
    let job = process(4, starting: 40).perJob(of: process(20, starting: 2), jobs: 16)
    let profile = FunctionProfile(job, program: URL(fileURLWithPath: "/bin/app"))
    #expect(profile.rows.map(\.name) == ["job"])
    #expect(profile.rows.allSatisfy { abs($0.cost - 130) < 0.001 })
  }

  @Test func `A phase has all that its functions called, but what belongs to another phase`() {
    let phases = PhaseProfile(
      sketch.profile, rules: ["make": ["make"], "look": ["read"], "solve": ["solve"]])
    #expect(
      phases.rows == [
        .init(phase: "make", instructions: 190), .init(phase: "look", instructions: 65),
        .init(phase: "(none)", instructions: 10),
      ])
    // A function that two phases call belongs to both, by what the calls cost.
    var longer = sketch
    longer.function("append", 40)
    longer.call("make", "append", costing: 30)
    longer.call("read", "append", costing: 10)
    let shared = PhaseProfile(longer.profile, rules: ["make": ["make"], "look": ["read"]])
    #expect(shared.rows.map(\.instructions) == [220, 75, 10])
  }

  @Test func `A class has what making, asking and freeing its objects cost, with all that these called`() {
    var sketch = GraphSketch()
    for (name, count, cost) in [
      ("Post.__allocating_init(_:)", 2.0, 90.0), ("Post.layoutSpecThatFits(_:)", 2, 30),
      ("Post.__deallocating_deinit", 2, 50), ("Session.layOut(_:in:)", 1, 500),
    ] {
      sketch.call("job", name, count, costing: cost)
      sketch.function(name, cost)
    }
    // Part of making it.
    sketch.call("Post.__allocating_init(_:)", "Post.init(_:)", 2, costing: 40)
    sketch.function("Post.init(_:)", 40)
    let classes = ClassProfile(sketch.profile, methods: ["layoutSpecThatFits(_:)"])
    #expect(classes.rows == [.init(name: "Post", making: 130, asking: 30, freeing: 50, count: 2)])
  }

  @Test func `The flame graph's root is the job, a function's width what it and those below cost`() throws {
    var sketch = sketch
    sketch.function("run(job:)", 1)
    sketch.call("run(job:)", "job", costing: 265)
    let tree = FlameTree(sketch.profile)
    #expect(tree.name == "run(job:)")
    #expect(tree.weights.instructions == 266)
    let job = try #require(tree.children.first)
    #expect(job.children.map(\.name) == ["make", "read"])
    #expect(job.children.map(\.weights.instructions) == [190, 65])
    #expect(job.children.map(\.weights.allocations) == [2, 0])
    #expect(tree.weights.references == 3)
    // That of functions that call each other in a circle ends.
    let circle = GraphSketch(
      ["a": 10, "b": 20, "a'2": 40], calls: [("a", "b", 1, 60), ("b", "a'2", 1, 40), ("a'2", "b", 1, 20)])
    #expect(FlameTree(circle.profile).weights.instructions > 0)
  }
}

@Suite("Why a job costs more")
struct ProfileDifferenceTests {
  typealias Call = GraphSketch.Call

  /// Three functions, of which these take more instructions, and which do these calls besides.
  private func profile(_ more: [(String, Double)] = [], _ calls: [Call] = []) -> FunctionProfile {
    var sketch = GraphSketch(
      ["job": 1_000, "measure": 4_000, "round": 1_000],
      calls: [("job", "measure", 10, 5_000), ("measure", "round", 40, 1_000)] + calls)
    for (name, instructions) in more { sketch.function(name, instructions) }
    return sketch.profile
  }

  @Test func `The causes of every difference, there and back, are as recorded`() throws {
    let differences: [(name: String, more: [(String, Double)], calls: [Call])] = [
      ("none", [], []), ("too small", [("round", 2)], []), ("small", [("round", 4)], []),
      ("a function", [("round", 200)], []),
      (
        "what the runtime does for a function", [("swift_retain'measure", 50)],
        [("measure", "swift_retain'measure", 10, 50)]
      ),
      (
        "a function that is no longer inlined, of which what both cost more together counts",
        [("clamp", 500), ("round", -400)], [("round", "clamp", 40, 500)]
      ),
      (
        "several, the largest first, without small ones and those in the other direction",
        [("round", 100), ("measure", 400), ("job", -50)], []
      ),
      ("a new function", [("check", 300)], [("measure", "check", 10, 300)]),
    ]
    let texts = differences.map { difference in
      let (base, candidate) = (profile(), profile(difference.more, difference.calls))
      let causes = [(base, candidate), (candidate, base)].map { a, b in
        ProfileDifference(base: a, candidate: b).causes.map { $0 + "\n" }.joined()
      }
      return (difference.name, "\(causes[0])and back:\n\(causes[1])")
    }
    try expectRecorded(sections(texts), as: "causes.txt")
  }
}
