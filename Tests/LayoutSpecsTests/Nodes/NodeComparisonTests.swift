import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Nodes that are compared with their last layout")
struct NodeComparisonTests {
  private let cell = SizeRange.upTo(width: 300)

  /// Most layouts are in the constraint of the last one, so that they are compared with it. Under the thread
  /// sanitizer this is the proof that threads share nothing of what they use again.
  @Test func `On every thread a layout in any constraint is the one that new nodes give, and stays so`() {
    let count = Sanitizer.isForThreads ? 8 : SlowTests.areOn ? 10_000 : 100
    concurrently(count) { seed in
      var nodes = RandomNodes(seed: 7_001 + UInt64(seed))
      let root = nodes.list(depth: 4)
      root.traitOverrides.displayScale = [1, 2, 3][seed % 3]
      var held: [(layout: Layout, text: String)] = []
      for step in 0..<60 {
        for _ in 0...(step % 7 == 0 ? 5 : step % 2) { nodes.change() }
        // Now and then a text and a list are much longer than before, and shorter again.
        if step % 9 == 4, let text = nodes.texts.first {
          text.text = String(repeating: "long word ", count: Int(nodes.random.next() % 60))
        }
        if step % 9 == 8 {
          let images = (0..<(step % 2) * 30).map { _ in ImageNode(imageSize: Size(2, 3)) }
          root.edit { $0.items = $0.items.prefix(4) + images }
        }
        // Some nodes are laid out by themselves in between.
        if step % 6 == 0, let part = nodes.lists.first { _ = part.layoutThatFits(cell) }
        let range = SizeRange(width: 0...[100, 300][step / 12 % 2], height: 0...(.infinity))
        let asked = nodes.lists.map(\.askedCount)
        let layout = root.layoutThatFits(range)
        let fresh = root.copy.layoutThatFits(range)
        #expect(layout.nodeFrames == fresh.nodeFrames, "seed \(seed), step \(step)")
        // Elements with the classes of their nodes, names and frames.
        #expect(layout.recursiveDescription == fresh.recursiveDescription, "seed \(seed), step \(step)")
        #expect(root.layoutThatFits(range).nodeFrames == layout.nodeFrames)
        for node in nodes.texts + nodes.lists {
          let frame = layout.element(of: node).flatMap { node === root ? nil : layout.nodeFrames[$0.index] }
          #expect(layout.frame(of: node) == frame, "seed \(seed), step \(step)")
        }
        // A node's own code is asked once for each range, of which there are few.
        for (list, before) in zip(nodes.lists, asked) {
          #expect(list.askedCount - before <= 8, "seed \(seed), step \(step)")
        }
        if step % 5 == 0 { root.layoutIfNeeded() }
        // A layout that somebody holds is not changed.
        for (last, text) in held { #expect(last.recursiveDescription == text, "seed \(seed), step \(step)") }
        if step % 3 == 0 { held = held.suffix(3) + [(layout, layout.recursiveDescription)] }
      }
    }
  }

  @Test
  func
    `A node that says something else every time is compared in one layout of sixteen, until it says the same again`()
  {
    let count = LockedValue(1)
    let texts = (0..<2).map { TextNode("\($0)") }
    let node = DisplayNode { _, _ in StackLayoutSpec(children: Array(texts.prefix(count.withLock { $0 }))) }
    func isComparedNext(with other: Bool) -> Bool? {
      if other { count.withLock { $0 = 3 - $0 } }
      node.setNeedsLayout()
      _ = node.layoutThatFits(cell)
      return node.cache.handle?.extras.results.misses.isWorthComparing
    }
    // The first layout has nothing to be compared with.
    let compared = (0..<18).map { _ in isComparedNext(with: true) == true }
    #expect(compared.indices.filter { compared[$0] } == [0, 1, 16])
    let same = (0..<32).map { _ in isComparedNext(with: false) }
    #expect(same.first == false && same.last == true, "\(same)")
    #expect(same.suffix(16).allSatisfy { $0 == true }, "\(same)")
  }

  @Test func `A -0 where a 0 was is the same: frames have the signs that a new node's have`() {
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

  @Test func `Nothing is laid out if a text with other content answers as before in every width`() {
    let (calls, text) = (LockedValue(0), TextNode("one two three"))
    let node = DisplayNode { _, _ in halves(around: text, gap: 1, calls) }
    // It is asked in lines of 7 characters, and in ones of 15.
    for (string, isLaidOut) in [
      ("one two three", true), ("two one three", false), ("one two thr33", false), ("onetwo three", true),
      ("one two three", true), ("one two three a", true), ("a three two one", false),
      // As long as before, in other lines.
      ("a one three two", true), ("12345", true), ("54321", false), ("", true),
      // Broken in both widths; the next ones are as before in the wide one alone, and in both.
      ("one2 two2 thre2 4", true), ("oneone twotwot 45", true), ("twotwo oneoneo 54", true),
    ] {
      let before = calls.withLock { $0 }
      text.text = string
      let layout = node.layoutThatFits(.upTo(width: 120))
      #expect(calls.withLock { $0 } == before + (isLaidOut ? 1 : 0), "\(string)")
      let fresh = DisplayNode { _, _ in halves(around: TextNode(string), gap: 1, calls) }
      #expect(layout.recursiveDescription == fresh.layoutThatFits(.upTo(width: 120)).recursiveDescription)
      calls.withLock { $0 = before + (isLaidOut ? 1 : 0) }
    }
  }

  @Test func `User's specs and leaves are compared if they are Equatable, and laid out anew otherwise`() {
    let calls = LockedValue(0)
    let (gap, kind) = (LockedValue(1.0), LockedValue(0))
    let node = DisplayNode { _, _ in
      let (gap, kind) = (gap.withLock { $0 }, kind.withLock { $0 })
      let leaf = Dot(side: gap, calls: calls)
      switch kind {
      case 0: return halves(around: leaf, gap: gap, calls)
      case 1: return UserSpec<Second>(children: [leaf], algorithm: Halves(gap: gap, calls: calls))
      default: return UserSpec<Opaque>(children: [leaf], algorithm: Opaque(calls: calls))
      }
    }
    func isLaidOut() -> Bool {
      calls.withLock { $0 = 0 }
      node.setNeedsLayout()
      let layout = node.layoutThatFits(cell)
      let isLaidOut = calls.withLock { $0 } > 0
      #expect(layout.recursiveDescription == node.layoutThatFits(cell).recursiveDescription)
      let type = ["First", "Second", "Opaque"][kind.withLock { $0 }]
      #expect(layout.recursiveDescription.contains("<UserSpec<\(type)>;"))
      return isLaidOut
    }
    #expect(isLaidOut() && !isLaidOut() && !isLaidOut())
    gap.withLock { $0 = 2 }
    #expect(isLaidOut() && !isLaidOut())
    // Of another type, with an equal algorithm.
    kind.withLock { $0 = 1 }
    #expect(isLaidOut() && !isLaidOut())
    kind.withLock { $0 = 2 }
    #expect(isLaidOut() && isLaidOut())
  }

  @Test func `A user's leaf node is not measured again if it was not invalidated`() {
    let measured = LockedValue(0)
    let (leaf, text) = (CountedRowNode(10, measured), TextNode("one two"))
    let node = DisplayNode { _, _ in
      StackLayoutSpec {
        leaf.flexShrink()
        text
      }
    }
    func count(_ change: () -> Void) -> Int {
      let before = measured.withLock { $0 }
      change()
      _ = node.layoutThatFits(cell)
      return measured.withLock { $0 } - before
    }
    let first = count {}
    #expect(first > 0)
    #expect(count { node.setNeedsLayout() } == 0)
    #expect(count { text.text = "two one" } == 0)
    #expect(count { leaf.setNeedsLayout() } == first)
  }
}

/// Asks each child for its size in half of the width, and then in the whole width.
private struct Halves: LayoutAlgorithm, Equatable {
  let gap: Double
  let calls: LockedValue<Int>

  static func == (a: Self, b: Self) -> Bool { a.gap == b.gap }

  func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
    calls.withLock { $0 += 1 }
    var size = Size.zero
    let width = constrainedSize.max.width
    for child in 0..<children.count {
      let narrow = children.measure(child, in: SizeRange(max: Size(width / 2, .infinity)))
      let wide = children.measure(child, in: SizeRange(max: Size(width, .infinity)))
      children.place(child, at: Point(narrow.width, size.height))
      size = Size(width, size.height + narrow.height + wide.height + gap)
    }
    return size
  }
}

private func halves(
  around child: any LayoutElement, gap: Double, _ calls: LockedValue<Int>
) -> UserSpec<First> {
  UserSpec(children: [child], algorithm: Halves(gap: gap, calls: calls))
}

/// Asks its first child for its size, and cannot be compared.
private struct Opaque: LayoutAlgorithm {
  let calls: LockedValue<Int>

  func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
    calls.withLock { $0 += 1 }
    return children.measure(0, in: constrainedSize)
  }
}

/// A user's spec, of a type for each kind.
private struct UserSpec<Kind>: CustomLayoutSpec {
  var style = Style()
  var debugName: String?
  let children: [any LayoutElement]
  let algorithm: any LayoutAlgorithm
}

private enum First {}
private enum Second {}

private struct Dot: LeafElement {
  struct Measurement: LeafMeasurement, Equatable {
    let side: Double
    let calls: LockedValue<Int>

    static func == (a: Self, b: Self) -> Bool { a.side == b.side }

    func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
      calls.withLock { $0 += 1 }
      return Size(side, side)
    }
  }

  var style = Style()
  var debugName: String?
  let side: Double
  let calls: LockedValue<Int>
  var measurement: any LeafMeasurement { Measurement(side: side, calls: calls) }
}
