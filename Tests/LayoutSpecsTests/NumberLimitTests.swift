import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Limits of numbers")
struct NumberLimitTests {
  @Test func `Numbers just within the limits are taken`() {
    let most = 9_999_999.999
    let stack = StackLayoutSpec(direction: .horizontal, spacing: most) {
      DisplayNode().width(.points(most)).spacingAfter(-most).flexGrow(most)
      TextNode("two words", metrics: MonospaceMetrics(advance: most, lineHeight: most)).spacingBefore(-most)
    }
    let layout = InsetLayoutSpec(insets: EdgeInsets(most), child: stack).layoutThatFits(.unconstrained)
    #expect(layout.size.width > 90_000_000 && layout.size.width.isFinite && layout.size.height.isFinite)
    #expect(LayoutSpec().layoutThatFits(.unconstrained, parentSize: .undefined).size == .zero)
  }

  @Test func `A ratio without a possible size has no effect, and the parent's size is undefined`() {
    let child = DisplayNode().preferredLayoutSize(LayoutSize(.fraction(0.5), 20))
    let image = ImageNode(imageSize: Size(30, 20))
    func size(_ ratio: Double, _ range: SizeRange, _ child: DisplayNode) -> Size {
      RatioLayoutSpec(ratio: ratio, child: child).layoutThatFits(range).size
    }
    let high = SizeRange(width: 0...(.infinity), height: 0...100)
    let wide = SizeRange(width: 0...200, height: 0...(.infinity))
    for ratio in [0, 0x1p-1074, 1e-300, 1e-5] {
      #expect(size(ratio, high, image) == Size(30, 20), "\(ratio)")
      // Of an undefined width a fraction counts as auto.
      #expect(size(ratio, high, child) == Size(0, 20), "\(ratio)")
      #expect(size(ratio, wide, image) == Size(200, 0), "\(ratio)")
      #expect(size(ratio, SizeRange(width: 0...200, height: 0...100), image) == Size(200, 0), "\(ratio)")
    }
    for ratio in [1e300, Double.greatestFiniteMagnitude, 50_001] {
      #expect(size(ratio, wide, image) == Size(30, 20), "\(ratio)")
      #expect(size(ratio, SizeRange(width: 0...200, height: 0...100), image) == Size(200, 100), "\(ratio)")
    }
    for ratio in [-0.5, .infinity, -.infinity, .nan] {
      var spec = RatioLayoutSpec(ratio: 1, child: image)
      spec.ratio = ratio
      for range in [high, wide] {
        #expect(size(ratio, range, image) == Size(30, 20), "\(ratio)")
        #expect(spec.layoutThatFits(range).size == Size(30, 20), "\(ratio)")
      }
    }
    // 1.1e-5 gives a width that is less than 10,000,000.
    #expect(size(1.1e-5, high, image) == Size(9_090_909, 100))
    #expect(size(0, SizeRange(width: 0...(.infinity), height: 0...0), image) == Size(0, 0))
  }

  @Test func `A ratio of -0 is a ratio of 0`() {
    let image = ImageNode(imageSize: Size(30, 20))
    let high = SizeRange(width: 0...(.infinity), height: 0...100)
    #expect(RatioLayoutSpec(ratio: -0.0, child: image).layoutThatFits(high).size == Size(30, 20))
  }

  @Test func `A text of any length has a finite size`() {
    let text = TextNode(
      String(repeating: "x", count: 1_000_000),
      metrics: MonospaceMetrics(advance: 9_999_999, lineHeight: 9_999_999))
    #expect(text.layoutThatFits(.unconstrained).size == Size(9_999_999e6, 9_999_999))
    #expect(text.layoutThatFits(.upTo(width: 10)).size == Size(10, 9_999_999e6))
  }

