import Testing

@testable import Measuring
@testable import Reporting

@Suite("Spans of time in text")
struct TimeSpanTests {
  @Test(
    arguments: [
      ("90s", 90_000_000_000, "90s"), ("2m", 120_000_000_000, "2m"), ("1h", 3_600_000_000_000, "1h"),
      ("500ms", 500_000_000, "500ms"), ("60s", 60_000_000_000, "1m"), ("1.5s", 1_500_000_000, "1500ms"),
      ("0.25h", 900_000_000_000, "15m"), ("7us", 7_000, "7us"), ("3ns", 3, "3ns"), ("0s", 0, "0s"),
      ("1.50ms", 1_500_000, "1500us"),
    ] as [(String, UInt64, String)])
  func `A span is read in any unit and rewritten`(text: String, nanoseconds: UInt64, printed: String) throws {
    let span = try #require(TimeSpan(text))
    #expect(span.nanoseconds == nanoseconds)
    #expect(span.description == printed)
    #expect(TimeSpan(printed) == span)
  }

  @Test(arguments: [
    "", "s", "90", "-1s", "+1s", "1e3s", "1,5s", "1.s", ".5s", "1.2.3s", "1 s", " 1s", "1S", "1d", "0.5ns",
    "99999999999999999999s", "18446744073709551615s", "٣s", "1.00000000000001s",
  ])
  func `What is no number of 0 or more with a unit, too large or too fine, is no span`(text: String) {
    #expect(TimeSpan(text) == nil)
  }
}

@Suite("Lists of threads in text")
struct ThreadListTests {
  @Test(arguments: [
    ("1", [1]), ("1,2", [1, 2]), ("1..4", [1, 2, 3, 4]), ("max", [6]), ("1..max", [1, 2, 3, 4, 5, 6]),
    ("1,2..3,max", [1, 2, 3, 6]), ("4,1,4", [1, 4]), ("5..max,8", [5, 6, 8]), ("8..max", [6]),
  ])
  func `A list of numbers and ranges is read, resolved and printed`(text: String, numbers: [Int]) throws {
    let list = try #require(ThreadList(text))
    #expect(list.resolved(logicalCores: 6) == numbers)
    #expect(list.description == text)
    #expect(ThreadList(list.description) == list)
  }

  @Test func `Spaces and N for max are read, and max is from 1 to the limit`() {
    #expect(ThreadList("1 , 2") == ThreadList([1, 2]))
    #expect(ThreadList("max")?.resolved(logicalCores: 0) == [1])
    #expect(ThreadList("max")?.resolved(logicalCores: 999) == [ThreadList.limit])
    #expect(ThreadList("1..N")?.description == "1..max")
  }

  @Test(arguments: [
    "", ",", "1,", "0", "-1", "1.5", "2..1", "max..4", "..3", "1..", "1...3", "251", "a", "1 2",
  ])
  func `What is empty, reversed, below 1 or above the limit is not a list`(text: String) {
    #expect(ThreadList(text) == nil)
  }
}

@Suite("Numbers in text")
struct NumberTextTests {
  @Test(arguments: [
    (0.0, "0"), (0.000_043_872_337_8, "4.39e-05"), (0.003_521_6, "0.00352"),
    (0.000_099_96, "0.000100"), (0.009_996, "0.0100"), (0.0123, "0.0123"), (0.123_4, "0.123"),
    (0.999_6, "1.00"),
    (1.234, "1.23"), (9.996, "10.0"), (12.34, "12.3"), (99.96, "100"), (123.4, "123"), (1_234, "1,234"),
    (12_345_678.4, "12,345,678"), (-1_234.5, "-1,235"), (-0.000_01, "-1.00e-05"),
    (1e15, "1,000,000,000,000,000"), (1e16, "1.00e+16"), (123_456_789e12, "1.23e+20"),
    (-3e-300, "-3.00e-300"),
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

@Suite("Lines broken to a width")
struct WrappedTextTests {
  @Test func `A line that fits stays as it is, and others are broken between words`() {
    #expect("one  two three".wrapped(width: 14) == ["one  two three"])
    #expect("one  two three".wrapped(width: 10) == ["one  two", "three"])
    #expect("one two three".wrapped(width: nil) == ["one two three"])
    #expect("one twoandmore three".wrapped(width: 5) == ["one", "twoandmore", "three"])
    #expect("  one two".wrapped(width: 6) == ["  one", "  two"])
    #expect("Base:  one two".wrapped(width: 12, indent: 7) == ["Base:  one", "       two"])
    #expect("".wrapped(width: 0) == [""])
    #expect("one two\n\nthree four\n".wrappingLines(width: 7) == "one two\n\nthree\nfour\n")
  }
}
