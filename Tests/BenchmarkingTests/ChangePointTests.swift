import Testing

@testable import Benchmarking

@Suite("Change points")
struct ChangePointTests {
  /// Noise with a long right tail and now and then a value ten times as far out, as timings have.
  private struct Noise {
    var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func next() -> Double {
      var unit: Double { Double(generator.next() >> 11) / Double(1 << 53) }
      let (first, second) = (unit, unit)
      let value = first * first
      return second < 0.05 ? 10 * value : value
    }
  }

  private func history(_ levels: [(level: Double, count: Int)], seed: UInt64) -> [Double] {
    var noise = Noise(seed: seed)
    return levels.flatMap { entry in (0..<entry.count).map { _ in entry.level + noise.next() } }
  }

  private func indices(_ history: [Double], level: Double = 0.01, minimumLength: Int = 5) throws -> [Int] {
    try ChangePoints(in: history, level: level, minimumLength: minimumLength).points.map(\.index)
  }

  @Test("In noise alone, alarms are as rare as the level says")
  func falseAlarms() throws {
    let alarms = try (0..<200).count { seed in
      let history = history([(100, 30)], seed: UInt64(seed))
      return try !ChangePoints(in: history, level: 0.05, permutations: 199, seed: 1).points.isEmpty
    }
    // 10 are expected; more than 20 would come by chance less than once in a thousand times.
    #expect(alarms <= 20, "\(alarms) of 200")
    #expect(alarms >= 2, "\(alarms) of 200")
  }

  @Test("One shift is found where it is, whatever outliers there are", arguments: [UInt64(1), 2, 3, 4, 5])
  func oneShift(seed: UInt64) throws {
    let points = try ChangePoints(in: history([(100, 20), (102, 15)], seed: seed)).points
    #expect(points.count == 1, "seed \(seed): \(points)")
    let point = try #require(points.first)
    #expect(abs(point.index - 20) <= 1, "seed \(seed): \(point)")
    #expect(point.pValue <= 0.01)
    #expect((100...101).contains(point.medianBefore) && (102...103).contains(point.medianAfter))
  }

  @Test("Two shifts are found, there and back too", arguments: [UInt64(1), 2, 3], [101.5, 104.0, 100.0])
  func twoShifts(seed: UInt64, last: Double) throws {
    let found = try indices(history([(100, 20), (102.5, 20), (last, 20)], seed: seed))
    #expect(found.count == 2, "seed \(seed): \(found)")
    #expect(zip(found, [20, 40]).allSatisfy { abs($0 - $1) <= 1 }, "seed \(seed): \(found)")
  }

  @Test("The medians are those between the changes")
  func medians() throws {
    let values =
      Array(repeating: 1.0, count: 9) + Array(repeating: 3, count: 10) + Array(repeating: 2, count: 11)
    let points = try ChangePoints(in: values).points
    #expect(points.map(\.index) == [9, 19])
    #expect(points.map(\.medianBefore) == [1, 3])
    #expect(points.map(\.medianAfter) == [3, 2])
  }

  @Test("One wild value is no change")
  func outlier() throws {
    for place in [0, 10, 19] {
      var values = history([(100, 20)], seed: 3)
      values[place] = 1e9
      #expect(try indices(values).isEmpty)
    }
  }

  @Test("A history of equal values, or one too short, has none")
  func none() throws {
    #expect(try indices([]).isEmpty)
    #expect(try indices([1]).isEmpty)
    #expect(try indices(Array(repeating: 0.1, count: 50)).isEmpty)
    #expect(try indices([1, 1, 1, 1, 9, 9, 9, 9, 9], minimumLength: 5).isEmpty)
    #expect(try indices([1, 1, 1, 1, 1, 9, 9, 9, 9, 9], level: 0.02, minimumLength: 5) == [5])
  }

  @Test("No two changes are closer than the minimum")
  func minimumLength() throws {
    let values = history([(100, 12), (110, 3), (120, 12)], seed: 1)
    let found = [0] + (try indices(values, level: 0.05)) + [values.count]
    #expect(found.count > 2)
    #expect(zip(found, found.dropFirst()).allSatisfy { $1 - $0 >= 5 }, "\(found)")
  }

  /// By hand, over all 7! orders: the shift of 1, 3, 2, 9, 8, 7, 9 is at 3, and a tenth of the orders have one at least as large.
  @Test("The p-value is that of all orders")
  func exactPValue() throws {
    let points = try ChangePoints(
      in: [1, 3, 2, 9, 8, 7, 9], level: 0.5, minimumLength: 2, permutations: 50_000
    ).points
    let point = try #require(points.first { $0.index == 3 })
    #expect(abs(point.pValue - 0.1) < 0.003)
  }

  @Test("Infinities are values, and what is no number is refused")
  func notFinite() throws {
    let values = Array(repeating: -Double.infinity, count: 8) + Array(repeating: .infinity, count: 8)
    #expect(try indices(values) == [8])
    #expect(throws: SampleError.notANumber(index: 2)) { try indices([1, 2, .nan]) }
  }

  @Test("Only ranks count")
  func ranks() throws {
    let values = history([(1, 15), (3, 15)], seed: 9)
    #expect(try indices(values.map { $0 * $0 * $0 * 1e-6 }) == indices(values))
  }

  @Test("Equal seeds give equal points")
  func seeds() throws {
    let values = history([(100, 20), (101, 20)], seed: 5)
    #expect(try ChangePoints(in: values, seed: 3) == ChangePoints(in: values, seed: 3))
  }
}
