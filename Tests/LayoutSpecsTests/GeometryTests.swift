import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Size ranges")
struct SizeRangeTests {
  @Test func `A range that no size fits is stopped where it is made`() async {
    await #expect(processExitsWith: .failure) { _ = SizeRange(min: Size(2, 0), max: Size(1, 0)) }
    await #expect(processExitsWith: .failure) { _ = SizeRange(min: Size(-1, 0), max: Size(1, 0)) }
    await #expect(processExitsWith: .failure) { _ = SizeRange(min: Size(.nan, 0), max: Size(1, 0)) }
    await #expect(processExitsWith: .failure) { _ = SizeRange(exactly: .infinite) }
  }

  @Test("Descriptions")
  func description() {
    #expect("\(SizeRange(width: 100...200, height: 50...(.infinity)))" == "{{100, 50}, {200, inf}}")
    #expect("\(Rect(x: 1, y: 2.5, width: 3, height: 4))" == "{{1, 2.5}, {3, 4}}")
  }
}

@Suite("Frames")
struct RectTests {
  private let rect = Rect(x: 10, y: 20, width: 30, height: 40)

  @Test(
    "Two frames have a part in common, in whichever order; those that touch have an edge or a corner",
    arguments: [
      (Rect(x: 0, y: 0, width: 100, height: 100), Rect(x: 10, y: 20, width: 30, height: 40)),
      (Rect(x: 20, y: 30, width: 5, height: 5), Rect(x: 20, y: 30, width: 5, height: 5)),
      (Rect(x: -5, y: 50, width: 20, height: 50), Rect(x: 10, y: 50, width: 5, height: 10)),
      (Rect(x: 40, y: 0, width: 9, height: 99), Rect(x: 40, y: 20, width: 0, height: 40)),
      (Rect(x: 40, y: 60, width: 9, height: 9), Rect(x: 40, y: 60, width: 0, height: 0)),
      (Rect(x: 0, y: 30, width: .infinity, height: 5), Rect(x: 10, y: 30, width: 30, height: 5)),
    ])
  func intersection(other: Rect, expected: Rect) {
    #expect(rect.intersection(other) == expected)
    #expect(other.intersection(rect) == expected)
  }

  @Test func `Frames apart have nothing in common, and undefined ones have nothing with any`() {
    #expect(rect.intersection(Rect(x: 41, y: 0, width: 9, height: 99)) == nil)
    #expect(rect.intersection(Rect(x: 0, y: 0, width: 99, height: 19)) == nil)
    #expect(rect.intersection(Rect(x: 10, y: 20, width: .nan, height: 5)) == nil)
    #expect(Rect(x: .nan, y: 0, width: 5, height: 5).intersection(rect) == nil)
  }

  @Test func `The left and top edges belong to a frame, the others do not`() {
    #expect(rect.contains(Point(10, 20)) && rect.contains(Point(39.9, 59.9)))
    #expect(!rect.contains(Point(40, 30)) && !rect.contains(Point(20, 60)) && !rect.contains(Point(9, 30)))
    #expect(!Rect.zero.contains(.zero) && !rect.contains(Point(.nan, 30)))
  }
}

@Suite("Pixel grid")
struct PixelGridTests {
  @Test(
    "Ceil and floor forgive 2⁻²³ points, round takes halves away from zero",
    arguments: [
      // The scale, the value, and it as it is rounded by ceil, floor and round.
      (1, 100.25, 101, 100, 100), (2, 100.25, 100.5, 100, 100.5), (3, 100.25, 301.0 / 3, 100, 301.0 / 3),
      (1, 100.00000001, 100, 100, 100), (1, 99.99999999, 100, 100, 100), (1, -0.5, 0, -1, -1),
      (1, 0.5, 1, 0, 1), (1, -29.085, -29, -30, -29), (2.75, 1, 3 / 2.75, 2 / 2.75, 3 / 2.75),
      (1, 0, 0, 0, 0), (1, 1e15, 1e15, 1e15, 1e15), (1, 4e15, 4e15, 4e15, 4e15),
    ] as [(Double, Double, Double, Double, Double)])
  func rounding(scale: Double, value: Double, ceil: Double, floor: Double, round: Double) {
    let grid = PixelGrid(scale: scale)
    #expect(grid.ceil(value) == ceil)
    #expect(grid.floor(value) == floor)
    #expect(grid.round(value) == round)
  }

  @Test func `Rounding without the mathematics library gives what the library gives`() {
    var generator = SystemRandomNumberGenerator()
    for exponent in -60...60 {
      for _ in 0..<50 {
        let value =
          Double.random(in: -1...1, using: &generator)
          * Double(sign: .plus, exponent: exponent, significand: 1)
        #expect(ceilWhole(value) == value.rounded(.up), "\(value)")
        #expect(floorWhole(value) == value.rounded(.down), "\(value)")
      }
    }
    for value in [0x1p51, -0x1p51, 0x1p52 + 1, .infinity, -.infinity, .greatestFiniteMagnitude] {
      #expect(ceilWhole(value) == value.rounded(.up))
      #expect(floorWhole(value) == value.rounded(.down))
    }
    #expect(ceilWhole(.nan).isNaN && floorWhole(.nan).isNaN)
  }
}