  @Test(arguments: [0.001, 1, 2.75, 3, 1_000])
  func `On every grid nothing stays nothing, and the longest length is exact`(scale: Double) {
    let grid = PixelGrid(scale: scale)
    #expect(grid.ceil(Size.zero) == .zero && grid.floor(0) == 0 && grid.round(0) == 0)
    let pixels = (10_000_000 * scale).rounded(.down)
    let longest = pixels / scale
    #expect(grid.ceil(longest) == longest && grid.floor(longest) == longest && grid.round(longest) == longest)
    let shorter = (pixels - 1) / scale
    #expect(grid.floor(longest - 0.5 / scale) == shorter && grid.ceil(longest - 0.5 / scale) == longest)
  }

  @Test func `What is longer than a caller may ask for, by its content, is laid out at its frame`() {
    let item = DisplayNode().preferredSize(Size(10, 9_000_000))
    let other = DisplayNode().preferredSize(Size(10, 9_000_000))
    let list = DisplayNode { _, _ in
      StackLayoutSpec(direction: .vertical) {
        item
        other
      }
    }
    let screen = DisplayNode { _, _ in WrapperLayoutSpec { list } }.managingSubnodes()
    list.automaticallyManagesSubnodes = true
    screen.layOut(in: .upTo(width: 320))
    #expect(list.frame.size == Size(10, 18_000_000))
    list.layOutAgain()
    #expect(other.frame.minY == 9_000_000)
  }
}

@Suite("Lengths without an end")
struct EndlessLengthTests {
  /// Measures its child in a range as code of an app writes it.
  private struct Measuring: CustomLayoutSpec, LayoutAlgorithm {
    var style = Style()
    var debugName: String?
    let height: Double
    var children: [any LayoutElement] = []
    var algorithm: any LayoutAlgorithm { self }

