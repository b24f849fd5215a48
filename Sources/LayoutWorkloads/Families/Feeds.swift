import LayoutSpecs

extension WorkloadFamily {
  /// A family of lists: a column of N cells, 375 points wide.
  ///
  /// - Parameters:
  ///   - allowed: The values of N.
  ///   - usual: The usual value of N.
  ///   - cellSize: The number of elements in a cell; nil if cells differ.
  static func list(
    _ name: String, of allowed: ClosedRange<Int>, usual: Int, cellSize: Int?, summary: String,
    nodes: @escaping @Sendable (_ cellCount: Int, _ seed: UInt64) -> any NodeWorkload,
    cell: @escaping @Sendable (inout LayoutTreeBuilder, inout SplitMix64) -> Void
  ) -> WorkloadFamily {
    var elementCount: (@Sendable ([Int]) -> Int)?
    if let cellSize { elementCount = { cellSize * $0[0] + 1 } }
    return WorkloadFamily(
      name: name, parameters: [Parameter(name: "N", allowed: allowed, usual: usual)], summary: summary,
      elementFormula: cellSize.map { "\($0)N + 1" },
      range: { _ in SizeRange(width: 375) }, resizeRange: { _ in SizeRange(width: 414) },
      elementCount: elementCount, nodes: { nodes($0[0], $1) }, cell: cell,
      write: { builder, parameters, random in
        builder.begin(.stack(StackParameters(direction: .vertical)))
        for _ in 0..<parameters[0] { cell(&builder, &random) }
        builder.end()
      })
  }

  /// A list of posts: an avatar beside a title, a body that wraps, and a row of small items.
  static let feed = list(
    "feed", of: 0...1_000_000, usual: 1_000, cellSize: 12,
    summary: "a list of N posts, 375 wide: avatar, title, text that wraps, and a row below",
    nodes: { FeedNodes(postCount: $0, seed: $1) },
    cell: { builder, random in FeedCell(&builder).write(to: &builder, &random) })
}

/// One post of a feed: 12 elements.
struct FeedCell {
  let growing: LayoutTreeBuilder.StyleID
  let flexible: LayoutTreeBuilder.StyleID

  init(_ builder: inout LayoutTreeBuilder) {
    growing = builder.intern(.growing())
    flexible = builder.intern(.flexible)
  }

  /// Draws the post's texts and writes it.
  func write(to builder: inout LayoutTreeBuilder, _ random: inout SplitMix64) {
    let texts = PostTexts(&random)
    func content(_ text: String) -> ElementContent { .text(TextParameters(text)) }
    write(to: &builder, title: content(texts.title), body: content(texts.body), meta: content(texts.meta))
  }

  /// Writes a post with these texts.
  func write(
    to builder: inout LayoutTreeBuilder, title: ElementContent, body: ElementContent, meta: ElementContent
  ) {
    builder.begin(.inset(EdgeInsets(12)))
    builder.begin(.stack(StackParameters(direction: .horizontal, spacing: 8, alignItems: .start)))
    builder.add(.sizedNode(Size(40, 40)))
    builder.begin(.stack(StackParameters(direction: .vertical, spacing: 4)), style: flexible)
    builder.add(title)
    builder.add(body)
    builder.begin(.stack(StackParameters(direction: .horizontal, spacing: 6, alignItems: .center)))
    for _ in 0..<3 { builder.add(.sizedNode(Size(24, 24))) }
    builder.add(.spec, style: growing)
    builder.add(meta)
    for _ in 0..<4 { builder.end() }
  }
}

// MARK: - Feed items

extension WorkloadFamily {
  /// LinkedIn's LayoutKit feed item, a common benchmark of layout engines.
  static let feedItem = list(
    "feedItem", of: 0...100_000, usual: 100, cellSize: 29,
    summary: "a list of N of LayoutKit's feed items, 375 wide: five composite nodes each",
    nodes: { FeedItemNodes(itemCount: $0, seed: $1) },
    cell: { builder, random in FeedItemCell(&builder, &random).write(to: &builder) })
}

