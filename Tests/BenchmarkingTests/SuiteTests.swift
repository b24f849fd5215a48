import Foundation
import Testing

@testable import Benchmarking

@Suite("Suite files") struct SuiteTests {
  private func suite(_ json: String) throws(FileError) -> BenchmarkSuite {
    try BenchmarkSuite(json: Data(json.utf8), file: "quick.json")
  }

  private func text(
    format: String = "\"layoutbench-suite\"", version: String = "1", name: String = "\"quick\"",
    more: String = "", cells: String = #"[{"workload":"feed(10)","subjects":["spec"]}]"#
  ) -> String {
    "{\"format\":\(format),\"version\":\(version),\"name\":\(name)\(more),\"cells\":\(cells)}"
  }

  @Test("Everything that a suite can say is read, and written back")
  func everythingIsRead() throws {
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

  @Test("What a suite does not say has a default")
  func whatIsNotSaidHasADefault() throws {
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
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let beside = folder.appendingPathComponent("a.json")
    try Data().write(to: beside)
    let suite = folder.appendingPathComponent("suite.json")
    #expect(BenchmarkSuite.documentFile(of: .document("a.json"), suiteFile: suite)?.path == beside.path)
  }

  @Test("A suite names programs as subjects, each once, and each with a command")
  func commands() throws {
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
    expect(
      text(more: #", "commands": [{"name": "a", "command": ["b"], "work": "dance"}]"#),
      path: "commands[0].work", says: #"one of "cold", "build", "edit", found "dance""#)
    expect(
      text(more: #", "commands": [{"name": "a", "command": []}]"#), path: "commands[0].command",
      says: "one element")
    expect(
      text(more: #", "commands": [{"name": "a", "command": [""]}]"#), path: "commands[0].command[0]",
      says: "a program")
    expect(
      text(more: #", "commands": [{"name": "a", "command": ["b"]}, {"name": "a", "command": ["c"]}]"#),
      path: "commands[1].name", says: "a second time")
  }

  private func expect(_ json: String, path: String, says words: String) {
    let error = #expect(throws: FileError.self) { try suite(json) }
    #expect(error?.file == "quick.json")
    let message = error?.message ?? ""
    #expect(message.hasPrefix(path.isEmpty ? words : "\(path): "), "\(message)")
    #expect(message.contains(words), "\(message)")
  }

  @Test("An error of the suite names the key and what is allowed there")
  func errorsOfTheWhole() {
    expect("{", path: "", says: "Is not JSON")
    expect("[]", path: "", says: "Expected an object, found an array")
    expect(text(format: "\"x\""), path: "format", says: "layoutbench-suite")
    expect(text(format: "3"), path: "format", says: "Expected a string, found the number 3")
    expect(text(version: "2"), path: "version", says: "found 2")
    expect(text(version: "true"), path: "version", says: "found a boolean")
    expect(text(version: "null"), path: "version", says: "found null")
    expect(text(name: "\"\""), path: "name", says: "Expected letters")
    expect(text(name: "\"a/b\""), path: "name", says: "Expected letters")
    expect(text(name: "\"..\""), path: "name", says: "Expected letters")
    expect(text(more: ",\"round\":1"), path: "round", says: "\"rounds\"")
    expect(text(more: ",\"rounds\":0"), path: "rounds", says: "1 to 1000000")
    expect(text(more: ",\"rounds\":1000001"), path: "rounds", says: "1 to 1000000")
    expect(text(more: ",\"rounds\":1.5"), path: "rounds", says: "a whole number")
    expect(text(more: ",\"budgetSeconds\":0"), path: "budgetSeconds", says: "above 0")
    expect(text(more: ",\"budgetSeconds\":\"9\""), path: "budgetSeconds", says: "found a string")
    expect(text(more: ",\"threads\":[]"), path: "threads", says: "one element")
    expect(text(more: ",\"threads\":[1,0]"), path: "threads[1]", says: "1 to 250")
    expect(text(more: ",\"threads\":[1,true]"), path: "threads[1]", says: "1 to 250")
    expect(text(more: ",\"threads\":[2,2]"), path: "threads[1]", says: "second time")
    expect(text(more: ",\"threads\":\"2..1\""), path: "threads", says: "1..max; found \"2..1\"")
    expect(text(more: ",\"threads\":2"), path: "threads", says: "Expected an array, found the number 2")
    expect(text(more: ",\"dispatch\":[]"), path: "dispatch", says: "one element")
    expect(text(more: ",\"dispatch\":\"serialQueues\""), path: "dispatch", says: "Expected an array")
    expect(
      text(more: ",\"dispatch\":[\"serialQueues\",\"gcd\"]"), path: "dispatch[1]",
      says: "\"serialQueues\", \"concurrentQueue\", \"concurrentPerform\"")
    expect(
      text(more: ",\"dispatch\":[\"serialQueues\",\"serialQueues\"]"), path: "dispatch[1]",
      says: "second time")
    expect("{\"format\":\"layoutbench-suite\"}", path: "version", says: "Is missing")
  }

  @Test("An error names its line")
  func errorsNameTheirLines() {
    let error = #expect(throws: FileError.self) { try suite("{\n  \"format\": 3\n}") }
    #expect(error?.description == "quick.json:2: format: Expected a string, found the number 3.")
    let cut = #expect(throws: FileError.self) { try suite("{\n") }
    #expect(cut?.line == 2)
  }

  @Test("An error of a cell names the cell, the key and what is allowed there")
  func errorsOfCells() {
    let good = #"{"workload":"w","subjects":["spec"]}"#
    expect(text(cells: "[]"), path: "cells", says: "one element")
    expect(text(cells: "{}"), path: "cells", says: "Expected an array")
    expect(text(cells: "[3]"), path: "cells[0]", says: "Expected an object")
    expect(
      text(cells: "[\(good),{\"wrkload\":\"w\",\"subjects\":[\"s\"]}]"), path: "cells[1].wrkload",
      says: "\"workload\"")
    expect(text(cells: "[\(good),\(good)]"), path: "cells[1]", says: "cells[0]")
    expect(text(cells: "[{\"subjects\":[\"s\"]}]"), path: "cells[0]", says: "\"document\"")
    expect(
      text(cells: "[{\"workload\":\"w\",\"document\":\"d\",\"subjects\":[\"s\"]}]"),
      path: "cells[0].document", says: "both")
    expect(
      text(cells: "[{\"workload\":\"\",\"subjects\":[\"s\"]}]"), path: "cells[0].workload",
      says: "something in it")
    expect(text(cells: "[{\"workload\":\"w\"}]"), path: "cells[0].subjects", says: "Is missing")
    expect(
      text(cells: "[{\"workload\":\"w\",\"subjects\":[\"a\",\"a\"]}]"), path: "cells[0].subjects[1]",
      says: "second time")
    expect(
      text(cells: "[{\"workload\":\"w\",\"subjects\":[\"a\",1]}]"), path: "cells[0].subjects[1]",
      says: "subject's name")
  }

  @Test("A file that is not there is an error with its name")
  func aFileThatIsNotThereIsAnErrorWithItsName() {
    let file = URL(fileURLWithPath: "/nonexistent/quick.json")
    let error = #expect(throws: FileError.self) { try BenchmarkSuite(contentsOf: file) }
    #expect(error?.description.hasPrefix("/nonexistent/quick.json: Cannot be read") == true)
  }
}
