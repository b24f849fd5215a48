import LayoutSpecs

extension WorkloadFamily {
  /// The feed with texts in eleven languages, of words that come again as often as in posts that people write.
  ///
  /// - Parameter metrics: Real fonts, for a workload. In monospace metrics the texts are the same.
  public static func feedText(in metrics: any TextMetrics) -> WorkloadFamily {
    list(
      "feedText", of: 0...100_000, usual: 1_000, cellSize: 12,
      summary: "the feed with real fonts and texts in eleven languages, a tenth of them in several fonts",
      nodes: { FeedTextNodes(posts: FeedTextPost.posts(0..<$0, seed: $1), metrics: metrics) },
      cell: { builder, random in
        let cell = FeedCell(&builder)
        cell.write(FeedTextPost(&random), in: metrics, to: &builder)
      })
  }

  /// The number of posts on a screen of `feedText`.
  private static let postsOfScreen = 10

  /// Returns the number of posts of `feedText` on the screens before one, which are counted from 1.
  package static func postCount(beforeScreen screen: Int) -> Int { postsOfScreen * (screen - 1) }

  /// A screen of `feedText`, behind the posts of the screens before it.
  public static func feedTextScreen(in metrics: any TextMetrics) -> WorkloadFamily {
    let feed = feedText(in: metrics)
    let count = 1 + 12 * postsOfScreen
    return WorkloadFamily(
      name: "feedTextScreen",
      parameters: [Parameter(name: "K", allowed: 1...10_000, usual: 5)],
      summary: "the Kth ten posts of feedText, a screen",
      elementFormula: "\(count)", range: feed.range, resizeRange: feed.resizeRange,
      elementCount: { _ in count },
      nodes: {
        let start = postCount(beforeScreen: $0[0])
        return FeedTextNodes(
          posts: FeedTextPost.posts(start..<start + postsOfScreen, seed: $1), metrics: metrics)
      },
      write: { builder, parameters, random in
        for _ in 0..<postCount(beforeScreen: parameters[0]) { _ = FeedTextPost(&random) }
        feed.write(&builder, [postsOfScreen], &random)
      })
  }
}

extension FeedCell {
  fileprivate func write(
    _ post: FeedTextPost, in metrics: any TextMetrics, to builder: inout LayoutTreeBuilder
  ) {
    func content(_ text: AttributedText) -> ElementContent {
      // Metrics that only have sizes measure the text without its runs.
      Paragraph(text, metrics: metrics).map(ElementContent.paragraph)
        ?? .measured(TextMeasurement(text: text.string, metrics: metrics))
    }
    write(to: &builder, title: content(post.title), body: content(post.body), meta: content(post.meta))
  }
}

/// The feed of real texts as an app has it: a node for each post.
private struct FeedTextNodes: NodeWorkload {
  let posts: [FeedTextPost]
  let metrics: any TextMetrics

  var cellCount: Int { posts.count }

  private func texts(_ index: Int) -> (title: TextNode, body: TextNode, meta: TextNode) {
    let post = posts[index]
    func node(_ text: AttributedText) -> TextNode { TextNode(attributedText: text, metrics: metrics) }
    return (node(post.title), node(post.body), node(post.meta))
  }

  func makeCell(_ index: Int) -> DisplayNode {
    let texts = texts(index)
    return PostNode(title: texts.title, body: texts.body, meta: texts.meta)
  }

  func makeHandWritten(_ cell: DisplayNode) -> (any HandWrittenCell)? {
    (cell as? PostNode)?.byHand(hasRealFonts: true)
  }

  func makeHandWrittenLeaves(_ index: Int) -> (any HandWrittenCell)? {
    let texts = texts(index)
    return HandWrittenPost(
      avatar: PostNode.makeAvatar(), title: texts.title, body: texts.body, icons: PostNode.makeIcons(),
      meta: texts.meta, hasRealFonts: true)
  }
}

// MARK: - Texts

/// The texts of one post: a title, one to four sentences, and when it was written.
struct FeedTextPost {
  let title: AttributedText
  let body: AttributedText
  let meta: AttributedText

  private static let titleFont = TextFont(size: 17, weight: 700)
  private static let bodyFont = TextFont(size: 15)
  private static let metaFont = TextFont(size: 13)

  /// Draws a language and the texts. One body in ten has a bold beginning and a link in italics.
  init(_ random: inout SplitMix64) {
    let language = FeedLanguage.all[random.below(UInt64(FeedLanguage.all.count))]
    func text(_ forms: [String], _ random: inout SplitMix64) -> String {
      language.text(like: forms[random.below(UInt64(forms.count))], &random)
    }
    title = AttributedText(text(language.titles, &random), font: Self.titleFont)
    let sentences = (0...random.below(4)).map { _ in text(language.sentences, &random) }
    let string = sentences.joined(separator: language.separator)
    if random.below(10) == 0 {
      body = AttributedText([
        TextRun(text(language.names, &random) + " ", font: TextFont(size: 15, weight: 700)),
        TextRun(string + " ", font: Self.bodyFont),
        TextRun("example.org/posts/\(1_000 + random.below(9_000))", font: TextFont(size: 15, isItalic: true)),
      ])
    } else {
      body = AttributedText(string, font: Self.bodyFont)
    }
    meta = AttributedText(
      "\(text(language.names, &random)) · \(1 + random.below(59)) min", font: Self.metaFont)
  }

  /// Returns the posts in a range of the feed.
  static func posts(_ range: Range<Int>, seed: UInt64) -> [FeedTextPost] {
    var random = SplitMix64(seed: seed)
    return (0..<range.upperBound).map { _ in FeedTextPost(&random) }.suffix(range.count)
  }
}
