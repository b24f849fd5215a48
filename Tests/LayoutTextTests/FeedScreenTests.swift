#if Text && canImport(CPango)
import LayoutSpecs
import Testing

@testable import LayoutText

@Suite("Screens of the feed, one after another")
struct FeedScreenTests {
  /// How many pairs of characters a library learns from a screen of ten posts, in all fonts and languages.
  static let learnedPairs = [1: 393, 2: 276, 5: 219, 20: 76]

  @Test
  func
    `A library learns pairs of letters from each screen, and from the twentieth a fifth of those of the first`()
    throws
  {
    let fonts = FontLibrary.unlearned()
    let texts = try Corpus.feed(postCount: 200).map(\.text)
    var learned: [Int: Int] = [:]
    for screen in 1...20 {
      let before = fonts.shapers.knowledge.counts.pairs
      for text in texts[30 * (screen - 1)..<30 * screen] { _ = fonts.preparedText(of: text) }
      learned[screen] = fonts.shapers.knowledge.counts.pairs - before
    }
    for (screen, count) in Self.learnedPairs.sorted(by: <) {
      #expect(learned[screen] == count, "screen \(screen)")
    }
  }

  @Test func `A library that goes back learns the same again, and prepares the same texts`() throws {
    let fonts = FontLibrary.unlearned()
    let texts = try Corpus.feed(postCount: 30).map(\.text)
    for text in texts.prefix(30) { _ = fonts.preparedText(of: text) }
    let memory = fonts.memory
    let before = fonts.shapers.knowledge.counts
    func prepare() -> [PreparedText?] { texts.suffix(60).map { fonts.preparedText(of: $0) } }
    let prepared = prepare()
    let learned = fonts.shapers.knowledge.counts
    #expect(learned.pairs > before.pairs)
    for _ in 0..<2 {
      fonts.goBack(to: memory)
      #expect(fonts.shapers.knowledge.counts == before)
      #expect(prepare() == prepared)
      #expect(fonts.shapers.knowledge.counts == learned)
    }
    #expect(prepared == texts.suffix(60).map { FontLibrary.system.preparedText(of: $0) })
  }

  @Test func `A library that goes back has forgotten the texts that Pango prepared`() {
    let fonts = FontLibrary.unlearned()
    let text = AttributedText("ตลาดเช้าวันเสาร์", font: TextFont(size: 15))
    let memory = fonts.memory
    _ = fonts.preparedText(of: text)
    let source = fonts.resolved(text)
    #expect(fonts.shapers.texts[source] != nil)
    fonts.goBack(to: memory)
    #expect(fonts.shapers.texts[source] == nil)
  }
}
#endif
