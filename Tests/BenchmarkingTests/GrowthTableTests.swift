import Testing

@testable import Benchmarking

@Suite("The growth of cost")
struct GrowthTableTests {
  @Test func `Growth has an exponent for each family of at least three sizes`() throws {
    var samples: [SampleRecord] = []
    for (count, walls) in [(10, [1_000, 4_000]), (100, [10_000, 400_000]), (1_000, [100_000, 40_000_000])] {
      for (subject, wall) in zip(["spec", "naive"], walls) {
        var cell = makeCell(subject, workload: "feed(\(count))")
        cell.nodeCount = count
        samples.append(makeSample(cell, wall: UInt64(wall)))
      }
    }
    var single = makeCell("spec", workload: "wide(10)")
    single.nodeCount = 10
    samples.append(makeSample(single, wall: 1_000))
    try expectRecorded(GrowthTable(summary: Summary(of: samples)).text(), as: "table-growth.txt")
    #expect(GrowthTable(summary: Summary(of: [])).text() == "")
  }

  @Test("Seeds and parameters are curves of their own, and two workloads of one size make no last step")
  func growthOfSizesThatAreThereTwice() {
    func sample(_ workload: String, _ count: Int, seed: UInt64 = 42, params: String = "", wall: UInt64)
      -> SampleRecord
    {
      var cell = makeCell("spec", workload: workload, nodeCount: count, params: params)
      cell.seed = seed
      return makeSample(cell, wall: wall)
    }
    let seeds = [UInt64(42), 43].flatMap { seed in
      [10, 100, 1_000].map { sample("feed(\($0))", $0, seed: seed, wall: UInt64($0) * 1_000 * seed) }
    }
    let table = GrowthTable(summary: Summary(of: seeds))
    #expect(ResultTable(summary: Summary(of: seeds)).text().contains("\nfeed(10) seed 43 "))
    #expect(table.curves.map(\.family) == ["feed seed 42", "feed seed 43"])
    #expect(table.curves.map { $0.lastExponent.map { ($0 * 1e6).rounded() } } == [1e6, 1e6])
    let parameters = ["w=1", "w=2"].flatMap { params in
      [10, 100, 1_000].map { sample("feed(\($0))", $0, params: params, wall: UInt64($0) * 1_000) }
    }
    #expect(GrowthTable(summary: Summary(of: parameters)).curves.map(\.family) == ["feed w=1", "feed w=2"])
    let grids = [("2, 2", 5), ("2, 8", 17), ("8, 8", 65), ("4, 16", 65)].map {
      sample("grid(\($0))", $1, wall: UInt64($1) * 1_000)
    }
    let grid = GrowthTable(summary: Summary(of: grids))
    #expect(grid.curves.map(\.sizeCount) == [3] && grid.curves.map(\.lastExponent) == [nil])
    #expect(
      grid.text().contains("grid     spec        3  5 to 65 100 to 100     1.00 1.00 to 1.00\n"),
      "\(grid.text())")
    #expect(GrowthTable(summary: Summary(of: Array(grids[1...]))).curves.isEmpty, "Two sizes are no curve.")
  }
}
