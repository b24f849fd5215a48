import FrameReplay
import Measuring

/// What the changed times of a comparison mean for the frames of its lists.
struct HeadroomChange {
  private let before: FrameReport
  private let after: FrameReport
  /// The cells whose times changed for certain, with their ratios.
  private let changes: [(cell: CellID, ratio: Double)]
  /// The number of times that are not decided.
  private let undecidedCount: Int

  /// - Throws: if a workload of the comparison is not known any more.
  init(of comparison: Comparison) throws {
    let device = FrameDevice()
    before = try FrameReport(of: UnitTimes(comparison, ofCandidate: false), on: device)
    after = try FrameReport(of: UnitTimes(comparison, ofCandidate: true), on: device)
    let subjects = Set(FrameReport.Way.all.flatMap(UnitTimes.subjects))
    undecidedCount = comparison.undecided.count { subjects.contains($0.subject) }
    changes = comparison.rows.filter { $0.metric.kind == .timed && $0.verdict.isChange }
      .map { ($0.cell, $0.candidate.ratio) }
  }

  /// A line for each list and way whose headroom changed, such as `feed(100), specs on the main thread: headroom of dash
  /// 91.4 × → 64.7 ×, because of list.scroll.cold +41.3%`; empty if the comparison has no lists.
  var text: String {
    guard !before.rows.isEmpty else { return "" }
    let lines = zip(before.rows, after.rows).compactMap { row, other -> String? in
      let scripts = before.scripts.compactMap { script -> String? in
        let (old, new) = (row.headroom(script, on: before.device), other.headroom(script, on: after.device))
        // Both are exact to a hundredth.
        guard abs(new.value / old.value - 1) > 0.01 else { return nil }
        return "\(script.name) \(old.text) × → \(new.text) ×"
      }
      guard !scripts.isEmpty else { return nil }
      return
        "\(row.workload), \(row.way.name): headroom of \(scripts.joined(separator: ", ")), because of \(causes(row))"
    }
    let open =
      undecidedCount == 0
      ? ""
      : "; \(NumberText.counted(undecidedCount, "time")) that may change it \(undecidedCount == 1 ? "is" : "are") not decided"
    if lines.isEmpty { return "Headroom of frames: no script's changed\(open).\n" }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The changes of the times of which a way's prices consist, the largest first.
  private func causes(_ row: FrameReport.Row) -> String {
    let subjects = UnitTimes.subjects(of: row.way)
    let own = changes.filter {
      subjects.contains($0.cell.subject)
        && $0.cell.workload.prefix { $0 != "(" } == row.workload.prefix { $0 != "(" }
    }
    return own.sorted { abs($0.ratio - 1) > abs($1.ratio - 1) }.prefix(3)
      .map { "\($0.cell.subject) \(NumberText.change($0.ratio - 1, isSigned: true))" }.joined(separator: ", ")
  }
}
