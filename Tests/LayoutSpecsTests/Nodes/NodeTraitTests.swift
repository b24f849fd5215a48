import LayoutSpecs
import LayoutTestSupport
import Testing

/// A trait of these tests: the width of a `TraitNode` in points.
enum WidthTrait: TraitKey { static var defaultValue: Double { 10 } }

extension Traits {
  var width: Double {
    get { self[WidthTrait.self] }
    set { self[WidthTrait.self] = newValue }
  }
}

/// A node as wide as its traits say, around or above others.
final class TraitNode: DisplayNode, @unchecked Sendable {
  private let state: LockedValue<(items: [DisplayNode], asked: Int)>

  init(_ items: [DisplayNode] = []) { state = LockedValue((items, 0)) }

  var items: [DisplayNode] {
    get { state.withLock { $0.items } }
    set {
      state.withLock { $0.items = newValue }
      setNeedsLayout()
    }
  }
  var askedCount: Int { state.withLock { $0.asked } }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    state.withLock { $0.asked += 1 }
    return StackLayoutSpec(direction: .vertical, alignItems: .start) {
      LayoutSpec().width(.points(traits.width)).height(1)
      items
    }
  }
}

@Suite("Traits of nodes")
struct NodeTraitTests {
  private let range = SizeRange.upTo(width: 1000)

  private func width(_ node: DisplayNode, in root: DisplayNode) -> Double? {
    root.layoutThatFits(range).frame(of: node)?.size.width
  }

  @Test func `Traits that nobody set have their default values`() {
    let traits = Traits()
    #expect(traits.contentSizeCategory == .large && traits.layoutDirection == .leftToRight)
    #expect(traits.horizontalSizeClass == .regular && traits.verticalSizeClass == .regular)
    #expect(traits.userInterfaceStyle == .light && traits.displayScale == 1 && traits.width == 10)
    #expect(DisplayNode().traits == traits && DisplayNode().traitOverrides == traits)
  }

  @Test func `Traits are equal if all their values are, whether set or not`() {
    var (first, second) = (Traits(), Traits())
    first.width = 10
    #expect(first == second && second == first)
    first.userInterfaceStyle = .dark
    #expect(first != second && second != first)
    second.userInterfaceStyle = .dark
    #expect(first == second && second == first)
    second.width = .nan
    #expect(second != first && second == second)
  }

  @Test func `Body text is 14/17 to 53/17 as large as usual, larger from each category to the next`() {
    let scales = Traits.ContentSizeCategory.allCases.map(\.bodyScale)
    #expect(scales == scales.sorted() && scales.first == 14.0 / 17 && scales.last == 53.0 / 17)
    #expect(Traits.ContentSizeCategory.large.bodyScale == 1)
    #expect(Traits.ContentSizeCategory.allCases.filter(\.isAccessibilityCategory).count == 5)
  }

  @Test func `A node that measures itself and one with a block read their traits too`() {
    final class Measured: DisplayNode, @unchecked Sendable {
      override func calculateSizeThatFits(_ constrainedSize: Size) -> Size { Size(traits.width, 1) }
    }
    let block = DisplayNode { node, _ in LayoutSpec().width(.points(node.traits.width)).height(1) }
    let measured = Measured()
    let root = TraitNode([measured, block])
    root.traitOverrides.width = 70
    #expect(width(measured, in: root) == 70 && width(block, in: root) == 70)
  }

  @Test func `A change invalidates the node, all subnodes and the nodes around, and tells each host once`() {
    let (leaf, beside) = (TraitNode(), TraitNode())
    let middle = TraitNode([leaf])
    let root = TraitNode([middle, beside])
    let nodes = [root, middle, leaf, beside]
    for node in nodes { node.automaticallyManagesSubnodes = true }
    root.layOut(in: range)
    let told = LockedValue<[ObjectIdentifier]>([])
    for node in nodes { node.onNeedsLayout = { node in told.withLock { $0.append(ObjectIdentifier(node)) } } }
    middle.traitOverrides.width = 20
    #expect(nodes.map { $0.calculatedLayout == nil } == [true, true, true, false])
    #expect(Set(told.withLock { $0 }) == Set([root, middle, leaf].map(ObjectIdentifier.init)))
    #expect(told.withLock { $0.count } == 3)
    root.layoutIfNeeded()
    #expect(leaf.frame.size.width == 20 && beside.frame.size.width == 10)
    #expect(beside.askedCount == 1)
  }

