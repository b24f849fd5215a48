import LayoutSpecs
import Testing

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
    "1e999pt", "1ept",
    "Auto", "1e5e5pt", "--5pt", "5.5.5pt", "-3.5pt", "1e99999999999999999999pt",
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
    #expect(Dimension.percent(-0.0).value.sign == .plus)
  }

  @Test func `Descriptions are short`() {
    #expect("\(Dimension.points(414))" == "414pt")
    #expect("\(Dimension.points(0.5))" == "0.5pt")
    #expect("\(Dimension.fraction(0.07))" == "7%")
    #expect("\(Dimension.fraction(0.125))" == "12.5%")
    #expect("\(Dimension.fraction(0))" == "0%")
    #expect("\(Dimension.auto)" == "auto")
  }

  @Test func `Minus zero and zero are one dimension`() {
    #expect(Dimension.points(-0.0).value.sign == .plus)
    #expect(Dimension.points(-0.0) == .points(0))
  }

  @Test func `A fraction above 100% is stopped where it is made`() async {
    await #expect(processExitsWith: .failure) { _ = Dimension.fraction(1.01) }
    await #expect(processExitsWith: .failure) { _ = Dimension.percent(100.1) }
    await #expect(processExitsWith: .failure) { _ = Dimension.percent(.nan) }
    await #expect(processExitsWith: .failure) { _ = Dimension.points(.infinity) }
    await #expect(processExitsWith: .failure) { _ = Dimension.points(-1) }
    await #expect(processExitsWith: .failure) {
      let bad: Dimension = "50px"
      _ = bad
    }
  }
}
