import Dispatch
import Foundation
import LayoutSpecs
import LayoutTestSupport
import Testing

/// Nodes refer to those around them without keeping them, so a node may go while somebody below it tells it of a change.
@Suite("Lifetimes of nodes")
struct NodeLifetimeTests {
  private static func card() -> ListNode {
    ListNode([TextNode("one"), ListNode([TextNode("two"), TextNode("three")])]).managingSubnodes()
  }

  /// Under the sanitizers this is the proof that no node is used that is gone.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `Nodes are freed while others are laid out, invalidated and applied`(seed: UInt64) {
    // Nodes that any thread may take, put elsewhere and let go.
    let cards = LockedValue((0..<6).map { _ in Self.card() })
    // Two that show the same nodes take them from each other.
    let roots = (0..<2).map { _ in ListNode([]).managingSubnodes() }
    let gone = LockedValue<[Ended]>([])
    onThreads(steps: SlowTests.areOn ? 2_500 : 625, seed: seed) { _, _, random in
      let root = roots[Int(random.next() % 2)]
      let place = Int(random.next() % 6)
      let card = cards.withLock { $0[place] }
      switch random.next() % 8 {
      case 0:
        // The reference to the old one may be the last.
        let new = Self.card()
        _ = cards.withLock { exchange(&$0[place], with: new) }
        if random.next() % 4 == 0 { gone.withLock { $0.append(Ended(new)) } }
      case 1:
        let all = cards.withLock { $0 }
        root.edit { $0.items = random.next() % 4 == 0 ? [] : Array(all.prefix(4)) }
      case 2:
        (card.items.first as? TextNode)?.text = "changed"
      case 3:
        (card.items.last as? ListNode)?.edit {
          $0.items = [TextNode("new"), $0.items.last ?? TextNode("last")]
        }
      case 4: _ = root.layoutThatFits(.upTo(width: 100))
      case 5: root.layoutIfNeeded()
      case 6: _ = card.layoutThatFits(.upTo(width: 100))
      default: card.setNeedsLayout()
      }
    }
    // Whatever happened, a layout shows the present nodes.
    for root in roots {
      let layout = root.layoutThatFits(.upTo(width: 100))
      #expect(layout.nodeFrames == root.copy.layoutThatFits(.upTo(width: 100)).nodeFrames, "seed \(seed)")
    }
    // With the last layouts that show them the others go.
    for root in roots {
      root.edit { $0.items = [] }
      root.layoutIfNeeded()
    }
    let kept = cards.withLock { $0 }
    for ended in gone.withLock({ $0 }) {
      #expect(ended.node == nil || kept.contains { $0 === ended.node }, "seed \(seed)")
    }
  }

  private struct Ended {
    weak let node: DisplayNode?

    init(_ node: DisplayNode) { self.node = node }
  }
}

@Suite("Nodes and threads", .needsThreads)
struct NodeThreadTests {
  @Test func `Circles that several threads make together are stopped, whoever looks when`() async {
    // Each time the threads may meet in another way.
    for _ in 0..<10 {
      let two = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        NodeThreadTests.makeCircle(of: 2)
      }
      #expect(two.message.contains("A node lies within itself: DisplayNode"))
      let three = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        NodeThreadTests.makeCircle(of: 3)
      }
      #expect(three.message.contains("A node lies within itself: DisplayNode"))
    }
  }

  /// So many nodes, and as many threads: each adds the next node to its own. None closes a circle by itself,
  /// and all together do. Others look at the nodes all the time, so that the threads have to wait for each
  /// other in between.
  private static func makeCircle(of count: Int) {
    let nodes = (0..<count).map { DisplayNode().named("\($0)") }
    let readyCount = RelaxedNumber()
    let end = DispatchGroup()
    for _ in 0..<2 { Thread.detachNewThread { while true { for node in nodes { _ = node.supernode } } } }
    for place in 0..<count {
      let (node, next) = (nodes[place], nodes[(place + 1) % count])
      end.enter()
      Thread.detachNewThread {
        readyCount.add(1)
        while readyCount.value < count {}
        node.addSubnode(next)
        end.leave()
      }
    }
    end.wait()
  }
}
