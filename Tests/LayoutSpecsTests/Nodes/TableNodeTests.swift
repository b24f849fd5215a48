import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Nodes of tables")
struct TableNodeTests {
  private let measured = LockedValue(0)
  private let needs = LockedValue(0)
  private let animator = ManualAnimator()
  private let feed: TableNode<Int>
  /// The list between a header and a toolbar, which is 100 points high of 170.
  private let screen: DisplayNode

  init() {
    let feed = TableNode<Int>(estimatedHeight: 20) { [measured] in
      CountedRowNode(20, measured).named("\($0)")
    }
    self.feed = feed
    let (header, toolbar) = (DisplayNode().height(30), DisplayNode().height(40))
    screen = DisplayNode { _, _ in
      StackLayoutSpec(direction: .vertical, alignItems: .stretch) {
        header
        feed.flexGrow().flexShrink()
        toolbar
      }
    }.managingSubnodes()
  }

  private func layOut(width: Double = 100, height: Double = 170) {
    screen.layOut(in: SizeRange(exactly: Size(width, height)))
  }

  private var look: String {
    feed.subnodes.map { "\($0.debugName ?? "?") \($0.frame.minY)" }.joined(separator: ", ")
  }

  @Test func `In a stack it takes the room that is left, and lays out the cells in view in its own width`() {
    feed.setItems(Array(0..<1000))
    layOut()
    #expect(feed.frame == Rect(x: 0, y: 30, width: 100, height: 100))
    #expect(look == "0 0.0, 1 20.0, 2 40.0, 3 60.0, 4 80.0")
    #expect(feed.subnodes[4].frame.size == Size(100, 20) && feed.contentSize == Size(100, 20_000))
    #expect(measured.withLock { exchange(&$0, with: 0) } == 5)
    #expect(screen.hitTest(Point(50, 95)) === feed.subnodes[3])
    layOut()
    #expect(measured.withLock { $0 } == 0)
    layOut(width: 200, height: 130)
    #expect(look == "0 0.0, 1 20.0, 2 40.0" && feed.subnodes[0].frame.size.width == 200)
    #expect(measured.withLock { $0 } == 3)
  }

  @Test func `A changed cell needs a layout of the screen, which lays it out and those below it`() {
    feed.setItems([0, 1, 2])
    screen.onNeedsLayout = { [needs] _ in needs.withLock { $0 += 1 } }
    layOut()
    (feed.subnodes[0] as? CountedRowNode)?.setHeight(50)
    #expect(needs.withLock { $0 } == 1)
    layOut()
    #expect(look == "0 0.0, 1 50.0, 2 70.0")
    feed.setItems([2])
    #expect(needs.withLock { $0 } == 2)
    layOut()
    #expect(look == "2 0.0")
    feed.setItems([])
    layOut()
    #expect(feed.subnodes.isEmpty && feed.contentSize.height == 0)
  }

  @Test func `It scrolls, keeps what is in view, and sticks to its bottom if it is told so`() {
    feed.setItems(Array(0..<100))
    layOut()
    feed.contentOffset.y = 50
    feed.layOutCells()
    #expect(look == "2 40.0, 3 60.0, 4 80.0, 5 100.0, 6 120.0, 7 140.0")
    feed.setItems(Array(200..<210) + (0..<100))
    layOut()
    #expect(feed.contentOffset.y == 250 && feed.subnodes.first?.debugName == "2")

    feed.sticksToBottom = true
    feed.contentOffset.y = feed.contentSize.height - 100
    feed.layOutCells()
    feed.setItems(feed.list.items + [300])
    layOut()
    #expect(feed.contentOffset.y + 100 == feed.contentSize.height)
    #expect(feed.subnodes.last?.debugName == "300")
    // A keyboard comes.
    layOut(height: 120)
    #expect(feed.contentOffset.y + 50 == feed.contentSize.height && feed.subnodes.count == 3)
  }

  @Test func `Its cells move if it has an animation, and those that have faded out are gone`() {
    feed.setItems([0, 1, 2])
    feed.animation = ListAnimation(animator, duration: 1, curve: .linear)
    layOut()
    #expect(look == "0 0.0, 1 20.0, 2 40.0" && animator.runningCount == 0)
    feed.setItems([0, 2])
    layOut()
    screen.onNeedsLayout = { [needs] _ in needs.withLock { $0 += 1 } }
    animator.advance(by: 0.5)
    #expect(look == "1 20.0, 0 0.0, 2 30.0" && needs.withLock { $0 } == 0)
    animator.advance(by: 0.5)
    #expect(look == "0 0.0, 2 20.0")
    layOut()
    #expect(look == "0 0.0, 2 20.0" && animator.runningCount == 0)
  }

