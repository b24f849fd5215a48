import Foundation
import LayoutSpecs
import LayoutTestSupport
import Testing

/// Nodes in nodes and specs in specs, on a stack as small as a Dispatch thread's. `scripts/sanitize` runs these
/// under the thread sanitizer.
@Suite("Nodes and specs of any depth")
struct NodeDepthTests {
  /// A node that shows other elements, and records the calls of its code.
  private final class Frame: DisplayNode, @unchecked Sendable {
    let content: any LayoutElement
    let threads = LockedValue<[ObjectIdentifier]>([])

    init(_ content: any LayoutElement) {
      self.content = content
      super.init()
    }

    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
      threads.withLock { $0.append(ObjectIdentifier(Thread.current)) }
      return content
    }
  }

  /// Nodes from the innermost one on, each around the one before with an inset of one point.
  private func frames(_ count: Int) -> [Frame] {
    var nodes = [Frame(TextNode("innermost"))]
    while nodes.count < count {
      nodes.append(Frame(InsetLayoutSpec(insets: EdgeInsets(1), child: nodes[nodes.count - 1])))
    }
    return nodes
  }

  @Test func `Nodes in each other are laid out on a small stack, each by one call on its thread`() {
    let nodes = frames(200)
    let range = SizeRange(max: Size(1_000, 1_000))
    let (layout, thread) = onSmallStack {
      (nodes[nodes.count - 1].layoutThatFits(range), ObjectIdentifier(Thread.current))
    }
    #expect(layout.size == Size(72 + 2 * 199, 20 + 2 * 199))
    #expect(nodes.allSatisfy { $0.threads.withLock { $0 } == [thread] })
    #expect(layout.frame(of: nodes[0]) == Rect(x: 1, y: 1, width: 72, height: 20))

    // All are invalidated from the innermost one on, which releases what each keeps of the others.
    onSmallStack { nodes[0].setNeedsLayout() }
    let again = onSmallStack { nodes[nodes.count - 1].layoutThatFits(range) }
    #expect(again.checksum == layout.checksum)
    #expect(nodes.allSatisfy { $0.threads.withLock { $0.count } == 2 })
  }

  /// Nodes and stacks in each other, with leaves and nodes beside them.
  private func chain(_ random: inout RandomTree, depth: Int) -> LayoutTree {
    var builder = LayoutTreeBuilder()
    var areNodes: [Bool] = []
    func addBeside(_ builder: inout LayoutTreeBuilder) {
      switch random.next() % 6 {
      case 0, 1: builder.add(.sizedNode(Size(random.pick([1, 10]), random.pick([2, 5.5]))))
      case 2:
        builder.begin(.compositeNode)
        builder.add(.text(TextParameters("beside")))
        builder.end()
      default: break
      }
    }
    for _ in 0..<depth {
      let style = Style {
        if random.chance(10) { $0.flexShrink = 1 }
        if random.chance(10) { $0.flexGrow = 1 }
        if random.chance(10) { $0.maxWidth = .points(random.pick([80, 200.5])) }
      }
      areNodes.append(random.chance(60))
      let stack = StackParameters(
        direction: random.pick([.horizontal, .vertical]), alignItems: random.pick([.start, .stretch]))
      builder.begin(areNodes.last == true ? .compositeNode : .stack(stack), style: style)
      if areNodes.last == false { addBeside(&builder) }
    }
    builder.add(.text(TextParameters("innermost words")))
    for isNode in areNodes.reversed() {
      if !isNode { addBeside(&builder) }
      builder.end()
    }
    return builder.finish()
  }

  @Test(arguments: 0..<12)
  func `Nodes have the frames of the elements in a tree in their places, at any depth`(seed: UInt64) {
    var random = RandomTree(seed: 23_000 + seed)
    let tree = chain(&random, depth: random.pick([12, 40, 90]))
    let element = layoutElement(of: tree, tree.root)
    for range in [SizeRange(width: 375), SizeRange(max: Size(200, 900)), .unconstrained] {
      let layout = onSmallStack { element.layoutThatFits(range) }
      let expected = tree.layoutThatFits(range)
      let frames = tree.elementIDs.map { expected.frame(of: $0) }
      #expect(layout.frames(for: tree) == frames, "seed \(seed), in \(range)")
    }
  }

  @Test(arguments: [1_700, 40])
  func `Specs in each other make the tree that a builder makes, on a small stack`(levels: Int) throws {
    let leafStyles = (0..<7).map { height in Style { $0.preferredSize = Size(3, Double(height)) } }
    var builder = LayoutTreeBuilder()
    for level in (0..<levels).reversed() {
      builder.begin(.wrapper)
      builder.begin(.inset(EdgeInsets(1)), style: Style { $0.flexGrow = Double(level) })
      builder.begin(.stack(StackParameters(direction: .vertical)), name: "stack \(level)")
      builder.add(.spec, style: leafStyles[level % 7])
    }
    builder.add(.text(TextParameters("innermost")), name: "innermost")
    for level in 0..<levels {
      builder.add(.spec, style: leafStyles[level % 7])
      for _ in 0..<3 { builder.end() }
    }
    let expected = builder.finish()
    let range = SizeRange(max: Size(100_000, 100_000))
    // Swift makes and releases values in values one within another.
    let spec = LockedValue<(any LayoutElement)?>(nil)
    onStack(kibibytes: 64 << 10) { spec.withLock { $0 = layoutElement(of: expected, expected.root) } }
    let (tree, layout) = onSmallStack {
      spec.withLock { ($0?.compiled(), $0?.layoutThatFits(range)) }
    }
    #expect(try #require(tree).firstDifference(from: expected) == nil)
    let expectedLayout = expected.layoutThatFits(range)
    #expect(layout?.size == expectedLayout.size && layout?.checksum == expectedLayout.checksum)
    onStack(kibibytes: 64 << 10) { spec.withLock { $0 = nil } }
  }

  @Test func `Nodes far below specs are those of the layout, in order`() {
    let nodes = (0..<40).map { $0.isMultiple(of: 3) ? Frame(TextNode("\($0)")) : TextNode("\($0)") }
    var element: any LayoutElement = LayoutSpec()
    for node in nodes {
      for _ in 0..<8 { element = WrapperLayoutSpec(element) }
      element = StackLayoutSpec(direction: .vertical, children: [node, element, LayoutSpec()])
    }
    let spec = element
    let layout = onSmallStack { spec.layoutThatFits(SizeRange(width: 100)) }
    for (index, node) in nodes.enumerated() {
      let above = Double(20 * (nodes.count - 1 - index))
      #expect(layout.frame(of: node)?.origin == Point(0, above), "\(index)")
    }
  }

  // MARK: Without an end

  private final class Nest: DisplayNode, @unchecked Sendable {
    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
      WrapperLayoutSpec(Nest())
    }
  }

  private final class Itself: DisplayNode, @unchecked Sendable {
    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
      _ = layoutThatFits(constrainedSize)
      return nil
    }
  }

  @Test func `Nodes that hold nodes of their own class without an end are stopped by name`() async throws {
    let nested = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Nest().layoutThatFits(.unconstrained)
    }
    #expect(
      nested.message.contains("16384 nodes lie within each other, the innermost of them Nest > Nest > Nest"))
    let itself = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Itself().layoutThatFits(.unconstrained)
    }
    #expect(itself.message.contains("32 layouts lie within each other"))
    #expect(itself.message.contains("Itself > Itself > Itself > Itself. Return nodes in a spec"))
  }

  @Test func `Nodes that measure others themselves have the room that those around leave`() {
    var node: DisplayNode = TextNode("ab")
    for _ in 0..<4 {
      let child = (0..<20).reduce(node) { inner, _ in DisplayNode { _, _ in inner } }
      node = DisplayNode { _, range in
        let size = child.layoutThatFits(range).size
        return LayoutSpec().preferredSize(Size(size.width + 1, size.height + 1))
      }
    }
    let outermost = node
    #expect(onSmallStack { outermost.layoutThatFits(.unconstrained).size } == Size(20, 24))
  }
}
