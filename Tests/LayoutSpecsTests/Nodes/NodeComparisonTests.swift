import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Nodes that are compared with their last layout")
struct NodeComparisonTests {
  private let cell = SizeRange.upTo(width: 300)

  /// Most layouts are in the constraint of the last one, so that they are compared with it.
  @Test(
    "Laid out again in one constraint, after any changes, a layout is the one that new nodes give",
    .disabled(if: Sanitizer.isForThreads),
    arguments: 1...(SlowTests.areOn ? 10_000 : 100) as ClosedRange<UInt64>)
  func compared(seed: UInt64) {
    var nodes = RandomNodes(seed: 7_000 + seed)
    let root = nodes.list(depth: 4)
    let grid = PixelGrid(scale: [1, 2, 3][Int(seed % 3)])
    var held: (layout: Layout, frames: [Rect?])?
    for step in 0..<60 {
      for _ in 0...(step % 7 == 0 ? 5 : step % 2) { nodes.change() }
      // Some nodes are laid out by themselves in between.
      if step % 6 == 0, let part = nodes.lists.first { _ = part.layoutThatFits(cell, pixelGrid: grid) }
      let range = SizeRange(width: 0...[100, 300][step / 12 % 2], height: 0...(.infinity))
      let asked = nodes.lists.map(\.askedCount)
      let layout = root.layoutThatFits(range, pixelGrid: grid)
      let fresh = root.copy.layoutThatFits(range, pixelGrid: grid)
      #expect(layout.nodeFrames == fresh.nodeFrames, "seed \(seed), step \(step)")
      #expect(layout.tree.elementCount == fresh.tree.elementCount, "seed \(seed), step \(step)")
      #expect(root.layoutThatFits(range, pixelGrid: grid).nodeFrames == layout.nodeFrames)
      // A node's own code is asked once for each range, of which there are few.
      for (list, before) in zip(nodes.lists, asked) {
        #expect(list.askedCount - before <= 8, "seed \(seed), step \(step)")
      }
      if step % 5 == 0 { root.layoutIfNeeded() }
      // A layout that somebody holds is not changed.
      if let (last, frames) = held { #expect(last.nodeFrames == frames, "seed \(seed), step \(step)") }
      if step % 7 == 0 { held = (layout, layout.nodeFrames) }
    }
  }

  @Test("A -0 where a 0 was says something else: frames have the signs that a new node's have")
  func negativeZero() {
    @Sendable func spec(_ zero: Double, _ text: TextNode) -> any LayoutElement {
      CornerLayoutSpec(
        child: StackLayoutSpec(spacing: zero) {
          InsetLayoutSpec(insets: EdgeInsets(top: zero, left: zero), child: text)
        }, corner: DisplayNode().styled { $0.spacingBefore = zero }, location: .topLeft,
        offset: Point(zero, zero))
    }
    let zero = LockedValue(0.0)
    let text = TextNode("a")
    let node = DisplayNode { _, _ in spec(zero.withLock { $0 }, text) }
    func signs(_ layout: Layout) -> [FloatingPointSign] {
      layout.tree.elementIDs.compactMap { layout.frame(of: $0) }.flatMap {
        [$0.origin.x.sign, $0.origin.y.sign]
      }
    }
    for value in [0.0, -0.0, 0.0, -0.0] {
      zero.withLock { $0 = value }
      node.setNeedsLayout()
      let fresh = DisplayNode { _, _ in spec(value, TextNode("a")) }
      #expect(signs(node.layoutThatFits(cell)) == signs(fresh.layoutThatFits(cell)), "\(value)")
    }
  }
}
