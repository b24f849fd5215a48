import LayoutSpecs

extension WorkloadFamily {
  /// A list of posts: an avatar beside a title, a body that wraps, and a row of small things.
  static let feed = WorkloadFamily(
    "feed", [Parameter(name: "N", allowed: 0...1_000_000, usual: 1_000)],
    summary: "a list of N posts, 375 wide: avatar, title, text that wraps, and a row below",
    elementFormula: "12N + 1",
    range: { _ in .exactWidth(375) }, resizeRange: { _ in .exactWidth(414) },
    elementCount: { 12 * $0[0] + 1 },
    cell: { builder, random in FeedCell(&builder).write(to: &builder, &random) },
    write: { builder, parameters, random in
      let cell = FeedCell(&builder)
      builder.begin(.stack(StackParameters(direction: .vertical)))
      for _ in 0..<parameters[0] { cell.write(to: &builder, &random) }
      builder.end()
    })
}

/// What one post of a feed says, drawn in the order of the properties.
struct PostTexts {
  let title: String
  let body: String
  let meta: String

  init(_ random: inout SplitMix64) {
    title = random.text(words: 3 + random.below(6))
    body = random.text(words: 15 + random.below(46))
    meta = random.text(words: 1 + random.below(2))
  }
}

/// One post of a feed: 12 elements.
private struct FeedCell {
  let growing: LayoutTreeBuilder.StyleID
  let flexible: LayoutTreeBuilder.StyleID

  init(_ builder: inout LayoutTreeBuilder) {
    growing = builder.intern(.growing())
    flexible = builder.intern(
      Style {
        $0.flexGrow = 1
        $0.flexShrink = 1
      })
  }

  /// Draws what the post says, and writes it.
  func write(to builder: inout LayoutTreeBuilder, _ random: inout SplitMix64) {
    let texts = PostTexts(&random)
    builder.begin(.inset(EdgeInsets(12)))
    builder.begin(.stack(StackParameters(direction: .horizontal, spacing: 8, alignItems: .start)))
    builder.add(.sizedNode(Size(40, 40)))
    builder.begin(.stack(StackParameters(direction: .vertical, spacing: 4)), style: flexible)
    builder.add(.text(TextParameters(texts.title)))
    builder.add(.text(TextParameters(texts.body)))
    builder.begin(.stack(StackParameters(direction: .horizontal, spacing: 6, alignItems: .center)))
    for _ in 0..<3 { builder.add(.sizedNode(Size(24, 24))) }
    builder.add(.spec, style: growing)
    builder.add(.text(TextParameters(texts.meta)))
    for _ in 0..<4 { builder.end() }
  }
}
