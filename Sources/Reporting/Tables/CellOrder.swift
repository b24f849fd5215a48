import Measuring

/// The figure by which the rows of a run's results are sorted, the least first. Rows without this figure come last; equal
/// rows keep their order.
package enum CellOrder: String, CaseIterable, Sendable {
  /// The time of an element.
  case time
  /// The time of an element as a multiple of the reference's.
  case ratio
  /// The gain from threads, the most first.
  case speedUp = "speed-up"
  /// The spread, the least certain first.
  case spread
  /// The number of elements.
  case elements
  /// The subject's name.
  case subject

  func sorted(_ rows: [CellFigures]) -> [CellFigures] {
    let keys = rows.enumerated().map { place, row in
      (key(row), self == .subject ? row.cell.subject : "", place)
    }
    return keys.sorted { $0 < $1 }.map { rows[$0.2] }
  }

  private func key(_ row: CellFigures) -> Double {
    switch self {
    case .time: row.wall.median
    // The reference's ratio to itself is 1.
    case .ratio: row.ratioToReference?.value ?? (row.isReference ? 1 : .infinity)
    case .speedUp: -(row.speedUp?.value ?? -.infinity)
    case .spread: -(row.spread ?? -.infinity)
    case .elements: Double(row.cell.nodeCount)
    case .subject: 0
    }
  }
}
