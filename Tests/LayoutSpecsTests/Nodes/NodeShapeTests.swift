import Dispatch
import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("First layouts that are compared with another node's of the class")
struct NodeShapeTests {
  private let cell = SizeRange.upTo(width: 300)

  /// Other tests have laid out nodes on this thread.
  init() { forgetShapes() }

  private func forgetShapes() { ThreadState.current.takeUnretainedValue().shapes = LayoutShapes() }

  /// Returns the first layout of a node, compared with nothing.
  private func alone(_ node: DisplayNode, in range: SizeRange) -> Layout {
    let thread = ThreadState.current.takeUnretainedValue()
    let shapes = exchange(&thread.shapes, with: LayoutShapes())
    defer { thread.shapes = shapes }
    return node.layoutThatFits(range)
  }

  private func isSharing(_ node: DisplayNode) -> Bool { node.calculatedLayout?.tree.isSharing ?? false }

  @Test func `Whatever nodes of a class differ in, their layouts are those of a node alone`() {
    var (hits, misses) = (0, 0)
    for seed in 1...(SlowTests.areOn ? 60_000 : 900) as ClosedRange<UInt64> {
      // User's leaves leave no shape.
      var tree = RandomNodes(seed: 31_000 + seed)
      if tree.list(depth: 3).items.count < 2 || !tree.areas.isEmpty && seed % 16 > 0 { continue }
      forgetShapes()
      let range = SizeRange(width: 0...[100, 300][Int(seed % 2)], height: 0...(.infinity))
      var random = RandomTree(seed: seed)
      // Nodes of one tree, with more and more changes.
      var variants = (0..<7).map { number in
        var nodes = RandomNodes(seed: 31_000 + seed)
        let root = nodes.list(depth: 3)
        nodes.random = RandomTree(seed: seed &* 100 &+ UInt64(number))
        for text in nodes.texts where number > 1 {
          text.text = nodes.words()
          if random.next() % 16 == 0 { text.style.flexShrink = 1 - text.style.flexShrink }
        }
        for image in nodes.images {
          image.setContentSize(number > 2 ? Size(Double(number), 7.3) : Size(9, 9))
        }
        if number > 2 && random.next() % 3 == 0 { nodes.change() }
        return (root, nodes)
      }
      func expectAlone(_ root: ListNode, _ step: Comment) {
        let layout = root.layoutThatFits(range)
        let other = alone(root.copy, in: range)
        #expect(layout.recursiveDescription == other.recursiveDescription, "seed \(seed), \(step)")
        #expect(layout.nodeFrames == other.nodeFrames, "seed \(seed), \(step)")
      }
      for (number, variant) in variants.enumerated() {
        expectAlone(variant.0, "node \(number)")
        if isSharing(variant.0) { hits += 1 } else { misses += 1 }
      }
      for place in variants.indices {
        for _ in 0..<2 { variants[place].1.change() }
        expectAlone(variants[place].0, "changed node \(place)")
      }
      // No change has reached another node.
      for (root, _) in variants {
        root.setNeedsLayout()
        expectAlone(root, "at last")
      }
    }
    #expect(hits > 200 && misses > 400, "\(hits) nodes shared elements, \(misses) did not")
  }

  /// A card with a text, an image, and a part with a text of its own.
  private func card(_ text: String, image: Size? = Size(20, 10)) -> ListNode {
    ListNode([
      TextNode(text), ImageNode(imageSize: image),
      ListNode(
        [TextNode("\(text) \(text)").flexShrink()], StackParameters(direction: .horizontal, spacing: 3)),
    ])
  }

  @Test(arguments: [false, true])
  func `From the third node on they share elements and specs, each asked once`(isReversed: Bool) {
    for number in 0..<6 {
      let node = card("text \(number)")
      if isReversed { node.edit { $0.items.reverse() } }
      let layout = node.layoutThatFits(cell)
      #expect(isSharing(node) == (number > 1), "\(number)")
      #expect(layout.recursiveDescription == alone(node.copy, in: cell).recursiveDescription)
      #expect(node.askedCount == 1 && node.items.allSatisfy { ($0 as? ListNode)?.askedCount ?? 1 == 1 })
    }
  }

