import Foundation
import StrictJSON
import Testing

@testable import Benchmarking

/// The data of charts, against the files that they are drawn from.
@Suite("What charts draw")
struct ChartDataTests {
  private func chart(_ name: String) throws -> Chart {
    try #require(ChartFixtures.charts().first { $0.name == name })
  }

  private func numbers(_ rows: [JSONValue], _ field: String) -> [Double] {
    rows.compactMap { $0[field]?.number }
  }

  @Test("Growth shows the median of each size with its quartiles, and names the fitted exponent")
  func growthHasTheFittedExponents() throws {
    let chart = try chart("growth-feed")
    let names = chart.data.compactMap { $0["subject"]?.string }.firstAppearances()
    #expect(names[0] == "spec.cold: k = 1.00 (1.00 to 1.00)")
    #expect(names[1].hasSuffix(": k = 2.00 (2.00 to 2.00)"))
    let odd = chart.data.filter { $0["subject"]?.string == names[1] }
    #expect(numbers(odd, "node_count") == [10, 100, 1_000] && numbers(odd, "median") == [10, 100, 1_000])
    #expect(numbers(odd, "p25") == [9.5, 95, 950] && numbers(odd, "p75") == [11, 110, 1_100])
  }

  @Test("Seeds are lines of their own")
  func growthOfSeeds() throws {
    let samples = [UInt64(1), 2].flatMap { seed in
      [10, 100, 1_000].flatMap { count in
        var cell = makeCell("spec.cold", workload: "feed(\(count))", nodeCount: count)
        cell.seed = seed
        return ChartFixtures.samples(cell, nanoseconds: [UInt64(count) * 10 * seed])
      }
    }
    try ChartFixtures.withRun(samples: samples) { folder in
      let chart = try #require(ChartKind.growth.charts(of: try ChartRun(folder: folder)).first)
      #expect(
        chart.data.compactMap { $0["subject"]?.string }.firstAppearances() == [
          "spec.cold seed 1: k = 1.00 (1.00 to 1.00)", "spec.cold seed 2: k = 1.00 (1.00 to 1.00)",
        ])
    }
  }

  @Test("Growth can show the time of a whole tree")
  func growthForATree() throws {
    try ChartFixtures.withRun(samples: ChartFixtures.samples) { folder in
      let charts = ChartKind.growth.charts(of: try ChartRun(folder: folder), isPerTree: true)
      let chart = try #require(charts.first)
      #expect(chart.name == "growth-feed-tree" && chart.title == "feed: time per tree against tree size")
      let odd = chart.data.filter { $0["subject"]?.string?.hasPrefix("na,ive") == true }
      #expect(numbers(odd, "median") == [0.1, 10, 1_000], "Microseconds.")
    }
  }

  @Test("A speed-up is relative to one thread")
  func speedUpIsAgainstOneThread() throws {
    let chart = try chart("threads")
    let dots = chart.data.filter { $0["label"] != nil }
    #expect(numbers(dots, "amount") == [1.6] && dots.compactMap { $0["label"]?.string } == ["1.60×"])
    #expect(
      chart.title == "Speed-up with 2 threads" && chart.notes[0].contains("The line is at 2, the ideal."))
  }

  @Test("Subjects of a panel stand side by side, nearer to their number of threads than to the next")
  func threadsSideBySide() throws {
    let subjects = (0..<9).map { "subject \($0)" }
    let samples = subjects.flatMap { subject in
      [1, 2, 4].flatMap { threads in
        ChartFixtures.samples(makeCell(subject, threads: threads), nanoseconds: [UInt64(8_000 / threads)])
      }
    }
    try ChartFixtures.withRun(samples: samples) { folder in
      let chart = try #require(ChartKind.threads.charts(of: try ChartRun(folder: folder)).first)
      let places = numbers(chart.data, "place")
      #expect(places.count == 27 && Set(places).count == 27)
      for (place, threads) in zip(places, numbers(chart.data, "threads")) {
        #expect(abs(place - threads) < 0.5)
      }
      #expect(!chart.notes.joined(separator: " ").contains("interval"), "One round has none.")
    }
  }

  @Test("What is made from a cell with flags is marked, and the chart says what that means")
  func flags() throws {
    let halves = Array(repeating: UInt64(10_000), count: 6) + Array(repeating: UInt64(19_000), count: 6)
    let calm = Array(repeating: UInt64(5_000), count: 12)
    let samples =
      ChartFixtures.samples(makeCell("spec.cold"), nanoseconds: calm)
      + ChartFixtures.samples(makeCell("spec.cold", threads: 2), nanoseconds: halves)
      + ChartFixtures.samples(makeCell("spec.cold", threads: 4), nanoseconds: calm)
      + ChartFixtures.samples(makeCell("naive"), nanoseconds: halves)
      + ChartFixtures.samples(makeCell("manual"), nanoseconds: calm)
    try ChartFixtures.withRun(samples: samples) { folder in
      let run = try ChartRun(folder: folder)
      let ratios = try #require(ChartKind.ratios.charts(of: run).first)
      #expect(ratios.data.compactMap { $0["label"]?.string } == ["2.90×!", "1.00×"])
      #expect(ratios.notes.contains(CellRatio.flagNote))
      let threads = try #require(ChartKind.threads.charts(of: run).first)
      #expect(threads.data.map { $0["is_flagged"] } == [.bool(false), .bool(true), .bool(false)])
      #expect(threads.notes.contains(CellRatio.flagNote))
    }
  }

  @Test("Ratios are relative to the reference, with a label each and what is faster in a group of its own")
  func ratiosAreToTheReference() throws {
    let chart = try chart("ratios")
    #expect(chart.data.compactMap { $0["label"]?.string } == ["1.00×", "10.0×", "100×", "0.250×"])
    #expect(chart.data.compactMap { $0["group"]?.string }.last == "faster than spec.cold")
  }

  @Test("A zero has a label and no dot, since the axis is logarithmic")
  func zeroHasALabelAndNoDot() throws {
    let rows = try chart("memory-alloc_count_per_tree").data
    #expect(rows.compactMap { $0["label"]?.string } == ["0", "12"])
    #expect(rows.map { $0["value"] } == [.null, 12])
    #expect(
      try chart("memory-alloc_bytes_per_tree").data.compactMap { $0["label"]?.string } == ["0 B", "1.54 kB"])
  }

  /// `run.json` names the candidate's revision, so other arms would be drawn under its name.
  @Test("Of a comparison's samples the candidate's alone are drawn")
  func ofAComparisonTheCandidateIsDrawn() throws {
    let cells = ["spec.cold", "manual"].map { makeCell($0, workload: "feed(10)", nodeCount: 10) }
    var samples: [SampleRecord] = []
    for (arm, factor) in [(ComparisonArm.base, 1), (.cand, 3), (.null, 5)] as [(ComparisonArm, UInt64)] {
      for (cell, own) in zip(cells, [100, 200] as [UInt64]) {
        samples +=
          (ChartFixtures.samples(cell, nanoseconds: [own * factor, own * factor, own * factor])
          + [ChartFixtures.counts(cell, count: own * factor, bytes: 0)]).map { sample in
            var sample = sample
            sample.arm = arm
            return sample
          }
      }
    }
    try ChartFixtures.withRun(samples: samples) { folder in
      #expect(try folder.readSamples().arm == .cand)
      let run = try ChartRun(folder: folder)
      let memory = ChartKind.memory.charts(of: run).flatMap(\.data).compactMap { $0["label"]?.string }
      #expect(memory.contains("300") && memory.contains("600") && !memory.contains("100"))
      let wall = run.summary.rows.filter { $0.metric == .wallNanosecondsPerElement }.map(\.median)
      #expect(wall == [30, 60])
      // All of them at their own cell's median.
      let progression = try #require(ChartKind.progression.charts(of: run).first)
      #expect(numbers(progression.data, "p25") == [1] && numbers(progression.data, "p75") == [1])
    }
  }

  @Test("A forest draws no interval of a few pairs")
  func aForestHasNoIntervalOfFewPairs() throws {
    let rows = [makeRow(ratio: 1.057, verdict: .slower)] + ComparisonFixtures.cutShort.rows
    try ChartFixtures.withRun(files: ["compare.json": ChartFixtures.json(makeComparison(rows))]) {
      folder in
      let charts = ChartKind.forest.charts(of: try ChartRun(folder: folder))
      let rows = try #require(charts.first).data.filter { $0["words"] != nil }
      #expect(rows.map { $0["words"]?.string } == ["+5.7% slower", "+2.0%"])
      #expect(rows.map { $0["low"] == .null } == [false, true])
      #expect(charts[0].notes.contains { $0.contains("with its 99% interval") })
    }
  }

  @Test("The latencies of all pairs are added up before their percentiles are taken")
  func latenciesOfAllPairsAddUp() throws {
    let rows = try chart("latency").data
    // 90% within 1 µs, 99% within 2 µs, 99.9% within 4 µs, and one of 1,000 in 8 µs.
    #expect(numbers(rows, "times_rarer") == [1, 10, 100, 1_000, 1_000])
    #expect(numbers(rows, "percentile") == [0, 90, 99, 99.9, 99.9])
    #expect(numbers(rows, "nanoseconds") == [1_000, 1_000, 2_000, 4_000, 8_000])
  }

  @Test("A progression shows every sample relative to the median of its cell")
  func progressionIsAgainstEachCellsMedian() throws {
    let chart = try chart("progression")
    let dots = chart.body["layer"]?.items?.first?["data"]?["values"]?.items ?? []
    #expect(dots.count == 27)
    #expect(numbers(dots, "time") == (0..<27).map { Double($0) })
    #expect(Set(numbers(dots, "ratio")).isSuperset(of: [1, 0.9]))
  }

  @Test("A forest shows each ratio with its intervals and its verdict in words")
  func ratiosOfAComparisonHaveTheirWords() throws {
    let wall = try chart("forest-wall_ns")
    #expect(
      wall.data.compactMap { $0["words"]?.string } == [
        "+4.2% slower", "+0.1%, not above 1.1%", "-7.0%, same work",
      ])
    #expect(wall.data.map { $0["ratio"] } == [1.042, 1.001, 0.93])
    #expect(wall.data.map { $0["low"] } == [1.036, 0.996, 0.925])
    #expect(wall.notes.contains("Base: revision aaaaaaaaaa. Candidate: revision bbbbbbbbbb with changes."))
  }

  @Test("Counts that are all equal make no forest, unless they are asked for")
  func equalCounts() throws {
    let comparison = makeComparison([makeCount(.allocCount, 3, 3), makeCount(.allocBytes, 64, 80)])
    try ChartFixtures.withRun(files: ["compare.json": ChartFixtures.json(comparison)]) { folder in
      let run = try ChartRun(folder: folder)
      #expect(ChartKind.forest.charts(of: run).map(\.name) == ["forest-alloc_bytes"])
      #expect(
        ChartKind.forest.charts(of: run, metric: "alloc_count").map(\.name) == ["forest-alloc_count"])
    }
  }

  @Test("Counts of which the base has none are drawn by difference")
  func differences() throws {
    let counted = try chart("forest-alloc_count")
    #expect(counted.data.map { $0["difference"] } == [2, 7])
    #expect(counted.data.compactMap { $0["words"]?.string } == ["+2 more", "+7 more"])
    #expect(
      counted.notes[0].hasPrefix("The difference of each cell, since a base of 0 has no ratio."))
    let text = counted.specification(.light).formatted
    #expect(text.contains("allocations, candidate − base (count)") && !text.contains("candidate / base"))
    #expect(try !chart("forest-wall_ns").specification(.light).formatted.contains("candidate −"))
  }

  @Test("A note on intervals says at what level they are, if not at 95%")
  func intervalNotes() {
    #expect(MedianInterval.note("Lines", []).isEmpty)
    #expect(MedianInterval.note("Lines", [0.97, 0.96]) == " Lines: intervals at 95%.")
    #expect(
      MedianInterval.note("Lines", [0.97, 0.9375])
        == " Lines: intervals at 95%, or at what few samples allow: 93.8% here.")
  }

  @Test("Another metric gives another chart, and one that was not measured gives none")
  func otherMetricsAreOtherPictures() throws {
    try ChartFixtures.withRun(samples: ChartFixtures.samples) { folder in
      let run = try ChartRun(folder: folder)
      #expect(
        ChartKind.memory.charts(of: run, metric: "alloc_count_per_tree").map(\.name)
          == ["memory-alloc_count_per_tree"])
      #expect(
        ChartKind.progression.charts(of: run, metric: "trees_per_second").map(\.name)
          == ["progression-trees_per_second"])
      #expect(
        ChartKind.growth.charts(of: run, metric: "cpu_ns_per_element").isEmpty,
        "Not measured.")
    }
  }

  @Test("Of many samples a part is drawn in one colour, and a note says so")
  func manySamplesAreThinnedAndThatIsSaid() throws {
    let cells = (0..<30).map { makeCell("s\($0)", workload: "w(\($0))") }
    let samples = cells.enumerated().flatMap { index, cell in
      ChartFixtures.samples(cell, nanoseconds: Array(repeating: 5_000, count: 100), first: index * 100)
    }
    try ChartFixtures.withRun(samples: samples) { folder in
      let chart = try #require(ChartKind.progression.charts(of: try ChartRun(folder: folder)).first)
      let dots = chart.body["layer"]?.items?.first?["data"]?["values"]?.items ?? []
      #expect(dots.count == 1_500)
      #expect(Set(dots.compactMap { $0["cell"]?.string }) == ["all"])
      #expect(chart.notes.joined(separator: " ").contains("1,500 of 3,000 samples are drawn"))
    }
  }
}
