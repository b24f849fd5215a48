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

  @Test func `Every file is read as recorded: its functions, calls and lines`() throws {
    try expectRecordedResults("callgrind.txt", count: 6) { file in
      let graph = try graph(file, head: file.hasPrefix("positions:") ? "" : Self.head)
      let functions = zip(graph.functions, graph.instructions).map { function, instructions in
        "\(function.name) of \(function.linkerName) in \(function.object): \(instructions), \(function.isRecursive)"
      }
      let lines = graph.lines.map { "\($0.file):\($0.number): \($1)" }.sorted()
      return functions + calls(graph) + lines + ["total: \(graph.total)"]
    }
  }

  @Test(arguments: [
    ("fn=f\n1 x", "line 9 of callgrind's file makes no sense: 1 x"),
    ("fn=(3)\n1 2", "line 8 of callgrind's file makes no sense: fn=(3)"),
    ("1 2", "line 8 of callgrind's file makes no sense: 1 2"),
    ("fn=f\ncalls=1 2", "line 9 of callgrind's file makes no sense: calls=1 2"),
    ("fn=f\ncfn=g\ncalls=1 2", "callgrind's file has no counts: it is empty or was cut off"),
    ("Segmentation fault", "line 8 of callgrind's file makes no sense: Segmentation fault"),
  ])
  func `What is no such file, or cut off, is an error that says where`(_ body: String, _ message: String) {
    let error = #expect(throws: WorkerError.self) { _ = try graph(body) }
    #expect(error?.description == message)
  }

  @Test(arguments: ["", "events: Dr\nfn=f\n1 2\n"])
  func `A file that counts no instructions is refused`(_ text: String) {
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
