import Foundation
import LayoutTestSupport
import Testing

@testable import Benchmarking

@Suite("The folder of results")
struct ResultsFolderTests {
  private let temporary = TemporaryFolder()
  private let results: ResultsFolder
  private let old: RunFolder
  private let new: RunFolder

  /// A folder with two runs, one folder that is none, and what is hidden.
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

  @Test func `A run is found by its path, its name and as the latest, and baselines are none`() throws {
    #expect(try id(results.url.appending(path: "b-old").path) == "old")
    #expect(try id("b-old") == "old")
    #expect(try id("b-old/") == "old")
    #expect(try id("a new, \"run\"") == "new")
    #expect(try id("latest") == "new")
    #expect(try id("./b-old", ResultsFolder(url: URL(fileURLWithPath: "/nowhere")), in: results.url) == "old")
    try results.saveBaseline(named: "main", of: old)
    #expect(try id("main") == "old", "A folder that holds no run hides nothing.")
    #expect(try id("main", in: results.url) == "old")
    #expect(try id("latest") == "new", "Baselines are copies, and not runs.")
    // The latest is one that can be read, of those of one millisecond the last by name.
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
        == "nope: There is no such run. There are runs: b-old, a new, \"run\"; or give a path, or \"latest\"."
    )
    #expect(message("").contains("There is no such run"))
    #expect(message(results.url.path).contains("no run.json"))
    try results.saveBaseline(named: "v1", of: old)
    #expect(message("nope").contains("There are baselines: v1; runs:"))
    for index in 0..<9 { try makeRun(at: results.url.appending(path: "x\(index)")) }
    #expect(message("nope").contains("x8, x7, x6, x5, x4, x3, x2, x1 and 3 more;"))
    let empty = ResultsFolder(url: URL(fileURLWithPath: "/nowhere"))
    #expect(message("latest", empty) == "/nowhere: Holds no run yet; `layoutbench run` makes one.")
    #expect(message("x", empty).contains("Give a path: /nowhere holds none."))
  }

  @Test func `A baseline is a copy, which is replaced only on request, and never by itself`() throws {
    let copy = try results.saveBaseline(named: "v1", of: old)
    #expect(try copy.samplesFile.text() == old.samplesFile.text() && results.baselines() == [copy])
    #expect(failure { try results.saveBaseline(named: "v1", of: new) }?.message.contains("--force") == true)
    #expect(try id("v1") == "old")
    try results.saveBaseline(named: "v1", of: new, replacing: true)
    #expect(try id("v1") == "new")
    let baseline = RunFolder(url: results.baselinesURL.appending(path: "v1/"))
    #expect(failure { try results.saveBaseline(named: "v1", of: baseline, replacing: true) } != nil)
    try new.url.remove()
    #expect(try results.baselinesURL.names == ["v1"] && id("v1") == "new")
  }

  @Test func `A run that is not whole is no baseline, and a run's name is no name of one`() throws {
    let cell = CellOutcome(cell: makeCell(), status: .measured, sampleCount: 2)
    let url = results.url.appending(path: "cut")
    for (description, words) in [
      (makeDescription(ending: nil), "--resume \(url.path)"),
      (makeDescription(ending: .interrupted), "--resume \(url.path)"),
      (makeDescription(ending: .incomplete), "Is incomplete"),
      (makeDescription(cells: [cell]), "Lacks 1 of the 2 samples that run.json counts"),
    ] {
      let run = try makeRun(at: url, description, samples: [makeSample()])
      let error = failure { try results.saveBaseline(named: "v1", of: run) }
      #expect(error?.message.contains(words) == true, "\(String(describing: error))")
      try url.remove()
    }
    let error = failure { try results.saveBaseline(named: "b-old", of: old) }
    #expect(error?.message.contains("has this name already") == true)
    #expect(results.baselines().isEmpty)
  }

  @Test func `Only baselines are deleted, whatever path is given`() throws {
    try results.saveBaseline(named: "v1", of: old)
    for name in ["main", "b-old", "../b-old", "", "latest", "."] {
      #expect(failure { try results.deleteBaseline(named: name) }?.message == "Is no baseline; there are v1.")
    }
    #expect(results.runs().count == 2)
    #expect(try results.deleteBaseline(named: "v1")?.runID == "old")
    #expect(results.baselines().isEmpty)
  }

  @Test func `A baseline's name is letters, digits and marks that every file system takes`() {
    for name in ["main", "v1.0", "a_b-c", "9", String(repeating: "x", count: 100)] {
      #expect(ResultsFolder.isBaselineName(name), "\(name)")
    }
    for name in [
      "", ".", "..", ".x", "a/b", "a b", "a,b", "a\"b", "ü", "latest", "a\n",
      String(repeating: "x", count: 101),
    ] { #expect(!ResultsFolder.isBaselineName(name), "\(name)") }
  }
}
