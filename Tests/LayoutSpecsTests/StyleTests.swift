import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Style")
struct StyleTests {
  @Test func `The description gives the size, then what is not default`() {
    var style = Style()
    style.minSize = Size(414, 414)
    style.maxSize = Size(414, 414)
    style.width = "20%"
    style.height = "50%"
    #expect("\(style)" == "Layout Size = min {414pt, 414pt} <= preferred {20%, 50%} <= max {414pt, 414pt}")
    style.flexGrow = 1.5
    style.alignSelf = .end
    style.layoutPosition = Point(3, 4)
    #expect(
      "\(style)".hasSuffix("max {414pt, 414pt}; flexGrow = 1.5; alignSelf = end; layoutPosition = {3, 4}"))
    #expect("\(Style())" == "Layout Size = min {auto, auto} <= preferred {auto, auto} <= max {auto, auto}")
  }

  @Test func `Sizes are views on width and height`() {
    var style = Style()
    style.preferredSize = Size(10, 20)
    #expect(style.width == 10 && style.height == 20)
    style.minLayoutSize = LayoutSize("50%", .auto)
    #expect(style.minWidth == "50%" && style.minHeight == .auto)
    style.maxWidth = 30
    #expect(style.maxLayoutSize == LayoutSize(30, .auto))
    #expect(style.maxSize == Size(30, .infinity))
    style.maxSize = .infinite
    #expect(style.maxLayoutSize == .auto)
    #expect(Style().preferredSize == .zero)
  }

  @Test func `A flex factor of -0 is 0, whatever else is set`() {
    for width in [Dimension.auto, 10] {
      let style = Style {
        $0.width = width
        $0.flexGrow = -0.0
        $0.flexShrink = -0.0
      }
      #expect(style.flexGrow.sign == .plus && style.flexShrink.sign == .plus)
    }
  }

  @Test func `Equal styles have equal hashes, -0 and 0 among them, and few others have`() {
    let zero = Style { $0.spacingBefore = 0 }
    let negativeZero = Style { $0.spacingBefore = -0.0 }
    #expect(zero == negativeZero && zero.hashValue == negativeZero.hashValue)

    var styles: [Style] = []
    for number in 1...100 {
      let points = Double(number)
      styles.append(Style { $0.width = .points(points) })
      styles.append(Style { $0.width = .fraction(points / 100) })
      styles.append(Style { $0.height = .points(points) })
      styles.append(Style { $0.flexGrow = points })
      styles.append(Style { $0.flexShrink = points })
      styles.append(Style { $0.layoutPosition = Point(0, points) })
    }
    #expect(Set(styles.map(\.hashValue)).count == styles.count)
  }
}

@Suite("Dimension")
struct DimensionTests {
  @Test(arguments: [
    ("auto", Dimension.auto), ("70pt", .points(70)), ("3.5pt", .points(3.5)), ("1e2pt", .points(100)),
    ("50%", .fraction(0.5)), ("0%", .fraction(0)), ("100%", .fraction(1)), ("66.67%", .fraction(0.6667)),
    ("33.333333333333336%", .fraction(0.33333333333333336)), ("5e1%", .fraction(0.5)),
    ("1e-3%", .fraction(1e-5)),
  ])
  func `A text gives the dimension that it says`(text: String, expected: Dimension) throws {
    #expect(try Dimension(parsing: text) == expected)
  }

  @Test(arguments: [
    "", "50", "50px", "pt", "%", "inf%", "infpt", "nanpt", "0x10pt", "101%", "-1%", " 50%", "50 %",
    "1e999pt", "1ept", "Auto", "1e5e5pt", "--5pt", "5.5.5pt", "-3.5pt", "1e99999999999999999999pt",
  ])
  func `A text that is no dimension is an error that says so, and not auto`(text: String) {
    let error = #expect(throws: DimensionError.self) { try Dimension(parsing: text) }
    #expect(error?.text == text)
    #expect(error?.description.contains("\"70pt\", \"50%\" or \"auto\"") == true)
  }

  @Test func `A fraction's percentage reads back as the same fraction, bit for bit`() throws {
    var generator = SystemRandomNumberGenerator()
    for step in 0...1000 {
      let fractions = [
        Double(step) / 1000, Double(step) / 1000 / 3, Double.random(in: 0...1, using: &generator),
      ]
      for fraction in fractions + [.leastNonzeroMagnitude, 1e-7, 0.1 + 0.2, 1 - 1e-16] {
        let text = "\(Dimension.fraction(fraction))"
        #expect(try Dimension(parsing: text) == .fraction(fraction), "\(fraction) was written as \(text)")
      }
    }
  }

  @Test func `A percentage is the dimension that its text is, bit for bit`() throws {
    for value in [0, 0.5, 7, 12.5, 33, 33.333, 50, 66.67, 1e-7, 99.99999999999999, 100] as [Double] {
      let parsed = try Dimension(parsing: "\(value)%")
      #expect(Dimension.percent(value) == parsed, "\(value)")
    }
    #expect(Dimension.percent(66.67) == "66.67%")
    #expect("\(Dimension.percent(29))" == "29%")
    #expect(Dimension.percent(-0.0).value.sign == .plus && Dimension.points(-0.0).value.sign == .plus)
    #expect(Dimension.points(-0.0) == .points(0))
  }

  @Test func `Descriptions of dimensions, ranges and frames are short`() {
    let dimensions: [Dimension] = [
      .points(414), .points(0.5), .fraction(0.07), .fraction(0.125), .fraction(0), .auto,
    ]
    #expect(dimensions.map { "\($0)" } == ["414pt", "0.5pt", "7%", "12.5%", "0%", "auto"])
    #expect("\(SizeRange(width: 100...200, height: 50...(.infinity)))" == "{{100, 50}, {200, inf}}")
    #expect("\(Rect(x: 1, y: 2.5, width: 3, height: 4))" == "{{1, 2.5}, {3, 4}}")
  }
}

@Suite("Frames")
struct RectTests {
  private let rect = Rect(x: 10, y: 20, width: 30, height: 40)

  @Test(arguments: [
    (Rect(x: 0, y: 0, width: 100, height: 100), Rect(x: 10, y: 20, width: 30, height: 40)),
    (Rect(x: 20, y: 30, width: 5, height: 5), Rect(x: 20, y: 30, width: 5, height: 5)),
    (Rect(x: -5, y: 50, width: 20, height: 50), Rect(x: 10, y: 50, width: 5, height: 10)),
    (Rect(x: 40, y: 0, width: 9, height: 99), Rect(x: 40, y: 20, width: 0, height: 40)),
    (Rect(x: 40, y: 60, width: 9, height: 9), Rect(x: 40, y: 60, width: 0, height: 0)),
    (Rect(x: 0, y: 30, width: .infinity, height: 5), Rect(x: 10, y: 30, width: 30, height: 5)),
  ])
  func `Two frames have a part in common, in any order; touching ones an edge`(other: Rect, expected: Rect) {
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