  @Test func `Nodes of up to three kinds in any order share what others of their kind have, asked once`() {
    var random = RandomTree(seed: 5)
    var sharing = 0
    for number in 0..<60 {
      let node = card("text \(number)")
      let kind = number < 6 ? number % 3 : Int(random.next() % 3)
      // Where they differ, the part is asked before, in between, or not at all.
      if kind == 1 { node.edit { $0.items.append(ImageNode(imageSize: Size(4, 4))) } }
      if kind == 2 { node.edit { $0.items.removeLast() } }
      let layout = node.layoutThatFits(cell)
      #expect(layout.recursiveDescription == alone(node.copy, in: cell).recursiveDescription, "\(number)")
      #expect(node.askedCount == 1 && node.items.allSatisfy { ($0 as? ListNode)?.askedCount ?? 1 == 1 })
      if isSharing(node) { sharing += 1 }
    }
    #expect(sharing > 50, "\(sharing) of 60 share elements")
  }

  @Test func `A text that changes is the node's own, and a tree that is taken from a layout is a value`() {
    let cards = ["a", "b", "c", "d"].map { card($0) }
    let before = cards.map { $0.layoutThatFits(cell).recursiveDescription }
    (cards[3].items[0] as? TextNode)?.text = "another text"
    _ = cards[3].layoutThatFits(cell)
    // That sanitizer does not see that nobody else has the tree, which is copied then.
    #expect(isSharing(cards[3]) || Sanitizer.isForThreads)
    (cards[3].items[1] as? ImageNode)?.imageSize = Size(20, 10.5)
    _ = cards[3].layoutThatFits(cell)
    #expect(!isSharing(cards[3]))
    var tree = cards[2].layoutThatFits(cell).tree
    tree.setStyle(Style { $0.width = 99 }, of: ElementID(2))
    for (number, card) in cards.dropLast().enumerated() {
      card.setNeedsLayout()
      #expect(card.layoutThatFits(cell).recursiveDescription == before[number])
    }
  }

  /// A column with a text beside another one, on their first lines.
  private final class Columns: DisplayNode, @unchecked Sendable {
    let (first, second): (TextNode, TextNode)

