import LayoutSpecs

/// Shows the cells of a table, each laid out by itself. A job shows all cells.
package final class CellJob: MainThreadJob {
  package enum Kind: String, CaseIterable {
    /// Nodes of new cells are made.
    case make
    /// New cells that are made already are measured.
    case measure
    /// New cells that are measured already, as by a worker, get their subnodes and frames.
    case apply
    /// Cells are made, measured and applied.
    case shown
  }

  private let kind: Kind
  private let isCold: Bool
  private let count: Int
  private let range: SizeRange
  private let makeCell: (Int) -> DisplayNode
  /// The cells of the prepared jobs, one job's behind the other's. They are freed when the next jobs are prepared.
  private var cells: [DisplayNode] = []
  /// The first cell of the next job.
  private var next = 0

  /// Creates a job.
  ///
  /// - Parameters:
  ///   - isCold: True for jobs after a pause; see `pauseOfAFrame`. Default: false.
  ///   - count: The number of cells.
  ///   - range: The sizes that each cell may take.
  ///   - makeCell: Makes a cell.
  package init(
    _ kind: Kind, isCold: Bool = false, count: Int, in range: SizeRange,
    makeCell: @escaping (Int) -> DisplayNode
  ) {
    (self.kind, self.isCold, self.count, self.range) = (kind, isCold, count, range)
    self.makeCell = makeCell
  }

  // Some hundred cells at a time: few enough for the caches.
  package var mostPreparedJobs: Int { isCold ? 1 : max(1, 100 / max(count, 1)) }

  package func prepare(jobs: Int) {
    cells.removeAll(keepingCapacity: true)
    cells.reserveCapacity(jobs * count)
    next = 0
    for _ in 0..<jobs {
      switch kind {
      case .make, .shown: break
      case .measure: makeCells { _ in }
      case .apply: makeCells { [range] in _ = $0.layoutThatFits(range) }
      }
    }
    if isCold { pauseOfAFrame() }
  }

  package func run() {
    switch kind {
    case .make: makeCells { _ in }
    case .measure: for index in next..<next + count { _ = cells[index].layoutThatFits(range) }
    case .apply: for index in next..<next + count { cells[index].layoutIfNeeded() }
    case .shown:
      makeCells { [range] in
        _ = $0.layoutThatFits(range)
        $0.layoutIfNeeded()
      }
    }
    next += count
  }

  private func makeCells(_ body: (DisplayNode) -> Void) {
    for index in 0..<count {
      let cell = makeCell(index)
      cells.append(cell)
      body(cell)
    }
  }

  package func shownFrames() -> [Rect] {
    cells[next - count..<next].flatMap { cell in
      // Nothing is left to do for cells that are shown.
      _ = cell.layoutThatFits(range)
      cell.layoutIfNeeded()
      return [Rect(origin: .zero, size: cell.frame.size)] + cell.leafFrames
    }
  }
}
