import Foundation
import Measuring

/// The growth of time with the number of elements: a row for each curve of at least three sizes, with one
/// worker.
package struct GrowthTable {
  /// Subjects of one kind of workload are neighbours.
  let curves: [GrowthCurve]
  /// Curves that are left out because their sizes were measured on several kinds of machine, as `feed
  /// spec.cold`.
  let mixed: [String]

  /// - Parameters:
  ///   - summary: the summary of one run.
  ///   - machines: for a merged run, the kinds of machine of each run in it; empty if there is only one.
  package init(summary: Summary, machines: [String: Set<String>] = [:]) {
    let rows = summary.rows.filter { $0.metric == .wallNanosecondsPerElement && $0.cell.threads == 1 }
    let all = GrowthCurve.curves(of: rows, machines: machines)
    let families = all.map(\.family).firstAppearances()
    let ordered = families.flatMap { family in all.filter { $0.family == family } }
    mixed = ordered.filter { $0.isMixed && $0.points.count > 2 }.map { "\($0.family) \($0.cell.subject)" }
    curves = ordered.filter { !$0.isMixed && $0.law != nil }
  }

  /// Returns the table as plain text in lines with line ends; empty if nothing was measured in three sizes.
  ///
  /// - Parameter width: the characters that a line has room for, as for `ResultTable`.
  package func text(width: Int? = nil) -> String {
    let left = (mixedText.map { $0 + "\n" } ?? "").wrappingLines(width: width)
    guard !curves.isEmpty else { return left }
    var columns: [TableColumn<GrowthCurve>] = [
      .left("workload") { $0.family }, .left("subject") { $0.cell.subject },
    ]
    columns += TableColumn.dispatch(curves.map(\.cell), \.cell)
    columns += [
      .right("sizes") { String($0.sizeCount) },
      .right("elements", isDetail: true) { $0.span { NumberText.grouped($0.cell.nodeCount) } },
      .right("ns/element", isDetail: true) { $0.span { NumberText.figure($0.median) } },
      .right("exponent") { $0.law.map { Self.fixed($0.exponent) } },
      .right("95% interval") {
        $0.law.map { "\(Self.fixed($0.interval.lowerBound)) to \(Self.fixed($0.interval.upperBound))" }
      },
      .right("last step") { $0.lastExponent.map(Self.fixed) },
    ]
    let exponent =
      "\nexponent is k where the time for a tree grows with the k-th power of its elements, over all sizes, and from "
      + "the last but one to the last.\n"
    return Table(columns: columns, rows: curves).text(width: width)
      + exponent.wrappingLines(width: width) + left
  }

  private static func fixed(_ exponent: Double) -> String { NumberText.fixed(exponent, decimals: 2) }

  /// A sentence about curves that are left out because machines differ; nil if there are none.
  var mixedText: String? {
    guard !mixed.isEmpty else { return nil }
    let names = mixed.joined(separator: ", ")
    return "No exponent of \(names): the sizes were measured on several kinds of machine, "
      + "whose times make no curve."
  }
}

/// One subject's medians over the sizes of one kind of workload, and the power law through them.
///
/// Workloads are of one kind if they differ only in brackets: `feed(10)` and `feed(100)`. Other seeds and
/// parameters are other kinds.
struct GrowthCurve {
  /// The properties that the curve's cells share. The workload is the kind's name, without a size.
  let cell: CellID
  /// The kind of workload: its name with its parameters, and with its seed if there are several.
  let family: String
  /// A row per cell, by number of elements.
  let points: [SummaryRow]
  /// The growth of the time for a tree with its elements; nil for fewer than three different sizes.
  let law: PowerLaw?
  /// True if the sizes were measured on several kinds of machine, whose times make no curve.
  let isMixed: Bool

  /// Returns the curves in the order in which they were measured.
  ///
  /// - Parameters:
  ///   - rows: rows of one metric per element, and of one number of threads.
  ///   - machines: the kinds of machine of each run; empty if there is only one.
  static func curves(of rows: [SummaryRow], machines: [String: Set<String>] = [:]) -> [GrowthCurve] {
    let sizes = rows.filter { $0.cell.nodeCount > 0 && $0.cell.family != nil }
    let groups = Dictionary(grouping: sizes) { $0.cell.ofAnySize }
    let cells = sizes.map(\.cell.ofAnySize).firstAppearances()
    let names = CellNames(cells)
    return cells.map { cell in
      let points = (groups[cell] ?? []).sorted { $0.cell.nodeCount < $1.cell.nodeCount }
      let kinds = points.reduce(into: Set()) { $0.formUnion(machines[$1.runID] ?? []) }
      let hasLaw = Set(points.map(\.cell.nodeCount)).count >= 3
      return GrowthCurve(
        cell: cell, family: names.workload(cell), points: points,
        law: hasLaw ? PowerLaw(points.map { (Double($0.cell.nodeCount), $0.treeMedian) }) : nil,
        isMixed: kinds.count > 1)
    }
  }

  /// The number of different numbers of elements.
  var sizeCount: Int { Set(points.map(\.cell.nodeCount)).count }

  /// The exponent between the two largest sizes, which exceeds the law's exponent if the curve bends upwards;
  /// nil if both have equally many elements, as `grid(2, 8)` and `grid(8, 2)`, or nearly so.
  var lastExponent: Double? {
    guard points.count > 1 else { return nil }
    let (before, last) = (points[points.count - 2], points[points.count - 1])
    let growth = log(Double(last.cell.nodeCount) / Double(before.cell.nodeCount))
    // The quotient of so little growth would be of rounding.
    return growth < 1e-9 ? nil : (log(last.treeMedian) - log(before.treeMedian)) / growth
  }

  /// Returns a figure of the smallest size and of the largest: `10 to 1,000`.
  fileprivate func span(_ figure: (SummaryRow) -> String) -> String? {
    guard let first = points.first, let last = points.last else { return nil }
    return "\(figure(first)) to \(figure(last))"
  }
}

extension CellID {
  /// The kind of workload, whose sizes make a curve: the name before the bracket, `feed` of `feed(10)`; nil
  /// without one.
  var family: String? {
    workload.firstIndex(of: "(").map { String(workload[..<$0]) }
  }

  /// The properties that the row's cell shares with the other sizes of its curve.
  fileprivate var ofAnySize: CellID { withoutSize.with(\.workload, family ?? workload) }
}

extension SummaryRow {
  /// The median per tree, for a row whose metric is per element.
  fileprivate var treeMedian: Double { median * Double(cell.nodeCount) }
}
