/// What the rows of a run's results are sorted by. Rows without such a figure come last; equal ones keep their
/// order.
package enum CellOrder: String, CaseIterable, Sendable {
  /// The fastest first, per element.
  case time
  /// The fastest first, as a multiple of the reference.
  case ratio
  /// The one that gains most from threads first.
  case speedUp = "speed-up"
  /// The least certain first.
  case spread
  /// The smallest first.
  case elements
  /// By the subject's name, then in the order of the run.
  case subject

  func sorted(_ rows: [CellFigures]) -> [CellFigures] {
    switch self {
    case .time: ascending(rows) { $0.wall.median }
    // The reference is once itself.
    case .ratio: ascending(rows) { $0.ratioToReference?.value ?? ($0.isReference ? 1 : nil) }
    case .speedUp: ascending(rows) { $0.speedUp.map { -$0.value } }
    case .spread: ascending(rows) { $0.spread.map { -$0 } }
    case .elements: ascending(rows) { Double($0.cell.nodeCount) }
    case .subject: rows.stablySorted { $0.cell.subject < $1.cell.subject }
    }
  }

  private func ascending(_ rows: [CellFigures], _ figure: (CellFigures) -> Double?) -> [CellFigures] {
    rows.stablySorted { a, b in
      guard let a = figure(a) else { return false }
      return figure(b).map { a < $0 } ?? true
    }
  }
}

extension Summary {
  /// Returns the summary with its cells sorted, each with its metrics in their own order.
  ///
  /// - Parameter reference: the subject that ratios divide by.
  package func sorted(by order: CellOrder, reference: String) -> Summary {
    let cells = order.sorted(CellFigures.all(in: self, reference: reference)).map(\.cell)
    let ranks = Dictionary(zip(cells, cells.indices)) { first, _ in first }
    var sorted = self
    sorted.rows = rows.stablySorted { ranks[$0.cell] ?? .max < ranks[$1.cell] ?? .max }
    return sorted
  }
}

extension Array {
  // The library's sort is stable, which its documentation does not promise.
  fileprivate func stablySorted(by precedes: (Element, Element) -> Bool) -> [Element] {
    enumerated().sorted { a, b in
      if precedes(a.element, b.element) { return true }
      return !precedes(b.element, a.element) && a.offset < b.offset
    }.map(\.element)
  }
}
