import Dispatch
import Foundation
import LayoutSpecs
import LayoutTestSupport
import Synchronization
import Testing

@Suite("Nodes and threads")
struct NodeThreadTests {
  /// Under the thread sanitizer this is the proof that nodes may be used from any thread; without it, that nothing is lost.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `Four threads change, lay out and apply the same nodes`(seed: UInt64) {
    var source = RandomNodes(seed: seed)
    let root = source.list(depth: 4)
    for list in source.lists { list.automaticallyManagesSubnodes = true }
    let nodes = source
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var own = nodes
      own.random = RandomTree(seed: seed &* 31 &+ UInt64(thread))
      for _ in 0..<150 {
        switch own.random.next() % 6 {
        case 0: _ = root.layoutThatFits(.upTo(width: Double(100 + own.random.next() % 3)))
        case 1: root.layoutIfNeeded()
        case 2: own.lists.first?.setNeedsLayout()
        case 3:
          root.layoutThatFits(.upTo(width: 90)) { _ in }.cancel()
        default: own.change()
        }
      }
    }
    #expect(
      root.layoutThatFits(.upTo(width: 100)).checksum == root.copy.layoutThatFits(.upTo(width: 100)).checksum)
    root.layoutIfNeeded()
    expectConsistent(root)
  }

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
    let readyCount = Atomic(0)
    let end = DispatchGroup()
    for _ in 0..<2 {
      Thread.detachNewThread { while true { for node in nodes { _ = node.supernode } } }
    }
    for place in 0..<count {
      let (node, next) = (nodes[place], nodes[(place + 1) % count])
      end.enter()
      Thread.detachNewThread {
        readyCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
        while readyCount.load(ordering: .sequentiallyConsistent) < count {}
        node.addSubnode(next)
        end.leave()
      }
    }
    end.wait()
  }

  private func expectConsistent(_ root: ListNode) {
    var open = [root]
    while let list = open.popLast() {
      #expect(list.subnodes.map(ObjectIdentifier.init) == list.shownItems.map(ObjectIdentifier.init))
      for node in list.subnodes {
        #expect(node.supernode === list)
        if let inner = node as? ListNode { open.append(inner) }
      }
    }
  }
}
