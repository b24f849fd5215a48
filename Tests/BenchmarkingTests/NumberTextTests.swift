import Testing

@testable import Benchmarking

@Suite("Numbers in text")
struct NumberTextTests {
  @Test(arguments: [
    (0.0, "0"), (0.000_049, "4.9e-05"), (0.0123, "0.0123"), (0.123_4, "0.123"), (0.999_6, "1.00"),
    (1.234, "1.23"), (9.996, "10.0"), (12.34, "12.3"), (99.96, "100"), (123.4, "123"), (1_234, "1,234"),
    (12_345_678.4, "12,345,678"), (-1_234.5, "-1,235"), (-0.000_01, "-1e-05"),
    (1e15, "1,000,000,000,000,000"), (1e16, "1e+16"),
    (.nan, "nan"), (.infinity, "inf"),
  ])
  func `A figure has three significant digits, and commas from a thousand on`(value: Double, text: String) {
    #expect(NumberText.figure(value) == text)
  }

  @Test func `Numbers of fixed decimals and percentages are rounded, without a minus zero`() {
    #expect(NumberText.fixed(0.05, decimals: 1) == "0.1")
    #expect(NumberText.fixed(-0.04, decimals: 1) == "0.0")
    #expect(NumberText.fixed(1_000.5, decimals: 2) == "1,000.50")
    #expect(NumberText.percentage(0.0123) == "1.2%")
    #expect(NumberText.percentage(.nan) == "nan")
    let levels = [
      (0.0, "0%"), (0.95, "95%"), (0.998, "99.8%"), (0.9996, "99.96%"), (0.99996, "99.996%"), (1, "100%"),
    ]
    for (level, text) in levels { #expect(NumberText.confidence(level) == text) }
    #expect(NumberText.grouped(-1_000) == "-1,000")
  }
}