  @Test func `In a transition of the screen its cells have the width of the end from the beginning`() {
    feed.setItems([0, 1, 2])
    screen.animator = animator
    layOut()
    screen.transitionLayout(with: SizeRange(exactly: Size(200, 100)), animated: true)
    #expect(feed.frame.size == Size(100, 100) && animator.runningCount == 1)
    #expect(feed.subnodes.map(\.frame.size.width) == [200, 200])
    animator.advance(by: 1)
    #expect(feed.frame.size == Size(200, 30) && look == "0 0.0, 1 20.0")
  }

  @Test func `Its cells have its traits, and are measured once for them`() {
    feed.setItems([0])
    screen.traitOverrides.displayScale = 3
    feed.traitOverrides.layoutDirection = .rightToLeft
    layOut()
    #expect(feed.list.traitOverrides.displayScale == 3 && feed.subnodes[0].traits.displayScale == 3)
    #expect(feed.subnodes[0].traits.layoutDirection == .rightToLeft && measured.withLock { $0 } == 1)
    layOut()
    #expect(measured.withLock { $0 } == 1)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `Threads that set items, scroll, lay out and animate leave cells at their places`(seed: UInt64) {
    feed.setItems(Array(0..<40))
    feed.animation = ListAnimation(animator, duration: 0.5)
    onThreads(steps: 60, seed: seed) { thread, _, random in
      switch thread == 0 ? 0 : random.next() % 5 {
      case 0 where thread == 0: animator.advance(by: 0.1)
      case 0, 1: feed.setItems((0..<40).filter { _ in !random.chance(30) })
      case 2: layOut()
      case 3:
        feed.contentOffset.y = Double(random.next() % 500)
        feed.layOutCells()
      default: (feed.subnodes.first as? CountedRowNode)?.setHeight(10 + Double(random.next() % 50))
      }
    }
    feed.animation = nil
    animator.advance(by: 5)
    feed.setItems(Array(0..<40))
    layOut()
    feed.contentOffset.y = 0
    feed.layOutCells()
    let part = feed.list.indices(from: feed.contentOffset.y, to: feed.contentOffset.y + 100)
    #expect(
      !part.isEmpty && feed.subnodes.map(\.id) == part.map { feed.list.cell(at: $0).id }, "seed \(seed)")
    #expect(part.allSatisfy { feed.list.cell(at: $0).frame == feed.list.frame(at: $0) }, "seed \(seed)")
    #expect(feed.subnodes.allSatisfy { $0.alpha == 1 && $0.supernode === feed }, "seed \(seed)")
  }

  @Test func `Where the height has no end it is as high as its cells, and without room it lays out none`() {
    feed.setItems([0, 1, 2])
    #expect(feed.layoutThatFits(.tableCell(width: 50)).size == Size(50, 60))
    #expect(feed.layoutThatFits(SizeRange(exactly: Size(50, 0))).size == Size(50, 0))
    feed.layoutIfNeeded()
    #expect(feed.subnodes.isEmpty && measured.withLock { $0 } == 0)
  }
}

/// A cell that is twice as high if it is selected, and writes down what it is told.
private final class ContactNode: CellNode, @unchecked Sendable {
  let told = LockedValue<[String]>([])

  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    Size(constrainedSize.width, isSelected ? 40 : 20)
  }

  override func selectionDidChange() { told.withLock { $0.append("selected: \(isSelected)") } }

  override func highlightDidChange() { told.withLock { $0.append("highlighted: \(isHighlighted)") } }
}

@Suite("The nodes of cells")
struct CellNodeTests {
  private func list(_ items: [String]) -> LayoutList<String> {
    let list = LayoutList<String>(width: 100, estimatedHeight: 20) { ContactNode().named($0) }
    list.setItems(items)
    return list
  }

  @Test func `A cell knows its index as items come, go and move, and has none without a list`() {
    let list = list(["a", "b", "c", "d"])
    let cells = (0..<4).map { list.cell(at: $0) as? CellNode }
    #expect(cells.map { $0?.index } == [0, 1, 2, 3])
    list.setItems(["d", "x", "a", "c"])
    #expect(cells.map { $0?.index } == [2, nil, 3, 0])
    list.setItems([])
    #expect(cells.map { $0?.index } == [nil, nil, nil, nil])
    #expect(CellNode().index == nil)
  }

