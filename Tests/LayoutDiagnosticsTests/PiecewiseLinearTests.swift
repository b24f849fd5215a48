import LayoutDiagnostics
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Piecewise linear functions")
struct PiecewiseLinearTests {
  private func function(of values: [Double?], first: Int = 200) -> PiecewiseLinear {
    var function = PiecewiseLinear(first: first)
    for value in values { function.append(value) }
    return function
  }

  /// That each value reads back within 1e-6, and missing ones as missing.
  private func expectSame(_ values: [Double?], first: Int = 200, _ comment: Comment? = nil) {
    let function = function(of: values, first: first)
    #expect(function.count == values.count)
    for (offset, value) in values.enumerated() {
      let back = function.value(at: first + offset)
      let isNear = if let back, let value { abs(back - value) <= 1e-6 } else { false }
      #expect(back == value || isNear, "value \(first + offset)")
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `Random pieces read back, and exact lines take one segment each`(seed: UInt64) {
    var random = SeededRandom(seed: 77_000 + seed)
    var (values, mostSegments): ([Double?], Int) = ([], 0)
    while values.count < 1_001 {
      let length = Int.random(in: 1...(values.isEmpty ? 1_001 : 60), using: &random)
      let numbers = (0..<length).map { Double($0) }
      // Large and tiny numbers, too, and slopes whose differences must not add up.
      let start =
        [0, 1e6, 9_999_998, 1e-9, .random(in: -500...2_000, using: &random)].randomElement(using: &random)
        ?? 0
      let slope =
        [0, 1, -1, 0.5, 1.0 / 3, 1e-8, 3e-8, 1e-9, .random(in: -2...2, using: &random)]
        .randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<8, using: &random) {
      case 0: values += numbers.map { _ in nil }
      case 1:
        values += numbers.map { _ in [.infinity, -.infinity][mostSegments % 2] }
        mostSegments += length - 1
      case 2: values += numbers.map { $0.truncatingRemainder(dividingBy: 2) == 0 ? 0 : -0.0 }
      default:
        values += numbers.map { start + slope * $0 }
        // Values of other lines are rounded.
        let isExact = [0, 1, -1, 0.5, 1.0 / 3].contains(slope) && [0, 1e6].contains(start)
        if !isExact { mostSegments += length - 1 }
      }
      mostSegments += 1
    }
    expectSame(values, "seed \(seed)")
    let function = function(of: values)
    #expect(function.segments.count <= mostSegments, "seed \(seed)")
    #expect(function.segments.map(\.start) == Set(function.segments.map(\.start)).sorted())
  }

  @Test(arguments: [1e-8, 3e-8, 1e-9])
  func `Small differences do not add up`(step: Double) {
    var value = 100.0
    expectSame(
      (0..<1_001).map { number in
        value += step * Double(number % 3)
        return value
      })
  }

  @Test func `Functions with the same values are equal, also where values are missing`() {
    let values: [Double?] = [1, 2, nil, nil, 7, 7]
    #expect(function(of: values) == function(of: values))
    #expect(function(of: values).hashValue == function(of: values).hashValue)
    #expect(function(of: values) != function(of: values + [7]))
    #expect(function(of: values) != function(of: values, first: 1))
  }
}

@Suite("Sweeps of widths")
struct WidthSweepTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `Every frame in every width is that of a layout in this width`(seed: UInt64) throws {
    var random = RandomTree(seed: 91_000 + seed)
    let tree = random.tree(depth: 6)
    let range = random.range()
    let sweep = try WidthSweep(of: tree, in: range, widths: 40...260)
    #expect(sweep.elements.count == tree.elementCount)
    #expect(Set(sweep.functions).count == sweep.functions.count)
    for width in 40...260 {
      let layout = tree.layoutThatFits(range.withExactWidth(Double(width)))
      for id in tree.elementIDs {
        let (expected, frame) = (layout.frame(of: id), sweep.frame(of: id, width: width))
        #expect(isSame(expected, frame), "seed \(seed), \(width) wide, \(id): \(String(describing: frame))")
      }
    }
  }

  private func isSame(_ a: Rect?, _ b: Rect?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    func isSame(_ a: Double, _ b: Double) -> Bool { a == b || abs(a - b) <= 1e-6 || a.isNaN && b.isNaN }
    return isSame(a.origin.x, b.origin.x) && isSame(a.origin.y, b.origin.y)
      && isSame(a.size.width, b.size.width) && isSame(a.size.height, b.size.height)
  }

  @Test func `The heights are those of the range, and the width is exact`() {
    let range = SizeRange(min: Size(0, 30), max: Size(100, .infinity)).withExactWidth(250)
    #expect(range == SizeRange(min: Size(250, 30), max: Size(250, .infinity)))
  }

  @Test func `A sweep ends when its computations run out, and says in which width`() throws {
    var random = RandomTree(seed: 5)
    let tree = random.tree(depth: 6)
    let range = SizeRange(min: Size(0, 0), max: Size(300, .infinity))
    let error = #expect(throws: WidthSweep.Exhausted.self) {
      try WidthSweep(of: tree, in: range, widths: 200...1_200, computationLimit: 3 * tree.elementCount)
    }
    #expect((200...1_200).contains(try #require(error).width))
  }
}
