import Foundation
import LayoutSpecs

/// Shows the cells of a table, each laid out by itself. A job shows all cells.
package final class CellJob: MainThreadJob {
  package enum Kind: String {
    /// New cells that are measured already, as by a worker, get their subnodes and frames.
    case apply
    /// Cells are made, measured and applied.
    case shown
    /// As `shown`, after a pause as between two frames of a screen, in which the caches and the branch predictor forget.
    case shownCold = "shown.cold"
  }

  /// The pause before a cold job, in seconds.
  private static let pause = 0.0015

  private let kind: Kind
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
  ///   - count: The number of cells.
  ///   - range: The sizes that each cell may take.
  ///   - makeCell: Makes a cell.
  package init(_ kind: Kind, count: Int, in range: SizeRange, makeCell: @escaping (Int) -> DisplayNode) {
    (self.kind, self.count, self.range, self.makeCell) = (kind, count, range, makeCell)
  }

  // Some hundred cells at a time: few enough for the caches.
  package var mostPreparedJobs: Int { kind == .shownCold ? 1 : max(1, 100 / max(count, 1)) }

  package func prepare(jobs: Int) {
    cells.removeAll(keepingCapacity: true)
    cells.reserveCapacity(jobs * count)
    next = 0
    switch kind {
    case .apply: for _ in 0..<jobs { makeCells { _ in } }
    case .shown: break
    case .shownCold: Thread.sleep(forTimeInterval: CellJob.pause)
    }
  }

  package func run() {
    switch kind {
    case .apply: for index in next..<next + count { cells[index].layoutIfNeeded() }
    case .shown, .shownCold: makeCells { $0.layoutIfNeeded() }
    }
    next += count
  }

  private func makeCells(_ apply: (DisplayNode) -> Void) {
    for index in 0..<count {
      let cell = makeCell(index)
      cells.append(cell)
      _ = cell.layoutThatFits(range)
      apply(cell)
    }
  }

  package func shownFrames() -> [Rect] {
    cells[next - count..<next].flatMap { [Rect(origin: .zero, size: $0.frame.size)] + $0.leafFrames }
  }
}
