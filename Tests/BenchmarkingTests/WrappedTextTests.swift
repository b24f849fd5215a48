import Testing

@testable import Benchmarking

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
