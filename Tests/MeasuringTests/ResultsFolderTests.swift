import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

@Suite("The folder of results")
struct ResultsFolderTests {
  private let temporary = TemporaryFolder()
  private let results: ResultsFolder
  private let old: RunFolder
  private let new: RunFolder

  /// A folder with two runs, a folder that is no run, and hidden files.
  init() throws {
    results = ResultsFolder(url: temporary.url.appending(path: "results"))
    old = try makeRun(
      at: results.url.appending(path: "b-old"),
      makeDescription("old", started: "2026-11-20T05:20:13.000Z"), samples: [makeSample(wall: 3)])
    new = try makeRun(
      at: results.url.appending(path: "a new, \"run\""),
      makeDescription("new", started: "2026-11-21T05:20:13.000Z"))
    try makeRun(at: results.url.appending(path: ".c-being-made"), makeDescription("hidden"))
    try results.url.appending(path: "main").makeFolder()
  }

  private func id(_ text: String, _ results: ResultsFolder? = nil, in folder: URL? = nil) throws -> String {
    try RunReference(text).folder(in: results ?? self.results, currentFolder: folder).readDescription().runID
  }

  private func message(_ text: String, _ results: ResultsFolder? = nil) -> String {
    failure { try RunReference(text).folder(in: results ?? self.results) }?.description ?? ""
  }

  @Test func `A run is found by its path, its name and as the latest`() throws {
    #expect(try id(results.url.appending(path: "b-old").path) == "old")
    #expect(try id("b-old") == "old")
    #expect(try id("b-old/") == "old")
    #expect(try id("a new, \"run\"") == "new")
    #expect(try id("latest") == "new")
    #expect(try id("./b-old", ResultsFolder(url: URL(fileURLWithPath: "/nowhere")), in: results.url) == "old")
    #expect(try id("b-old", in: results.url.appending(path: "main")) == "old")
    // The latest run is readable; of runs of the same millisecond the last by name counts.
    try results.url.appending(path: "z/run.json").write("{")
    #expect(try id("latest") == "new")
    for name in ["y-1of3", "y-2of3", "y-3of3"].shuffled() {
      try makeRun(at: results.url.appending(path: name), makeDescription(name))
    }
    #expect(try id("latest") == "y-3of3")
  }

  @Test func `A run that is missing is an error that lists the newest runs there are`() throws {
    #expect(
      message("nope")
        == "nope: there is no such run; there are b-old, a new, \"run\"; or give a path, or \"latest\""
    )
    #expect(message("").contains("there is no such run"))
    #expect(message(results.url.path).contains("no run.json"))
    for index in 0..<9 { try makeRun(at: results.url.appending(path: "x\(index)")) }
    #expect(message("nope").contains("x8, x7, x6, x5, x4, x3, x2, x1 and 3 more;"))
    let empty = ResultsFolder(url: URL(fileURLWithPath: "/nowhere"))
    #expect(message("latest", empty) == "/nowhere: holds no run yet; `layoutbench run` makes one")
    #expect(message("x", empty).contains("give a path: /nowhere holds none"))
  }
}
