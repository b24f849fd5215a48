import Testing

@testable import Benchmarking

@Suite("Callgrind's file")
struct CallgrindFileTests {
  private static let head = """
    # callgrind format
    version: 1
    creator: callgrind-3.19.0
    positions: line
    events: Ir
    summary: 100


    """

  private func graph(_ body: String, head: String = CallgrindFileTests.head) throws -> CallGraph {
    try CallgrindFile.parse(Array((head + body).utf8))
  }

  private func instructions(_ graph: CallGraph) -> [String: Double] {
    Dictionary(zip(graph.functions.map(\.name), graph.instructions)) { $0 + $1 }
  }

  private func calls(_ graph: CallGraph) -> [String] {
    graph.calls.map { calls in
      "\(graph.functions[calls.caller].name) > \(graph.functions[calls.callee].name): \(calls.count) calls, \(calls.instructions)"
    }
  }

  @Test("A function has the instructions of its lines, and its calls have those of what they called")
  func callsAndLines() throws {
    let graph = try graph(
      """
      fl=main.c
      fn=main
      1 10
      2 5
      cfn=work
      calls=3 20
      2 60

      fn=work
      20 60
      """)
    #expect(instructions(graph) == ["main": 15, "work": 60])
    #expect(calls(graph) == ["main > work: 3.0 calls, 60.0"])
    #expect(graph.total == 75)
    #expect(graph.lines[.init(file: "main.c", number: 20)] == 60)
  }

  @Test func `A name that is written once is found by its number, for each kind of name by itself`() throws {
    let graph = try graph(
      """
      ob=(1) /bin/app
      fl=(1) main.swift
      fn=(1) main
      1 1
      cob=(2) /lib/libc.so
      cfi=(2) malloc.c
      cfn=(2) malloc
      calls=4 0
      1 8
      cfn=(3) work
      calls=1 0
      1 2

      ob=(2)
      fl=(2)
      fn=(2)
      0 8
      """)
    #expect(graph.functions.map(\.name) == ["main", "malloc", "work"])
    // The object of a call is that of the call alone.
    #expect(graph.functions.map(\.object) == ["/bin/app", "/lib/libc.so", "/bin/app"])
    #expect(calls(graph) == ["main > malloc: 4.0 calls, 8.0", "main > work: 1.0 calls, 2.0"])
  }

  @Test func `Positions may be relative to the line before, and costs of 0 may be left out`() throws {
    let graph = try graph(
      """
      fl=a.swift
      fn=f
      10 1
      +5 2
      -3 4
      * 8
      +1
      """)
    #expect(graph.lines[.init(file: "a.swift", number: 15)] == 2)
    #expect(graph.lines[.init(file: "a.swift", number: 12)] == 12)
    #expect(instructions(graph) == ["f": 15])
  }

  @Test("Code that was inlined belongs to the function that it lies in, and to its own file's lines")
  func inlinedCode() throws {
    let graph = try graph(
      """
      fl=(1) a.swift
      fn=(1) f
      10 1
      fi=(2) b.swift
      7 30
      fe=(1)
      11 2
      """)
    #expect(instructions(graph) == ["f": 33])
    #expect(graph.lines[.init(file: "b.swift", number: 7)] == 30)
    #expect(graph.lines[.init(file: "a.swift", number: 11)] == 2)
  }

  @Test func `A recursive call has a node of its own`() throws {
    let graph = try graph(
      """
      fl=a.swift
      fn=(1) f
      1 10
      cfn=(2) f'2
      calls=1 1
      1 20

      fn=(2)
      1 20
      cfn=(2)
      calls=2 1
      1 15
      """)
    #expect(graph.functions.map(\.isRecursive) == [false, true])
    #expect(graph.functions.map(\.linkerName) == ["f", "f"])
    #expect(calls(graph) == ["f > f'2: 1.0 calls, 20.0", "f'2 > f'2: 2.0 calls, 15.0"])
  }

  @Test func `Instructions' addresses, jumps, further events and a second part are read`() throws {
    let graph = try graph(
      """
      fl=a.c
      fn=f
      0x100 3 7 2
      jcnd=4/8 +16 +1
      +4 +1 1
      part: 2
      fn=f
      0x100 3 2
      """,
      head: "positions: instr line\nevents: Ir Dr\ntotals: 10 2\n")
    #expect(instructions(graph) == ["f": 10])
    #expect(graph.lines[.init(file: "a.c", number: 4)] == 1)
  }

  @Test(
    "What is no such file, or was cut off, is an error that says where",
    arguments: [
      ("fn=f\n1 x", "line 9 of callgrind's file makes no sense: 1 x"),
      ("fn=(3)\n1 2", "line 8 of callgrind's file makes no sense: fn=(3)"),
      ("1 2", "line 8 of callgrind's file makes no sense: 1 2"),
      ("fn=f\ncalls=1 2", "line 9 of callgrind's file makes no sense: calls=1 2"),
      ("fn=f\ncfn=g\ncalls=1 2", "callgrind's file has no counts: it is empty or was cut off"),
      ("Segmentation fault", "line 8 of callgrind's file makes no sense: Segmentation fault"),
    ])
  func damage(_ body: String, _ message: String) {
    let error = #expect(throws: WorkerError.self) { _ = try graph(body) }
    #expect(error?.description == message)
  }

  @Test("A file that counts no instructions is refused", arguments: ["", "events: Dr\nfn=f\n1 2\n"])
  func noInstructions(_ text: String) {
    #expect(throws: WorkerError.self) { _ = try CallgrindFile.parse(Array(text.utf8)) }
  }

  @Test func `A job's cost is what more jobs cost more, and what starting costs is none of it`() throws {
    func process(_ jobs: Int) throws -> CallGraph {
      try graph(
        """
        fl=a.c
        fn=main
        1 \(1_000 + 3 * jobs)
        cfn=job
        calls=\(jobs) 5
        2 \(40 * jobs)
        cfn=start
        calls=1 9
        3 500

        fn=job
        5 \(40 * jobs)

        fn=start
        9 500
        """)
    }
    let job = try process(4).perJob(of: process(20), jobs: 16)
    #expect(instructions(job) == ["main": 3, "job": 40])
    #expect(calls(job) == ["main > job: 1.0 calls, 40.0"])
    #expect(job.lines.count == 2)
  }
}
