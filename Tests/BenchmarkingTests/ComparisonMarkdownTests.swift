import Testing

@testable import Benchmarking

@Suite("A comparison in Markdown")
struct ComparisonMarkdownTests {
  @Test("Every comparison is as recorded")
  func recorded() throws {
    let texts = ComparisonFixtures.named.map { ($0.key, $0.value.markdown(machine: "Fast_9000; 2 cores")) }
    try expectRecorded(sections(texts), as: "comparison.md")
  }

  @Test("A code span holds backquotes, and line ends and pipes in a form that does not end it")
  func codeSpansHoldAnything() {
    #expect(MarkdownText.code("a") == "`a`")
    #expect(MarkdownText.code("") == "")
    #expect(MarkdownText.code("`") == "`` ` ``")
    #expect(MarkdownText.code("a``b`") == "``` a``b` ```")
    #expect(MarkdownText.code("a|b", inTable: true) == "`a\\|b`")
    #expect(MarkdownText.code("a|b") == "`a|b`")
    #expect(MarkdownText.code("a\nb\u{2028}") == "`a\\nb\\u{2028}`")
  }

  @Test("Prose is escaped so that nothing but whole code spans is markup")
  func proseIsNoMarkup() {
    #expect(MarkdownText.prose("a_b `c_d` <e> & [f](g)") == #"a\_b `c_d` &lt;e\> &amp; \[f\](g)"#)
    #expect(MarkdownText.prose("one ` alone_") == #"one \` alone\_"#)
    #expect(MarkdownText.prose("``") == "")
  }
}
