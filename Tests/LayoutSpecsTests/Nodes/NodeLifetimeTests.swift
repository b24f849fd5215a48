import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

/// Nodes refer to those around them without keeping them, so a node may go while somebody below it tells it of a change.
@Suite("Lifetimes of nodes")
struct NodeLifetimeTests {
  /// Nodes that anybody may take, put elsewhere and let go.
  private final class Shelf: Sendable {
    private let nodes: LockedValue<[DisplayNode]>

    init(_ count: Int) { nodes = LockedValue((0..<count).map { _ in Shelf.card() }) }

    static func card() -> ListNode {
      ListNode([TextNode("one"), ListNode([TextNode("two"), TextNode("three")])]).managingSubnodes()
    }

    func pick(_ random: inout RandomTree) -> DisplayNode {
      let number = random.next()
      return nodes.withLock { $0[Int(number % UInt64($0.count))] }
    }

    /// Lets a node go, whose last reference this may be, and returns the new one in its place.
    func replace(_ random: inout RandomTree) -> DisplayNode {
      let number = random.next()
      let card = Shelf.card()
      let old = nodes.withLock { nodes in
        let place = Int(number % UInt64(nodes.count))
        defer { nodes[place] = card }
        return nodes[place]
      }
      withExtendedLifetime(old) {}
      return card
    }

    var all: [DisplayNode] { nodes.withLock { $0 } }
  }

  /// Under the sanitizers this is the proof that no node is used that is gone.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `Nodes are freed while others are laid out, invalidated and applied`(seed: UInt64) {
    let shelf = Shelf(6)
    // Two that show the same nodes take them from each other.
    let roots = (0..<2).map { _ in ListNode([]).managingSubnodes() }
    let gone = LockedValue<[Ended]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = RandomTree(seed: seed &* 97 &+ UInt64(thread))
      for _ in 0..<(SlowTests.areOn ? 2_500 : 625) {
        let root = roots[Int(random.next() % 2)]
        switch random.next() % 8 {
        case 0:
          let new = shelf.replace(&random)
          if random.next() % 4 == 0 { gone.withLock { $0.append(Ended(new)) } }
        case 1:
          let all = shelf.all
          root.edit { $0.items = random.next() % 4 == 0 ? [] : Array(all.prefix(4)) }
        case 2:
          guard let card = shelf.pick(&random) as? ListNode else { break }
          (card.items.first as? TextNode)?.text = "changed"
        case 3:
          guard let card = shelf.pick(&random) as? ListNode, let part = card.items.last as? ListNode else {
            break
          }
          part.edit { $0.items = [TextNode("new"), $0.items.last ?? TextNode("last")] }
        case 4: _ = root.layoutThatFits(.upTo(width: 100))
        case 5: root.layoutIfNeeded()
        case 6: _ = shelf.pick(&random).layoutThatFits(.upTo(width: 100))
        default: shelf.pick(&random).setNeedsLayout()
        }
      }
    }
    // Whatever happened, a layout is that of the present nodes.
    for root in roots {
      let layout = root.layoutThatFits(.upTo(width: 100))
      #expect(layout.nodeFrames == root.copy.layoutThatFits(.upTo(width: 100)).nodeFrames, "seed \(seed)")
    }
    // With the last layouts that show them the others go.
    for root in roots {
      root.edit { $0.items = [] }
      root.layoutIfNeeded()
    }
    let kept = shelf.all
    for ended in gone.withLock({ $0 }) {
      #expect(ended.node == nil || kept.contains { $0 === ended.node }, "seed \(seed)")
    }
  }

  private struct Ended {
    weak let node: DisplayNode?

    init(_ node: DisplayNode) { self.node = node }
  }

  @Test func `Of several changes of the same nodes each is seen, whoever was told of the first`() {
    let texts = ["a", "b", "c"].map { TextNode($0) }
    let inner = ListNode(Array(texts.suffix(2)))
    let outer = ListNode([texts[0], inner])
    func expectFresh(_ comment: Comment) {
      let layout = outer.layoutThatFits(.upTo(width: 100))
      #expect(layout.nodeFrames == outer.copy.layoutThatFits(.upTo(width: 100)).nodeFrames, comment)
    }
    expectFresh("first")
    texts[1].text = "bbbb"
    texts[2].text = "cccccc"
    expectFresh("two below one node")
    texts[1].text = "bb"
    texts[0].text = "aaaaa"
    expectFresh("at two depths")
    inner.setNeedsLayout()
    texts[2].text = "c"
    expectFresh("a node, then one below it")
    texts[2].text = "ccc"
    inner.setNeedsLayout()
    expectFresh("a node below, then the node around it")
    texts[0].text = "aa"
    _ = inner.layoutThatFits(.upTo(width: 100))
    texts[1].text = "bbbbbbb"
    _ = inner.layoutThatFits(.upTo(width: 100))
    expectFresh("a part that was laid out by itself in between")
    outer.setNeedsLayout()
    texts[1].text = "b"
    texts[1].text = "bbb"
    expectFresh("one node twice")
  }
}