    init(_ text: String, ascender: Double?) {
      first = TextNode(text, metrics: MonospaceMetrics(ascender: ascender))
      second = TextNode("b", metrics: MonospaceMetrics(ascender: 12))
    }

    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
      StackLayoutSpec(alignItems: .baselineFirst) {
        StackLayoutSpec(direction: .vertical) { first }
        second
      }
    }
  }

  @Test func `Texts share the elements around them if their baselines are the same`() {
    let ascenders: [Double?] = [5, 5, 5, 5, 9, 9, nil, 7, nil]
    for (number, ascender) in ascenders.enumerated() {
      for text in ["a", "a\nb\tc"] {
        let node = Columns(text, ascender: ascender)
        let layout = node.layoutThatFits(cell)
        let other = alone(Columns(text, ascender: ascender), in: cell)
        #expect(layout.recursiveDescription == other.recursiveDescription, "\(number)")
        // After two nodes, and wherever the baseline is that of the last one.
        if number < 6 {
          #expect(isSharing(node) == (number > 0 && (number != 4 || text != "a")), "\(number) \(text)")
        }
      }
    }
  }

  @Test func `A part that gets another range than in the shape is asked again, and laid out alone`() {
    /// As high as a tenth of the width that it may have.
    final class Part: DisplayNode, @unchecked Sendable {
      override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
        LayoutSpec().width(100).height(.points(min(constrainedSize.max.width, 300) / 10))
      }
    }
    // The text is as wide as it is long, and leaves the part the rest.
    func row(_ text: String) -> ListNode {
      ListNode([TextNode(text), Part().flexShrink()], StackParameters(direction: .horizontal))
    }
    for text in ["a", "a", "a", "a", String(repeating: "b", count: 30), "a"] {
      let node = row(text)
      let layout = node.layoutThatFits(cell)
      #expect(layout.recursiveDescription == alone(row(text), in: cell).recursiveDescription)
      #expect(node.askedCount == 1)
    }
  }

  @Test func `A part that has kept an answer is not asked again`() {
    let node = card("a")
    let part = node.items[2] as? ListNode
    _ = part?.layoutThatFits(cell)
    let count = part?.askedCount
    // It is of the same class.
    for _ in 0..<3 { _ = card("a").layoutThatFits(cell) }
    _ = node.layoutThatFits(cell)
    #expect(part?.askedCount == count && node.askedCount == 1 && !isSharing(node))
  }

  @Test func `A shape keeps no node`() {
    weak var last: DisplayNode?
    for _ in 0..<6 {
      let node = card("a")
      _ = node.layoutThatFits(cell)
      last = node.items[2]
    }
    #expect(last == nil)
  }

  @Test func `Nodes of other classes or names are told apart, though they say the same`() {
    for number in 0..<8 {
      forgetShapes()
      for _ in 0..<2 {
        _ = ListNode([ImageNode(imageSize: Size(9, 9)), ListNode([TextNode("a")])]).layoutThatFits(cell)
      }
      let late = NetworkImageNode()
      late.setContentSize(Size(9, 9))
      let leaf = number % 4 == 3 ? late : ImageNode(imageSize: Size(9, 9))
      let part = ListNode([TextNode("a")])
      if number % 4 == 2 { part.debugName = "part" }
      if number == 6 { leaf.debugName = "leaf" }
      if number == 7 { part.style.flexGrow = 1 }
      let node = ListNode([leaf, part])
      let text = node.layoutThatFits(cell).recursiveDescription
      #expect(text.contains("NetworkImageNode") == (number % 4 == 3), "\(number)")
      #expect(text.contains("ListNode \"part\"") == (number % 4 == 2), "\(number)")
      #expect(text.contains("ImageNode \"leaf\"") == (number == 6), "\(number)")
      #expect(node.layoutThatFits(cell).tree.style(of: ElementID(3)) == part.style, "\(number)")
    }
  }

  @Test func `User's leaves and specs are asked for each node`() {
    for number in 1...5 {
      let node = ListNode([AreaNode(area: Double(number) * 900)])
      #expect(node.layoutThatFits(cell).size.height == Double(number) * 10)
      let shelf = ListNode([TextNode("a"), TextNode("b")])
      shelf.edit { $0.shelfGap = Double(number) }
      #expect(shelf.layoutThatFits(.unconstrained).size.width == 16 + 2 * Double(number))
    }
  }

  @Test
  func `Of many classes the oldest make room, and one whose nodes differ is compared in one of sixteen`() {
    class A: DisplayNode, @unchecked Sendable {}
    func result(_ count: Int) -> NodeLayout? {
      let node = ListNode((0..<count).map { _ in TextNode("a") })
      return node.measure(in: LayoutConstraint(cell), cancellation: nil)
    }
    guard let layout = result(1) else { return }
    var shapes = LayoutShapes()
    func shape(of type: DisplayNode.Type) -> NodeLayout? {
      shapes.candidates(of: type, in: layout.constraint, nil)?.first
    }
    let types: [DisplayNode.Type] = [
      A.self, ListNode.self, AreaNode.self, TextNode.self, ImageNode.self, ButtonNode.self, CellNode.self,
      ScrollNode.self, VideoNode.self,
    ]
    for type in types + types.dropFirst() { shapes.keep(layout, of: type) }
    #expect(types.map { shape(of: $0) != nil } == [false] + types.dropFirst().map { _ in true })
    // With as many shapes as are kept, a comparison without a hit is a miss.
    for _ in 0..<2 { shapes.keep(layout, of: ListNode.self) }
    #expect(shape(of: ListNode.self) != nil)
    let isCompared = (0..<32).map { _ in shape(of: ListNode.self) != nil }
    #expect(isCompared.map { $0 ? 1 : 0 }.reduce(0, +) == 3, "\(isCompared)")
    shapes.hit(layout, like: layout, of: ListNode.self)
    #expect(shape(of: ListNode.self) != nil && shape(of: ListNode.self) != nil)
  }

  /// Under the thread sanitizer this is the proof that what nodes share is not written.
  @Test func `Nodes that share elements are changed and freed on several threads`() {
    let cards = LockedValue((0..<40).map { card("card \($0)") })
    for card in cards.withLock({ $0 }) { _ = card.layoutThatFits(cell) }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = RandomTree(seed: UInt64(thread))
      for _ in 0..<200 {
        let pick = Int(random.next() % 10) * 4 + thread
        let card = cards.withLock { $0[pick] }
        switch random.next() % 4 {
        case 0: (card.items[0] as? TextNode)?.text = "text \(random.next() % 1000)"
        case 1: card.items[1].style.flexGrow = Double(random.next() % 3)
        case 2: card.setNeedsLayout()
        default:
          let new = self.card("new")
          _ = new.layoutThatFits(cell)
          cards.withLock { $0[pick] = new }
        }
        _ = card.layoutThatFits(cell)
      }
    }
    for card in cards.withLock({ $0 }) {
      let layout = card.layoutThatFits(cell)
      #expect(layout.recursiveDescription == alone(card.copy, in: cell).recursiveDescription)
    }
  }
}
