/// The outcome of measuring a cell.
package struct CellOutcome: Hashable, Sendable, Codable {
  package enum Status: String, Hashable, Sendable, Codable {
    /// It has samples. A reason says what else was not measured.
    case measured
    /// It was skipped on purpose. The reason says why.
    case leftOut
    /// It could not be run or gave results that cannot be trusted. The reason says which.
    case failed
  }

  package var cell: CellDescription
  package var status: Status
  /// A sentence for people; nil if the status says it all.
  package var reason: String?
  /// The number of samples of the measuring phase that were kept.
  package var sampleCount: Int
  /// Jobs in a batch; nil if the cell was never calibrated.
  package var iterations: Int?
  /// The flags of the samples; nil = none were found, or nobody looked.
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

  /// The outcome of a cell that was never run: its subject does not support the workload, or takes too long.
  package static func leftOut(_ cell: CellDescription, reason: String) -> CellOutcome {
    CellOutcome(cell: cell, status: .leftOut, reason: reason)
  }
}
