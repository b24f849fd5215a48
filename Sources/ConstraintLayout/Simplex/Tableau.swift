/// A sparse simplex tableau and its arithmetic: each row expresses one basic symbol in parametric symbols.
///
/// No row contains a basic symbol. In the basic solution all parametric symbols are 0, and basic symbols
/// equal their rows' constants. The solution is feasible if only external symbols are negative.
///
/// The tableau counts the rows that contain a symbol, so that a search for the rows ends with the last of
/// them, and is skipped for a symbol in no row: most constraints of a layout have a variable of their own.
struct Tableau {
  private(set) var kinds = GrowingBuffer<SymbolKind>()
  /// The row of each basic symbol; -1 for parametric ones.
  private(set) var rowOfSymbol = GrowingBuffer<Int32>()
  /// The number of rows that contain each symbol, without the objectives.
  private(set) var occurrences = GrowingBuffer<Int32>()
  /// Symbols that can be used again.
  private var freeSymbols = GrowingBuffer<Symbol>()

  private(set) var rows = GrowingBuffer<TableauRow>()
  /// Removed rows, kept for their memory.
  private var spareRows = GrowingBuffer<TableauRow>()
  /// The weighted sum of all errors, which is minimized.
  var objective = TableauRow()
  /// The objective of phase 1; see `addWithArtificialVariable`.
  var artificialObjective = TableauRow()
  /// The pivots of the last phase 1.
  var exchanges = GrowingBuffer<Exchange>()
  /// Restricted basic symbols that a change made negative.
  var infeasible = GrowingBuffer<Symbol>()
  private var scratch = GrowingBuffer<TableauRow.Cell>()

  func deallocate() {
    kinds.deallocate()
    rowOfSymbol.deallocate()
    occurrences.deallocate()
    freeSymbols.deallocate()
    for index in 0..<rows.count { rows[index].cells.deallocate() }
    for index in 0..<spareRows.count { spareRows[index].cells.deallocate() }
    rows.deallocate()
    spareRows.deallocate()
    objective.cells.deallocate()
    artificialObjective.cells.deallocate()
    exchanges.deallocate()
    infeasible.deallocate()
    scratch.deallocate()
  }

  /// Removes all symbols and rows, and keeps the memory.
  mutating func removeAll() {
    while rows.count > 0 { removeRow(rows.count - 1) }
    kinds.removeAll()
    rowOfSymbol.removeAll()
    occurrences.removeAll()
    freeSymbols.removeAll()
    objective.cells.removeAll()
    objective.constant = 0
    artificialObjective.cells.removeAll()
    infeasible.removeAll()
  }
}

// MARK: - Symbols

extension Tableau {
  mutating func makeSymbol(_ kind: SymbolKind) -> Symbol {
    if freeSymbols.count > 0 {
      let symbol = freeSymbols[freeSymbols.count - 1]
      freeSymbols.removeLast()
      kinds[Int(symbol)] = kind
      return symbol
    }
    kinds.append(kind)
    rowOfSymbol.append(-1)
    occurrences.append(0)
    return Symbol(kinds.count - 1)
  }

  /// Allows the symbol to be used again, unless rounding left it in a row.
  mutating func freeSymbol(_ symbol: Symbol) {
    if symbol >= 0 && occurrences[Int(symbol)] == 0 && row(of: symbol) < 0
      && objective.coefficient(of: symbol) == 0
    {
      freeSymbols.append(symbol)
    }
  }

  @inline(__always)
  func kind(of symbol: Symbol) -> SymbolKind { kinds[Int(symbol)] }

  /// The row of a basic symbol; -1 for a parametric one.
  @inline(__always)
  func row(of symbol: Symbol) -> Int { Int(rowOfSymbol[Int(symbol)]) }

  /// The symbol's value in the basic solution.
  @inline(__always)
  func value(of symbol: Symbol) -> Double {
    let row = row(of: symbol)
    return row < 0 ? 0 : rows[row].constant
  }

  /// True if the symbol must not be negative.
  @inline(__always)
  func isRestricted(_ symbol: Symbol) -> Bool { kind(of: symbol) != .external }
}

// MARK: - Rows

extension Tableau {
  /// Creates a row without cells, to be filled and appended.
  mutating func makeRow(constant: Double) -> TableauRow {
    var row = TableauRow()
    if spareRows.count > 0 {
      row = spareRows[spareRows.count - 1]
      spareRows.removeLast()
    }
    row.basic = -1
    row.constant = constant
    row.cells.removeAll()
    return row
  }

  /// Keeps the memory of a row that is not in the tableau, for another row.
  mutating func discard(_ row: TableauRow) { spareRows.append(row) }

  /// Adds a row to the tableau.
  mutating func append(_ row: TableauRow) {
    for index in 0..<row.cells.count { occurrences[Int(row.cells[index].symbol)] += 1 }
    rowOfSymbol[Int(row.basic)] = Int32(rows.count)
    rows.append(row)
  }

  mutating func removeRow(_ index: Int) { discard(takeRow(index)) }

  /// Removes a row from the tableau and returns it. The last row moves to its index.
  mutating func takeRow(_ index: Int) -> TableauRow {
    let row = rows[index]
    for index in 0..<row.cells.count { occurrences[Int(row.cells[index].symbol)] -= 1 }
    rowOfSymbol[Int(row.basic)] = -1
    let last = rows.count - 1
    if index != last {
      rows[index] = rows[last]
      rowOfSymbol[Int(rows[index].basic)] = Int32(index)
    }
    rows.removeLast()
    return row
  }

