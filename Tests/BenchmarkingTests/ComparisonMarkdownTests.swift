import Testing

@testable import Benchmarking

@Suite("A comparison in Markdown")
struct ComparisonMarkdownTests {
  @Test func `Every comparison is as recorded`() throws {
    let texts = ComparisonFixtures.named.map { ($0.key, $0.value.markdown(machine: "Fast_9000; 2 cores")) }
    try expectRecorded(sections(texts), as: "comparison.md")
  }

  @Test func `A code span holds backquotes, and line ends and pipes in a form that does not end it`() {
    #expect(MarkdownText.code("a") == "`a`")
    #expect(MarkdownText.code("") == "")
    #expect(MarkdownText.code("`") == "`` ` ``")
    #expect(MarkdownText.code("a``b`") == "``` a``b` ```")
    #expect(MarkdownText.code("a|b", inTable: true) == "`a\\|b`")
    #expect(MarkdownText.code("a|b") == "`a|b`")
    #expect(MarkdownText.code("a\nb\u{2028}") == "`a\\nb\\u{2028}`")
  }

  @Test func `Prose is escaped so that nothing but whole code spans is markup`() {
    #expect(MarkdownText.prose("a_b `c_d` <e> & [f](g)") == #"a\_b `c_d` &lt;e\> &amp; \[f\](g)"#)
    #expect(MarkdownText.prose("one ` alone_") == #"one \` alone\_"#)
    #expect(MarkdownText.prose("``") == "")
  }
}
