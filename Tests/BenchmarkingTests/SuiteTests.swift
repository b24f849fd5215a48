import Foundation
import Testing

@testable import Benchmarking

@Suite("Suite files")
struct SuiteTests {
  private let temporary = TemporaryFolder()

  private func suite(_ json: String) throws(FileError) -> BenchmarkSuite {
    try BenchmarkSuite(json: Data(json.utf8), file: "quick.json")
  }

  private func text(more: String = "") -> String {
    #"{"format":"layoutbench-suite","version":1,"name":"quick"\#(more),"cells":[{"workload":"feed(10)","subjects":["spec"]}]}"#
  }

  @Test func `Everything that a suite can say is read, and written back`() throws {
    let suite = try suite(
      #"""
      {"format":"layoutbench-suite","version":1,"name":"quick","description":"A look.",
       "budgetSeconds":1.5,"rounds":20,"threads":[1,2],"dispatch":["concurrentQueue","serialQueues"],"cells":[
        {"workload":"feed(1000)","subjects":["spec","naive"]},
        {"document":"trees/animal-card.json","subjects":["spec"],"threads":[4]},
        {"workload":"feed(1)","subjects":["spec"],"threads":"1..max","dispatch":["concurrentPerform"]}]}
      """#)
    #expect(
      suite
        == BenchmarkSuite(
          name: "quick", description: "A look.", budgetSeconds: 1.5, rounds: 20, threads: [1, 2],
          dispatch: [.concurrentQueue, .serialQueues],
          cells: [
            .init(source: .workload("feed(1000)"), subjects: ["spec", "naive"]),
            .init(source: .document("trees/animal-card.json"), subjects: ["spec"], threads: [4]),
            .init(
              source: .workload("feed(1)"), subjects: ["spec"], threads: ThreadList("1..max"),
              dispatch: [.concurrentPerform]),
          ]))
    #expect(suite.budget == .milliseconds(1_500))
    #expect(
      suite.cells.map { suite.threads(of: $0).resolved(logicalCores: 3) } == [[1, 2], [4], [1, 2, 3]])
    #expect(
      suite.cells.map(suite.dispatch(of:)) == [
        [.concurrentQueue, .serialQueues], [.concurrentQueue, .serialQueues], [.concurrentPerform],
      ])
  }

  @Test func `What a suite does not say has a default`() throws {
    let suite = try suite(text())
    #expect(suite.threads == [1] && suite.dispatch == [.serialQueues])
    #expect(suite.budget == nil && suite.rounds == nil && suite.description == "")
  }

  @Test("Documents are found beside the suite, else beside its folder, and absolute paths as they are")
  func documents() throws {
    let file = URL(fileURLWithPath: "/bench/suites/quick.json")
    #expect(
      BenchmarkSuite.documentFile(of: .document("trees/a.json"), suiteFile: file)?.path
        == "/bench/trees/a.json")
    #expect(BenchmarkSuite.documentFile(of: .workload("feed(1)"), suiteFile: file) == nil)
    #expect(BenchmarkSuite.documentFile(of: .document("/a.json"), suiteFile: file)?.path == "/a.json")
    let beside = temporary.url.appendingPathComponent("a.json")
    try Data().write(to: beside)
    let suite = temporary.url.appendingPathComponent("suite.json")
    #expect(BenchmarkSuite.documentFile(of: .document("a.json"), suiteFile: suite)?.path == beside.path)
  }

  @Test func `A suite names programs as subjects, each once, and each with a command`() throws {
    let json = #", "commands": [{"name": "mine", "command": ["./engine", "-x", "-x"]}]"#
    let suite = try suite(text(more: json))
    #expect(suite.commands == [.init(name: "mine", command: ["./engine", "-x", "-x"])])
    let request = RunRequest(suite: suite, suiteFile: "/bench/suites/mine.json", logicalCores: 2)
    #expect(request.commands?[0].command == ["/bench/suites/engine", "-x", "-x"])
    let edits = #", "commands": [{"name": "a", "command": ["b"], "work": "edit", "texts": "measured"}]"#
    #expect(
      try self.suite(text(more: edits)).commands == [
        .init(name: "a", command: ["b"], work: .edit, texts: .measured)
      ])
  }

  @Test func `An error names the key, what is there and what is allowed, as recorded`() throws {
    try expectRecordedErrors("suite-errors.txt", count: 42) { json throws(FileError) in _ = try suite(json) }
  }

  @Test func `An error names its line`() {
    let error = #expect(throws: FileError.self) { try suite("{\n  \"format\": 3\n}") }
    #expect(error?.description == "quick.json:2: format: Expected a string, found the number 3.")
    let cut = #expect(throws: FileError.self) { try suite("{\n") }
    #expect(cut?.line == 2)
  }

  @Test func `A file that is not there is an error with its name`() {
    let file = URL(fileURLWithPath: "/nonexistent/quick.json")
    let error = failure { try BenchmarkSuite(contentsOf: file) }
    #expect(error?.description.hasPrefix("/nonexistent/quick.json: Cannot be read") == true)
  }
}
