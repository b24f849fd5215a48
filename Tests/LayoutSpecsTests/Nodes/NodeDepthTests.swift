import Foundation
import LayoutSpecs
import LayoutTestSupport
import Testing

/// Nodes in nodes and specs in specs, on a stack as small as that of Dispatch's threads. `scripts/sanitize` runs
/// these under the thread sanitizer.
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

  /// A tree of elements that can be made with nodes, or with specs in their places.
  private indirect enum Shape {
    case leaf(Size)
    case text(String)
    case node(Shape, Style)
    case stack(StackParameters, [Shape], Style)

    static func random(_ random: inout RandomTree, depth: Int) -> Shape {
      let style = Style {
        if random.chance(10) { $0.flexShrink = 1 }
        if random.chance(10) { $0.flexGrow = 1 }
        if random.chance(10) { $0.maxWidth = .points(random.pick([80, 200.5])) }
      }
      if depth == 0 { return .text("innermost words") }
      let inner = Shape.random(&random, depth: depth - 1)
      if random.chance(60) { return .node(inner, style) }
      var shapes = [inner]
      for _ in 0..<random.pick([0, 1, 2]) {
        let leaf = Shape.leaf(Size(random.pick([1, 10]), random.pick([2, 5.5])))
        let neighbour = random.chance(70) ? leaf : .node(.text("beside"), Style())
        shapes.insert(neighbour, at: random.pick([0, shapes.count]))
      }
      let parameters = StackParameters(
        direction: random.pick([.horizontal, .vertical]), alignItems: random.pick([.start, .stretch]))
      return .stack(parameters, shapes, style)
    }

    func element(withNodes: Bool) -> any LayoutElement {
      switch self {
      case .leaf(let size): return ImageNode(imageSize: size)
      case .text(let string): return TextNode(string)
      case .node(let shape, let style):
        let content = shape.element(withNodes: withNodes)
        if withNodes { return Frame(content).styled { $0 = style } }
        return WrapperLayoutSpec(content).styled { $0 = style }
      case .stack(let parameters, let shapes, let style):
        let children = shapes.map { $0.element(withNodes: withNodes) }
        var stack = StackLayoutSpec(
          direction: parameters.direction, alignItems: parameters.alignItems, children: children)
        stack.style = style
        return stack
      }
    }
  }

  @Test(arguments: 0..<12)
  func `Nodes have the frames of specs in their places, at any depth`(seed: UInt64) {
    var random = RandomTree(seed: 23_000 + seed)
    let shape = Shape.random(&random, depth: random.pick([12, 40, 90]))
    let (nodes, specs) = (shape.element(withNodes: true), shape.element(withNodes: false))
    for range in [SizeRange(width: 375), SizeRange(max: Size(200, 900)), .unconstrained] {
      let frames = onSmallStack {
        [nodes, specs].map { element in
          let layout = element.layoutThatFits(range)
          return layout.tree.elementIDs.map { layout.frame(of: $0) }
        }
      }
      #expect(frames[0] == frames[1], "seed \(seed), in \(range)")
    }
  }

  @Test(arguments: [1_700, 40])
  func `Specs in each other make the tree that a builder makes, on a small stack`(levels: Int) throws {
    func leafSize(_ level: Int) -> Size { Size(3, Double(level % 7)) }
    var element: any LayoutElement = TextNode("innermost").named("innermost")
    for level in 0..<levels {
      let leaf: any LayoutElement = LayoutSpec().preferredSize(leafSize(level))
      let stack = StackLayoutSpec(direction: .vertical, children: [leaf, element, leaf])
      let inset = InsetLayoutSpec(insets: EdgeInsets(1), child: stack.named("stack \(level)"))
      element = WrapperLayoutSpec(inset.flexGrow(Double(level)))
    }
    var builder = LayoutTreeBuilder()
    for level in (0..<levels).reversed() {
      builder.begin(.wrapper)
      builder.begin(.inset(EdgeInsets(1)), style: Style { $0.flexGrow = Double(level) })
      builder.begin(.stack(StackParameters(direction: .vertical)), name: "stack \(level)")
      builder.add(.spec, style: Style { $0.preferredSize = leafSize(level) })
    }
    builder.add(.text(TextParameters("innermost")), name: "innermost")
    for level in 0..<levels {
      builder.add(.spec, style: Style { $0.preferredSize = leafSize(level) })
      for _ in 0..<3 { builder.end() }
    }
    let expected = builder.finish()
    let range = SizeRange(max: Size(100_000, 100_000))
    let spec = element
    let (tree, size, checksum) = onSmallStack {
      let layout = spec.layoutThatFits(range)
      return (spec.compiled()!, layout.size, layout.checksum)
    }
    #expect(tree.elementCount == expected.elementCount && tree.depth == expected.depth)
    let difference = tree.elementIDs.first { id in
      tree.subtree(of: id) != expected.subtree(of: id) || tree.parent(of: id) != expected.parent(of: id)
        || tree.style(of: id) != expected.style(of: id) || tree.name(of: id) != expected.name(of: id)
        || tree.kind(of: id) != expected.kind(of: id)
    }
    #expect(difference == nil)
    let layout = expected.layoutThatFits(range)
    #expect(layout.size == size && layout.checksum == checksum)
    // Swift releases values in values one within another.
    let last = LockedValue<(any LayoutElement)?>(spec)
    element = LayoutSpec()
    _ = consume spec
    onStack(kibibytes: 16 << 10) { last.withLock { $0 = nil } }
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
