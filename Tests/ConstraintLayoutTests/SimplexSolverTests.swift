import ConstraintLayout
import LayoutTestSupport
import Testing

@Suite("Dense system")
struct DenseSystemTests {
  /// Solves rows of coefficients with the constant last.
  private func solve(_ rows: [[Double]]) throws(DenseSystemError) -> [Double] {
    var system = DenseSystem()
    system.begin(unknownCount: rows.count)
    for row in rows {
      system.add(terms(row.dropLast()), equals: row.last ?? 0)
    }
    try system.solve()
    return rows.indices.map { system.value(of: $0) }
  }

  /// Terms with a coefficient for each variable in turn.
  private func terms(_ coefficients: some Sequence<Double>) -> [Term] {
    coefficients.enumerated().map { ($0.element, Variable(index: $0.offset)) }
  }

  private func expect(_ rows: [[Double]], give solution: [Double], within tolerance: Double) throws {
    let found = try solve(rows)
    #expect(
      zip(found, solution).allSatisfy { abs($0 - $1) <= tolerance * abs($1) }, "\(found), not \(solution)")
  }

  @Test func `No unknowns, one, and a textbook's three`() throws {
    #expect(try solve([]) == [])
    #expect(try solve([[4, 10]]) == [2.5])
    try expect([[2, 1, -1, 8], [-3, -1, 2, -11], [-2, 1, 2, -3]], give: [2, 3, -1], within: 1e-12)
  }

  @Test func `A zero where the first pivot would be, and a tiny one, are passed over`() throws {
    #expect(try solve([[0, 1, 5], [1, 0, 7]]) == [7, 5])
    // Without pivoting the small pivot loses the second equation altogether.
    try expect([[1e-20, 1, 1], [1, 1, 2]], give: [1, 1], within: 1e-9)
  }

  @Test func `Badly scaled equations and unknowns are no singular ones`() throws {
    try expect([[1e12, 1e12, 3e12], [1e-12, -1e-12, -1e-12]], give: [1, 2], within: 1e-12)
    try expect([[1, 1e-15, 2], [1, -1e-15, 0]], give: [1, 1e15], within: 1e-9)
    try expect([[1e-300, 2e-300, 5e-300], [3e300, -1e300, 1e300]], give: [1, 2], within: 1e-12)
    // Partial pivoting without scaling takes the first row, whose large numbers make it look like a pivot.
    try expect([[10, 1e20, 1e20], [1, 1, 2]], give: [1, 1], within: 1e-9)
  }

  @Test func `Equations that say the same leave an unknown open`() {
    #expect(throws: DenseSystemError.underdetermined(unknown: 0)) { try solve([[0, 0]]) }
    #expect(throws: DenseSystemError.underdetermined(unknown: 1)) { try solve([[1, 2, 3], [2, 4, 6]]) }
    // The unknown in the middle is the open one, though the elimination goes on after it.
    #expect(throws: DenseSystemError.underdetermined(unknown: 1)) {
      try solve([[1, 0, 0, 1], [0, 0, 1, 1], [1, 0, 1, 2]])
    }
    // What rounding leaves of 0 is no pivot.
    #expect(throws: DenseSystemError.underdetermined(unknown: 1)) {
      try solve([[0.1, 0.3, 0.7], [0.7, 2.1, 4.9]])
    }
  }

  @Test func `Equations that contradict each other are told from those that say too little`() {
    #expect(throws: DenseSystemError.inconsistent(equation: 0)) { try solve([[0, 1]]) }
    #expect(throws: DenseSystemError.inconsistent(equation: 1)) { try solve([[1, 2, 3], [1, 2, 4]]) }
    // The elimination moves the first equation to the end; its number is the one that it was written with.
    #expect(throws: DenseSystemError.inconsistent(equation: 0)) {
      try solve([[0, 1, 0, 1], [0, 1, 0, 5], [1, 0, 0, 1]])
    }
  }

  @Test("A system that is used again has forgotten how large the numbers of the one before were")
  func reuse() throws {
    var system = DenseSystem()
    system.begin(unknownCount: 2)
    system.add(terms([1]), equals: 1e15)
    system.add(terms([0, 1]), equals: 1)
    try system.solve()
    system.begin(unknownCount: 2)
    system.add(terms([1, 2]), equals: 3)
    system.add(terms([1, 2]), equals: 4)
    #expect(throws: DenseSystemError.inconsistent(equation: 1)) { try system.solve() }
  }

  @Test func `Terms of one unknown add up`() throws {
    var system = DenseSystem()
    system.begin(unknownCount: 1)
    system.add(terms([1]) + terms([2]), equals: 12)
    try system.solve()
    #expect(system.value(of: 0) == 4)
  }

  @Test(
    "A random system gives back the solution it was made from, in a system that is used again",
    arguments: 1...30)
  func random(size: Int) throws {
    var random = RandomTree(seed: UInt64(size))
    func draw() -> Double { Double(random.next() % 2001) / 1000 - 1 }
    var system = DenseSystem()
    for _ in 0..<3 {
      let solution = (0..<size).map { _ in draw() }
      system.begin(unknownCount: size)
      for row in 0..<size {
        var coefficients = (0..<size).map { _ in random.chance(50) ? draw() : 0 }
        coefficients[(row + 1) % size] += 3 * Double(size)
        let constant = zip(coefficients, solution).reduce(0) { $0 + $1.0 * $1.1 }
        system.add(terms(coefficients), equals: constant)
      }
      #expect(throws: Never.self, "seed \(size)") { try system.solve() }
      for unknown in 0..<size {
        #expect(abs(system.value(of: unknown) - solution[unknown]) < 1e-9, "seed \(size)")
      }
    }
  }
}
