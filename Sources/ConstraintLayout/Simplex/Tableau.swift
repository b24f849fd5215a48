/// A sparse simplex tableau, and its arithmetic: rows that each say what one basic symbol is in terms of parametric ones.
///
/// No row holds a basic symbol. Where all parametric symbols are 0, basic ones equal their rows' constants: the basic solution.
/// It is feasible where no symbol but an external one is negative.
///
/// How many rows hold a symbol is counted, so that looking for them ends with the last one, and is not begun for a symbol that
/// no row holds: most constraints of a layout bring a variable that no other row knew.
struct Tableau {
  /// What each symbol stands for.
  private(set) var kinds = GrowingBuffer<SymbolKind>()
  /// The row whose basic symbol it is, by symbol; -1 for a parametric one.
  private(set) var rowOfSymbol = GrowingBuffer<Int32>()
  /// How many rows hold the symbol, the objectives not counted.
  private(set) var occurrences = GrowingBuffer<Int32>()
  /// Symbols that no constraint uses any more.
  private var freeSymbols = GrowingBuffer<Symbol>()

  private(set) var rows = GrowingBuffer<TableauRow>()
  /// Rows that were given up, for their memory.
  private var spareRows = GrowingBuffer<TableauRow>()
  /// The sum of all errors, weighted: what is made as small as can be.
  var objective = TableauRow()
  /// The same of an artificial variable, while a constraint is added by one; see `addWithArtificialVariable`.
  var artificialObjective = TableauRow()
  /// Basic symbols that a change made negative.
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
    infeasible.deallocate()
    scratch.deallocate()
  }

  /// Forgets all symbols and rows, and keeps the memory.
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

  /// Lets the symbol be used again. One that rounding left in some row is not.
  mutating func freeSymbol(_ symbol: Symbol) {
    if symbol >= 0 && occurrences[Int(symbol)] == 0 && row(of: symbol) < 0
      && objective.coefficient(of: symbol) == 0
    {
      freeSymbols.append(symbol)
    }
  }

  @inline(__always)
  func kind(of symbol: Symbol) -> SymbolKind { kinds[Int(symbol)] }

  /// The row whose basic symbol it is; -1 for a parametric one.
  @inline(__always)
  func row(of symbol: Symbol) -> Int { Int(rowOfSymbol[Int(symbol)]) }

  /// The symbol's value in the basic solution.
  @inline(__always)
  func value(of symbol: Symbol) -> Double {
    let row = row(of: symbol)
    return row < 0 ? 0 : rows[row].constant
  }

  /// Whether the symbol must not be negative.
  @inline(__always)
  func isRestricted(_ symbol: Symbol) -> Bool { kind(of: symbol) != .external }
}

// MARK: - Rows

extension Tableau {
  /// A row without cells, to be filled and then given to `append`.
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

  /// Gives back the memory of a row that is not in the tableau.
  mutating func discard(_ row: TableauRow) { spareRows.append(row) }

  /// Puts a row into the tableau.
  mutating func append(_ row: TableauRow) {
    for index in 0..<row.cells.count { occurrences[Int(row.cells[index].symbol)] += 1 }
    rowOfSymbol[Int(row.basic)] = Int32(rows.count)
    rows.append(row)
  }

  /// Takes a row out of the tableau. The last row takes its place.
  mutating func removeRow(_ index: Int) {
    discard(takeRow(index))
  }

  /// Takes a row out of the tableau, and returns it.
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

  mutating func changeOccurrences(of symbol: Symbol, by count: Int32) {
    occurrences[Int(symbol)] += count
  }

  /// Adds a multiple of a symbol to a row that is not in the tableau: of what it stands for, where it is basic.
  mutating func add(_ coefficient: Double, times symbol: Symbol, to row: inout TableauRow) {
    let basicRow = self.row(of: symbol)
    if basicRow >= 0 {
      add(coefficient, times: rows[basicRow], to: &row, without: -1, counts: false)
      return
    }
    let place = row.place(of: symbol)
    if place < row.cells.count && row.cells[place].symbol == symbol {
      row.cells[place].coefficient += coefficient
      if isNearlyZero(row.cells[place].coefficient) { row.cells.remove(at: place) }
    } else if !isNearlyZero(coefficient) {
      row.cells.insert(TableauRow.Cell(symbol: symbol, coefficient: coefficient), at: place)
    }
  }

  /// Solves a row that equals 0 for one of its symbols, which becomes what the row says.
  func solve(_ row: inout TableauRow, for symbol: Symbol) {
    let place = row.place(of: symbol)
    let factor = -1 / row.cells[place].coefficient
    row.cells.remove(at: place)
    row.constant *= factor
    for index in 0..<row.cells.count { row.cells[index].coefficient *= factor }
    row.basic = symbol
  }

  /// Puts what a row says its basic symbol is in the place of that symbol, in all rows and in the objectives.
  mutating func substitute(_ row: TableauRow) {
    let symbol = row.basic
    var index = 0
    while occurrences[Int(symbol)] > 0 && index < rows.count {
      // Rows stay where they are in memory: none is added here.
      let target = rows.base.unsafelyUnwrapped + index
      let coefficient = target.pointee.coefficient(of: symbol)
      if coefficient != 0 {
        add(coefficient, times: row, to: &target.pointee, without: symbol, counts: true)
        noteIfInfeasible(target.pointee)
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

  /// Notes a row whose basic symbol must not be negative, and is.
  @inline(__always)
  mutating func noteIfInfeasible(_ row: TableauRow) {
    if isNegative(row.constant) && isRestricted(row.basic) { infeasible.append(row.basic) }
  }

  /// Adds a multiple of a symbol to the objective: of what it stands for, where it is basic.
  mutating func addToObjective(_ coefficient: Double, times symbol: Symbol) {
    var row = objective
    add(coefficient, times: symbol, to: &row)
    objective = row
  }

  /// Adds a multiple of one row to another: both are in the order of symbols, so this is a merge.
  ///
  /// - Parameters:
  ///   - omitted: A symbol of `target` that is left out; -1 for none.
  ///   - counts: Whether `target` is one of the rows whose symbols are counted.
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
