/// A square system of linear equations, kept as one dense matrix and solved from scratch.
///
/// Storage is a row an equation, each row the coefficients of all unknowns and the constant: 8 (n + 1) n bytes for n
/// unknowns. A system keeps its storage when it is cleared, so that solving one of the same size again allocates nothing.
///
/// It belongs to one thread at a time.
public struct DenseSystem: ~Copyable {
  /// How many unknowns there are.
  public private(set) var unknownCount = 0
  /// How many equations were written.
  public private(set) var equationCount = 0

  /// Row after row; a row has a place for each unknown and one for the constant.
  private var matrix = UnsafeMutableBufferPointer<Double>.allocate(capacity: 0)
  /// Where each row begins, in the order in which rows stand after pivoting.
  private var rows = UnsafeMutableBufferPointer<Int>.allocate(capacity: 0)
  private var solution = UnsafeMutableBufferPointer<Double>.allocate(capacity: 0)

  /// A system without unknowns.
  public init() {}

  deinit {
    matrix.deallocate()
    rows.deallocate()
    solution.deallocate()
  }

  /// Begins a new system of so many unknowns and as many equations, none of them written yet.
  public mutating func begin(unknownCount: Int) {
    self.unknownCount = unknownCount
    equationCount = 0
    let size = unknownCount * (unknownCount + 1)
    if matrix.count < size {
      matrix.deallocate()
      matrix = .allocate(capacity: size)
    }
    if rows.count < unknownCount {
      rows.deallocate()
      solution.deallocate()
      rows = .allocate(capacity: unknownCount)
      solution = .allocate(capacity: unknownCount)
    }
    matrix.baseAddress?.initialize(repeating: 0, count: size)
    for row in 0..<unknownCount { rows[row] = row * (unknownCount + 1) }
  }

  /// Writes the equation that the sum of all terms equals `constant`. Terms of one unknown add up.
  ///
  /// - Precondition: there are fewer equations than unknowns so far.
  public mutating func add(_ terms: (coefficient: Double, unknown: Int)..., equals constant: Double) {
    add(terms, equals: constant)
  }

  /// Writes an equation; see `add(_:equals:)`.
  public mutating func add(_ terms: [(coefficient: Double, unknown: Int)], equals constant: Double) {
    precondition(equationCount < unknownCount, "A square system has no more equations than unknowns")
    let row = rows[equationCount]
    for term in terms { matrix[row + term.unknown] += term.coefficient }
    matrix[row + unknownCount] = constant
    equationCount += 1
  }

  /// The value of an unknown, after `solve()`.
  public func value(of unknown: Int) -> Double { solution[unknown] }
}

// MARK: - Solving

extension DenseSystem {
  /// A pivot below this share of the largest coefficient counts as 0.
  private static let singularity = 1e-11

  /// Solves the system by Gaussian elimination with partial pivoting. What the equations said is lost.
  ///
  /// For each column in turn:
  ///
  ///  1. Take for the pivot row the one with the largest coefficient in the column.
  ///  2. Put it at the top of those that are left.
  ///  3. Take multiples of it from the rows below, so that the column becomes 0 there. A row where it is 0 already stays.
  ///
  /// Then, from the last unknown to the first:
  ///
  ///  4. Put what is known into the row, and solve it for its unknown.
  ///
  /// Time is at most n³ / 3 multiplications, and as much less as step 3 finds zeros. Source: Golub and Van Loan, "Matrix
  /// Computations", sections 3.2 to 3.4.
  ///
  /// - Returns: The unknown that the equations do not determine; nil where they determine all.
  /// - Precondition: there are as many equations as unknowns.
  public mutating func solve() -> Int? {
    precondition(equationCount == unknownCount, "A square system has as many equations as unknowns")
    let n = unknownCount
    let threshold = DenseSystem.singularity * largestCoefficient
    for column in 0..<n {
      let pivot = pivotRow(column)
      guard abs(matrix[rows[pivot] + column]) > threshold else { return column }
      rows.swapAt(column, pivot)
      eliminate(column)
    }
    for column in stride(from: n - 1, through: 0, by: -1) {
      let row = rows[column]
      var sum = matrix[row + n]
      for known in (column + 1)..<max(n, column + 1) { sum -= matrix[row + known] * solution[known] }
      solution[column] = sum / matrix[row + column]
    }
    return nil
  }

  private var largestCoefficient: Double {
    var largest = 0.0
    for row in 0..<unknownCount {
      for column in 0..<unknownCount { largest = max(largest, abs(matrix[rows[row] + column])) }
    }
    return largest
  }

  private func pivotRow(_ column: Int) -> Int {
    var pivot = column
    var largest = abs(matrix[rows[column] + column])
    for row in (column + 1)..<max(unknownCount, column + 1) {
      let size = abs(matrix[rows[row] + column])
      if size > largest { (pivot, largest) = (row, size) }
    }
    return pivot
  }

  private func eliminate(_ column: Int) {
    let pivotRow = rows[column]
    let pivot = matrix[pivotRow + column]
    for row in (column + 1)..<max(unknownCount, column + 1) {
      let start = rows[row]
      let factor = matrix[start + column] / pivot
      if factor == 0 { continue }
      for index in column...unknownCount {
        matrix[start + index] -= factor * matrix[pivotRow + index]
      }
    }
  }
}
