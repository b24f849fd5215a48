import LayoutSpecs
import LayoutTestSupport
import Testing

private final class StateNode: DisplayNode, @unchecked Sendable {
  let short = TextNode("short")
  let long = TextNode("a longer one")
  let isLong = NodeState(false)
  let history = NodeState<[Int]>([])
  let owner = NodeState<OnRelease?>(nil)

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    self[isLong] ? long : short
  }
}

@Suite("The state of a node")
struct NodeStateTests {
  @Test func `It is read in the next layout, and a change invalidates the node and those around it`() {
    let node = StateNode()
    let around = ListNode([node])
    #expect(around.layoutThatFits(.unconstrained).size == Size(40, 20))
    #expect(node.layoutThatFits(.unconstrained).size == Size(40, 20))
    node[node.isLong] = true
    #expect(node[node.isLong])
    #expect(node.calculatedLayout == nil && around.calculatedLayout == nil)
    #expect(around.layoutThatFits(.unconstrained).size == Size(96, 20))
  }

  @Test func `A change tells the root's observer once, when the new value can be read`() {
    let node = StateNode()
    let seen = LockedValue<[Bool]>([])
    node.onNeedsLayout = { node in
      guard let node = node as? StateNode else { return }
      seen.withLock { $0.append(node[node.isLong]) }
    }
    _ = node.layoutThatFits(.unconstrained)
    node[node.isLong] = true
    node[node.isLong] = false
    #expect(seen.withLock { $0 } == [true])
  }

  @Test func `A state that no layout depends on invalidates nothing`() {
    let node = StateNode()
    let tag = NodeState("", affectsLayout: false)
    _ = node.layoutThatFits(.unconstrained)
    node[tag] = "seen"
    #expect(node[tag] == "seen" && node.calculatedLayout != nil)
  }

  @Test func `A change in place keeps what was there`() {
    let node = StateNode()
    for number in 1...3 { node[node.history].append(number) }
    node[node.history][1] *= 10
    #expect(node[node.history] == [1, 20, 3])
  }

  @Test func `A value goes with its node`() {
    let released = LockedValue(0)
    do {
      let node = StateNode()
      node[node.owner] = OnRelease { released.withLock { $0 += 1 } }
      #expect(released.withLock { $0 } == 0)
    }
    #expect(released.withLock { $0 } == 1)
  }

  @Test func `Threads that set it while others lay the node out each see a value that was set`() {
    let (node, widths) = (StateNode(), LockedValue<Set<Double>>([]))
    onThreads(steps: 200) { thread, step, _ in
      if thread % 2 == 0 {
        node[node.isLong] = step % 2 == 0
      } else {
        let width = node.layoutThatFits(.unconstrained).size.width
        widths.withLock { _ = $0.insert(width) }
      }
    }
    let seen = widths.withLock { $0 }
    #expect(seen.isSubset(of: [40, 96]) && !seen.isEmpty)
    node[node.isLong] = true
    #expect(node.layoutThatFits(.unconstrained).size.width == 96)
  }
}
