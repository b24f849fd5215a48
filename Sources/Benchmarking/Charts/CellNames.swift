/// What cells are called in a chart or table: as short as can be while no two of its cells share a name.
struct CellNames {
  private let workloadsOfSeveralSeeds: Set<String>
  private let workloadsOfSeveralSizes: Set<String>
  private let hasSeveralPools: Bool
  private let hasSeveralThreads: Bool

  init(_ cells: some Sequence<CellDescription>) {
    func severalOf(_ value: (CellDescription) -> [UInt64]) -> Set<String> {
      var values: [String: Set<[UInt64]>] = [:]
      for cell in cells { values[cell.workload + "\n" + cell.params, default: []].insert(value(cell)) }
      return Set(values.filter { $0.value.count > 1 }.keys)
    }
    workloadsOfSeveralSeeds = severalOf { [$0.seed] }
    workloadsOfSeveralSizes = severalOf {
      [UInt64(bitPattern: Int64($0.nodeCount)), UInt64(bitPattern: Int64($0.depth))]
    }
    hasSeveralPools = Set(cells.map(\.pool)).count > 1
    hasSeveralThreads = Set(cells.map(\.threads)).count > 1
  }

  /// What is laid out.
  func workload(_ cell: CellDescription) -> String {
    let key = cell.workload + "\n" + cell.params
    var name = cell.params.isEmpty ? cell.workload : "\(cell.workload) \(cell.params)"
    if workloadsOfSeveralSeeds.contains(key) { name += " seed \(cell.seed)" }
    if workloadsOfSeveralSizes.contains(key) {
      name += " \(NumberText.grouped(cell.nodeCount)) elements, depth \(cell.depth)"
    }
    return name
  }

  /// What lays it out, whatever the number of threads.
  func subject(_ cell: CellDescription) -> String {
    hasSeveralPools ? "\(cell.subject) \(cell.pool)" : cell.subject
  }

  /// What lays it out, and on how many threads where that differs.
  func series(_ cell: CellDescription) -> String {
    hasSeveralThreads ? "\(subject(cell)) × \(cell.threads)" : subject(cell)
  }

  /// What a legend of series is called.
  var seriesTitle: String { hasSeveralThreads ? "subject × threads" : "subject" }

  /// All of it.
  func cell(_ cell: CellDescription) -> String {
    "\(workload(cell)) \(series(cell))"
  }
}

extension CellDescription {
  /// The kind of workload, of which sizes make a curve: what stands before the bracket, `feed` of `feed(10)`; nil without one.
  var family: String? {
    workload.firstIndex(of: "(").map { String(workload[..<$0]) }
  }

  /// What all sizes of a curve have in common: the cell as one of its kind of workload, with no size.
  func curve(of family: String) -> CellDescription {
    var curve = self
    (curve.workload, curve.nodeCount, curve.depth) = (family, 0, 0)
    return curve
  }
}
