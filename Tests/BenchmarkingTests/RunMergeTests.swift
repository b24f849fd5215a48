import Foundation
import LayoutTestSupport
import Testing

@testable import Benchmarking

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
            cell, phase: round < 0 ? .warmup : .measure, wall: UInt64(5_000_000 + round))
          sample.round = max(round, 0)
          sample.shard = shard
          sample.runID = "run-\(shard ?? 0)"
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

  func units(_ samples: [SampleRecord]) -> [WorkUnit] {
    samples.filter { $0.phase == .measure }.map { WorkUnit(cell: $0.cell, round: $0.round) }
  }

  @Test(arguments: [1, 2, 3, 4, 7], [42, 7] as [UInt64])
  func `All shards together are the whole, however many there are`(count: Int, seed: UInt64) throws {
    let parts = try shards(count, seed: seed, in: url)
    let folder = try merge(parts).write(to: url.appending(path: "merged"))
    let merged = units(try folder.readSamples().samples)
    let whole = units(samples(workloads))
    #expect(merged.count == whole.count && Set(merged) == Set(whole), "\(count) shards, seed \(seed)")
  }

  @Test func `The order of the parts changes no byte of what is written`() throws {
    let parts = try shards(3, seed: 42, in: url)
    let first = try merge(parts).write(to: url.appending(path: "first"))
    for (number, order) in [[2, 1, 0], [1, 2, 0], [0, 2, 1]].enumerated() {
      let other = try merge(order.map { parts[$0] }).write(to: url.appending(path: "o\(number)"))
      for file in [\RunFolder.samplesFile, \.summaryFile, \.runFile] {
        #expect(try other[keyPath: file].text() == first[keyPath: file].text())
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
    // Merging what is merged changes neither rows nor parts.
    let once = try merge.write(to: url.appending(path: "once"))
    let again = try self.merge([once])
    #expect(again.description.parts == description.parts)
    let twice = try again.write(to: url.appending(path: "twice"))
    #expect(try twice.readSamples().samples == once.readSamples().samples)
    #expect(try twice.summaryFile.text() == once.summaryFile.text())
  }

  @Test func `A part that has not ended is noted, and the whole is incomplete`() throws {
    let cut = try makePart("cut", makeDescription(ending: nil))
    let merge = try merge([cut])
    #expect(merge.notes.map(\.cause) == ["\(cut.url.path) has not ended."])
    #expect(merge.description.ending == .incomplete)
    #expect(
      makeDescription(ending: nil).incompleteness(path: "results/some")?.description
        == "results/some is incomplete: it has not ended. Finish it: layoutbench run --resume results/some")
  }

  @Test func `Without all shards the whole is incomplete, and complete once the rest is merged`() throws {
    let parts = try shards(4, seed: 42, in: url)
    let some = try merge([parts[2], parts[0]])
    #expect(some.notes.map(\.cause) == ["Shards are missing: 2/4, 4/4."])
    #expect(some.description.ending == .incomplete)
    #expect(!some.description.isFinished())
    #expect(
      some.description.incompleteness(path: "results/some")?.description
        == "results/some is incomplete: shards are missing, or have not ended. Measure or resume those, and merge again."
    )
    let all = try merge([some.write(to: url.appending(path: "some")), parts[1], parts[3]])
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
        makeDescription("run-8", seed: 42, shard: Shard(index: 1, of: 3), ending: ending),
        samples: Array(try parts[1].readSamples().samples.prefix(3)))
      #expect(refusal([other] + parts)?.message.contains("a second time") == true)
    }
  }

  @Test func `Parts that were asked for different cells or rounds are warned of`() throws {
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
  }

  @Test func `A part without samples is merged, also one that was killed before its header`() throws {
    let full = try makePart("full", samples: samples(["feed(1000)"]))
    let empty = try makePart("empty", makeDescription("run-2"))
    // Killed before it wrote its header.
    let bare = try makePart("bare", makeDescription("run-3"))
    try bare.samplesFile.write("")
    let folder = try merge([empty, full, bare]).write(to: url.appending(path: "merged"))
    #expect(try folder.samplesFile.text() == full.samplesFile.text())
  }

  @Test func `Columns of later versions survive`() throws {
    let known = try makePart("known", samples: [makeSample()])
    let later = try makePart("later", makeDescription("run-2"))
    let fields = makeSample(makeCell("naive")).fields + ["a, \"b\""]
    try later.samplesFile.write((CSVText.row(SampleRecord.columnNames + ["mood"]) + CSVText.row(fields)))
    let folder = try merge([later, known]).write(to: url.appending(path: "merged"))
    let table = try CSVTable(contentsOf: folder.samplesFile.path)
    #expect(table.header == SampleRecord.columnNames + ["mood"])
    #expect(table.rows.map { $0.fields.last } == ["", "a, \"b\""])
    #expect(try folder.readSamples().samples.count == 2)
  }

  @Test func `Latencies are joined, and other files are left`() throws {
    let parts = try shards(2, seed: 42, in: url)
    let samples = try parts.map { try #require($0.readSamples().samples.first) }
    for (part, sample) in zip(parts, samples) {
      var histogram = LatencyHistogram()
      histogram.record(10, count: 3)
      try part.makeLatencyWriter().append(
        LatencyRecord(runID: sample.runID, cell: sample.cell, histogram: histogram))
      var pass = sample
      (pass.pass, pass.phase, pass.iterations, pass.sequence) = (.latency, .measure, 3, 100)
      try part.resumeSampleWriter().append(pass)
    }
    try "a\n1\n".write(to: parts[0].url.appending(path: "figures.csv"), atomically: true, encoding: .utf8)
    let merge = try merge(parts)
    #expect(merge.notes.isEmpty)
    let folder = try merge.write(to: url.appending(path: "merged"))
    let latencies = try #require(try folder.readLatencies(of: folder.readSamples()))
    #expect(
      Set(latencies.histograms.keys) == Set(samples.map { RunCell(runID: $0.runID, cell: $0.cell) }))
    #expect(latencies.histograms.values.allSatisfy { $0.count == 3 })
    let rows = try RunReport(of: folder).summary.rows
    #expect(rows.filter { $0.metric == .latencyNanoseconds }.map(\.median) == [10, 10])
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: folder.url.path)) == [
        "samples.csv", "summary.csv", "run.json", "latency.csv",
      ])
  }

  // MARK: The parts that belong together, and the machines that they come from

  @Test func `What cannot be merged is refused with both places, whatever their order, as recorded`() throws {
    func describe(_ change: (inout RunDescription) -> Void) -> RunDescription {
      var description = makeDescription("run-b")
      change(&description)
      return description
    }
    func changed(_ change: (inout SampleRecord) -> Void) -> SampleRecord {
      var sample = makeSample(sequence: 1)
      change(&sample)
      return sample
    }
    let long = String(repeating: "e", count: 39)
    let run = try makePart("run", samples: [makeSample()])
    let similar = try makePart("similar", makeDescription(revision: long + "1"))
    let stamped = try makePart("stamped", describe { $0.build.sourceHash = "1234567890ab" })
    let cut = CellOutcome(cell: makeCell(), status: .measured, sampleCount: 3)
    let others: [(name: String, first: RunFolder, description: RunDescription, samples: [SampleRecord]?)] = [
      ("another revision", run, makeDescription("run-b", revision: "def"), []),
      ("another seed", run, makeDescription("run-b", seed: 7), []),
      ("another suite", run, makeDescription("run-b", suite: "full"), []),
      ("another build", run, describe { $0.build.configuration = .debug }, []),
      ("changes", run, describe { $0.git?.isDirty = true }, []),
      ("no known revision", run, describe { $0.git = nil }, []),
      ("a revision of the same first digits", similar, makeDescription("run-b", revision: long + "2"), []),
      ("no known sources", stamped, describe { _ in }, []),
      ("sources of the same first digits", stamped, describe { $0.build.sourceHash = "1234567890ac" }, []),
      (
        "equal sources of another revision", stamped,
        describe {
          ($0.build.sourceHash, $0.git) = ("1234567890ab", GitState(revision: "def", isDirty: false))
        }, []
      ),
      (
        "a comparison by a sample's arm", run, makeDescription("run-b"),
        [makeSample(sequence: 2), changed { $0.arm = .cand }]
      ),
      ("samples that are gone", run, makeDescription("run-b", cells: [cut]), [changed { _ in }]),
      ("a file of samples that is gone", run, makeDescription("run-b", cells: [cut]), nil),
      ("the same sample", run, makeDescription("run-b"), [makeSample()]),
      ("another checksum", run, makeDescription("run-b"), [changed { $0.checksum = 0.2 }]),
      (
        "another checksum of a batch that is not trusted", run, makeDescription("run-b"),
        [changed { ($0.checksum, $0.status) = (0.2, .checksumChanged) }]
      ),
    ]
    let answers = try others.map { other in
      let part = try makeRun(
        at: url.appending(path: other.name), other.description, samples: other.samples)
      let errors = [[other.first, part], [part, other.first]].map { parts in
        refusal(parts)?.description.replacing(url.path, with: "") ?? "They can be merged."
      }
      #expect(errors[0] == errors[1])
      return (other.name, errors[0] + "\n")
    }
    try expectRecorded(sections(answers), as: "merge.txt")
    #expect(refusal([run, run]) != nil)
    try run.comparisonDocument.write("a\n1\n")
    #expect(refusal([run, similar])?.message == "Is a comparison, which cannot be merged; name runs alone.")
  }

  @Test func `A merged run is never written over an existing folder`() throws {
    let run = try makePart("a")
    let merge = try merge([run])
    for taken in ["a", "empty"] {
      let folder = url.appending(path: taken)
      try folder.makeFolder()
      #expect(failure { try merge.write(to: folder) }?.message.contains("Exists already") == true)
    }
    #expect(throws: FileError.self) { try merge.write(to: URL(fileURLWithPath: "/dev/null/merged")) }
    #expect(url.names == ["a", "empty"])
    #expect(try merge.write(to: url.appending(path: "deep/er")).readDescription().isMerged)
  }

  @Test func `Different machines are warned of, and counted where the machine would be named`() throws {
    let merge = try merge([makePart("a"), makePart("b", makeDescription("run-2", cpuModel: "Slow"))])
    #expect(
      merge.notes.map(\.cause) == ["The parts ran on different machines: Fast, 2 cores; Slow, 2 cores."])
    #expect(merge.description.warnings == merge.notes)
    #expect(MachineLine.text(of: merge.description) == "2 kinds of machine; Swift 6.3, release build")
    #expect(merge.description.machineText == "2 kinds of machine")
    #expect(
      merge.description.machinesOfRuns == ["run-1": ["Fast, 2 cores"], "run-2": ["Slow, 2 cores"]])
    #expect(MachineLine.text(of: makeDescription()) == "Fast; 2 cores; Swift 6.3, release build")
  }

  @Test func `Sizes that were measured on different machines share no curve, and have no exponent`() throws {
    func part(_ name: String, _ machine: String, _ sizes: [Int]) throws -> RunFolder {
      let samples = sizes.flatMap { size in
        // One kind of workload is on both machines, the other on one.
        (["feed"] + (name == "a" ? ["grid"] : [])).flatMap { family in
          (0..<3).map { round in
            var sample = makeSample(
              makeCell(workload: "\(family)(\(size))", nodeCount: size), sequence: round,
              wall: UInt64(10 * size))
            sample.runID = "run-\(name)"
            return sample
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