  @Test func `Setting traits that are set already changes nothing`() {
    let root = TraitNode()
    root.traitOverrides.width = 20
    _ = root.layoutThatFits(range)
    root.traitOverrides.width = 20
    root.traitOverrides = root.traitOverrides
    #expect(root.calculatedLayout != nil && root.askedCount == 1)
    root.traitOverrides.userInterfaceStyle = .light
    #expect(root.calculatedLayout == nil)
  }

  @Test func `Nodes keep their content for the traits that it was computed with, and use no other`() {
    let leaf = TraitNode()
    let (light, dark) = (TraitNode([leaf]), TraitNode([leaf]))
    light.traitOverrides.width = 20
    dark.traitOverrides.width = 40
    for _ in 0..<3 {
      #expect(width(leaf, in: light) == 20)
      #expect(width(leaf, in: dark) == 40)
      light.setNeedsLayout()
      dark.setNeedsLayout()
    }
    #expect(leaf.askedCount == 2)
  }

  @Test func `A node that is removed or replaced inherits no more, and needs layout`() {
    let (leaf, wide) = (TraitNode(), DisplayNode())
    wide.traitOverrides.width = 40
    for isReplaced in [false, true] {
      wide.addSubnode(leaf)
      #expect(leaf.layoutThatFits(range).size.width == 40)
      if isReplaced { wide.replaceSubnode(leaf, with: DisplayNode()) } else { leaf.removeFromSupernode() }
      #expect(leaf.calculatedLayout == nil && leaf.layoutThatFits(range).size.width == 10)
    }
  }

  @Test func `Sizes and positions are whole pixels of the display scale that a node inherits or overrides`() {
    let text = TextNode("hello", metrics: MonospaceMetrics(advance: 8.3))
    let node = DisplayNode { _, _ in InsetLayoutSpec(insets: EdgeInsets(0.1), child: text) }
    node.automaticallyManagesSubnodes = true
    let root = DisplayNode()
    root.addSubnode(node)
    let (measuring, applying) = (ManualQueue(), ManualQueue())
    let host = LayoutHost(node, in: range, measuringOn: measuring, applyingOn: applying)
    /// The text's frame once the host has come to rest, after a layout and no more.
    func frame() -> Rect {
      #expect((0..<10).first { _ in !measuring.runNext() && !applying.runNext() } == 2)
      return text.frame
    }
    #expect(frame() == Rect(x: 1, y: 1, width: 42, height: 20))
    root.traitOverrides.displayScale = 2
    #expect(frame() == Rect(x: 0.5, y: 0.5, width: 41.5, height: 20))
    node.traitOverrides.displayScale = 3
    #expect(frame() == Rect(x: 1.0 / 3, y: 1.0 / 3, width: 125.0 / 3, height: 20))
    // A scale below the node that is laid out counts in layouts of that other node alone.
    text.traitOverrides.displayScale = 1
    #expect(frame().size.width == 125.0 / 3 && text.layoutThatFits(range).size.width == 42)
    // A transition has the node's too.
    node.transitionLayout(with: .upTo(width: 500), animated: false)
    #expect(text.frame.size.width == 125.0 / 3)
    node.traitOverrides = Traits()
    node.layoutIfNeeded()
    #expect(text.frame.size.width == 41.5)
    withExtendedLifetime(host) {}
  }

  @Test func `A spec laid out by itself has one pixel per point and no traits, unless given`() {
    let node = TraitNode()
    let spec = InsetLayoutSpec(insets: EdgeInsets(0.25), child: node)
    let traits = Traits {
      $0.displayScale = 2
      $0.width = 20
    }
    #expect(spec.layoutThatFits(range).size.width == 11)
    #expect(spec.layoutThatFits(range, traits: traits).size.width == 20.5)
    #expect(AnyLayoutElement(spec).layoutThatFits(range, traits: traits).size.width == 20.5)
    // A node inherits them as in a spec, and its own layout stays.
    #expect(node.layoutThatFits(range).size.width == 10)
    #expect(node.layoutThatFits(range, traits: traits).size.width == 20)
    #expect(node.calculatedSize.width == 10 && node.traits.width == 10)
  }

