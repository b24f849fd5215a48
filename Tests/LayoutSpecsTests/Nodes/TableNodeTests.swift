import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Nodes of tables")
struct TableNodeTests {
  private let measured = LockedValue(0)
  private let header = DisplayNode().height(30)
  private let toolbar = DisplayNode().height(40)

  private func feed() -> TableNode<Int> {
    TableNode<Int>(estimatedHeight: 20) { [measured] in CountedRowNode(20, measured).named("\($0)") }
  }

  /// A screen with the list between a header and a toolbar, which is 100 points high of 170.
  private func screen(_ feed: TableNode<Int>) -> DisplayNode {
    let screen = DisplayNode { [header, toolbar] _, _ in
      StackLayoutSpec(direction: .vertical, alignItems: .stretch) {
        header
        feed.flexGrow().flexShrink()
        toolbar
      }
    }
    screen.automaticallyManagesSubnodes = true
    return screen
  }

  private func layOut(_ screen: DisplayNode, width: Double = 100, height: Double = 170) {
    _ = screen.layoutThatFits(SizeRange(exactly: Size(width, height)))
    screen.layoutIfNeeded()
  }

  private func look(_ feed: TableNode<Int>) -> String {
    feed.subnodes.map { "\($0.debugName ?? "?") \($0.frame.minY)" }.joined(separator: ", ")
  }

  @Test func `In a stack it takes the room that is left, and lays out the cells in view in its own width`() {
    let feed = feed()
    feed.setItems(Array(0..<1000))
    let screen = screen(feed)
    layOut(screen)
    #expect(feed.frame == Rect(x: 0, y: 30, width: 100, height: 100))
    #expect(look(feed) == "0 0.0, 1 20.0, 2 40.0, 3 60.0, 4 80.0")
    #expect(feed.subnodes[4].frame.size == Size(100, 20) && feed.contentSize == Size(100, 20_000))
    #expect(measured.withLock { exchange(&$0, with: 0) } == 5)
    #expect(screen.hitTest(Point(50, 95)) === feed.subnodes[3])
    layOut(screen)
    #expect(measured.withLock { $0 } == 0)
    layOut(screen, width: 200, height: 130)
    #expect(look(feed) == "0 0.0, 1 20.0, 2 40.0" && feed.subnodes[0].frame.size.width == 200)
    #expect(measured.withLock { $0 } == 3)
  }

  @Test func `A changed cell needs a layout of the screen, which lays it out and those below it`() {
    let (feed, needs) = (feed(), LockedValue(0))
    feed.setItems([0, 1, 2])
    let screen = screen(feed)
    screen.onNeedsLayout = { _ in needs.withLock { $0 += 1 } }
    layOut(screen)
    (feed.subnodes[0] as? CountedRowNode)?.setHeight(50)
    #expect(needs.withLock { $0 } == 1)
    layOut(screen)
    #expect(look(feed) == "0 0.0, 1 50.0, 2 70.0")
    feed.setItems([2])
    #expect(needs.withLock { $0 } == 2)
    layOut(screen)
    #expect(look(feed) == "2 0.0")
    feed.setItems([])
    layOut(screen)
    #expect(feed.subnodes.isEmpty && feed.contentSize.height == 0)
  }

  @Test func `It scrolls, keeps what is in view, and sticks to its bottom if it is told so`() {
    let feed = feed()
    feed.setItems(Array(0..<100))
    let screen = screen(feed)
    layOut(screen)
    feed.contentOffset.y = 50
    feed.layOutCells()
    #expect(look(feed) == "2 40.0, 3 60.0, 4 80.0, 5 100.0, 6 120.0, 7 140.0")
    feed.setItems(Array(200..<210) + (0..<100))
    layOut(screen)
    #expect(feed.contentOffset.y == 250 && feed.subnodes.first?.debugName == "2")

    feed.sticksToBottom = true
    feed.contentOffset.y = feed.contentSize.height - 100
    feed.layOutCells()
    feed.setItems(feed.list.items + [300])
    layOut(screen)
    #expect(feed.contentOffset.y + 100 == feed.contentSize.height)
    #expect(feed.subnodes.last?.debugName == "300")
    // A keyboard comes.
    layOut(screen, height: 120)
    #expect(feed.contentOffset.y + 50 == feed.contentSize.height && feed.subnodes.count == 3)
  }

