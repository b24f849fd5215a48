/// What the tableau is written in: variables of the user's, and those that the simplex method adds.
typealias Symbol = Int32

/// What a symbol stands for.
enum SymbolKind: UInt8 {
  /// A variable of the user's. It may take any value: the paper's unrestricted variables.
  case external
  /// What an inequality leaves, 0 or more.
  case slack
  /// By how much a constraint that need not hold does not, 0 or more.
  case error
  /// Marks a required equation. It is 0, and is never made basic again.
  case dummy
}

/// A row of the tableau: its basic symbol equals the constant plus the sum of all cells. The objective is a row, too, without a
/// basic symbol.
struct TableauRow: BitwiseCopyable {
  /// A parametric symbol and what it is multiplied by.
  struct Cell: BitwiseCopyable {
    var symbol: Symbol
    var coefficient: Double
  }

  var basic: Symbol = -1
  var constant = 0.0
  /// In ascending order of symbols; none is 0.
  var cells = GrowingBuffer<Cell>()

  /// Where the symbol stands, or would stand.
  @inline(__always)
  func place(of symbol: Symbol) -> Int {
    guard let base = cells.base else { return 0 }
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low &+ high) &>> 1
      if base[middle].symbol < symbol { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// What the symbol is multiplied by; 0 where it is not in the row.
  @inline(__always)
  func coefficient(of symbol: Symbol) -> Double {
    guard cells.count > 0, let base = cells.base, base[0].symbol <= symbol,
      base[cells.count &- 1].symbol >= symbol
    else { return 0 }
    let place = place(of: symbol)
    return base[place].symbol == symbol ? base[place].coefficient : 0
  }

  /// Turns every sign, which a row that equals 0 does not mind.
  mutating func negate() {
    constant = -constant
    for index in 0..<cells.count { cells[index].coefficient = -cells[index].coefficient }
  }
}

/// Whether a number is what rounding left of 0.
@inline(__always)
func isNearlyZero(_ number: Double) -> Bool { abs(number) < 1e-8 }

/// Whether a number is below 0 by more than rounding makes it.
@inline(__always)
func isNegative(_ number: Double) -> Bool { number < -1e-8 }
