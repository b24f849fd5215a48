import Testing

@testable import Benchmarking

@Suite("Power laws")
struct PowerLawTests {
  @Test(arguments: [-1.0, 0, 1, 2, 2.5])
  func `Points on a power law give its exponent, and an interval of no width`(exponent: Double) throws {
    let points = [1.0, 3, 10, 30, 100].map { x in (x: x, y: 7 * power(x, exponent)) }
    let law = try #require(PowerLaw(points))
    #expect(abs(law.exponent - exponent) < 1e-9)
    #expect(law.interval.upperBound - law.interval.lowerBound < 1e-6)
  }

  /// By hand: ln y against ln x with x = 1, e, e² and ln y = 0, 1, 3 has the slope 1.5, the residual sum of squares 1/6, and
  /// Student's t of one degree of freedom at 97.5% is 12.706.
  @Test func `The interval is Student's`() throws {
    let e = 2.718281828459045
    let law = try #require(PowerLaw([(1, 1), (e, e), (e * e, e * e * e)]))
    #expect(abs(law.exponent - 1.5) < 1e-9)
    let half = 12.706 * (1.0 / 6 / 1 / 2).squareRoot()
    #expect(abs(law.interval.upperBound - (1.5 + half)) < 1e-6)
    #expect(law.level == 0.95)
  }

  @Test func `What has no slope has no law`() {
    #expect(PowerLaw([]) == nil)
    #expect(PowerLaw([(1, 1), (2, 2)]) == nil)
    #expect(PowerLaw([(2, 1), (2, 2), (2, 3)]) == nil)
    #expect(PowerLaw([(0, 1), (1, 2), (2, 3)]) == nil)
    #expect(PowerLaw([(1, 1), (2, -2), (3, 3)]) == nil)
    #expect(PowerLaw([(1, 1), (2, .nan), (3, 3)]) == nil)
    #expect(PowerLaw([(1, 1), (.infinity, 2), (3, 3)]) == nil)
  }

  private func power(_ x: Double, _ exponent: Double) -> Double {
    // Halves suffice here, and need no mathematics library.
    let whole = Int(exponent.rounded(.towardZero))
    var result = (0..<abs(whole)).reduce(1.0) { product, _ in product * x }
    if whole < 0 { result = 1 / result }
    return exponent == Double(whole) ? result : result * x.squareRoot()
  }
}
