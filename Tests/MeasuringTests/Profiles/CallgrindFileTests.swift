import Testing

@testable import Measuring
@testable import Reporting

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

  private func graph(
    _ body: String, head: String = CallgrindFileTests.head
  ) throws(WorkerError) -> CallGraph {
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

  @Test func `Every file is read as recorded, or what is wrong with it is said`() throws {
    try expectRecordedResults("callgrind.txt", count: 17) { file in
      let isWhole = file.hasPrefix("positions:") || file.hasPrefix("events:")
      do throws(WorkerError) {
        return results(try graph(file, head: isWhole ? "" : Self.head))
      } catch {
        return [error.description]
      }
    }
  }

  private func results(_ graph: CallGraph) -> [String] {
    let functions = zip(graph.functions, graph.instructions).map { function, instructions in
      "\(function.name) of \(function.linkerName) in \(function.object): \(instructions), \(function.isRecursive)"
    }
    let lines = graph.lines.map { "\($0.file):\($0.number): \($1)" }.sorted()
    return functions + calls(graph) + lines + ["total: \(graph.total)"]
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

  @Test func `A call without instructions was made while nothing was counted, and is none`() throws {
    let graph = try graph(
      """
      fn=prepare
      1 0
      cfn=swift_release
      calls=171 5
      2 0
      fn=job
      3 7
      cfn=swift_release
      calls=2 5
      4 10
      fn=swift_release
      5 10
      """)
    #expect(calls(graph) == ["job > swift_release: 2.0 calls, 10.0"])
  }
}
