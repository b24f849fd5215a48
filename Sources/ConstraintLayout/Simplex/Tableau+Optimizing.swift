// The simplex method. Among equal symbols or rows it takes the lowest number: Bland's rule, which never returns to
// an earlier basis and so terminates on degenerate tableaus.

extension Tableau {
  /// Minimizes the objective from a feasible basic solution: the primal simplex method.
  ///
  ///  1. Entering symbol: the first with a negative coefficient in the objective. Without such a symbol the
  ///     objective is minimal.
  ///  2. Leaving symbol: the restricted basic symbol that first becomes 0 as the entering symbol grows.
  ///  3. Pivot: exchange the two.
  ///
  /// Source: section 2.2 of the paper that `SimplexSolver` names.
  ///
  /// - Parameter isArtificial: Whether to minimize `artificialObjective` instead of `objective`.
  mutating func optimize(isArtificial: Bool = false) {
    while let entering = enteringSymbol(isArtificial ? artificialObjective : objective) {
      guard let leaving = leavingRow(entering) else {
        // The objective is a sum of restricted symbols, which bounds each descent: the coefficient is a rounding
        // error, left over from weights that were added and removed.
        precondition(
          !isArtificial && objective.coefficient(of: entering) > -1e-3, "The objective has no least value")
        _ = objective.remove(entering)
        continue
      }
      if isArtificial { exchanges.append(Exchange(leaving: rows[leaving].basic, entering: entering)) }
      pivot(leaving, entering)
    }
    // Between feasible solutions only rounding makes a symbol negative.
    infeasible.removeAll()
  }

  /// Step 1. Dummies stay out of the basis.
  private func enteringSymbol(_ objective: TableauRow) -> Symbol? {
    for index in 0..<objective.cells.count
    where isNegative(objective.cells[index].coefficient) && kind(of: objective.cells[index].symbol) != .dummy
    {
      return objective.cells[index].symbol
    }
    return nil
  }

  /// Step 2.
  private func leavingRow(_ entering: Symbol) -> Int? {
    var leaving: Int?
    var least = Double.infinity
    var unseen = occurrences[Int(entering)]
    var index = 0
    while unseen > 0 && index < rows.count {
      let coefficient = rows[index].coefficient(of: entering)
      if coefficient != 0 { unseen -= 1 }
      if coefficient < 0 && isRestricted(rows[index].basic) {
        let ratio = -rows[index].constant / coefficient
        let isTie = ratio == least && leaving.map { rows[index].basic < rows[$0].basic } == true
        if ratio < least || isTie { (leaving, least) = (index, ratio) }
      }
      index += 1
    }
    return leaving
  }

  /// Step 3. Solves a row for a parametric symbol, which becomes basic in place of the row's basic symbol.
  mutating func pivot(_ leaving: Int, _ entering: Symbol) {
    var row = takeRow(leaving)
    let basic = row.basic
    let place = row.index(of: basic)
    row.cells.insert(TableauRow.Cell(symbol: basic, coefficient: -1), at: place)
    solve(&row, for: entering)
    substitute(row)
    append(row)
  }

  /// Restores the feasibility of an optimal solution after constants changed: the dual simplex method.
  ///
  ///  1. Leaving symbol: the negative restricted basic symbol with the lowest number.
  ///  2. Entering symbol: among the symbols with a positive coefficient in that row, the symbol with the least ratio of
  ///     its coefficients in the objective and the row, so that the objective's coefficients stay at 0 or above.
  ///  3. Pivot.
  ///
  /// Source: section 3.3 of the paper.
  mutating func optimizeDual() {
    while let leaving = infeasibleRow() {
      guard let entering = dualEnteringSymbol(rows[leaving]) else {
        // Only required constraints could not give way, and they are not edited.
        preconditionFailure("A row cannot be made feasible")
      }
      pivot(leaving, entering)
    }
  }

  /// Step 1.
  private mutating func infeasibleRow() -> Int? {
    var kept = 0
    var lowest: Int?
    for index in 0..<infeasible.count {
      let row = self.row(of: infeasible[index])
      if row < 0 || !isNegative(rows[row].constant) { continue }
      infeasible[kept] = infeasible[index]
      kept += 1
      if lowest.map({ rows[row].basic < rows[$0].basic }) ?? true { lowest = row }
    }
    infeasible.setCount(kept)
    return lowest
  }

  /// Step 2.
  private func dualEnteringSymbol(_ row: TableauRow) -> Symbol? {
    var entering: Symbol?
    var least = Double.infinity
    for index in 0..<row.cells.count {
      let cell = row.cells[index]
      guard cell.coefficient > 0 && kind(of: cell.symbol) != .dummy else { continue }
      let ratio = objective.coefficient(of: cell.symbol) / cell.coefficient
      // Cells are in ascending order, so that the first of equal ratios has the lowest number.
      if ratio < least { (entering, least) = (cell.symbol, ratio) }
    }
    return entering
  }
}

// MARK: - Artificial variables

extension Tableau {
  /// Adds a row without a subject: phase 1 of the two-phase method for one constraint.
  ///
  ///  1. Make an artificial variable basic: it equals the row, and is 0 if the constraint holds.
  ///  2. Minimize the artificial variable. If it is not 0 the constraint contradicts others.
  ///  3. If the variable is still basic, at 0, pivot it out for any symbol of its row but a dummy. Without such a
  ///     symbol the row is redundant.
  ///  4. Remove the artificial variable from all rows.
  ///
  /// If the constraint contradicts others, undoes the pivots, the last one first. So the tableau has its basis
  /// again, and among solutions with the same cost the solution stays the same.
  ///
  /// - Parameter row: The expression that equals 0, with a constant that is not negative.
  mutating func addWithArtificialVariable(_ row: consuming TableauRow) -> Bool {
    let artificial = makeSymbol(.slack)
    artificialObjective.constant = row.constant
    artificialObjective.cells.removeAll()
    for index in 0..<row.cells.count { artificialObjective.cells.append(row.cells[index]) }
    row.basic = artificial
    append(row)

    exchanges.removeAll()
    optimize(isArtificial: true)
    let isSatisfied = isNearlyZero(artificialObjective.constant)
    artificialObjective.cells.removeAll()
    if !isSatisfied { undoExchanges() }

    let place = self.row(of: artificial)
    if place >= 0 {
      // While the variable is basic only its own row depends on the constraint.
      if isSatisfied, let entering = firstSymbol(in: rows[place]) {
        pivot(place, entering)
        remove(artificial)
      } else {
        removeRow(place)
      }
    } else {
      remove(artificial)
    }
    freeSymbol(artificial)
    if !isSatisfied { optimize() }
    return isSatisfied
  }

  /// Undoes the pivots of phase 1, until rounding has made a pivot impossible.
  private mutating func undoExchanges() {
    for index in (0..<exchanges.count).reversed() {
      let row = self.row(of: exchanges[index].entering)
      guard rows[row].coefficient(of: exchanges[index].leaving) != 0 else { return }
      pivot(row, exchanges[index].leaving)
    }
  }

  /// The first symbol that is no dummy.
  func firstSymbol(in row: TableauRow) -> Symbol? {
    for index in 0..<row.cells.count where kind(of: row.cells[index].symbol) != .dummy {
      return row.cells[index].symbol
    }
    return nil
  }

  /// Step 4. Removes a parametric symbol from all rows.
  private mutating func remove(_ symbol: Symbol) {
    for index in 0..<rows.count {
      if rows[index].remove(symbol) { uncount(symbol) }
    }
    _ = objective.remove(symbol)
  }
}
