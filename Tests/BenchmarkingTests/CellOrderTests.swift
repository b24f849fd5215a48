import Testing

@testable import Benchmarking

@Suite("The order of cells")
struct CellOrderTests {
  /// Two subjects with one worker and two, and a third that is noisy.
  private var summary: Summary {
    func samples(_ cell: CellID, _ walls: [UInt64]) -> [SampleRecord] {
      walls.enumerated().map { makeSample(cell, sequence: $0.offset, wall: $0.element * 10_000) }
    }
    return Summary(
      of: samples(makeCell("spec"), [99, 100, 100, 100, 100, 101])
        + samples(makeCell("spec", threads: 2), [54, 55, 55, 55, 55, 56])
        + samples(makeCell("naive"), [900, 901, 901, 901, 901, 902])
        + samples(makeCell("naive", threads: 2), [898, 899, 899, 899, 899, 900])
        + samples(makeCell("manual"), [10, 12, 20, 30, 38, 40]))
  }

  @Test(
    "Cells come by time, ratio, gain or spread; those without the figure last, in the order of the run",
    arguments: [
      (CellOrder.time, "manual 1, spec 2, spec 1, naive 2, naive 1"),
      (.ratio, "manual 1, spec 1, spec 2, naive 1, naive 2"),
      (.speedUp, "spec 2, naive 2, spec 1, naive 1, manual 1"),
      (.spread, "manual 1, spec 2, spec 1, naive 2, naive 1"),
      (.elements, "spec 1, spec 2, naive 1, naive 2, manual 1"),
      (.subject, "manual 1, naive 1, naive 2, spec 1, spec 2"),
    ])
  func orders(order: CellOrder, cells: String) {
    let table = ResultTable(summary: summary, reference: "spec", order: order)
    #expect(table.rows.map { "\($0.cell.subject) \($0.cell.threads)" }.joined(separator: ", ") == cells)
    let sorted = summary.sorted(by: order, reference: "spec").rows
    #expect(
      sorted.filter { $0.metric == .wallNanosecondsPerElement }
        .map { "\($0.cell.subject) \($0.cell.threads)" }.joined(separator: ", ") == cells)
    #expect(sorted.count == summary.rows.count)
  }
}