    func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
      var range = constrainedSize
      range.max.height = height
      return children.measure(0, in: range, parentSize: range.max)
    }
  }

  /// A column in which a long height gives another layout than an infinite height: it holds a fraction of the height, a plain
  /// node that fills the height, and content that an infinite inset pushes to the end. Its texts wrap, one of them prepared.
  private static func column(top: Double) -> some LayoutElement {
    InsetLayoutSpec(
      insets: EdgeInsets(top: top, left: 4),
      child: StackLayoutSpec(direction: .vertical, alignItems: .start) {
        TextNode("some words that wrap")
        TextNode(attributedText: AttributedText([TextRun("words "), TextRun("in runs that wrap")]))
        OverlayLayoutSpec(child: DisplayNode().width(30), overlay: ImageNode(imageSize: Size(20, 30)))
        CenterLayoutSpec(centering: .y, child: ImageNode(imageSize: Size(20, 30)).height("50%"))
      })
  }

  /// The size and the frames that each way to lay a tree out gives.
  private static func layouts(
    in range: SizeRange, with length: Double
  ) throws -> [(way: String, frames: [Rect?])] {
    func column() -> some LayoutElement { Self.column(top: length) }
    func node() -> DisplayNode { DisplayNode { _, _ in Self.column(top: length) }.managingSubnodes() }
    let parentSize = Size(90, length)
    let tree = try #require(column().compiled())
    let (hosted, moved, queue) = (node(), node(), ManualQueue())
    let host = LayoutHost(hosted, in: .unconstrained, measuringOn: queue, applyingOn: queue)
    host.constrainedSize = range
    while queue.runNext() {}
    moved.transitionLayout(with: range, animated: false)
    let all = [
      ("a spec", column().layoutThatFits(range)),
      ("a spec in a parent", column().layoutThatFits(range, parentSize: parentSize)),
      ("a spec with traits", column().layoutThatFits(range, parentSize: parentSize, traits: Traits())),
      ("a tree", tree.layoutThatFits(range)),
      ("a node", node().layoutThatFits(range)),
      ("a node in a parent", node().layoutThatFits(range, parentSize: parentSize)),
      ("a host", try #require(hosted.calculatedLayout)),
      ("a transition", try #require(moved.calculatedLayout)),
      (
        "a child of a custom spec",
        Measuring(height: length, children: [column()]).layoutThatFits(SizeRange(width: 90))
      ),
    ]
    var layouts = all.map { ($0, $1.tree.elementIDs.map($1.frame(of:))) }
    var context = LayoutContext()
    var trace = LayoutTrace()
    var changes: [ElementID] = []
    func add(_ way: String) { layouts.append((way, tree.elementIDs.map { context.frame(of: $0) })) }
    context.layout(tree, in: range)
    add("a context")
    context.layout(tree, in: range, recording: &trace)
    add("a recording")
    context.relayout(tree, in: .unconstrained)
    context.relayout(tree, in: range)
    add("a context again")
    context.relayout(tree, in: .unconstrained)
    context.relayout(tree, in: range, changes: &changes)
    add("a context that tells changes")
    return layouts
  }

  @Test(arguments: [10_000_000, 10_000_001, 1e300, Double.greatestFiniteMagnitude])
  func `A maximum, a parent's length and an inset of 10,000,000 points or more are infinite everywhere`(
    length: Double
  ) throws {
    let infinite = SizeRange(width: 90)
    let ranges = [SizeRange(max: Size(90, length)), SizeRange(width: 0...90, height: 0...length)]
    #expect(ranges.allSatisfy { $0 == SizeRange(max: Size(90, .infinity)) })
    var insets = EdgeInsets(length)
    #expect(insets == EdgeInsets(.infinity))
    insets.bottom = length
    let button = ButtonNode()
    button.contentEdgeInsets = insets
    #expect(button.contentEdgeInsets == EdgeInsets(.infinity))
    // A range that was changed after it was made.
    var range = infinite
    range.max.height = length
    let found = try Self.layouts(in: range, with: length)
    let expected = try Self.layouts(in: infinite, with: .infinity)
    for (found, expected) in zip(found, expected) {
      #expect(found.frames == expected.frames, "\(found.way)")
      #expect(found.frames[0].map { $0.size.height < 1_000 } == true, "\(found.way)")
    }
  }

  @Test(arguments: [10_000_000, 1e300, Double.greatestFiniteMagnitude, .infinity])
  func `As a style's maximum in points such a length is no limit`(length: Double) {
    var style = Style { $0.maxSize = Size(length, 20) }
    #expect(style.maxWidth == .auto && style.maxHeight == 20)
    style.maxSize = Size(9_999_999, length)
    #expect(style.maxWidth == 9_999_999 && style.maxHeight == .auto)
    let image = ImageNode(imageSize: Size(20, 10)).maxWidth(5).maxWidth(length).maxHeight(5).maxHeight(length)
    #expect(image.layoutThatFits(.unconstrained).size == Size(20, 10))
  }
}

@Suite("Numbers from user code")
struct UserCodeNumberTests {
  private struct Answering: LeafMeasurement, LayoutAlgorithm {
    var size = Size(7, 7)
    var position = Point.zero
    func calculateSizeThatFits(_ constrainedSize: Size) -> Size { size }
    func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
      _ = children.measure(0, in: constrainedSize)
      children.place(0, at: position)
      return size
    }
  }

  private final class AnsweringNode: DisplayNode, @unchecked Sendable {
    let size: Size
    init(_ size: Size) {
      self.size = size
      super.init()
    }
    override func calculateSizeThatFits(_ constrainedSize: Size) -> Size { size }
  }

  @Test(arguments: [
    // The answer, and the length in at most 50 points and in any number of points.
    (Double.nan, 0, 0), (.infinity, 50, 0), (-.infinity, 0, 0), (-3, 0, 0), (20, 20, 20), (1e300, 50, 1e7),
    (2e7, 50, 1e7), (9_999_999.5, 50, 1e7),
  ])
  func `An answer without a length is 0 or the maximum`(answer: Double, bounded: Double, unbounded: Double) {
    for (most, expected) in [(50, bounded), (.infinity, unbounded)] {
      let range = SizeRange(max: Size(most, most))
      let size = Size(answer, answer)
      let leaf = LayoutTree.element(.measured(Answering(size: size)))
      #expect(leaf.layoutThatFits(range).size == Size(expected, expected))
      #expect(AnsweringNode(size).layoutThatFits(range).size == Size(expected, expected))
      #expect(WrapperLayoutSpec(AnsweringNode(size)).layoutThatFits(range).size == Size(expected, expected))
    }
  }

  @Test func `A custom spec's size is not limited to its range, but is finite`() {
    func size(_ size: Size, in range: SizeRange) -> Size {
      LayoutTree.element(.custom(Answering(size: size)), around: [.node]).layoutThatFits(range).size
    }
    let range = SizeRange(min: Size(5, 5), max: Size(50, .infinity))
    #expect(size(Size(70, 2), in: range) == Size(70, 2))
    #expect(size(Size(.infinity, .infinity), in: range) == Size(50, 0))
    #expect(size(Size(-.infinity, .nan), in: range) == .zero)
    #expect(size(Size(1e300, -2), in: range) == Size(1e7, 0))
  }

  @Test func `A child is not placed at a coordinate that is NaN or infinite, but at 0`() {
    let content = ElementContent.custom(Answering(position: Point(.nan, .infinity)))
    let tree = LayoutTree.element(content, around: [.sizedNode(Size(3, 3))])
    let layout = tree.layoutThatFits(.unconstrained)
    #expect(layout.frame(of: ElementID(1)) == Rect(x: 0, y: 0, width: 3, height: 3))
  }
}

