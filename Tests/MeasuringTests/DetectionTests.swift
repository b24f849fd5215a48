import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

/// How often a comparison finds a change that is added to pairs of identical programs, as `scripts/check-detection` stored them.
///
/// Whole pairs are drawn, each with a random sign: so what disturbs the cells of a pair together, and the pairs that a neighbour
/// disturbs, are as they were measured. Time passes as it did.
///
/// With the environment variable `LAYOUTBENCH_DETECTION`, a folder that has such pairs, 100 comparisons of each kind are drawn
/// and their shares are written there, in `drawn.csv`. That takes minutes, of a release build.
@Suite("Comparisons of drawn pairs")
struct DetectionTests {
  private static let folder = ProcessInfo.processInfo.environment["LAYOUTBENCH_DETECTION"]

  private static let reference = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../results/reference/detection").path

  @Test(.enabled(if: folder == nil))
  func `2% in one cell is named, half a percent in all is seen, and of identical code nothing is`() throws {
    let stored = try StoredPairs("compare", in: Self.reference)
    #expect(stored.cells.count == 30)
    // Fewer pairs than a real comparison has, which take a debug build seconds to judge.
    let nothing = try stored.found(.nothing, of: 6, mostPairs: 20)
    #expect(nothing.whole == 0 && nothing.others == 0, "\(nothing)")
    let everywhere = try stored.found(.all(0.005), of: 6, mostPairs: 20)
    #expect(everywhere.whole >= 5, "\(everywhere)")
    let one = try stored.found(.one(0.02), of: 6, mostPairs: 20)
    #expect(one.named >= 5 && one.others == 0, "\(one)")
  }

  /// 0.3 ms are a fifth of the longest job of the suite's cells, and more of the others.
  @Test(.enabled(if: folder == nil))
  func `0.3 ms in one cell of the frames are named, and of identical frames nothing is`() throws {
    let stored = try StoredPairs("frames", in: Self.reference)
    let nothing = try stored.found(.nothing, of: 2)
    #expect(stored.cells.count > 80 && nothing.whole == 0 && nothing.others == 0, "\(nothing)")
    let one = try stored.found(.one(0.2), of: 2)
    #expect(one.named == 2 && one.others == 0, "\(one)")
  }

  @Test(.enabled(if: folder != nil), .timeLimit(.minutes(60)))
  func `Shares of 100 are written to the folder`() throws {
    let folder = try #require(Self.folder)
    var lines = ["suite,cells,planted,comparisons,whole,named,others,pairs"]
    let slowdowns = [Planted.nothing, .all(0.005), .one(0.01), .one(0.02)]
    for (suite, kinds) in [
      ("compare", slowdowns), ("engine", slowdowns), ("frames", [.nothing, .one(0.2)]),
    ] {
      let stored = try StoredPairs(suite, in: folder)
      for planted in kinds {
        let found = try stored.found(planted, of: 100)
        lines.append(
          "\(suite),\(stored.cells.count),\(planted),100,\(found.whole),\(found.named),\(found.others),\(found.pairs)"
        )
      }
    }
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: folder + "/drawn.csv", atomically: true, encoding: .utf8)
  }
}

/// A slowdown that is added to pairs of identical programs, as a share.
private enum Planted: CustomStringConvertible {
  case nothing
  case all(Double)
  case one(Double)

  var description: String {
    switch self {
    case .nothing: "nothing"
    case .all(let share): "\(NumberText.percentage(share)) in all cells"
    case .one(let share): "\(NumberText.percentage(share)) in one cell"
    }
  }

  /// ln(candidate / base) of each cell.
  func effects(_ count: Int, chosen: Int) -> [Double] {
    switch self {
    case .nothing: Array(repeating: 0, count: count)
    case .all(let share): Array(repeating: log1p(share), count: count)
    case .one(let share): (0..<count).map { $0 == chosen ? log1p(share) : 0 }
    }
  }
}

/// The pairs of comparisons of identical programs over a suite.
private struct StoredPairs {
  private(set) var cells: [CellID] = []
  /// The time that `check-detection` gives a comparison of the suite; nil for the usual one.
  private let time: TimeSpan?
  /// The pairs of each comparison, with a value for each cell, and the seconds to prepare a cell and to measure a pair.
  private var comparisons: [(pairs: [[Double]], secondsACell: (preparing: Double, pair: Double))] = []

  init(_ suite: String, in folder: String) throws {
    time = ["engine": .seconds(300), "frames": .seconds(600)][suite]
    let table = try CSVTable(contentsOf: "\(folder)/pairs-\(suite).csv")
    cells = try table.header.dropFirst(3).map { name in
      let words = name.split(separator: " ")
      return makeCell(
        String(words[0]), workload: words[1..<(words.count - 1)].joined(separator: " "),
        threads: try #require(Int(words[words.count - 1])))
    }
    let byComparison = Dictionary(grouping: table.rows) { $0.fields[0] }
    for (_, rows) in byComparison.sorted(by: { $0.key < $1.key }) {
      let values = try rows.map { try $0.fields.dropFirst().map { try #require(Double($0)) } }
      let count = Double(cells.count)
      comparisons.append(
        (values.map { Array($0.dropFirst(2)) }, (values[0][0] / count, values[0][1] / count)))
    }
  }

  /// Carries out comparisons, each with a change in another cell, and counts those that call the whole changed, name the changed
  /// cell, and name another one.
  func found(
    _ planted: Planted, of count: Int, mostPairs: Int? = nil
  ) throws -> (whole: Int, named: Int, others: Int, pairs: Int) {
    var (whole, named, others, pairs) = (0, 0, 0, [Double]())
    for seed in 0..<count {
      let chosen = seed % cells.count
      let comparison = try compare(
        planted.effects(cells.count, chosen: chosen), seed: seed, mostPairs: mostPairs)
      if comparison.shared[0].verdict.isChange { whole += 1 }
      let changed = comparison.rows.filter(\.verdict.isChange).map(\.cell)
      if changed.contains(cells[chosen]) { named += 1 }
      if changed.contains(where: { $0 != cells[chosen] }) { others += 1 }
      pairs += comparison.rows.map { Double($0.pairCount) }
    }
    return (whole, named, others, Int(pairs.median ?? 0))
  }

  private func compare(_ effects: [Double], seed: Int, mostPairs: Int?) throws -> Comparison {
    var generator = SplitMix64(seed: UInt64(seed))
    let stored = comparisons[seed % comparisons.count]
    var drawn = (pair: -1, values: [0.0], sign: 1.0)
    let source = DrawnPairs(secondsACell: stored.secondsACell) { cell, pair in
      if drawn.pair != pair {
        drawn = (
          pair, stored.pairs[Int(generator.next() % UInt64(stored.pairs.count))],
          generator.nextUniform() < 0.5 ? -1 : 1
        )
      }
      return effects[cell] + drawn.sign * drawn.values[cell]
    }
    var plan = ComparisonPlan(cells: cells.map { Cell(id: $0) }, seed: UInt64(seed))
    if let time { plan.time = time }
    if let mostPairs { plan.mostPairs = mostPairs }
    return try source.compare(plan)
  }
}
