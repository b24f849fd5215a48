import LayoutSpecs
import Testing

@testable import LayoutWorkloads

@Suite("The words of the feed of real texts")
struct FeedVocabularyTests {
  private let families: [WorkloadFamily] = [
    .feedText(in: MonospaceMetrics()), .feedTextScreen(in: MonospaceMetrics()),
  ]

  /// Screens of ten posts, and how many percent of a screen's words are on it or on one before it: of words that others
  /// wrote, 26, 42, 55 and 55 to 70.
  static let knownPercents = [1: 27, 2: 41, 5: 55, 20: 66]

  @Test func `A first screen knows a quarter of its words, and the twentieth two thirds`() {
    var counts: [Int: (words: Int, known: Int)] = [:]
    for seed in 0..<UInt64(40) {
      var seen: Set<Substring> = []
      for (index, post) in FeedTextPost.posts(0..<200, seed: seed).enumerated() {
        let texts = [post.title, post.body, post.meta].flatMap(\.runs).map(\.string)
        // Thai, Japanese and Chinese have no spaces between words.
        for word in texts.flatMap({ $0.split { !$0.isLetter } }) where word.unicodeScalars.first! < "\u{E00}"
        {
          let isKnown = !seen.insert(word).inserted
          counts[index / 10 + 1, default: (0, 0)].words += 1
          counts[index / 10 + 1, default: (0, 0)].known += isKnown ? 1 : 0
        }
      }
    }
    let percents = counts.mapValues { Int((Double($0.known) / Double($0.words) * 100).rounded()) }
    for (screen, percent) in Self.knownPercents.sorted(by: <) {
      #expect(percents[screen] == percent, "screen \(screen), of \(counts[screen]?.words ?? 0) words")
    }
  }

  @Test
  func `A text has the spaces, the punctuation, the digits, the capitals and the short words of its form`() {
    var random = SplitMix64(seed: 3)
    for language in FeedLanguage.all {
      var texts: Set<String> = []
      for form in language.names + language.titles + language.sentences {
        for _ in 0..<10 {
          let text = language.text(like: form, &random)
          texts.insert(text)
          #expect(text.filter { !$0.isLetter } == form.filter { !$0.isLetter })
          let (words, expected) = (text.split { !$0.isLetter }, form.split { !$0.isLetter })
          for (word, other) in zip(words, expected) {
            #expect(word.first?.isUppercase == other.first?.isUppercase, "\(text) like \(form)")
            if other.count <= 2 && other.first!.isCased { #expect(word == other) }
          }
          let isKana = { (character: Character) in ("\u{3041}"..."\u{30FF}").contains(character) }
          #expect(text.filter(isKana) == form.filter(isKana))
        }
      }
      #expect(texts.count > 50, "\(language.names)")
    }
  }

  @Test
  func `A screen has the posts of the feed behind those of the screens before it, as a tree and as nodes`()
    throws
  {
    let feed = try Workload(parsing: "feedText(30)", among: families)
    let screen = try Workload(parsing: "feedTextScreen(3)", among: families)
    func texts(_ tree: LayoutTree) -> [String] {
      tree.elementIDs.compactMap { id in
        if case .paragraph(let paragraph) = tree.content(of: id) { paragraph.text.string } else { nil }
      }
    }
    #expect(texts(screen.tree(seed: 9)) == texts(feed.tree(seed: 9)).suffix(30))
    #expect(texts(screen.tree(seed: 9)) != texts(screen.tree(seed: 10)))
    let nodes = try #require(screen.nodes(seed: 9))
    #expect(nodes.cellCount == 10)
    let cells = (0..<10).map { nodes.makeCell($0).layoutThatFits(screen.range).size.height }
    #expect(cells.reduce(0, +) == screen.tree(seed: 9).layoutThatFits(screen.range).size.height)
  }
}