  @Test("Its cells move if it has an animation, and those that have faded out are its subnodes no longer")
  func animated() {
    let (feed, animator, needs) = (feed(), ManualAnimator(), LockedValue(0))
    feed.setItems([0, 1, 2])
    feed.animation = ListAnimation(animator, duration: 1, curve: .linear)
    let screen = screen(feed)
    layOut(screen)
    #expect(look(feed) == "0 0.0, 1 20.0, 2 40.0" && animator.runningCount == 0)
    feed.setItems([0, 2])
    layOut(screen)
    screen.onNeedsLayout = { _ in needs.withLock { $0 += 1 } }
    animator.advance(by: 0.5)
    #expect(look(feed) == "1 20.0, 0 0.0, 2 30.0" && needs.withLock { $0 } == 0)
    animator.advance(by: 0.5)
    #expect(look(feed) == "0 0.0, 2 20.0")
    layOut(screen)
    #expect(look(feed) == "0 0.0, 2 20.0" && animator.runningCount == 0)
  }

  @Test func `In a transition of the screen its cells have the width of the end from the beginning`() {
    let (feed, animator) = (feed(), ManualAnimator())
    feed.setItems([0, 1, 2])
    let screen = screen(feed)
    screen.animator = animator
    layOut(screen)
    screen.transitionLayout(with: SizeRange(exactly: Size(200, 100)), animated: true)
    #expect(feed.frame.size == Size(100, 100) && animator.runningCount == 1)
    #expect(feed.subnodes.map(\.frame.size.width) == [200, 200])
    animator.advance(by: 1)
    #expect(feed.frame.size == Size(200, 30) && look(feed) == "0 0.0, 1 20.0")
  }

  @Test func `Its cells have its traits, and are measured once for them`() {
    let feed = feed()
    feed.setItems([0])
    let screen = screen(feed)
    screen.traitOverrides.displayScale = 3
    feed.traitOverrides.layoutDirection = .rightToLeft
    layOut(screen)
    #expect(feed.list.traitOverrides.displayScale == 3 && feed.subnodes[0].traits.displayScale == 3)
    #expect(feed.subnodes[0].traits.layoutDirection == .rightToLeft && measured.withLock { $0 } == 1)
    layOut(screen)
    #expect(measured.withLock { $0 } == 1)
  }

  @Test(
    "Threads that set items, scroll, lay out and animate leave the cells in view at their places",
    arguments: [1, 2, 3] as [UInt64])
  func threads(seed: UInt64) {
    let (feed, animator) = (feed(), ManualAnimator())
    feed.setItems(Array(0..<40))
    feed.animation = ListAnimation(animator, duration: 0.5)
    let screen = screen(feed)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = RandomTree(seed: seed * 100 + UInt64(thread))
      for _ in 0..<60 {
        switch thread == 0 ? 0 : random.next() % 5 {
        case 0 where thread == 0: animator.advance(by: 0.1)
        case 0, 1: feed.setItems((0..<40).filter { _ in !random.chance(30) })
        case 2: layOut(screen)
        case 3:
          feed.contentOffset.y = Double(random.next() % 500)
          feed.layOutCells()
        default: (feed.subnodes.first as? CountedRowNode)?.setHeight(10 + Double(random.next() % 50))
        }
      }
    }
    feed.animation = nil
    animator.advance(by: 5)
    feed.setItems(Array(0..<40))
    layOut(screen)
    feed.contentOffset.y = 0
    feed.layOutCells()
    let part = feed.list.indices(from: feed.contentOffset.y, to: feed.contentOffset.y + 100)
    #expect(
      !part.isEmpty && feed.subnodes.map(\.id) == part.map { feed.list.cell(at: $0).id }, "seed \(seed)")
    #expect(part.allSatisfy { feed.list.cell(at: $0).frame == feed.list.frame(at: $0) }, "seed \(seed)")
    #expect(feed.subnodes.allSatisfy { $0.alpha == 1 && $0.supernode === feed }, "seed \(seed)")
  }

  @Test func `Where the height has no end it is as high as its cells, and without room it lays out none`() {
    let feed = feed()
    feed.setItems([0, 1, 2])
    #expect(feed.layoutThatFits(.tableCell(width: 50)).size == Size(50, 60))
    #expect(feed.layoutThatFits(SizeRange(exactly: Size(50, 0))).size == Size(50, 0))
    feed.layoutIfNeeded()
    #expect(feed.subnodes.isEmpty && measured.withLock { $0 } == 0)
  }
}
