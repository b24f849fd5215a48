import LayoutSpecs
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
    #expect(
      "\(Style())" == "Layout Size = min {auto, auto} <= preferred {auto, auto} <= max {auto, auto}")
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

  @Test func `Reading a relative size in points traps and says what to read`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var style = Style()
      style.width = "20%"
      _ = style.preferredSize
    }
    #expect(result.message.contains("preferredLayoutSize"))
  }

  struct Lengths: Sendable {
    var width: Double?
    var min: Double?
    var max: Double?
    let allowed: ClosedRange<Double>
  }

  static let lengths: [Lengths] = [
    Lengths(allowed: 0...(.infinity)), Lengths(width: 50, allowed: 50...50),
    Lengths(min: 30, allowed: 30...(.infinity)), Lengths(max: 80, allowed: 0...80),
    Lengths(width: 50, min: 60, allowed: 60...60), Lengths(width: 50, max: 40, allowed: 40...40),
    Lengths(min: 90, max: 80, allowed: 90...90), Lengths(width: 50, min: 90, max: 80, allowed: 90...90),
    Lengths(width: 50, min: 50, max: 50, allowed: 50...50),
  ]

  @Test("Minimum beats maximum, both beat the exact size", arguments: lengths)
  func sizeRange(_ lengths: Lengths) {
    var style = Style()
    style.width = lengths.width.map { .points($0) } ?? .auto
    style.minWidth = lengths.min.map { .points($0) } ?? .auto
    style.maxWidth = lengths.max.map { .points($0) } ?? .auto
    let range = style.values.sizeRange(parentSize: Size(100, 100))
    #expect(range.min.width == lengths.allowed.lowerBound)
    #expect(range.max.width == lengths.allowed.upperBound)
  }

  @Test(
    "A fraction of an undefined or infinite parent counts as auto, except that a finite maximum bounds it")
  func relative() {
    let half = Style { $0.width = "50%" }
    #expect(half.values.sizeRange(parentSize: Size(80, 80)).max.width == 40)
    #expect(half.values.sizeRange(parentSize: .undefined).max.width == .infinity)
    #expect(half.values.sizeRange(parentSize: .infinite).min.width == 0)
    let bounded = Style {
      $0.width = "50%"
      $0.maxWidth = 108
    }
    #expect(bounded.values.sizeRange(parentSize: .infinite).min.width == 108)
    let least = Style { $0.minWidth = "50%" }
    #expect(least.values.sizeRange(parentSize: .infinite).min.width == 0)
  }

  @Test func `Values that no layout can take are stopped where they are set`() async {
    await #expect(processExitsWith: .failure) { _ = Style { $0.flexGrow = -1 } }
    await #expect(processExitsWith: .failure) { _ = Style { $0.flexShrink = .nan } }
    await #expect(processExitsWith: .failure) { _ = Style { $0.spacingBefore = .infinity } }
    await #expect(processExitsWith: .failure) { _ = Style { $0.layoutPosition = Point(.nan, 0) } }
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