/// The texts of a feed item, drawn in the order of the properties: LayoutKit defines none. The options label
/// and the social actions are always the same.
package struct FeedItemTexts {
  let action: String
  package let name: String
  let headline: String
  package let time: String
  let profileComment: String
  package let title: String
  let domain: String
  let comment: String

  init(_ random: inout SplitMix64) {
    action = random.text(words: 3 + random.below(3))
    name = random.text(words: 2)
    headline = random.text(words: 2 + random.below(3))
    time = random.text(words: 1)
    profileComment = random.text(words: 5 + random.below(30))
    title = random.text(words: 3 + random.below(8))
    domain = random.text(words: 1)
    comment = random.text(words: 2 + random.below(3))
  }
}

/// One feed item: 29 elements.
private struct FeedItemCell {
  let texts: FeedItemTexts
  let growing: LayoutTreeBuilder.StyleID

  init(_ builder: inout LayoutTreeBuilder, _ random: inout SplitMix64) {
    texts = FeedItemTexts(&random)
    growing = builder.intern(.growing())
  }

  func write(to builder: inout LayoutTreeBuilder) {
    let column = StackParameters(direction: .vertical, spacing: 4, justifyContent: .spaceBetween)
    builder.begin(.stack(column))
    part(&builder, writeTopBar)
    part(&builder, writeProfile)
    part(&builder, writeContent)
    part(&builder, writeSocialActions)
    part(&builder, writeComment)
    builder.end()
  }

  private func part(_ builder: inout LayoutTreeBuilder, _ write: (inout LayoutTreeBuilder) -> Void) {
    builder.begin(.compositeNode)
    write(&builder)
    builder.end()
  }

  private func writeTopBar(to builder: inout LayoutTreeBuilder) {
    builder.begin(.stack(StackParameters(direction: .horizontal, alignItems: .start)))
    builder.add(.text(TextParameters(texts.action)), style: growing)
    builder.add(.text(TextParameters("...")))
    builder.end()
  }

  private func writeProfile(to builder: inout LayoutTreeBuilder) {
    builder.begin(.inset(EdgeInsets(right: 4)))
    builder.begin(.stack(StackParameters(direction: .vertical, spacing: 3)))
    builder.begin(.stack(FeedItemCell.beside))
    builder.add(.sizedNode(Size(50, 50)))
    builder.begin(
      .stack(StackParameters(direction: .vertical, spacing: 2, justifyContent: .spaceBetween)), style: growing
    )
    for label in [texts.name, texts.headline, texts.time] { builder.add(.text(TextParameters(label))) }
    builder.end()
    builder.end()
    builder.add(.text(TextParameters(texts.profileComment)))
    builder.end()
    builder.end()
  }

  private func writeContent(to builder: inout LayoutTreeBuilder) {
    builder.begin(.stack(StackParameters(direction: .vertical, justifyContent: .spaceBetween)))
    builder.add(.sizedNode(Size(350, 200)))
    builder.add(.text(TextParameters(texts.title)))
    builder.add(.text(TextParameters(texts.domain)))
    builder.end()
  }

  private func writeSocialActions(to builder: inout LayoutTreeBuilder) {
    builder.begin(
      .stack(StackParameters(direction: .horizontal, justifyContent: .spaceBetween, alignItems: .start)))
    for label in ["Like", "Comment", "Share"] { builder.add(.text(TextParameters(label))) }
    builder.end()
  }

  private func writeComment(to builder: inout LayoutTreeBuilder) {
    builder.begin(.stack(FeedItemCell.beside))
    builder.add(.sizedNode(Size(50, 50)))
    builder.add(.text(TextParameters(texts.comment)), style: growing)
    builder.end()
  }

  /// An image and the content beside it.
  private static let beside = StackParameters(
    direction: .horizontal, spacing: 4, justifyContent: .spaceBetween, alignItems: .center)
}