  /// Counts one row less that contains the symbol.
  mutating func uncount(_ symbol: Symbol) { occurrences[Int(symbol)] -= 1 }

  /// Adds a multiple of a symbol, or of its row if it is basic, to a row that is not in the tableau.
  mutating func add(_ coefficient: Double, times symbol: Symbol, to row: inout TableauRow) {
    let basicRow = self.row(of: symbol)
    if basicRow >= 0 {
      add(coefficient, times: rows[basicRow], to: &row, without: -1, counts: false)
      return
    }
    let place = row.index(of: symbol)
    if place < row.cells.count && row.cells[place].symbol == symbol {
      row.cells[place].coefficient += coefficient
      if isNearlyZero(row.cells[place].coefficient) { row.cells.remove(at: place) }
    } else if !isNearlyZero(coefficient) {
      row.cells.insert(TableauRow.Cell(symbol: symbol, coefficient: coefficient), at: place)
    }
  }

  /// Solves a row that equals 0 for one of its symbols, which becomes its basic symbol.
  func solve(_ row: inout TableauRow, for symbol: Symbol) {
    let place = row.index(of: symbol)
    let factor = -1 / row.cells[place].coefficient
    row.cells.remove(at: place)
    row.constant *= factor
    for index in 0..<row.cells.count { row.cells[index].coefficient *= factor }
    row.basic = symbol
  }

  /// Replaces the row's basic symbol by the row, in all rows and in the objectives.
  mutating func substitute(_ row: TableauRow) {
    let symbol = row.basic
    var index = 0
    while occurrences[Int(symbol)] > 0 && index < rows.count {
      // Rows do not move in memory: none is added here.
      let target = rows.base.unsafelyUnwrapped + index
      let coefficient = target.pointee.coefficient(of: symbol)
      if coefficient != 0 {
        add(coefficient, times: row, to: &target.pointee, without: symbol, counts: true)
        recordIfInfeasible(target.pointee)
      }
      index += 1
    }
    objective = objectiveWithout(symbol, objective, row)
    artificialObjective = objectiveWithout(symbol, artificialObjective, row)
  }

  private mutating func objectiveWithout(
    _ symbol: Symbol, _ objective: consuming TableauRow, _ row: TableauRow
  ) -> TableauRow {
    let coefficient = objective.coefficient(of: symbol)
    if coefficient != 0 { add(coefficient, times: row, to: &objective, without: symbol, counts: false) }
    return objective
  }

  /// Records the row's basic symbol if it is restricted and negative.
  @inline(__always)
  mutating func recordIfInfeasible(_ row: TableauRow) {
    if isNegative(row.constant) && isRestricted(row.basic) { infeasible.append(row.basic) }
  }

  /// Adds a multiple of a symbol, or of its row if it is basic, to the objective.
  mutating func addToObjective(_ coefficient: Double, times symbol: Symbol) {
    var row = objective
    add(coefficient, times: symbol, to: &row)
    objective = row
  }

  /// Adds a multiple of one row to another by merging their sorted cells.
  ///
  /// - Parameters:
  ///   - omitted: A symbol to remove from `target`; -1 for none.
  ///   - counts: Whether occurrences of symbols in `target` are counted.
  mutating func add(
    _ factor: Double, times source: TableauRow, to target: inout TableauRow, without omitted: Symbol,
    counts: Bool
  ) {
    target.constant += factor * source.constant
    let (oldCount, sourceCount) = (target.cells.count, source.cells.count)
    scratch.reserve(oldCount + sourceCount)
    guard let merged = scratch.base else { return }
    let (old, new) = (target.cells.base, source.cells.base)
    var (left, right, count) = (0, 0, 0)
    while left < oldCount || right < sourceCount {
      let leftSymbol = left < oldCount ? old.unsafelyUnwrapped[left].symbol : Symbol.max
      let rightSymbol = right < sourceCount ? new.unsafelyUnwrapped[right].symbol : Symbol.max
      if leftSymbol < rightSymbol {
        if leftSymbol == omitted {
          if counts { occurrences[Int(leftSymbol)] -= 1 }
        } else {
          merged[count] = old.unsafelyUnwrapped[left]
          count &+= 1
        }
        left &+= 1
      } else if rightSymbol < leftSymbol {
        let coefficient = factor * new.unsafelyUnwrapped[right].coefficient
        if !isNearlyZero(coefficient) {
          merged[count] = TableauRow.Cell(symbol: rightSymbol, coefficient: coefficient)
          count &+= 1
          if counts { occurrences[Int(rightSymbol)] += 1 }
        }
        right &+= 1
      } else {
        let coefficient =
          old.unsafelyUnwrapped[left].coefficient + factor * new.unsafelyUnwrapped[right].coefficient
        if isNearlyZero(coefficient) {
          if counts { occurrences[Int(leftSymbol)] -= 1 }
        } else {
          merged[count] = TableauRow.Cell(symbol: leftSymbol, coefficient: coefficient)
          count &+= 1
        }
        left &+= 1
        right &+= 1
      }
    }
    scratch.setCount(count)
    swap(&scratch, &target.cells)
  }
}
