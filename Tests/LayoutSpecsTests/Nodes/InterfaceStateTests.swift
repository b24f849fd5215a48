import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("What a list tells its cells, and of its end")
struct InterfaceStateNodeTests {
  @Test func `Cells are told when they are prepared, come into view, leave it, and are far away`() {
    final class StateNode: CellNode, @unchecked Sendable {
      let states: LockedValue<[InterfaceState]>

      init(_ states: LockedValue<[InterfaceState]>) { self.states = states }

      override func calculateSizeThatFits(_ constrainedSize: Size) -> Size { Size(100, 20) }
      override func interfaceStateDidChange() { states.withLock { $0.append(interfaceState) } }
    }
    let queue = ManualQueue()
    let states = (0..<100).map { _ in LockedValue<[InterfaceState]>([]) }
    let list = LayoutList<Int>(width: 100, estimatedHeight: 20) { StateNode(states[$0]) }
    list.tuningParameters = RangeTuningParameters(keptScreenfuls: .infinity, queue: queue)
    list.setItems(Array(0..<100))
    let all: InterfaceState = [.preload, .visible]
    for top in stride(from: 0.0, through: 500, by: 50) {
      list.layOut(from: top, to: top + 100)
      while queue.runNext() {}
    }
    #expect(states[0].withLock { $0 } == [all, .preload, []])
    #expect(states[10].withLock { $0 } == [.preload, all, .preload, []])
    #expect(states[27].withLock { $0 } == [.preload, all])
    #expect(states[30].withLock { $0 } == [.preload] && states[50].withLock { $0 } == [])
    // A removed cell leaves the view with the next layout.
    list.remove(at: 27)
    list.layOut(from: 500, to: 600)
    #expect(states[27].withLock { $0 } == [.preload, all, .preload])
    // Without parameters there is only the view.
    list.tuningParameters = nil
    list.layOut(from: 0, to: 100)
    #expect(states[28].withLock { $0 } == [.preload, all, []])
  }

  @Test func `The end is told once when it is near, and again after more items or another way there`() {
    let list = CountedList(0..<100, estimate: 20) { _ in 20 }.list
    let told = LockedValue(0)
    list.onWillReachEnd = { told.withLock { $0 += 1 } }
    func count(_ top: Double) -> Int {
      list.layOut(from: top, to: top + 100)
      return told.withLock { exchange(&$0, with: 0) }
    }
    #expect([0, 1600, 1699, 1700, 1750, 1900, 2000].map(count) == [0, 0, 0, 1, 0, 0, 0])
    #expect([1000, 1800, 1800].map(count) == [0, 1, 0])
    list.append(contentsOf: Array(100..<200))
    #expect([1800, 3700].map(count) == [0, 1])
    list.leadingScreensForBatching = 0
    #expect([3700, 3899, 3900].map(count) == [0, 0, 1])
    // Edits that change nothing are none.
    list.append(contentsOf: [])
    list.insert([], at: 0)
    list.removeSubrange(5..<5)
    list.move(from: 3, to: 3)
    #expect(count(3900) == 0)
    // A list that is not as long as its view is at its end.
    list.setItems([])
    #expect(count(0) == 1)
  }
}
