import LayoutSpecs

/// A row of a list whose rows differ in what they hold: its nodes, and their layout by specs and by hand.
struct DrawnRow: Sendable {
  /// Makes the nodes that have no others in them, in the order of the layout.
  let makeLeaves: @Sendable () -> [DisplayNode]
  let spec: @Sendable (_ leaves: [DisplayNode]) -> any LayoutElement
  /// Writes the frames of the leaves behind that of the row, for a width in whole points, and returns the row's height.
  let layOut: @Sendable (_ leaves: [DisplayNode], _ width: Double, inout WrappingText, inout [Rect]) -> Double
}

extension WorkloadFamily {
  /// The screens of settings, one after the other.
  static let settings = rows(
    "settings", "a list of N rows of settings, 375 wide: headers, switches, values and notes"
  ) { .settings(&$0) }
  /// The messages of two people, the newest last.
  static let chat = rows(
    "chat", "a list of N messages, 375 wide: texts in bubbles left and right, a picture now and then"
  ) { .chat(&$0) }

  private static func rows(
    _ name: String, _ summary: String, draw: @escaping @Sendable (inout SplitMix64) -> DrawnRow
  ) -> WorkloadFamily {
    list(
      name, of: 0...100_000, usual: 100, cellSize: nil, summary: summary,
      nodes: { count, seed in
        var random = SplitMix64(seed: seed)
        return DrawnRows(rows: (0..<count).map { _ in draw(&random) })
      },
      cell: { builder, random in
        let row = draw(&random)
        row.spec(row.makeLeaves())._write(to: &builder)
      })
  }
}

/// The size of a leaf: of its image, or of its text in one line.
private func size(_ leaf: DisplayNode) -> Size {
  (leaf as? ImageNode)?.knownSize ?? (leaf as? TextNode)?.lineSize ?? .zero
}

extension DrawnRow {
  /// A row of settings: of eight, a header, four switches, two values with an arrow, and a note that wraps. 2 to 6 elements, in
  /// widths from 352.
  fileprivate static func settings(_ random: inout SplitMix64) -> DrawnRow {
    let kind = random.below(8)
    let title = random.text(words: kind == 7 ? 8 + random.below(20) : 1 + random.below(2))
    let value = random.text(words: 1)
    if kind == 0 || kind == 7 {
      let insets = EdgeInsets(top: kind == 0 ? 24 : 6, left: 16, bottom: kind == 0 ? 6 : 16, right: 16)
      return DrawnRow {
        [TextNode(title)]
      } spec: {
        InsetLayoutSpec(insets: insets, child: $0[0])
      } layOut: { leaves, width, lines, frames in
        let text = leaves[0] as? TextNode
        let height = text.map { lines.height(of: $0, width: width - 32) } ?? 0
        frames[1] = Rect(x: 16, y: insets.top, width: width - 32, height: height)
        return insets.top + height + insets.bottom
      }
    }
    return DrawnRow {
      let start = [ImageNode(imageSize: Size(28, 28)), TextNode(title).flexGrow()]
      return start
        + (kind < 5
          ? [ImageNode(imageSize: Size(52, 32))] : [TextNode(value), ImageNode(imageSize: Size(8, 12))])
    } spec: {
      InsetLayoutSpec(
        insets: EdgeInsets(top: 8, left: 16, bottom: 8, right: 16),
        child: StackLayoutSpec(spacing: 12, alignItems: .center, children: $0))
    } layOut: { leaves, width, _, frames in
      let sizes = leaves.map(size)
      let height = sizes.reduce(0) { max($0, $1.height) }
      // The title takes what the others leave.
      let rest = sizes.reduce(width - 32 - 12 * Double(sizes.count - 1)) { $0 - $1.width }
      var x = 16.0
      for (index, size) in sizes.enumerated() {
        let length = size.width + (index == 1 ? rest : 0)
        frames[index + 1] = Rect(x: x, y: 8 + (height - size.height) / 2, width: length, height: size.height)
        x += length + 12
      }
      return height + 16
    }
  }

  /// A message, mostly short. Those of the person who reads are on the right, and the others have a picture of who wrote them.
  /// 7 to 9 elements, in widths from 336.
  fileprivate static func chat(_ random: inout SplitMix64) -> DrawnRow {
    let isOwn = random.below(2) == 0
    let picture = random.below(8) == 0 ? Size(200, Double(120 + 2 * random.below(60))) : nil
    let text = random.text(words: random.below(4) == 0 ? 10 + random.below(40) : 1 + random.below(9))
    let hasText = picture == nil || random.below(2) == 0
    let time = "\(10 + random.below(14)):\(10 + random.below(50))"
    return DrawnRow {
      (isOwn ? [] : [ImageNode(imageSize: Size(32, 32))]) + (picture.map { [ImageNode(imageSize: $0)] } ?? [])
        + (hasText ? [TextNode(text)] : []) + [TextNode(time).alignSelf(.end)]
    } spec: { leaves in
      let bubble = InsetLayoutSpec(
        insets: EdgeInsets(8),
        child: StackLayoutSpec(
          direction: .vertical, spacing: 4, children: Array(leaves.dropFirst(isOwn ? 0 : 1)))
      ).flexShrink()
      // No bubble is as wide as the screen.
      let rest = LayoutSpec().width(48)
      return InsetLayoutSpec(
        insets: EdgeInsets(top: 2, left: 12, bottom: 2, right: 12),
        child: StackLayoutSpec(
          spacing: 8, justifyContent: isOwn ? .end : .start, alignItems: .end,
          children: isOwn ? [rest, bubble] : [leaves[0], bubble, rest]))
    } layOut: { leaves, width, lines, frames in
      let bubble = isOwn ? 0 : 1
      let left = isOwn ? 12.0 : 52
      let longest = leaves[bubble...].reduce(0) { max($0, size($1).width) }
      let content = min(longest, width - left - 12 - 56 - 16)
      var y = 10.0
      for index in bubble..<leaves.count {
        let isTime = index == leaves.count - 1
        let own = size(leaves[index])
        let length = isTime ? own.width : content
        let text = leaves[index] as? TextNode
        let height = text.map { lines.height(of: $0, width: content) } ?? own.height
        let x = (isOwn ? width - 20 - content : left + 8) + (isTime ? content - length : 0)
        frames[index + 1] = Rect(x: x, y: y, width: length, height: height)
        y += height + 4
      }
      // The bubble is higher than the picture of who wrote it.
      if !isOwn { frames[1] = Rect(x: 12, y: y + 4 - 32, width: 32, height: 32) }
      return y + 6
    }
  }
}