@Suite("Limits of work")
struct ComputationLimitTests {
  /// Trees that take more than can be waited for.
  private var steep: LayoutTree { SteepChain.askedWithinFractions.chain.tree(depth: 60) }
  private let range = SizeRange(exactly: Size(375, 600))

  @Test func `A layout beyond the limit ends, has no frames, and says where the work went`() throws {
    var context = LayoutContext()
    context.computationLimit = 10_000
    #expect(context.layout(steep, in: range) == .zero)
    let abandoned = context.abandonedElement
    let element = try #require(abandoned)
    #expect(steep.subtree(of: element).count > 2)
    #expect(context.counters.computations < 12_000)
    #expect(steep.elementIDs.allSatisfy { context.frame(of: $0) == nil })
  }

  @Test func `A computation of thousands of children counts for more than one`() {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .vertical)))
    for _ in 0..<2_000 { builder.add(.sizedNode(Size(1, 1)), style: Style { $0.flexShrink = 1 }) }
    SteepChain.askedWithinFractions.chain.write(depth: 10, to: &builder)
    builder.end()
    let row = builder.finish()
    var tree = SteepChain.askedWithinFractions.chain.tree(depth: 30)
    let innermost = tree.elementIDs.last { tree.kind(of: $0).requiredChildCount == nil }!
    tree.insertSubtree(row, in: innermost, at: 0)
    var context = LayoutContext()
    context.computationLimit = 1_000
    context.layout(tree, in: range)
    #expect(context.abandonedElement != nil)
    #expect(context.counters.measurements < 64 * 1_000 + 10_000)
  }

  @Test func `The next layout in a context is as in a new one, also of the tree without the limit`() {
    var context = LayoutContext()
    context.computationLimit = 2_000
    context.layout(steep, in: range)
    let tree = SteepChain.all[0].chain.tree(depth: 20)
    context.relayout(tree, in: range)
    var fresh = LayoutContext()
    fresh.layout(tree, in: range)
    #expect(context.abandonedElement == nil && context.checksum == fresh.checksum)
    let shallow = SteepChain.askedWithinFractions.chain.tree(depth: 12)
    context.computationLimit = 0
    context.layout(shallow, in: range)
    #expect(context.abandonedElement != nil)
    context.computationLimit = .max
    context.relayout(shallow, in: range)
    fresh.layout(shallow, in: range)
    #expect(context.abandonedElement == nil && context.checksum == fresh.checksum)
  }

  @Test func `A layout that asks each element once is never beyond it`() {
    let inset = Branch(.inset(EdgeInsets(1)), [Branch(.sizedNode(Size(10, 10)))])
    let tree = Branch(
      .stack(StackParameters(direction: .vertical, alignItems: .start)), Array(repeating: inset, count: 100)
    ).tree
    var context = LayoutContext()
    context.computationLimit = 1
    context.layout(tree, in: .unconstrained)
    #expect(context.abandonedElement == nil && context.frame(of: tree.root)?.size == Size(12, 1200))
  }

  /// A big list, in which each of these rows is a chain of so many levels that ask much.
  private func list(steepRows: Set<Int>, depth: Int) -> LayoutTree {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .vertical)))
    for row in 0..<320 {
      if steepRows.contains(row) {
        // In a stack without a style, as batches measure, and a size in which the chain asks much.
        builder.begin(.stack(StackParameters(direction: .vertical)))
        builder.begin(.stack(StackParameters()), style: Style { $0.preferredSize = Size(375, 600) })
        SteepChain.askedWithinFractions.chain.write(depth: depth, to: &builder)
        builder.end()
        builder.end()
      }
      builder.begin(.stack(StackParameters(direction: .horizontal)))
      for _ in 0..<20 { builder.add(.text(TextParameters("two words")), style: Style { $0.flexShrink = 1 }) }
      builder.end()
    }
    builder.end()
    return builder.finish()
  }

  @Test func `A limit is that of all batches of a split layout together, in whichever order they run`() {
    let tree = list(steepRows: Set(stride(from: 0, to: 320, by: 4)), depth: 60)
    let range = SizeRange(width: 375...375, height: 0...(.infinity))
    var counts: Set<Int> = []
    for isReversed in [false, true] {
      var context = LayoutContext()
      context.computationLimit = 5_000
      context.layout(
        tree, in: range,
        over: { count, body in for index in 0..<count { body(isReversed ? count - 1 - index : index) } })
      #expect(context.abandonedElement != nil)
      #expect(context.counters.computations < 6_000)
      counts.insert(context.counters.computations)
    }
    #expect(counts.count == 1)
  }

  @Test(arguments: [0, 319])
  func `A batch that needs more than its share of the limit gets what the others leave`(steepRow: Int) {
    let tree = list(steepRows: [steepRow], depth: 18)
    let range = SizeRange(width: 375...375, height: 0...(.infinity))
    var serial = LayoutContext()
    serial.computationLimit = 20_000
    serial.layout(tree, in: range)
    #expect(serial.abandonedElement == nil && serial.counters.computations > 1_000, "\(serial.counters)")
    let loop: ParallelLoop = { count, body in for index in 0..<count { body(index) } }
    // In quarters of what one thread takes; each batch has a thirtieth of that.
    for (quarters, isEnough) in [(1, false), (2, false), (5, true), (8, true), (20, true)] {
      var split = LayoutContext()
      split.computationLimit = serial.counters.computations * quarters / 4
      split.layout(tree, in: range, over: loop)
      #expect((split.abandonedElement == nil) == isEnough, "\(quarters) quarters")
      #expect(!isEnough || split.checksum == serial.checksum, "\(quarters) quarters")
      #expect(split.counters.computations < split.computationLimit + 1_000)
    }
  }

  @Test func `Counters at the end of all numbers count on, and the limit holds`() {
    var context = LayoutContext()
    context.counters.computations = .max - 5
    context.counters.measurements = .max
    context.counters.cacheHits = .max
    context.counters.textMeasurements = .max
    context.computationLimit = 10_000
    context.layout(steep, in: range)
    #expect(context.abandonedElement != nil)
    #expect(context.counters.computations &- (.max - 5) < 12_000)
  }
}
