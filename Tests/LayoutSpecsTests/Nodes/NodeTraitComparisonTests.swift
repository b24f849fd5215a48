import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Traits of nodes that are laid out again")
struct NodeTraitComparisonTests {
  private let range = SizeRange(width: 320)

  /// Lays the node out, and returns the measurements that it took.
  private func measurements(_ node: DisplayNode) -> Int {
    LayoutWork { _ = node.layoutThatFits(range) }.counters.measurements
  }

  @Test func `A trait that no node reads measures nothing again, set on the node or inherited`() {
    let title = TextNode("Title")
    let inner = DisplayNode { _, _ in InsetLayoutSpec(insets: EdgeInsets(4), child: title) }
    let root = DisplayNode { _, _ in StackLayoutSpec(direction: .vertical) { inner } }
    let outer = DisplayNode()
    outer.addSubnode(root)
    #expect(measurements(root) > 0)
    let frame = root.layoutThatFits(range).frame(of: title)
    for _ in 0..<3 {
      root.traitOverrides.userInterfaceStyle = root.traits.userInterfaceStyle == .dark ? .light : .dark
      #expect(root.calculatedLayout == nil)
      #expect(measurements(root) == 0)
      outer.traitOverrides.verticalSizeClass =
        outer.traits.verticalSizeClass == .compact ? .regular : .compact
      #expect(measurements(root) == 0)
      #expect(root.layoutThatFits(range).frame(of: title) == frame)
    }
    #expect(root.layoutThatFits(SizeRange(width: 200)).size.width == 200)
  }

  /// Nobody tells a node that is laid out and no subnode: it has to be asked for the sake of its traits.
  @Test func `A node that reads a trait gets the new one, whether or not it is a subnode`() {
    for isManaged in [true, false] {
      let leaf = TraitNode()
      let middle = ListNode([leaf])
      let root = ListNode([middle])
      for node in [root, middle] { node.automaticallyManagesSubnodes = isManaged }
      func width() -> Double? {
        let layout = root.layoutThatFits(range)
        if isManaged { root.layoutIfNeeded() }
        return layout.frame(of: leaf)?.size.width
      }
      #expect(width() == 10)
      for _ in 0..<3 {
        root.traitOverrides.width = 20
        #expect(width() == 20)
        root.traitOverrides.userInterfaceStyle = .dark
        #expect(width() == 20)
        middle.traitOverrides.width = 10
        #expect(width() == 10)
        middle.traitOverrides = Traits()
        #expect(width() == 20)
        root.traitOverrides = Traits()
        #expect(width() == 10)
      }
    }
  }

  @Test func `Another direction of the script mirrors a node that is as it was`() {
    let title = TextNode("Title")
    let root = DisplayNode { _, _ in StackLayoutSpec { title } }
    #expect(root.layoutThatFits(range).frame(of: title)?.minX == 0)
    root.traitOverrides.layoutDirection = .rightToLeft
    #expect(root.layoutThatFits(range).frame(of: title)?.maxX == 320)
    root.traitOverrides.layoutDirection = .leftToRight
    #expect(root.layoutThatFits(range).frame(of: title)?.minX == 0)
  }
}
