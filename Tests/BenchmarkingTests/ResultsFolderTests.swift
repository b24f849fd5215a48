import Foundation
import Testing

@testable import Benchmarking

@Suite("The folder of results")
struct ResultsFolderTests {
  /// A folder with two runs, one folder that is none, and what is hidden.
  private func withResults(_ body: (ResultsFolder) throws -> Void) throws {
    try withTemporaryFolder { url in
      let results = ResultsFolder(url: url.appendingPathComponent("results"))
      try makeRun(
        at: results.url.appendingPathComponent("b-old"),
        makeDescription("old", started: "2026-11-20T05:20:13.000Z"), samples: [makeSample(wall: 3)])
      try makeRun(
        at: results.url.appendingPathComponent("a new, \"run\""),
        makeDescription("new", started: "2026-11-21T05:20:13.000Z"))
      try makeRun(at: results.url.appendingPathComponent(".c-being-made"), makeDescription("hidden"))
      try FileManager.default.createDirectory(
        at: results.url.appendingPathComponent("main"), withIntermediateDirectories: true)
      try body(results)
    }
  }

  private func id(_ text: String, _ results: ResultsFolder, in folder: URL? = nil) throws -> String {
    try RunReference(text).folder(in: results, currentFolder: folder).readDescription().runID
  }

  private func message(_ text: String, _ results: ResultsFolder) -> String {
    do throws(FileError) {
      return try RunReference(text).folder(in: results).url.path
    } catch {
      return error.description
    }
  }

