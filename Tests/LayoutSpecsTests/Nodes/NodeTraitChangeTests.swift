import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Changes of traits")
struct NodeTraitChangeTests {
  private let range = SizeRange.upTo(width: 1000)

  @Test func `Whoever is told of a change may set traits again, and lay the node out`() {
    let node = TraitNode()
    _ = node.layoutThatFits(range)
    node.onNeedsLayout = { node in
      node.traitOverrides.width = 60
      _ = node.layoutThatFits(.upTo(width: 1000))
    }
    node.traitOverrides.width = 20
    #expect(node.calculatedSize.width == 60 && node.askedCount == 2)
  }

  @Test func `Values are compared without a lock held: comparing may use nodes`() {
    struct Nosy: Equatable, Sendable {
      let node: DisplayNode
      static func == (a: Nosy, b: Nosy) -> Bool {
        a.node.setNeedsLayout()
        return a.node.traits.width == b.node.traits.width
      }
    }
    enum NosyTrait: TraitKey { static var defaultValue: Nosy? { nil } }
    let isDone = outcome {
      let leaf = TraitNode()
      let root = TraitNode([TraitNode([leaf])])
      root.items[0].traitOverrides.width = 5
      for _ in 0..<3 {
        root.traitOverrides[NosyTrait.self] = Nosy(node: leaf)
        _ = root.layoutThatFits(.upTo(width: 100))
        root.traitOverrides.userInterfaceStyle = root.traits.userInterfaceStyle == .dark ? .light : .dark
      }
      return true
    }
    #expect(isDone == true)
  }

  @Test(.disabled(if: Sanitizer.isForThreads), arguments: 0..<40 as Range<UInt64>)
  func `After any changes each node reads what the nearest one around it sets`(seed: UInt64) throws {
    var random = RandomTree(seed: seed)
    func tree(depth: Int) -> TraitNode {
      let node = TraitNode((0..<Int(random.next() % (depth > 0 ? 4 : 1))).map { _ in tree(depth: depth - 1) })
      // Nobody tells a node that is laid out and no subnode: it has to be asked for the sake of its traits.
      node.automaticallyManagesSubnodes = random.chance(70)
      return node
    }
    func all(_ node: TraitNode) -> [TraitNode] { [node] + node.items.flatMap { all($0 as! TraitNode) } }
    let root = tree(depth: 3)
    let nodes = all(root)
    var widths: [NodeID: Double] = [:]
    /// The width that a node reads by itself: it inherits from its supernode, if it has become a subnode.
    func readWidth(_ node: DisplayNode) -> Double { widths[node.id] ?? node.supernode.map(readWidth) ?? 10 }
    /// Checks the widths of the nodes in a node, and returns the node's own: the largest that it or a node in it reads.
    func expectWidths(in node: TraitNode, _ inherited: Double, _ layout: Layout, _ step: Int) -> Double {
      let own = widths[node.id] ?? inherited
      return node.items.reduce(own) { width, item in
        let inner = expectWidths(in: item as! TraitNode, own, layout, step)
        #expect(layout.frame(of: item)?.size.width == inner, "seed \(seed), step \(step)")
        return max(width, inner)
      }
    }
    for step in 0..<20 {
      let node = nodes[Int(random.next() % UInt64(nodes.count))]
      switch random.next() % 5 {
      case 0:
        node.traitOverrides = Traits()
        widths[node.id] = nil
      case 1: node.traitOverrides.userInterfaceStyle = .dark
      case 2 where nodes.count > 1:
        // It moves to another node, is put in where nodes are not managed, or is removed.
        let (moved, goal) = (random.pick(Array(nodes.dropFirst())), random.pick(nodes))
        for holder in nodes where holder.items.contains(where: { $0 === moved }) {
          holder.items.removeAll { $0 === moved }
          if !holder.automaticallyManagesSubnodes { moved.removeFromSupernode() }
        }
        guard random.chance(80), !all(moved).contains(where: { $0 === goal }) else { break }
        goal.items.append(moved)
        if !goal.automaticallyManagesSubnodes && random.chance(50) { goal.addSubnode(moved) }
      default:
        // The default, too, hides what the nodes around have.
        let width = Double(random.next() % 5) * 10
        node.traitOverrides.width = width
        widths[node.id] = width
      }
      let layout = root.layoutThatFits(range)
      #expect(layout.size.width == expectWidths(in: root, 10, layout, step), "seed \(seed), step \(step)")
      if random.next() % 2 == 0 { root.layoutIfNeeded() }
      let alone = random.pick(nodes)
      #expect(alone.traits.width == readWidth(alone), "seed \(seed), step \(step)")
      alone.layoutIfNeeded()
      for layout in [alone.calculatedLayout, alone.layoutThatFits(range)] {
        let width = layout?.sublayouts.first?.sublayouts.first?.size.width
        #expect(layout == nil || width == alone.traits.width, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func `Threads that lay out one node below different traits each get their own layout`() {
    let leaf = TraitNode()
    let roots = (1...4).map { factor in
      let root = TraitNode([TraitNode([leaf])])
      root.traitOverrides.width = Double(factor * 10)
      return root
    }
    let range = range
    concurrently(400) { index in
      let root = roots[index % 4]
      if index % 7 == 0 { leaf.setNeedsLayout() }
      if index % 5 == 0 { root.setNeedsLayout() }
      #expect(root.layoutThatFits(range).frame(of: leaf)?.size.width == Double((index % 4 + 1) * 10))
    }
  }

  @Test func `After traits changed on several threads the layout is that of the last ones`() {
    let leaf = TraitNode()
    let root = TraitNode([TraitNode([leaf])])
    for node in [root, root.items[0], leaf] { node.automaticallyManagesSubnodes = true }
    let range = range
    root.layOut(in: range)
    concurrently(400) { index in
      if index % 3 == 0 {
        root.traitOverrides.width = Double(index)
      } else if index % 3 == 1 {
        _ = leaf.layoutThatFits(range)
      } else {
        root.layOut(in: range)
      }
    }
    root.layoutIfNeeded()
    leaf.layoutIfNeeded()
    let width = root.traits.width
    #expect(leaf.traits.width == width && leaf.frame.size.width == width)
    #expect(leaf.calculatedLayout?.size.width == width)
  }
}

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
}
