import ConstraintLayout
import LayoutTestSupport
import Testing

@Suite("Dense system")
struct DenseSystemTests {
  /// Solves rows of coefficients with the constant last.
  private func solve(_ rows: [[Double]]) -> [Double]? {
    var system = DenseSystem()
    system.begin(unknownCount: rows.count)
    for row in rows {
      let terms = row.dropLast().enumerated().map { (coefficient: $0.element, unknown: $0.offset) }
      system.add(terms, equals: row.last ?? 0)
    }
    guard system.solve() == nil else { return nil }
    return rows.indices.map { system.value(of: $0) }
  }

  @Test("No unknowns, one, and a textbook's three")
  func textbook() {
    #expect(solve([]) == [])
    #expect(solve([[4, 10]]) == [2.5])
    let solution = solve([[2, 1, -1, 8], [-3, -1, 2, -11], [-2, 1, 2, -3]])
    #expect(zip(solution ?? [], [2, 3, -1]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test("A zero where the first pivot would be, and a tiny one, are passed over")
  func pivoting() {
    #expect(solve([[0, 1, 5], [1, 0, 7]]) == [7, 5])
    // Without pivoting the small pivot loses the second equation altogether.
    let solution = solve([[1e-20, 1, 1], [1, 1, 2]])
    #expect(zip(solution ?? [], [1, 1]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test(
    "Equations that say the same, and equations that contradict each other, leave an unknown undetermined")
  func singular() {
    #expect(solve([[0, 1]]) == nil)
    #expect(solve([[1, 2, 3], [2, 4, 6]]) == nil)
    #expect(solve([[1, 2, 3], [2, 4, 7]]) == nil)
    var system = DenseSystem()
    system.begin(unknownCount: 3)
    system.add((1, 0), equals: 1)
    system.add((1, 2), equals: 1)
    system.add((1, 0), (1, 2), equals: 2)
    #expect(system.solve() == 1)
  }

  @Test("Terms of one unknown add up")
  func terms() {
    var system = DenseSystem()
    system.begin(unknownCount: 1)
    system.add((1, 0), (2, 0), equals: 12)
    #expect(system.solve() == nil)
    #expect(system.value(of: 0) == 4)
  }

  @Test(
    "A random system gives back the solution it was made from, in a system that is used again",
    arguments: 1...30)
  func random(size: Int) {
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
        system.add(
          coefficients.enumerated().map { (coefficient: $0.element, unknown: $0.offset) }, equals: constant)
      }
      #expect(system.solve() == nil, "seed \(size)")
      for unknown in 0..<size {
        #expect(abs(system.value(of: unknown) - solution[unknown]) < 1e-9, "seed \(size)")
      }
    }
  }
}