  @Test("A run is found by its path, by its name and as the latest, and baselines are not runs")
  func runsAreFoundByPathByNameAndAsLatest() throws {
    try withResults { results in
      #expect(try id(results.url.appendingPathComponent("b-old").path, results) == "old")
      #expect(try id("b-old", results) == "old")
      #expect(try id("b-old/", results) == "old")
      #expect(try id("a new, \"run\"", results) == "new")
      #expect(try id("latest", results) == "new")
      #expect(
        try id("./b-old", ResultsFolder(url: URL(fileURLWithPath: "/nowhere")), in: results.url) == "old")
      try results.saveBaseline(named: "main", of: RunFolder(url: results.url.appendingPathComponent("b-old")))
      #expect(try id("main", results) == "old", "A folder that holds no run hides nothing.")
      #expect(try id("main", results, in: results.url) == "old")
      #expect(try id("latest", results) == "new", "Baselines are copies, and not runs.")
    }
  }

  @Test func `A run that is missing is an error that lists the newest runs there are`() throws {
    try withResults { results in
      #expect(
        message("nope", results)
          == "nope: There is no such run. There are runs: b-old, a new, \"run\"; or give a path, or \"latest\"."
      )
      #expect(message("", results).contains("There is no such run"))
      #expect(message(results.url.path, results).contains("no run.json"))
      try results.saveBaseline(named: "v1", of: RunFolder(url: results.url.appendingPathComponent("b-old")))
      #expect(message("nope", results).contains("There are baselines: v1; runs:"))
      for index in 0..<9 { try makeRun(at: results.url.appendingPathComponent("x\(index)")) }
      #expect(message("nope", results).contains("x8, x7, x6, x5, x4, x3, x2, x1 and 3 more;"))
    }
    let empty = ResultsFolder(url: URL(fileURLWithPath: "/nowhere"))
    #expect(message("latest", empty) == "/nowhere: Holds no run yet; `layoutbench run` makes one.")
    #expect(message("x", empty).contains("Give a path: /nowhere holds none."))
  }

  @Test func `Of runs that began in one millisecond the latest is the last by name`() throws {
    try withTemporaryFolder { url in
      let names = ["a-1of3", "a-2of3", "a-3of3"]
      for name in names.shuffled() {
        try makeRun(
          at: url.appendingPathComponent(name), makeDescription(name, started: "2026-11-21T05:20:13.000Z"))
      }
      #expect(try id("latest", ResultsFolder(url: url)) == "a-3of3")
    }
  }

  @Test func `A run that cannot be read is not the latest`() throws {
    try withResults { results in
      let broken = results.url.appendingPathComponent("z")
      try FileManager.default.createDirectory(at: broken, withIntermediateDirectories: true)
      try Data("{".utf8).write(to: broken.appendingPathComponent("run.json"))
      #expect(try id("latest", results) == "new")
    }
  }

  @Test func `A baseline is a copy, which stays when its run is deleted`() throws {
    try withResults { results in
      let old = RunFolder(url: results.url.appendingPathComponent("b-old"))
      let baseline = try results.saveBaseline(named: "v1.0_x-y", of: old)
      #expect(try text(of: baseline.folder.samplesFile) == text(of: old.samplesFile))
      try FileManager.default.removeItem(at: old.url)
      #expect(try baseline.folder.readSamples().samples.count == 1)
      #expect(results.baselines() == [baseline])
    }
  }

  @Test func `A baseline is replaced only on request, and never by itself`() throws {
    try withResults { results in
      let old = RunFolder(url: results.url.appendingPathComponent("b-old"))
      let new = RunFolder(url: results.url.appendingPathComponent("a new, \"run\""))
      try results.saveBaseline(named: "v1", of: old)
      let error = #expect(throws: FileError.self) { try results.saveBaseline(named: "v1", of: new) }
      #expect(error?.message.contains("--force") == true)
      #expect(try id("v1", results) == "old")
      try results.saveBaseline(named: "v1", of: new, replacing: true)
      #expect(try id("v1", results) == "new")
      let baseline = results.baselinesURL.appendingPathComponent("v1")
      #expect(throws: FileError.self) {
        try results.saveBaseline(named: "v1", of: RunFolder(url: baseline), replacing: true)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: results.baselinesURL.path) == ["v1"])
    }
  }

  @Test("A run that has not ended or is incomplete is refused as a baseline, and so is a run's name")
  func whatHasNotEndedIsNoBaseline() throws {
    try withResults { results in
      for ending in [nil, RunEnding.interrupted] {
        let url = results.url.appendingPathComponent("cut\(ending?.rawValue ?? "")")
        let error = #expect(throws: FileError.self) {
          try results.saveBaseline(named: "v1", of: makeRun(at: url, makeDescription(ending: ending)))
        }
        #expect(error?.message.contains("--resume \(url.path)") == true)
      }
      let url = results.url.appendingPathComponent("shards")
      let incomplete = #expect(throws: FileError.self) {
        try results.saveBaseline(named: "v1", of: makeRun(at: url, makeDescription(ending: .incomplete)))
      }
      #expect(incomplete?.message.contains("Is incomplete") == true)
      let error = #expect(throws: FileError.self) {
        try results.saveBaseline(
          named: "b-old", of: RunFolder(url: results.url.appendingPathComponent("b-old")))
      }
      #expect(error?.message.contains("has this name already") == true)
      #expect(results.baselines().isEmpty)
    }
  }

  @Test func `A run that lacks some of its samples is refused as a baseline`() throws {
    try withResults { results in
      let cell = CellOutcome(cell: makeCell(), status: .measured, sampleCount: 2)
      let run = try makeRun(
        at: results.url.appendingPathComponent("cut"), makeDescription(cells: [cell]), samples: [makeSample()]
      )
      let error = #expect(throws: FileError.self) { try results.saveBaseline(named: "v1", of: run) }
      #expect(error?.file == run.samplesFile.path)
      #expect(error?.message.contains("Lacks 1 of the 2 samples that run.json counts") == true)
      #expect(results.baselines().isEmpty)
    }
  }

  @Test func `Only baselines are deleted, whatever path is given`() throws {
    try withResults { results in
      try results.saveBaseline(named: "v1", of: RunFolder(url: results.url.appendingPathComponent("b-old")))
      for name in ["main", "b-old", "../b-old", "", "latest", "."] {
        let error = #expect(throws: FileError.self) { try results.deleteBaseline(named: name) }
        #expect(error?.message == "Is no baseline; there are v1.")
      }
      #expect(results.runs().count == 2)
      #expect(try results.deleteBaseline(named: "v1")?.runID == "old")
      #expect(results.baselines().isEmpty)
    }
  }

  @Test func `A baseline's name is letters, digits and marks that every file system takes`() {
    for name in ["main", "v1.0", "a_b-c", "9", String(repeating: "x", count: 100)] {
      #expect(Baseline.isValid(name: name), "\(name)")
    }
    for name in [
      "", ".", "..", ".x", "a/b", "a b", "a,b", "a\"b", "ü", "latest", "a\n",
      String(repeating: "x", count: 101),
    ] {
      #expect(!Baseline.isValid(name: name), "\(name)")
    }
  }

  @Test func `The list has a row for each baseline, and a warning for one that cannot be read`() throws {
    try withResults { results in
      #expect(BaselineTable(of: []).text().contains("baseline save NAME"))
      try results.saveBaseline(named: "v1", of: RunFolder(url: results.url.appendingPathComponent("b-old")))
      try results.saveBaseline(
        named: "v2", of: RunFolder(url: results.url.appendingPathComponent("a new, \"run\"")))
      let broken = results.baselinesURL.appendingPathComponent("v3")
      try FileManager.default.createDirectory(at: broken, withIntermediateDirectories: true)
      try Data("{".utf8).write(to: broken.appendingPathComponent("run.json"))
      let table = BaselineTable(of: results.baselines())
      #expect(
        table.text() == """
          name suite date       revision     machine       cells
          ---- ----- ---------- ------------ ------------- -----
          v1   quick 2026-11-20 revision abc Fast, 2 cores     0
          v2   quick 2026-11-21 revision abc Fast, 2 cores     0

          """)
      #expect(table.warnings.map(\.file) == [broken.appendingPathComponent("run.json").path])
      #expect(
        BaselineTable.line(of: makeDescription())
          == "quick, 2026-11-21, revision abc, Fast, 2 cores, 0 cells")
    }
  }

  @Test func `Times are known from the newest run of the same suite and build that has samples`() throws {
    try withResults { results in
      let build = BuildFacts(swiftVersion: "6.3", configuration: .release)
      let times = results.newestTimes(ofSuite: "quick", build: build)
      #expect(times?.name == "b-old", "The newest has no samples.")
      #expect(times?.batches == [makeCell(): 3])
      #expect(results.newestTimes(ofSuite: "other", build: build) == nil)
      #expect(
        results.newestTimes(
          ofSuite: "quick", build: BuildFacts(swiftVersion: "6.3", configuration: .debug)) == nil)
      // A comparison has the samples of several arms.
      try Data().write(to: results.url.appendingPathComponent("b-old/compare.json"))
      #expect(results.newestTimes(ofSuite: "quick", build: build)?.name != "b-old")
    }
  }
}
