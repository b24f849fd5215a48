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

  private final class ScrollingTexts: ScrollNode, @unchecked Sendable {
    let texts: [TextNode]

    init(_ texts: [TextNode]) {
      self.texts = texts
      super.init()
    }

    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
      StackLayoutSpec(direction: .vertical, children: texts)
    }
  }

  @Test func `A node that scrolls is compared with its last layout, and with others of its class`() {
    let nodes = (0..<4).map { number in
      ScrollingTexts((0..<9).map { TextNode(String(repeating: "x", count: $0 + number)) })
    }
    let screen = SizeRange(exactly: Size(60, 80))
    for node in nodes {
      #expect(
        node.layoutThatFits(screen).nodeFrames == alone(ScrollingTexts(node.texts), in: screen).nodeFrames)
    }
    #expect(isSharing(nodes[3]))
    let node = nodes[0]
    node.setNeedsLayout()
    let work = LayoutWork { _ = node.layoutThatFits(screen) }
    #expect(work.questionCount == 1 && work.counters.measurements == 0)
    #expect(node.lock.withLock { node.cache.calculated?.isMadeAgain } == true)
    // In another range it has another content.
    node.scrollableDirections = []
    #expect(node.layoutThatFits(screen).sublayouts[0].sublayouts[0].size == Size(60, 80))
  }

  @Test(.disabled(if: Sanitizer.isForThreads))
  func `Whatever nodes of a class differ in, their layouts are those of a node alone`() {
    var (hits, baselineHits, misses) = (0, 0, 0)
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
        let ascender: Double? = number > 1 && random.chance(20) ? random.pick([nil, 5]) : 12
        for text in nodes.texts {
          if seed % 2 == 0 { text.metrics = MonospaceMetrics(ascender: ascender) }
          if number <= 1 { continue }
          text.text = nodes.words()
          if random.next() % 16 == 0 { text.style.flexShrink = 1 - text.style.flexShrink }
        }
        for image in nodes.images {
          image.setContentSize(number > 2 ? Size(Double(number), 7.3) : Size(9, 9))
        }
        if number > 2 && random.next() % 3 == 0 { nodes.change() }
        if number > 2 && random.chance(10) {
          random.pick((nodes.lists as [DisplayNode]) + nodes.images).debugName = "name"
        }
        if number > 2 && random.chance(10) {
          // Of another class, though it says the same.
          root.edit { state in
            state.items = state.items.map {
              ($0 as? NetworkImageNode).map { ImageNode(imageSize: $0.contentSize) as DisplayNode } ?? $0
            }
          }
        }
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
        let isAligned = variant.1.lists.contains {
          $0.parameters.alignItems == .baselineFirst && $0.items.contains { $0 is TextNode }
        }
        if isSharing(variant.0) && isAligned && seed % 2 == 0 { baselineHits += 1 }
        // A tree that is taken from a layout is a value.
        var tree = variant.0.layoutThatFits(range).tree
        tree.setStyle(Style { $0.width = 99 }, of: ElementID(tree.elementCount - 1))
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
    #expect(baselineHits > 10, "\(baselineHits) of them aligned by baselines")
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
  func `Nodes of up to three kinds in any order share what others of their kind have`(isReversed: Bool) {
    var random = RandomTree(seed: 5)
    var sharing = 0
    for number in 0..<60 {
      let node = card("text \(number)")
      let kind = number < 6 ? number % 3 : Int(random.next() % 3)
      // Where they differ, the part is asked before, in between, or not at all.
      if kind == 1 { node.edit { $0.items.append(ImageNode(imageSize: Size(4, 4))) } }
      if kind == 2 { node.edit { $0.items.removeLast() } }
      if isReversed { node.edit { $0.items.reverse() } }
      let layout = node.layoutThatFits(cell)
      #expect(layout.recursiveDescription == alone(node.copy, in: cell).recursiveDescription, "\(number)")
      #expect(node.askedCount == 1 && node.items.allSatisfy { ($0 as? ListNode)?.askedCount ?? 1 == 1 })
      if isSharing(node) { sharing += 1 }
    }
    #expect(sharing > 50, "\(sharing) of 60 share elements")
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
    onThreads(steps: 200) { thread, _, random in
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
    for card in cards.withLock({ $0 }) {
      let layout = card.layoutThatFits(cell)
      #expect(layout.recursiveDescription == alone(card.copy, in: cell).recursiveDescription)
    }
  }
}
