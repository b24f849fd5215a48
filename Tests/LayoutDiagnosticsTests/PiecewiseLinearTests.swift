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

  @Test func `A constant and a line take one segment`() {
    #expect(function(of: Array(repeating: 12.5, count: 1_001)).segments.count == 1)
    let lines: [(slope: Double, offset: Double)] = [(1.0, 0.0), (0.5, -80), (-1.0 / 3, 7), (1.0 / 7, 1e6)]
    for (slope, offset) in lines {
      let values = (200...1_200).map { slope * Double($0) + offset }
      #expect(function(of: values).segments.count == 1)
      expectSame(values)
    }
  }

  @Test func `A step, a bend and a gap begin a segment`() {
    let step = (200...1_200).map { $0 < 640 ? 40.0 : 20.0 }
    #expect(function(of: step).segments.map(\.start) == [200, 640])
    let bend = (200...1_200).map { Double(min($0, 500)) }
    // The line reaches the bend, so the constant begins after it.
    #expect(function(of: bend).segments.map(\.start) == [200, 501])
    let gap = (200...1_200).map { (300..<310).contains($0) ? nil : 5.0 as Double? }
    #expect(function(of: gap).segments.map(\.start) == [200, 300, 310])
    for values in [step, bend, gap] { expectSame(values) }
  }

  @Test func `Values that are no lengths read back: missing, infinite, -0, large and tiny ones`() {
    expectSame(Array(repeating: nil, count: 1_001))
    expectSame([.infinity, .infinity, 1, -.infinity, nil, .infinity])
    expectSame([0, -0.0, 0, -0.0])
    expectSame([9_999_999, 9_999_998.5, -9_999_999, 1e-9, 2e-9, 3e-9])
    #expect(function(of: []).segments.isEmpty)
    #expect(function(of: Array(repeating: nil, count: 9)).segments.count == 1)
  }

  @Test(arguments: [1e-8, 3e-8, 1e-9])
  func `Small differences do not add up`(step: Double) {
    expectSame((0..<1_001).map { 100 + step * Double($0) })
    var value = 100.0
    expectSame(
      (0..<1_001).map { number in
        value += step * Double(number % 3)
        return value
      })
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `Random pieces read back`(seed: UInt64) {
    var random = SeededRandom(seed: 77_000 + seed)
    var values: [Double?] = []
    while values.count < 1_001 {
      let length = Int.random(in: 1...60, using: &random)
      let slopes: [Double] = [0, 1, -1, 0.5, 1.0 / 3, .random(in: -2...2, using: &random)]
      let slope = slopes[Int.random(in: slopes.indices, using: &random)]
      let start = Double.random(in: -500...2_000, using: &random)
      let isMissing = Int.random(in: 0..<8, using: &random) == 0
      values += (0..<length).map { isMissing ? nil : start + slope * Double($0) }
    }
    expectSame(values, "seed \(seed)")
    let function = function(of: values)
    #expect(function.segments.map(\.start) == Set(function.segments.map(\.start)).sorted())
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
