import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

@Suite("Merged runs")
struct RunMergeTests {
  let temporary = TemporaryFolder()
  var url: URL { temporary.url }
  let workloads = ["feed(1000)", "wide(10)", "deep(3)", "grid(3, 2)"]

  func makePart(
    _ name: String, _ description: RunDescription = makeDescription(), samples: [SampleRecord] = []
  ) throws -> RunFolder {
    try makeRun(at: url.appending(path: name), description, samples: samples)
  }

  func merge(_ folders: [RunFolder]) throws(FileError) -> RunMerge {
    try RunMerge(of: folders, id: "merged", commandLine: ["layoutbench", "results", "merge"])
  }

  func refusal(_ folders: [RunFolder]) -> FileError? { failure { try merge(folders) } }

  /// Every workload on two subjects in three rounds, with a row to warm up each.
  func samples(_ workloads: some Sequence<String>, shard: Int? = nil) -> [SampleRecord] {
    workloads.flatMap { workload in
      ["spec", "na, \"ive\""].flatMap { subject in
        (-1..<3).map { round in
          let cell = makeCell(subject, workload: workload)
          var sample = makeSample(
            cell, run: "run-\(shard ?? 0)", phase: round < 0 ? .warmup : .measure,
            wall: UInt64(5_000_000 + round))
          (sample.round, sample.shard) = (max(round, 0), shard)
          return sample
        }
      }
    }
  }

  func shards(_ count: Int, seed: UInt64, in url: URL) throws -> [RunFolder] {
    try (1...count).map { index in
      let shard = try #require(Shard(index: index, of: count))
      let chosen = shard.selection(from: workloads, seed: seed)
      return try makePart(
        "a shard, \"\(index)\"", makeDescription("run-\(index)", seed: seed, shard: shard),
        samples: samples(workloads.filter(chosen.contains), shard: index))
    }
  }

  func units(_ samples: [SampleRecord]) -> [RunPlan.Unit] {
    samples.filter { $0.phase == .measure }.map { RunPlan.Unit(cell: $0.cell, round: $0.round) }
  }

  @Test(arguments: [1, 2, 3, 4, 7], [42, 7] as [UInt64])
  func `All shards together are the whole, however many, in any order`(count: Int, seed: UInt64) throws {
    let parts = try shards(count, seed: seed, in: url)
    let folder = try merge(parts).write(to: url.appending(path: "merged"))
    let merged = units(try folder.readSamples().samples)
    let whole = units(samples(workloads))
    #expect(merged.count == whole.count && Set(merged) == Set(whole), "\(count) shards, seed \(seed)")
    for (number, order) in [parts.reversed(), Array(parts[1...] + parts[..<1])].enumerated() {
      let other = try merge(order).write(to: url.appending(path: "o\(number)"))
      for file in [\RunFolder.samplesFile, \.summaryFile, \.runFile] {
        #expect(try other[keyPath: file].text() == folder[keyPath: file].text())
      }
    }
  }

  @Test func `The whole says which runs and shards it is of, and merging it again changes nothing`() throws {
    let parts = try shards(2, seed: 42, in: url)
    let merge = try merge(parts)
    let description = merge.description
    #expect(merge.notes.isEmpty)
    #expect(description.isMerged && description.ending == .complete)
    #expect(description.parts?.map(\.runID) == ["run-1", "run-2"])
    #expect(description.parts?.map(\.shard) == [Shard("1/2"), Shard("2/2")])
    #expect(description.request?.shard == nil && description.request?.cells.count == 4)
    // Merging a merged run changes neither rows nor parts.
    let once = try merge.write(to: url.appending(path: "once"))
    let again = try self.merge([once])
    #expect(again.description.parts == description.parts)
    let twice = try again.write(to: url.appending(path: "twice"))
    #expect(try twice.readSamples().samples == once.readSamples().samples)
    #expect(try twice.summaryFile.text() == once.summaryFile.text())
  }

