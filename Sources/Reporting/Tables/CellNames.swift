import Measuring

/// Names for cells in a chart or table: as short as possible, but different.
struct CellNames {
  private var seeds: [String: Set<UInt64>] = [:]
  private var sizes: [String: Set<[Int]>] = [:]
  private let hasSeveralPools: Bool
  private let hasSeveralThreads: Bool

  init(_ cells: some Sequence<CellID>) {
    hasSeveralPools = Set(cells.map(\.pool)).count > 1
    hasSeveralThreads = Set(cells.map(\.threads)).count > 1
    for cell in cells {
      seeds[cell.workloadText, default: []].insert(cell.seed)
      sizes[cell.workloadText, default: []].insert([cell.nodeCount, cell.depth])
    }
  }

  /// The workload and its parameters; also its seed and size if cells differ in them.
  func workload(_ cell: CellID) -> String {
    let bare = cell.workloadText
    var name = bare
    if let seeds = seeds[bare], seeds.count > 1 { name += " seed \(cell.seed)" }
    if let sizes = sizes[bare], sizes.count > 1 {
      name += " \(NumberText.grouped(cell.nodeCount)) elements, depth \(cell.depth)"
    }
    return name
  }

  /// The subject, without its number of threads.
  func subject(_ cell: CellID) -> String {
    hasSeveralPools ? "\(cell.subject) \(cell.pool.rawValue)" : cell.subject
  }

  /// The subject, with its number of threads if there are several.
  func series(_ cell: CellID) -> String {
    hasSeveralThreads ? "\(subject(cell)) × \(cell.threads)" : subject(cell)
  }

  /// The workload and the series.
  func cell(_ cell: CellID) -> String {
    "\(workload(cell)) \(series(cell))"
  }
}
