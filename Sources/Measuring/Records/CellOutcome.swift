/// The outcome of measuring a cell.
package struct CellOutcome: Hashable, Sendable, Codable {
  package enum Status: String, Hashable, Sendable, Codable {
    /// The cell has samples. A reason says what else was not measured.
    case measured
    /// The cell was skipped on purpose. The reason says why.
    case leftOut
    /// The cell could not be run, or its results cannot be trusted. The reason says which.
    case failed
  }

  package var cell: CellID
  package var status: Status
  /// A sentence for people; nil if the status is clear without it.
  package var reason: String?
  /// The number of samples of the measuring phase that were kept.
  package var sampleCount = 0
  /// Jobs in a batch; nil if the cell was never calibrated.
  var iterations: Int?
  /// The flags of the samples; nil = none were found, or the samples were not examined.
  var flags: [CellFlag]?

  /// The reason as a sentence, or a sentence that says that there is none.
  package var reasonText: String { reason ?? "No reason was given." }

  /// The outcome of a cell that was never run: its subject does not support the workload, or takes too long.
  package static func leftOut(_ cell: CellID, reason: String) -> CellOutcome {
    CellOutcome(cell: cell, status: .leftOut, reason: reason)
  }

  static func failed(_ cell: CellID, reason: String) -> CellOutcome {
    CellOutcome(cell: cell, status: .failed, reason: reason)
  }

  static func measured(_ cell: CellID) -> CellOutcome { CellOutcome(cell: cell, status: .measured) }
}

extension CellOutcome {
  /// The reason of a cell of a comparison that was not begun.
  package static let notBegun = "The comparison ended before it was begun."
}

struct RunOutcome: Hashable, Sendable {
  /// One outcome per cell of the plan, in the plan's order.
  package var cells: [CellOutcome]
  var ending: RunEnding
  let elapsedNanoseconds: UInt64
}
