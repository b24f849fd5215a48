import FrameReplay
import Measuring

/// The headroom of a comparison's lists before and after the times that changed.
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
      guard row.prices != other.prices else { return nil }
      let scripts = before.scripts.compactMap { script -> String? in
        let old = row.replay(script, on: before.device).headroom()
        let new = other.replay(script, on: after.device).headroom()
        // Both are exact to a hundredth.
        guard abs(new / old - 1) > 0.01 else { return nil }
        let texts = [old, new].map(FrameReport.Headroom.text)
        return "\(script.name) \(texts[0]) × → \(texts[1]) ×"
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
        && CellID.family(of: $0.cell.workload) == CellID.family(of: row.workload)
    }
    return own.sorted { abs($0.ratio - 1) > abs($1.ratio - 1) }.prefix(3)
      .map { "\($0.cell.subject) \(NumberText.change($0.ratio - 1, isSigned: true))" }.joined(separator: ", ")
  }
}
