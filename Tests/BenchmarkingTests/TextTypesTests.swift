import Testing

@testable import Benchmarking

@Suite("Spans of time in text")
struct TimeSpanTests {
  @Test(
    "A span is read in any unit, printed in its shortest form, and read again the same",
    arguments: [
      ("90s", 90_000_000_000, "90s"), ("2m", 120_000_000_000, "2m"), ("1h", 3_600_000_000_000, "1h"),
      ("500ms", 500_000_000, "500ms"), ("60s", 60_000_000_000, "1m"), ("1.5s", 1_500_000_000, "1500ms"),
      ("0.25h", 900_000_000_000, "15m"), ("7us", 7_000, "7us"), ("3ns", 3, "3ns"), ("0s", 0, "0s"),
      ("1.50ms", 1_500_000, "1500us"),
    ] as [(String, UInt64, String)])
  func bothWays(text: String, nanoseconds: UInt64, printed: String) throws {
    let span = try #require(TimeSpan(text))
    #expect(span.nanoseconds == nanoseconds)
    #expect(span.description == printed)
    #expect(TimeSpan(printed) == span)
  }

  @Test(
    "What is not a number of 0 or more with a unit, or is too large or too fine, is not a span",
    arguments: [
      "", "s", "90", "-1s", "+1s", "1e3s", "1,5s", "1.s", ".5s", "1.2.3s", "1 s", " 1s", "1S", "1d", "0.5ns",
      "99999999999999999999s", "18446744073709551615s", "٣s", "1.00000000000001s",
    ])
  func whatIsNoSpan(text: String) {
    #expect(TimeSpan(text) == nil)
  }
}

@Suite("Lists of threads in text")
struct ThreadListTests {
  @Test(
    "A list of numbers, ranges and max is read, resolved for the machine, and printed as it was read",
    arguments: [
      ("1", [1]), ("1,2", [1, 2]), ("1..4", [1, 2, 3, 4]), ("max", [6]), ("1..max", [1, 2, 3, 4, 5, 6]),
      ("1,2..3,max", [1, 2, 3, 6]), ("4,1,4", [1, 4]), ("5..max,8", [5, 6, 8]), ("8..max", [6]),
    ])
  func bothWays(text: String, numbers: [Int]) throws {
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
