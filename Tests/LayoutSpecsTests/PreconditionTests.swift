import LayoutTestSupport
import Testing

@testable import LayoutSpecs

/// Mistakes of a program, each of which stops it where it is made.
@Suite("What stops the program")
struct PreconditionTests {
  /// A mistake, and parts of the message that it has to give.
  private struct Stop: Sendable {
    let parts: [String]
    let line: Int
    let mistake: @Sendable () -> Void

    init(_ parts: String..., line: Int = #line, mistake: @escaping @Sendable () -> Void) {
      (self.parts, self.line, self.mistake) = (parts, line, mistake)
    }
  }

  private static let stops =
    numbers + styleNumbers + textNumbers + nodeNumbers + hierarchies + layouts + trees + lists + transitions

  @Test(arguments: stops.indices)
  func `A mistake is stopped where it is made, and named`(index: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index] in
      PreconditionTests.stops[index].mistake()
    }
    let (stop, message) = (Self.stops[index], result.message)
    #expect(stop.parts.allSatisfy { message.contains($0) }, "of line \(stop.line): \(message)")
  }

  private static let numbers = [
    // Of these frames could become infinite.
    Stop { _ = Dimension.points(10_000_000) }, Stop { _ = LayoutSize(Size(1e308, 1)) },
    Stop { _ = EdgeInsets(bottom: -10_000_000) }, Stop { _ = EdgeInsets(top: -.infinity) },
    Stop { _ = EdgeInsets(left: .nan) },
    Stop("write .auto for no limit") { _ = Style { $0.maxWidth = .points(.greatestFiniteMagnitude) } },
    Stop("write .auto for no limit") { _ = Style { $0.maxSize = Size(.nan, 1) } },
    Stop { _ = ImageNode().maxHeight(-1) }, Stop { _ = Style { $0.preferredSize = Size(1, .infinity) } },
    Stop { _ = StackParameters(direction: .vertical, spacing: -1e7) },
    Stop {
      var parameters = StackParameters()
      parameters.lineSpacing = 1e7
    },
    Stop { _ = CornerParameters(offset: Point(-1e7, 0)) }, Stop { _ = TextParameters("", advance: 1e7) },
    Stop { _ = MonospaceMetrics(lineHeight: 1e7) }, Stop { _ = PixelGrid(scale: 1_001) },
    Stop { _ = PixelGrid(scale: 0.0009) }, Stop { _ = Dimension.points(.infinity) },
    // Other dimensions, and ranges that no size fits.
    Stop { _ = Dimension.fraction(1.01) }, Stop { _ = Dimension.percent(100.1) },
    Stop { _ = Dimension.percent(.nan) }, Stop { _ = Dimension.points(-1) },
    Stop {
      let bad: Dimension = "50px"
      _ = bad
    },
    Stop { _ = SizeRange(min: Size(2, 0), max: Size(1, 0)) },
    Stop { _ = SizeRange(min: Size(-1, 0), max: Size(1, 0)) },
    Stop { _ = SizeRange(min: Size(.nan, 0), max: Size(1, 0)) },
    Stop { _ = SizeRange(exactly: .infinite) },
    Stop("which is not NaN; this one is from {0, 0} to {nan, 10}") { _ = SizeRange(max: Size(.nan, 10)) },
    // A value that was changed after it was made is checked in a tree, and a range in its layout.
    Stop {
      var parameters = CornerParameters()
      parameters.offset.x = .nan
      var builder = LayoutTreeBuilder()
      builder.begin(.corner(parameters))
    },
    Stop { _ = LayoutSpec().layoutThatFits(SizeRange(exactly: Size(10_000_000, 0))) },
    Stop { _ = LayoutSpec().layoutThatFits(SizeRange(exactly: Size(.greatestFiniteMagnitude, 0))) },
    Stop("and the maximum may be infinite; not in {{0, 0}, {nan, 10}}") {
      var range = SizeRange(max: Size(10, 10))
      range.max.width = .nan
      _ = LayoutSpec().layoutThatFits(range)
    },
    Stop("A parent's size is not negative; this one is {-1, 0}") {
      _ = LayoutSpec().layoutThatFits(.unconstrained, parentSize: Size(-1, 0))
    },
  ]

  private static let styleNumbers = [
    Stop { _ = Style { $0.spacingBefore = 1e308 } }, Stop { _ = Style { $0.descender = -10_000_000 } },
    Stop { _ = Style { $0.layoutPosition = Point(0, 10_000_000) } },
    Stop { _ = Style { $0.flexGrow = 10_000_000 } }, Stop { _ = Style { $0.flexGrow = -1 } },
    Stop { _ = Style { $0.flexShrink = .nan } }, Stop { _ = Style { $0.spacingBefore = .infinity } },
    Stop { _ = Style { $0.layoutPosition = Point(.nan, 0) } },
    Stop("preferredLayoutSize") { _ = Style { $0.width = "20%" }.preferredSize },
  ]

  private static let textNumbers = [
    Stop("TextFont.size", "not nan") { setRun { $0.font.size = .nan } },
    Stop("TextFont.size", "not inf") { setRun { $0.font.size = .infinity } },
    Stop("TextFont.size", "not -1.0") { _ = TextFont(size: -1) },
    Stop("TextFont.weight", "not 0") { setRun { $0.font.weight = 0 } },
    Stop("TextRun.letterSpacing", "not nan") { setRun { $0.letterSpacing = .nan } },
    Stop("TextRun.letterSpacing", "not -inf") { _ = TextRun("words", letterSpacing: -.infinity) },
    Stop("TextRun.attachment", "not {inf, 1}") { setRun { $0.attachment = Size(.infinity, 1) } },
    Stop("ParagraphStyle.lineSpacing", "not nan") { TextNode("words").paragraphStyle.lineSpacing = .nan },
    Stop("ParagraphStyle.lineSpacing", "not 1e+308") { TextNode("words").paragraphStyle.lineSpacing = 1e308 },
    Stop("ParagraphStyle.maximumLineCount", "not -1") { TextNode("words").maximumLineCount = -1 },
    Stop {
      var builder = PreparedText.Builder(metrics: .init(ascender: 15, descender: 5))
      builder.endSegment(tabInterval: .nan, breakAfter: .allowed)
    },
  ]

  private static func setRun(_ change: (inout TextRun) -> Void) {
    var run = TextRun("words")
    change(&run)
  }

  private static let image = "An image's size is finite and not negative, and not "
  private static let frame = "A node's frame is finite, and its size not negative: not "

  private static let nodeNumbers = [
    Stop(image + "{nan, 10}") { ButtonNode().setImageSize(Size(.nan, 10)) },
    Stop(image + "{inf, 10}") { ButtonNode().setImageSize(Size(.infinity, 10), for: .selected) },
    Stop(image + "{-1, 10}") { ImageNode().imageSize = Size(-1, 10) },
    Stop(image + "{1, 10000000}") { _ = ButtonNode(imageSize: Size(1, 10_000_000)) },
    Stop("A button's contentSpacing lies between -10,000,000 and 10,000,000 points, and is not nan") {
      ButtonNode().contentSpacing = .nan
    },
    Stop("An inset is more than -10,000,000 points, and not NaN") {
      ButtonNode().contentEdgeInsets.leading = .nan
    },
    Stop(frame + "{{0, 0}, {-1, 2}}") { DisplayNode().frame.size = Size(-1, 2) },
    Stop(frame + "{{nan, 0}, {0, 0}}") { DisplayNode().frame.origin.x = .nan },
    Stop(frame + "{{0, 0}, {0, inf}}") { DisplayNode().frame.size.height = .infinity },
    Stop { VideoNode().setContentSize(Size(-1, 5)) }, Stop { VideoNode().setContentSize(Size(.nan, 5)) },
    Stop { DisplayNode().traitOverrides.displayScale = 0 },
    Stop { DisplayNode().traitOverrides.displayScale = 1_001 },
  ]

  private static let hierarchies = [
    Stop {
      let node = DisplayNode()
      node.addSubnode(node)
    },
    Stop {
      let (a, b) = (DisplayNode(), DisplayNode())
      a.addSubnode(b)
      b.addSubnode(a)
    },
    Stop {
      // The one that lies in the other by hand shows it in its layout.
      let inner = DisplayNode()
      let outer = DisplayNode { [unowned inner] _, _ in WrapperLayoutSpec(inner) }.managingSubnodes()
      inner.addSubnode(outer)
      outer.layOut(in: .upTo(width: 100))
    },
    Stop {
      let (outer, inner, leaf) = (DisplayNode(), DisplayNode(), DisplayNode())
      outer.addSubnode(inner)
      inner.addSubnode(leaf)
      inner.insertSubnode(outer, above: leaf)
    },
    Stop {
      let (node, leaf) = (DisplayNode(), DisplayNode())
      node.addSubnode(leaf)
      node.replaceSubnode(leaf, with: node)
    },
    Stop { DisplayNode().insertSubnode(DisplayNode(), at: 1) },
    Stop { DisplayNode().insertSubnode(DisplayNode(), at: -1) },
    Stop("DisplayNode (stranger) is none of the other subnodes of DisplayNode") {
      DisplayNode().insertSubnode(DisplayNode(), above: DisplayNode().named("stranger"))
    },
    Stop("DisplayNode (same) is no subnode of DisplayNode") {
      let node = DisplayNode().named("same")
      DisplayNode().insertSubnode(node, below: node)
    },
    Stop { DisplayNode().replaceSubnode(DisplayNode(), with: DisplayNode()) },
    Stop("DisplayNode (gone) is no subnode of DisplayNode") {
      let gone = DisplayNode().named("gone")
      DisplayNode().replaceSubnode(gone, with: gone)
    },
    Stop("No node contains both DisplayNode (one) and DisplayNode (other)") {
      _ = DisplayNode().named("one").convert(Point.zero, to: DisplayNode().named("other"))
    },
  ]

  private final class Both: DisplayNode, @unchecked Sendable {
    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? { TextNode("x") }
  }

  private static let layouts = [
    Stop("Both has a layoutSpecBlock, and its class overrides") {
      let node = Both()
      node.layoutSpecBlock = { _, _ in TextNode("y") }
      _ = node.layoutThatFits(.unconstrained)
    },
    Stop("DisplayNode (outer) > DisplayNode (inner) > DisplayNode (outer)") {
      let outer = DisplayNode().named("outer")
      let inner = DisplayNode { _, _ in outer }.named("inner")
      outer.layoutSpecBlock = { _, _ in WrapperLayoutSpec(inner) }
      _ = outer.layoutThatFits(.unconstrained)
    },
    Stop(
      "A node lies twice in one tree: at StackLayoutSpec > [0] TextNode \"title\", "
        + "and at StackLayoutSpec > [1] InsetLayoutSpec > [0] DisplayNode > [0] TextNode \"title\""
    ) {
      let title = TextNode("x").named("title")
      _ = StackLayoutSpec {
        title
        InsetLayoutSpec(insets: .zero, child: DisplayNode { _, _ in title })
      }.layoutThatFits(.unconstrained)
    },
    // The same of nodes that are compared with others of their shape.
    Stop {
      for _ in 0..<3 { _ = ListNode([TextNode("a"), TextNode("a")]).layoutThatFits(.unconstrained) }
      let text = TextNode("a")
      _ = ListNode([text, text]).layoutThatFits(.unconstrained)
    },
  ]

  private static let trees = [
    // A builder that is used wrongly.
    Stop { _ = LayoutTreeBuilder().finish() },
    Stop {
      var builder = LayoutTreeBuilder()
      builder.begin(.overlay)
      builder.add(.node)
      builder.end()
    },
    Stop {
      var builder = LayoutTreeBuilder()
      builder.add(.node)
      builder.add(.node)
    },
    Stop {
      var builder = LayoutTreeBuilder()
      builder.begin(.wrapper)
      _ = builder.finish()
    },
    Stop {
      var builder = LayoutTreeBuilder()
      builder.add(.sizedNode(Size(.nan, 1)))
    },
    // The parent has to take the subtree, and an element keeps its kind.
    Stop {
      var tree = LayoutTree.element(.inset(.zero), around: [.node])
      tree.removeSubtree(of: ElementID(1))
    },
    Stop {
      var tree = LayoutTree.element(.wrapper)
      tree.insertSubtree(tree, in: tree.root, at: 1)
    },
    Stop {
      var tree = LayoutTree.element(.wrapper)
      tree.removeSubtree(of: tree.root)
    },
    Stop {
      var tree = LayoutTree.element(.node)
      tree.setContent(.text(TextParameters("x")), of: ElementID(0))
    },
    // A snapshot of another tree than the one laid out last, and an id below 0.
    Stop {
      var tree = LayoutTree.list(of: 1)
      var context = LayoutContext()
      context.layout(tree, in: .unconstrained)
      tree.setContent(.sizedNode(Size(99, 99)), of: ElementID(2))
      _ = context.snapshot(of: tree)
    },
    Stop {
      var context = LayoutContext()
      context.layout(.list(of: 1), in: .unconstrained)
      _ = context.snapshot(of: .list(of: 1))
    },
    Stop {
      var context = LayoutContext()
      context.layout(.list(of: 1), in: .unconstrained)
      _ = context.frame(of: ElementID(-1))
    },
    // There is memory for the entry, but no entry.
    Stop {
      var table = Table<Int>()
      table.reserve(8)
      table.append(1)
      table[1] = 2
    },
  ]

  private static let tooHigh = "A list's cells are less than 2⁵¹ pixels high together"

  private static let lists = [
    Stop {
      let lists = (0..<2).map { _ in LayoutList<Int>(width: 10) { _ in DisplayNode() } }
      _ = lists[0].layOut(at: lists[1].anchor(from: 0, to: 10))
    },
    Stop { _ = LayoutList<Int>(width: 10) { _ in DisplayNode() }.anchor(from: .nan, to: 10) },
    Stop("second is in the list twice, at 1 and at 2") { _ = list(["first", "second", "second"]) },
    Stop("second is in the new list twice, at 1 and at 2") {
      list(["first"]).setItems(["third", "second", "second"])
    },
    // Among items that were equal at both ends before.
    Stop("first is in the list twice, at 0 and at 1") {
      list(["first", "second"]).setItems(["first", "first", "second"])
    },
    Stop("first is in the list twice, at 0 and at 3") {
      list(["first", "second"]).append(contentsOf: ["third", "first"])
    },
    Stop("third is in the list twice, at 0 and at 1") { list(["first"]).insert(["third", "third"], at: 0) },
    Stop("second is in the list twice, at 0 and at 1") {
      list(["first", "second"]).update(at: 0, with: "second")
    },
    Stop("The list has 2 items, and none at 2") { _ = list(["first", "second"]).cell(at: 2) },
    Stop("The list has 2 items, and none at -1") { _ = list(["first", "second"]).frame(at: -1) },
    Stop("The list has 2 items, and not all of 2..<3") { list(["first", "second"]).remove(at: 2) },
    Stop("The list has 2 items, and not all of 3..<3") { list(["first", "second"]).insert("third", at: 3) },
    Stop("The list has 1 items, and none that can move from 0 to 1") { list(["first"]).move(from: 0, to: 1) },
    Stop("A list has 1 to 64 columns, not 0") { _ = ListColumns.fixed(count: 0) },
    Stop("A list has 1 to 64 columns, not 65") { _ = ListColumns.fixed(count: 65) },
    Stop("The least width of a list's column is above 0, not nan") {
      _ = ListColumns.adaptive(minimumWidth: .nan)
    },
    Stop { _ = ListColumns.fixed(count: 2, spacing: -1) },
    Stop { _ = ListColumns.fixed(count: 2, spacing: 0, lineSpacing: .infinity) },
    Stop("The list has 1 sections, and none at 1") {
      let list = LayoutList<SectionItem<Int, Int>>(width: 10) { _ in DisplayNode() }
      list.setSections([(0, [1])])
      _ = list.indices(inSection: 1)
    },
    Stop { _ = RangeTuningParameters(workerCount: 0) },
    Stop(tooHigh) { _ = RowTree().pixels(1e300) },
    Stop(tooHigh) {
      var rows = RowTree()
      rows.replace(0..<0, with: (0..<2).map { ListRow(height: 1 << 50, slot: $0) })
    },
    Stop(tooHigh) {
      var rows = RowTree()
      rows.replace(0..<0, with: (0..<2).map { ListRow(height: 1 << ($0 * 50), slot: $0) })
      rows.setHeight(1 << 50, at: 0, version: 0)
    },
  ]

  private static func list(_ items: [String]) -> LayoutList<String> {
    let list = LayoutList<String>(width: 10) { _ in DisplayNode() }
    list.setItems(items)
    return list
  }

  private static let transitions = [
    Stop { ManualAnimator().advance(by: -0.1) }, Stop { ManualAnimator().advance(by: .infinity) },
    Stop { _ = TimingCurve(-0.1, 0, 1, 1) }, Stop { _ = TimingCurve(0, .nan, 1, 1) },
    Stop("title is in the old list twice, at 1 and at 3") {
      _ = SubnodeChanges(from: ["A", "title", "B", "title"], to: ["A"])
    },
    Stop("title is in the new list twice, at 0 and at 1") {
      _ = SubnodeChanges(from: ["A"], to: ["title", "title", "A"])
    },
  ]
}
