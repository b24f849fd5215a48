import Foundation
import Testing

@testable import Benchmarking

/// The parts that belong together, those that do not, and the machines that they come from.
extension RunMergeTests {
  @Test func `Runs of other revisions, seeds, suites or builds are refused, with both named`() throws {
    let run = try makePart("a")
    var debug = makeDescription("run-b")
    debug.build.configuration = .debug
    var dirty = makeDescription("run-b")
    dirty.git?.isDirty = true
    var bare = makeDescription("run-b")
    bare.git = nil
    let others: [(RunDescription, String, String)] = [
      (makeDescription("run-b", revision: "def"), "revision def", "revision abc"),
      (makeDescription("run-b", seed: 7), "the seed 7", "the seed 42"),
      (makeDescription("run-b", suite: "full"), "the suite full", "the suite quick"),
      (debug, "debug build", "release build"), (dirty, "revision abc with changes", "revision abc ("),
      (bare, "no known revision", "revision abc"),
    ]
    for (index, (description, other, own)) in others.enumerated() {
      let part = try makePart("b\(index)", description)
      for order in [[run, part], [part, run]] {
        let error = try #require(refusal(order))
        #expect(error.message.contains(other) && error.message.contains(own), "\(error)")
        #expect(
          error.description.contains("/a/run.json") && error.description.contains("/b\(index)/run.json"))
      }
    }
    // Of which the first ten digits are shown.
    let parts = try ["1", "2"].map {
      try makePart("c\($0)", makeDescription(revision: String(repeating: "e", count: 39) + $0))
    }
    #expect(refusal(parts)?.message.contains("eee2") == true)
  }

  @Test func `Equal sources are one program whatever the revision, and other sources are not`() throws {
    let parts = try [
      ("1234567890ab", "abc"), ("1234567890ab", "def"), ("1234567890ac", "abc"), (nil, "abc"),
    ].enumerated().map { index, source in
      var description = makeDescription("run-\(index)", revision: source.1)
      description.build.sourceHash = source.0
      return try makePart("\(index)", description)
    }
    #expect(refusal([parts[0], parts[1]]) == nil)
    // Of a hash the first ten digits are shown, unless these are equal.
    for (other, words) in [(2, "sources 1234567890ac"), (3, "release build)")] {
      let message = try #require(refusal([parts[0], parts[other]])).message
      #expect(message.contains(words) && message.contains("sources 1234567890"), "\(message)")
    }
  }

  @Test func `A sample that two parts have is refused, with the place of both`() throws {
    let twice = samples(["feed(1000)"])
    let first = try makePart("a", samples: twice)
    let second = try makePart("b", makeDescription("run-2"), samples: twice)
    let error = try #require(refusal([first, second]))
    #expect(error.file == second.samplesFile.path && error.line == 3)
    #expect(
      error.message
        == "Has spec feed(1000) × 1 thread, round 0, a second time; the first is \(first.samplesFile.path):3. "
        + "Name one of the two runs alone."
    )
    #expect(refusal([first, first]) != nil)
  }

  @Test("Parts that disagree about a cell's checksum are refused, unless the sample is not trusted")
  func checksumsOfACellHaveToAgree() throws {
    let first = try makePart("a", samples: [makeSample()])
    var other = makeSample(sequence: 1)
    other.checksum = 0.2
    let second = try makePart("b", makeDescription("run-2"), samples: [other])
    let error = try #require(refusal([second, first]))
    #expect(error.file == second.samplesFile.path && error.line == 2)
    #expect(
      error.message.contains(
        "spec feed(1000) × 1 thread has the checksum 0.2, but 0.1 at \(first.samplesFile.path):2"))
    other.status = .checksumChanged
    let untrusted = try makePart("c", makeDescription("run-3"), samples: [other])
    #expect(refusal([first, untrusted]) == nil)
  }

  @Test func `A merged run is never written over an existing folder`() throws {
    let run = try makePart("a")
    let merge = try merge([run])
    for taken in ["a", "empty"] {
      let folder = url.appendingPathComponent(taken)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      #expect(failure { try merge.write(to: folder) }?.message.contains("Exists already") == true)
    }
    #expect(throws: FileError.self) { try merge.write(to: URL(fileURLWithPath: "/dev/null/merged")) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() == ["a", "empty"])
    #expect(try merge.write(to: url.appendingPathComponent("deep/er")).readDescription().isMerged)
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
      let folder = try merge.write(to: url.appendingPathComponent(name))
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