  @Test func `A list hands its traits down to its cells, made before or after; a cell's own hide them`() {
    let list = LayoutList<Int>(width: 100) { _ in TraitNode([TraitNode()]) }
    let told = LockedValue(0)
    list.onNeedsLayout = { told.withLock { $0 += 1 } }
    list.setItems([1, 2, 3])
    list.cell(at: 1).traitOverrides.width = 50
    list.layOut(from: 0, to: 1)
    #expect(list.cell(at: 0).traits.width == 10)
    list.traitOverrides.width = 30
    #expect(told.withLock { $0 } == 1)
    #expect((0..<3).map { list.cell(at: $0).traits.width } == [30, 50, 30])
    #expect(list.cell(at: 0).calculatedLayout == nil)
    list.layOut(from: 0, to: 1)
    let inner = (list.cell(at: 0) as? TraitNode)?.items[0]
    #expect(inner.flatMap { list.cell(at: 0).calculatedLayout?.frame(of: $0)?.size.width } == 30)
    // Setting the present value changes nothing.
    list.traitOverrides.width = 30
    #expect(told.withLock { $0 } == 1 && list.cell(at: 0).calculatedLayout != nil)
  }

  @Test func `Other traits of a list reach cells in view at once, and the others when they come into view`() {
    let list = LayoutList<Int>(width: 100) { _ in TraitNode([TraitNode()]) }
    list.setItems(Array(0..<1000))
    list.layOut(from: 0, to: .infinity)
    // Each has two points.
    list.layOut(from: 0, to: 20)
    let cells = (0..<1000).compactMap { list.cell(at: $0) as? TraitNode }
    let (told, toldCells) = (LockedValue(0), LockedValue<[Int]>([]))
    list.onNeedsLayout = { told.withLock { $0 += 1 } }
    for (index, cell) in cells.enumerated() {
      cell.onNeedsLayout = { _ in toldCells.withLock { $0.append(index) } }
    }
    list.traitOverrides.width = 30
    #expect(told.withLock { $0 } == 1 && toldCells.withLock { $0 } == Array(0..<10))
    #expect(cells[500].traits.width == 30 && cells[500].calculatedLayout != nil)
    list.layOut(from: 1000, to: 1020)
    #expect(told.withLock { $0 } == 1 && toldCells.withLock { $0 } == Array(0..<10) + Array(500..<510))
    let widths = cells[500..<510].map { $0.calculatedLayout?.frame(of: $0.items[0])?.size.width }
    #expect(widths == Array(repeating: 30, count: 10) && cells[510].askedCount == 1)
    _ = list.cell(at: 700)
    #expect(told.withLock { $0 } == 1 && cells[700].calculatedLayout == nil)
    // A change of a cell that was told counts again.
    cells[505].setNeedsLayout()
    #expect(told.withLock { $0 } == 2)
  }

  @Test func `A node that becomes another list's cell gets its traits, and a supernode's hide them`() {
    let node = TraitNode()
    let lists = [30.0, nil].map { width in
      let list = LayoutList<Int>(width: 100) { _ in node }
      if let width { list.traitOverrides.width = width }
      list.setItems([1])
      return list
    }
    _ = lists[0].cell(at: 0)
    #expect(node.layoutThatFits(range).size.width == 30)
    _ = lists[1].cell(at: 0)
    #expect(node.calculatedLayout == nil && node.layoutThatFits(range).size.width == 10)
    let around = DisplayNode()
    around.addSubnode(node)
    #expect(node.traits.width == 10)
    around.traitOverrides.width = 20
    #expect(node.layoutThatFits(range).size.width == 20)
    withExtendedLifetime(around) {}
  }

  @Test(.disabled(if: Sanitizer.isForThreads))
  func `Traits reach the innermost of a thousand nodes, and a change is seen there`() {
    let nodes = (0..<1000).map { _ in TraitNode() }
    for (outer, inner) in zip(nodes, nodes.dropFirst()) { outer.addSubnode(inner) }
    nodes[0].traitOverrides.width = 30
    #expect(nodes[999].layoutThatFits(range).size.width == 30)
    nodes[500].traitOverrides.width = 40
    #expect(nodes[999].calculatedLayout == nil && nodes[999].layoutThatFits(range).size.width == 40)
    #expect(nodes[499].traits.width == 30)
    withExtendedLifetime(nodes) {}
  }
}