  @Test func `A cell that outlives its list has no index, and a list does not outlive its owner`() {
    var list: LayoutList<String>? = list(["a"])
    let cell = list?.cell(at: 0) as? CellNode
    #expect(cell?.index == 0)
    weak let weakList = list
    list = nil
    #expect(weakList == nil && cell?.index == nil)
  }

  @Test func `A cell whose item is removed while the list measures it has no index or anchor`() {
    let removal = LockedValue<(list: LayoutList<Int>, anchor: ListAnchor)?>(nil)
    let seen = LockedValue<[String]>([])
    let list = LayoutList<Int>(width: 100) { item in
      CellNode { node, _ in
        if item == 1, let (list, anchor) = removal.withLock({ exchange(&$0, with: nil) }) {
          list.setItems([0])
          seen.withLock { $0.append("\((node as? CellNode)?.index ?? -1) \(list.top(of: anchor))") }
        }
        return TextNode("x")
      }
    }
    list.setItems([0, 1, 2])
    list.layOut(from: 0, to: 60)
    removal.withLock { $0 = (list, list.anchor(from: 30, to: 60)) }
    list.cell(at: 1).setNeedsLayout()
    #expect(list.layOut(from: 0, to: 60) == 0..<1)
    #expect(seen.withLock { $0 } == ["-1 30.0"])
  }

  @Test func `A change of the index measures nothing; a selection measures the one cell again`() {
    let list = list(["a", "b", "c"])
    list.layOut(from: 0, to: 60)
    let needs = LockedValue(0)
    list.onNeedsLayout = { needs.withLock { $0 += 1 } }
    list.setItems(["b", "c", "a"])
    list.layOut(from: 0, to: 60)
    #expect(needs.withLock { $0 } == 0)
    let cell = list.cell(at: 1) as? ContactNode
    cell?.isSelected = true
    #expect(needs.withLock { $0 } == 1 && cell?.index == 1)
    list.layOut(from: 0, to: 80)
    #expect((0..<3).map { list.frame(at: $0).minY } == [0, 20, 60])
  }

  @Test func `A cell whose layouts do not depend on its selection or highlight keeps them`() {
    let cells = (0..<2).map { number in
      CellNode { node, _ in
        let cell = node as? CellNode
        let isTaller = number == 0 ? cell?.isHighlighted : cell?.isSelected
        return ImageNode(imageSize: Size(30, isTaller == true ? 20 : 10))
      }
    }
    for cell in cells { _ = cell.layoutThatFits(.tableCell(width: 100)) }
    // Only reading it in a layout counts.
    cells[0].isSelected = !cells[0].isSelected
    cells[1].isHighlighted = !cells[1].isHighlighted
    #expect(cells.allSatisfy { $0.calculatedLayout != nil })
    cells[0].isHighlighted = true
    #expect(cells[0].layoutThatFits(.tableCell(width: 100)).size.height == 20)
    #expect(cells[1].layoutThatFits(.tableCell(width: 100)).size.height == 10)
    cells[1].isSelected = false
    #expect(cells[1].calculatedLayout != nil)
    cells[1].isSelected = true
    #expect(cells[1].calculatedLayout == nil)
  }

  @Test func `A cell is told of each change, once it can be read, and not of what is set to what it is`() {
    let cell = ContactNode()
    cell.isSelected = false
    cell.isHighlighted = true
    cell.isHighlighted = true
    cell.isSelected = true
    cell.isHighlighted = false
    #expect(cell.told.withLock { $0 } == ["highlighted: true", "selected: true", "highlighted: false"])
  }

  @Test func `Threads that set items while others ask for the index see one that the cell has had`() {
    let list = list(["a", "b", "c"])
    let cell = list.cell(at: 0) as? CellNode
    let seen = LockedValue<Set<Int?>>([])
    onThreads(steps: 100) { thread, step, _ in
      if thread == 0 {
        list.setItems(step % 2 == 0 ? ["b", "c", "a"] : ["a", "b", "c"])
      } else {
        let index = cell?.index
        seen.withLock { _ = $0.insert(index) }
      }
    }
    #expect(seen.withLock { $0 }.isSubset(of: [0, 2]))
  }
}
