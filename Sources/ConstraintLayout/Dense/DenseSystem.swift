/// A square system of linear equations in one dense matrix, solved from scratch.
///
/// Each row has the coefficients of all unknowns and the constant: 8 (n + 1) n bytes for n unknowns. A system
/// keeps its storage, so that solving another system of the same size allocates nothing. A system belongs to
/// one thread at a time.
public struct DenseSystem: ~Copyable {
  /// The number of unknowns.
  public private(set) var unknownCount = 0
  /// The number of equations so far.
  public private(set) var equationCount = 0

  /// The rows: the coefficient of each unknown, then the constant.
  private var matrix = UnsafeMutableBufferPointer<Double>.allocate(capacity: 0)
  /// The index at which each row begins, in the order after pivoting.
  private var rows = UnsafeMutableBufferPointer<Int>.allocate(capacity: 0)
  private var solution = UnsafeMutableBufferPointer<Double>.allocate(capacity: 0)
  /// The largest coefficient of each unknown, and the largest constant, in scaled rows.
  private var columnSizes = UnsafeMutableBufferPointer<Double>.allocate(capacity: 0)
  private var largestConstant = 0.0

  /// A system without unknowns.
  public init() {}

  deinit {
    matrix.deallocate()
    rows.deallocate()
    solution.deallocate()
    columnSizes.deallocate()
  }

  /// Begins a new system with this number of unknowns and equations.
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
      columnSizes.deallocate()
      rows = .allocate(capacity: unknownCount)
      solution = .allocate(capacity: unknownCount)
      columnSizes = .allocate(capacity: unknownCount)
    }
    matrix.baseAddress?.initialize(repeating: 0, count: size)
    for row in 0..<unknownCount { rows[row] = row * (unknownCount + 1) }
    columnSizes.baseAddress?.initialize(repeating: 0, count: unknownCount)
    largestConstant = 0
  }

  /// Adds the equation that the sum of all terms equals `constant`.
  ///
  /// - Precondition: there are fewer equations than unknowns so far.
  public mutating func add(_ terms: [Term], equals constant: Double) {
    precondition(equationCount < unknownCount, "A square system has no more equations than unknowns")
    let row = rows[equationCount]
    for term in terms { matrix[row + term.variable.index] += term.coefficient }
    matrix[row + unknownCount] = constant
    equationCount += 1
    scale(row, terms)
  }

  /// Step 1 of `solve()`, done while the terms are known: finding them again took a tenth of the time of small systems.
  private mutating func scale(_ row: Int, _ terms: [Term]) {
    var largest = 0.0
    for term in terms { largest = max(largest, abs(matrix[row + term.variable.index])) }
    if largest > 0 && largest < .infinity && largest.exponent != 0 {
      for index in row...row + unknownCount {
        matrix[index] = Double(sign: .plus, exponent: -Int(largest.exponent), significand: matrix[index])
      }
    }
    for term in terms {
      let column = term.variable.index
      columnSizes[column] = max(columnSizes[column], abs(matrix[row + column]))
    }
    largestConstant = max(largestConstant, abs(matrix[row + unknownCount]))
  }

  /// The value of an unknown, after `solve()` has succeeded.
  public func value(of unknown: Int) -> Double { solution[unknown] }
}

/// The reason why a system has no solution, or more than one.
public enum DenseSystemError: Error, Hashable, Sendable {
  /// The equations are consistent, and do not determine this unknown.
  case underdetermined(unknown: Int)
  /// This equation, by its number in the order of adding, contradicts others.
  case inconsistent(equation: Int)
}

// MARK: - Solving

extension DenseSystem {
  /// A pivot below this share of its column's largest coefficient counts as 0, a rounding error.
  private static let singularity = 1e-11

  /// Solves the system by Gaussian elimination with partial pivoting, which overwrites the equations.
  ///
  ///  1. Scale each row by a power of two, which rounds nothing, so that its largest coefficient is within 1
  ///     to 2. Otherwise equations would become pivots only because their numbers are large.
  ///
  /// For each column:
  ///
  ///  2. Choose as the pivot row the row with the largest coefficient in the column. If all coefficients are
  ///     0 the unknown remains undetermined, and the next column continues with the same rows.
  ///  3. Swap the pivot row to the top of the remaining rows.
  ///  4. Subtract multiples of the pivot row from the rows below, so that their coefficients in the column become 0.
  ///
  /// From the last unknown to the first:
  ///
  ///  5. Substitute the known values, and solve the row for its unknown.
  ///
  /// If an unknown is undetermined the remaining rows have no coefficients, and a row whose constant is not 0
  /// is a contradiction. Source: Golub and Van Loan, "Matrix Computations", sections 3.2 to 3.5.
  ///
  /// - Precondition: there are as many equations as unknowns.
  /// - Complexity: at most n³ / 3 multiplications; step 4 skips rows that are 0 already.
  public mutating func solve() throws(DenseSystemError) {
    precondition(equationCount == unknownCount, "A square system has as many equations as unknowns")
    let n = unknownCount
    var pivotCount = 0
    var open: Int?
    for column in 0..<n {
      let pivot = pivotRow(column, from: pivotCount)
      guard abs(matrix[rows[pivot] + column]) > DenseSystem.singularity * columnSizes[column] else {
        open = open ?? column
        continue
      }
      rows.swapAt(pivotCount, pivot)
      eliminate(column, below: pivotCount)
      pivotCount += 1
    }
    if let open { throw contradiction(from: pivotCount) ?? .underdetermined(unknown: open) }
    substituteBackwards()
  }

  /// Step 2.
  private func pivotRow(_ column: Int, from first: Int) -> Int {
    var pivot = first
    var largest = abs(matrix[rows[first] + column])
    for row in (first + 1)..<max(unknownCount, first + 1) {
      let size = abs(matrix[rows[row] + column])
      if size > largest { (pivot, largest) = (row, size) }
    }
    return pivot
  }

  /// Step 4.
  private func eliminate(_ column: Int, below top: Int) {
    // A local name: under the thread sanitizer Swift 6.3.1 miscompiles a change of an element in place through a
    // noncopyable self.
    let matrix = matrix
    let pivotRow = rows[top]
    let pivot = matrix[pivotRow + column]
    for row in (top + 1)..<max(unknownCount, top + 1) {
      let start = rows[row]
      let factor = matrix[start + column] / pivot
      if factor == 0 { continue }
      for index in column...unknownCount {
        matrix[start + index] -= factor * matrix[pivotRow + index]
      }
    }
  }

  /// Step 5.
  private func substituteBackwards() {
    let n = unknownCount
    for column in stride(from: n - 1, through: 0, by: -1) {
      let row = rows[column]
      var sum = matrix[row + n]
      for known in (column + 1)..<max(n, column + 1) { sum -= matrix[row + known] * solution[known] }
      solution[column] = sum / matrix[row + column]
    }
  }

  /// The first of the remaining equations that has a constant other than 0.
  private func contradiction(from first: Int) -> DenseSystemError? {
    for row in first..<unknownCount
    where abs(matrix[rows[row] + unknownCount]) > DenseSystem.singularity * largestConstant {
      return .inconsistent(equation: rows[row] / (unknownCount + 1))
    }
    return nil
  }
}
