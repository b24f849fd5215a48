/// What became of a cell.
package struct CellOutcome: Hashable, Sendable, Codable {
  package enum Status: String, Hashable, Sendable, Codable {
    /// There are samples of it; a reason says what else of it was not measured.
    case measured
    /// It was not run, on purpose; the reason says why.
    case leftOut
    /// It could not be run, or gave results that cannot be trusted; the reason says which.
    case failed
  }

  package var cell: CellDescription
  package var status: Status
  /// A sentence for people; nil where the status says it all.
  package var reason: String?
  /// Samples of the measuring phase that were kept.
  package var sampleCount: Int
  /// Jobs in a batch; nil where it was never settled.
  package var iterations: Int?
  /// For what its times are no reference; nil = nothing was found, or nobody looked.
  package var flags: [CellFlag]?

  package init(
    cell: CellDescription, status: Status, reason: String? = nil, sampleCount: Int = 0,
    iterations: Int? = nil
  ) {
    self.cell = cell
    self.status = status
    self.reason = reason
    self.sampleCount = sampleCount
    self.iterations = iterations
  }

  /// A cell that was never run: a subject that cannot do a workload, or one that takes too long.
  package static func leftOut(_ cell: CellDescription, reason: String) -> CellOutcome {
    CellOutcome(cell: cell, status: .leftOut, reason: reason)
  }
}