  @Test func `If a part has not ended, or is missing, the whole says so, and what to do`() throws {
    let cut = try makePart("cut", makeDescription(ending: nil))
    let merge = try merge([cut])
    #expect(merge.notes.map(\.cause) == ["\(cut.url.path) has not ended."])
    #expect(merge.description.ending == .incomplete)
    #expect(
      makeDescription(ending: nil).incompleteness(path: "results/some")?.description
        == "results/some is incomplete: it has not ended. Finish it: layoutbench run --resume results/some")
    let parts = try shards(4, seed: 42, in: url)
    let some = try self.merge([parts[2], parts[0]])
    #expect(some.notes.map(\.cause) == ["Shards are missing: 2/4, 4/4."])
    #expect(some.description.ending == .incomplete)
    #expect(!some.description.isFinished())
    #expect(
      some.description.incompleteness(path: "results/some")?.description
        == "results/some is incomplete: shards are missing, or have not ended. Measure or resume those, and merge again."
    )
    let all = try self.merge([some.write(to: url.appending(path: "some")), parts[1], parts[3]])
    #expect(all.description.ending == .complete && all.notes.isEmpty)
    #expect(all.description.incompleteness(path: "results/some") == nil)
  }

  @Test func `An attempt that did not end is passed over if another one of the same shard did`() throws {
    let parts = try shards(2, seed: 42, in: url)
    let whole = try merge(parts)
    for ending in [nil, RunEnding.interrupted] {
      let shard = try #require(Shard(index: 2, of: 2))
      let attempt = try makePart(
        "attempt \(ending?.rawValue ?? "")", makeDescription("run-9", shard: shard, ending: ending),
        samples: Array(try parts[1].readSamples().samples.prefix(3)))
      for order in [[attempt, parts[0], parts[1]], [parts[0], parts[1], attempt]] {
        let merge = try merge(order)
        #expect(
          merge.notes.map(\.description) == [
            "\(attempt.url.path) is passed over: it has not ended, and \(parts[1].url.path) has measured the same. "
              + "Nothing needs to be done; it may be deleted."
          ])
        #expect(merge.description == whole.description)
      }
      // Without the other one it is what there is.
      #expect(try merge([attempt, parts[0]]).description.ending == .incomplete)
      // Asked for less, it is another request.
      let other = try makePart(
        "other \(ending?.rawValue ?? "")",
        makeDescription("run-8", shard: Shard(index: 1, of: 3), ending: ending),
        samples: Array(try parts[1].readSamples().samples.prefix(3)))
      #expect(refusal([other] + parts)?.message.contains("a second time") == true)
    }
  }

  @Test func `Parts that were asked for different cells or rounds, or on other machines, are warned of`()
    throws
  {
    let parts = try shards(2, seed: 42, in: url)
    var description = try parts[1].readDescription()
    description.request?.cells.removeLast()
    description.rounds = 9
    try parts[1].write(description)
    let notes = try merge(parts).notes
    #expect(
      notes.map(\.cause) == [
        "\(parts[1].url.path) was asked for other cells than \(parts[0].url.path): the whole may have gaps.",
        "The parts were asked for different --rounds: 9, 20.",
      ])
    #expect(try merge(parts).description.warnings == notes)
    // So are different machines, which are counted where the machine would be named.
    let mixed = try merge([makePart("a"), makePart("b", makeDescription("run-2", cpuModel: "Slow"))])
    #expect(
      mixed.notes.map(\.cause) == ["The parts ran on different machines: Fast, 2 cores; Slow, 2 cores."])
    #expect(mixed.description.machineLine == "2 kinds of machine; Swift 6.3, release build")
    #expect(
      mixed.description.machinesOfRuns == ["run-1": ["Fast, 2 cores"], "run-2": ["Slow, 2 cores"]])
    #expect(makeDescription().machineLine == "Fast; 2 cores; Swift 6.3, release build")
  }

  @Test func `A part without samples or header adds nothing, and columns of later versions survive`() throws {
    let full = try makePart("full", samples: [makeSample()])
    let empty = try makePart("empty", makeDescription("run-2"))
    // Killed before it wrote its header.
    let bare = try makePart("bare", makeDescription("run-3"))
    try bare.samplesFile.write("")
    let folder = try merge([empty, full, bare]).write(to: url.appending(path: "merged"))
    #expect(try folder.samplesFile.text() == full.samplesFile.text())
    let later = try makePart("later", makeDescription("run-2"))
    let fields = makeSample(makeCell("naive")).fields + ["a, \"b\""]
    try later.samplesFile.write((CSVText.row(SampleRecord.columnNames + ["mood"]) + CSVText.row(fields)))
    let both = try merge([later, full]).write(to: url.appending(path: "both"))
    let table = try CSVTable(contentsOf: both.samplesFile.path)
    #expect(table.header == SampleRecord.columnNames + ["mood"])
    #expect(table.rows.map { $0.fields.last } == ["", "a, \"b\""])
    #expect(try both.readSamples().samples.count == 2)
  }

  @Test func `Latencies of earlier versions are read over, and other files are left`() throws {
    let parts = try shards(2, seed: 42, in: url)
    for part in parts {
      var pass = try #require(part.readSamples().samples.first)
      (pass.pass, pass.phase, pass.iterations, pass.sequence) = (.latency, .measure, 3, 100)
      try part.openSamples().append(pass)
      try part.url.appending(path: "latency.csv").write("run_id,upper_ns,count\n")
    }
    try parts[0].url.appending(path: "figures.csv").write("a\n1\n")
    let merge = try merge(parts)
    #expect(merge.notes.isEmpty)
    let folder = try merge.write(to: url.appending(path: "merged"))
    #expect(try folder.readSamples().samples.count { $0.pass == .latency } == 2)
    let summary = try RunReport(of: folder).summary
    #expect(try summary == Summary(of: folder.readSamples().samples.filter { $0.pass != .latency }))
    #expect(folder.url.names == ["run.json", "samples.csv", "summary.csv"])
  }

  // MARK: The parts that belong together, and the machines that they come from

  @Test func `What cannot be merged is refused with both places, whatever their order, as recorded`() throws {
    let run = try makePart("run", samples: [makeSample()])
    let long = String(repeating: "e", count: 39)
    let similar = try makePart("similar", makeDescription(revision: long + "1"))
    let stamped = try makePart(
      "stamped", changed(makeDescription("run-b")) { $0.build.sourceHash = "1234567890ab" })
    /// The error about a part that differs from the first part by these changes.
    func answer(
      _ name: String, from first: RunFolder? = nil, samples: [SampleRecord]? = [],
      _ change: (inout RunDescription) -> Void = { _ in }
    ) throws -> (name: String, text: String) {
      let description = changed(makeDescription("run-b"), change)
      let part = try makeRun(at: url.appending(path: name), description, samples: samples)
      let errors = [[first ?? run, part], [part, first ?? run]].map { parts in
        refusal(parts)?.description.replacing(url.path, with: "") ?? "They can be merged."
      }
      #expect(errors[0] == errors[1])
      return (name, errors[0] + "\n")
    }
    let sample = makeSample(sequence: 1)
    let cut = [CellOutcome(cell: makeCell(), status: .measured, sampleCount: 3)]
    let answers = try [
      answer("another revision") { $0.git?.revision = "def" }, answer("another seed") { $0.seed = 7 },
      answer("another suite") { $0.suite = "full" },
      answer("another build") { $0.build.configuration = .debug },
      answer("changes") { $0.git?.isDirty = true },
      answer("no known revision") { $0.git = nil },
      answer("a revision of the same first digits", from: similar) { $0.git?.revision = long + "2" },
      answer("no known sources", from: stamped),
      answer("sources of the same first digits", from: stamped) { $0.build.sourceHash = "1234567890ac" },
      answer("equal sources of another revision", from: stamped) {
        ($0.build.sourceHash, $0.git) = ("1234567890ab", GitState(revision: "def", isDirty: false))
      },
      answer(
        "a comparison by a sample's arm",
        samples: [makeSample(sequence: 2), changed(sample) { $0.arm = .cand }]
      ),
      answer("samples that are gone", samples: [sample]) { $0.cells = cut },
      answer("a file of samples that is gone", samples: nil) { $0.cells = cut },
      answer("the same sample", samples: [makeSample()]),
      answer("another checksum", samples: [changed(sample) { $0.checksum = 0.2 }]),
      answer(
        "another checksum of a batch that is not trusted",
        samples: [changed(sample) { ($0.checksum, $0.status) = (0.2, .checksumChanged) }]),
    ]
    try expectRecorded(sections(answers), as: "merge.txt")
    #expect(refusal([run, run]) != nil)
    try run.comparisonDocument.write("a\n1\n")
    #expect(refusal([run, similar])?.message == "is a comparison, which cannot be merged; name runs alone")
  }

  @Test func `A merged run is never written over an existing folder`() throws {
    let run = try makePart("a")
    let merge = try merge([run])
    for taken in ["a", "empty"] {
      let folder = url.appending(path: taken)
      try folder.makeFolder()
      #expect(failure { try merge.write(to: folder) }?.message.contains("exists already") == true)
    }
    #expect(throws: FileError.self) { try merge.write(to: URL(fileURLWithPath: "/dev/null/merged")) }
    #expect(url.names == ["a", "empty"])
    #expect(try merge.write(to: url.appending(path: "deep/er")).readDescription().isMerged)
  }

  @Test func `Sizes that were measured on different machines share no curve, and have no exponent`() throws {
    func part(_ name: String, _ machine: String, _ sizes: [Int]) throws -> RunFolder {
      let samples = sizes.flatMap { size in
        // One kind of workload is on both machines, the other on one.
        (["feed"] + (name == "a" ? ["grid"] : [])).flatMap { family in
          (0..<3).map { round in
            makeSample(
              makeCell(workload: "\(family)(\(size))", nodeCount: size), run: "run-\(name)", sequence: round,
              wall: UInt64(10 * size))
          }
        }
      }
      return try makePart(name, makeDescription("run-\(name)", cpuModel: machine), samples: samples)
    }
    func growth(_ merge: RunMerge, _ name: String) throws -> (
      GrowthTable, charts: [String], warnings: [String]
    ) {
      let folder = try merge.write(to: url.appending(path: name))
      let (report, run) = (try RunReport(of: folder), try ChartRun(folder: folder))
      return (
        GrowthTable(summary: report.summary, machines: report.run.machinesOfRuns),
        ChartKind.growth.charts(of: run).map(\.name), run.warnings
      )
    }
    let first = try part("a", "Fast", [10, 100, 1_000])
    let mixed = try merge([first, try part("b", "Slow", [3, 30, 300])])
    let sentence =
      "No exponent of feed spec: the sizes were measured on several kinds of machine, whose times make no curve."
    let (table, charts, warnings) = try growth(mixed, "mixed")
    #expect(table.curves.map(\.family) == ["grid"] && table.text().hasSuffix("\(sentence)\n"))
    #expect(charts == ["growth-grid"] && warnings == [sentence])

    let alike = try merge([first, try part("c", "Fast", [3, 30, 300])])
    let (whole, both, _) = try growth(alike, "alike")
    #expect(whole.curves.map(\.points.count) == [6, 3] && whole.mixed.isEmpty && both.count == 2)
  }
}
