/// One subject's medians over the sizes of one kind of workload, and the power law through them.
///
/// Workloads are of one kind if they differ only in what stands in brackets: `feed(10)` and `feed(100)`.
/// Other seeds and parameters are other kinds.
struct GrowthCurve {
  /// What its cells have in common. Its workload is the kind's name, without a size.
  let cell: CellDescription
  /// The kind of workload: its name with its parameters, and with its seed if there are several.
  let family: String
  /// A row per cell, by number of elements.
  let points: [SummaryRow]
  /// How the time for a tree grows with its elements; nil for fewer than three different sizes.
  let law: PowerLaw?
  /// Whether the sizes were measured on several kinds of machine, whose times make no curve.
  let isMixed: Bool

  /// The curves, in the order in which they were measured.
  ///
  /// - Parameters:
  ///   - rows: of one metric of an element, and of one number of threads.
  ///   - machines: the kinds of machine of each run; empty if there is only one.
  static func curves(of rows: [SummaryRow], machines: [String: Set<String>] = [:]) -> [GrowthCurve] {
    let sizes = rows.filter { $0.cell.nodeCount > 0 && $0.cell.family != nil }
    let groups = Dictionary(grouping: sizes) { $0.cell.withoutSize }
    let cells = sizes.map(\.cell.withoutSize).firstAppearances()
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

  var subject: String { cell.subject }
  /// How its workers were run.
  var pool: String { cell.pool }
  /// Different numbers of elements.
  var sizeCount: Int { Set(points.map(\.cell.nodeCount)).count }

  /// The exponent between the two largest sizes, which exceeds that of the law if the curve bends upwards;
  /// nil if they have equally many elements, as `grid(2, 8)` and `grid(8, 2)`.
  var lastExponent: Double? {
    guard points.count > 1 else { return nil }
    let (before, last) = (points[points.count - 2], points[points.count - 1])
    guard before.cell.nodeCount < last.cell.nodeCount else { return nil }
    return PowerLaw.exponent(
      from: (Double(before.cell.nodeCount), before.treeMedian),
      to: (Double(last.cell.nodeCount), last.treeMedian))
  }
}

extension CellDescription {
  /// The kind of workload, whose sizes make a curve: the name before the bracket, `feed` of `feed(10)`; nil
  /// without one.
  var family: String? {
    workload.firstIndex(of: "(").map { String(workload[..<$0]) }
  }

  /// What it shares with the other sizes of its curve.
  fileprivate var withoutSize: CellDescription {
    var cell = self
    (cell.workload, cell.nodeCount, cell.depth) = (family ?? workload, 0, 0)
    return cell
  }
}

extension SummaryRow {
  /// The median for a tree, of a row whose metric is that of an element.
  fileprivate var treeMedian: Double { median * Double(cell.nodeCount) }
}
