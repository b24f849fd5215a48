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

  @Test func `Cells around those in view are prepared without being asked for`() {
    let queue = ManualQueue()
    feed.list.tuningParameters?.queue = queue
    feed.setItems(Array(0..<1000))
    layOut()
    #expect(measured.withLock { $0 } == 5 && queue.count == 1)
    while queue.runNext() {}
    #expect(measured.withLock { exchange(&$0, with: 0) } == 10)
    feed.contentOffset.y = 100
    feed.layOutCells()
    #expect(look == "5 100.0, 6 120.0, 7 140.0, 8 160.0, 9 180.0" && measured.withLock { $0 } == 0)
  }

  private var look: String {
    feed.subnodes.map { "\($0.debugName ?? "?") \($0.frame.minY)" }.joined(separator: ", ")
  }

  @Test func `In a stack it takes the room that is left, and lays out the cells in view in its own width`() {
    feed.list.tuningParameters = nil
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

  @Test(arguments: [20.0, 13, 44])
  func `At its top new cells come into view, and the end stays in view if the table sticks to it`(
    estimate: Double
  ) {
    let feed = TableNode<Int>(estimatedHeight: estimate) { CountedRowNode(20, LockedValue(0)).named("\($0)") }
    func layOut() { feed.layOut(in: SizeRange(exactly: Size(100, 100))) }
    feed.setItems(Array(0..<100))
    layOut()
    for (first, top) in [(-1, 0.0), (-2, -30), (-3, 0)] {
      feed.contentOffset.y = top
      layOut()
      feed.insert(first, at: 0)
      layOut()
      #expect(feed.contentOffset.y == top && feed.subnodes.contains { $0.debugName == "\(first)" })
    }
    feed.sticksToBottom = true
    feed.setItems(Array(0..<5))
    layOut()
    #expect(feed.contentOffset.y == 0)
    feed.append(contentsOf: [5])
    layOut()
    #expect(feed.contentOffset.y == 20 && feed.subnodes.last?.debugName == "5")
  }

  @Test func `A table as high as it was by itself comes to rest when its items change`() {
    feed.setItems(Array(0..<10))
    #expect(feed.layoutThatFits(SizeRange(width: 100)).size.height == 200)
    for items in [0..<10, 0..<12, 0..<3, 0..<0] {
      feed.setItems(Array(items))
      for _ in 0..<3 { feed.layOut(in: SizeRange(exactly: Size(100, 200))) }
      #expect(feed.calculatedLayout != nil && feed.subnodes.count == min(10, items.count))
    }
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

  @Test func `Without room it lays out no cells`() {
    feed.setItems([0, 1, 2])
    #expect(feed.layoutThatFits(SizeRange(exactly: Size(50, 0))).size == Size(50, 0))
    feed.layoutIfNeeded()
    #expect(feed.subnodes.isEmpty && measured.withLock { $0 } == 0)
  }
}

/// A row whose height depends on its item, its width and the size of texts, and can be made larger.
private final class WrappingRowNode: DisplayNode, @unchecked Sendable {
  private let item: Int
  private let extra = NodeState(0.0)

  init(_ item: Int) { self.item = item }

  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    let scale =
      (constrainedSize.width < 200 ? 2.0 : 1) * (traits.contentSizeCategory == .extraLarge ? 1.5 : 1)
    return Size(constrainedSize.width, Double(11 + item * 37 % 83) * scale + self[extra])
  }

  func grow(by points: Double) { self[extra] += points }
}

@Suite("Nodes of tables whose cells are not as high as estimated")
struct TableNodeHeightTests {
  private func table(_ count: Int) -> TableNode<Int> {
    let table = TableNode<Int> { WrappingRowNode($0).named("\($0)") }
    table.setItems(Array(0..<count))
    return table
  }

  /// The height of all cells, each measured by itself.
  private func height(_ table: TableNode<Int>, in width: Double) -> Double {
    table.list.items.reduce(0) {
      $0 + WrappingRowNode($1).layoutThatFits(.tableCell(width: width)).size.height
    }
  }

  private enum Frame: CaseIterable { case alone, stack, shrinking, scroll }

  @Test(arguments: Frame.allCases)
  private func `Where the height has no end a table is as high as all its cells`(frame: Frame) {
    let table = table(60)
    let footer = DisplayNode().height(10)
    let isWhole = frame == .alone
    let spec: DisplayNode.LayoutSpecBlock = { _, _ in
      StackLayoutSpec(direction: .vertical, alignItems: .stretch) {
        isWhole ? table : table.flexShrink(frame == .shrinking ? 1 : 0)
        footer
      }
    }
    let root: DisplayNode =
      frame == .alone
      ? table : frame == .scroll ? ScrollNode(layoutSpecBlock: spec) : DisplayNode(layoutSpecBlock: spec)
    if !isWhole { root.automaticallyManagesSubnodes = true }
    let applied = LockedValue(0)
    let queues = (ManualQueue(), ManualQueue())
    let host = LayoutHost(
      root, in: frame == .scroll ? SizeRange(exactly: Size(100, 300)) : .tableCell(width: 100),
      measuringOn: queues.0, applyingOn: queues.1
    ) { _ in applied.withLock { $0 += 1 } }
    func expectWhole(_ width: Double, _ extra: Double = 0, _ location: SourceLocation = #_sourceLocation) {
      var count = 0
      while count < 100, queues.0.runNext() || queues.1.runNext() { count += 1 }
      let height = height(table, in: width) + extra
      #expect(count < 20, sourceLocation: location)
      #expect(table.frame.size == Size(width, height), sourceLocation: location)
      #expect(table.contentSize.height == height && table.contentOffset.y == 0, sourceLocation: location)
      #expect(table.subnodes.count == table.list.items.count, sourceLocation: location)
      if !isWhole { #expect(footer.frame.minY == height, sourceLocation: location) }
    }
    expectWhole(100)
    // One that may shrink is put right after the first layout; any other one is right at once.
    #expect(applied.withLock { $0 } == (frame == .shrinking ? 2 : 1))
    (table.subnodes[40] as? WrappingRowNode)?.grow(by: 30)
    expectWhole(100, 30)
    table.setItems(Array(100..<107) + table.list.items.dropFirst(3))
    expectWhole(100, 30)
    host.constrainedSize = frame == .scroll ? SizeRange(exactly: Size(250, 300)) : .tableCell(width: 250)
    expectWhole(250, 30)
    table.setItems([])
    expectWhole(250)
  }

  @Test func `Pixels and sizes of texts are those of the table in its first layout`() {
    let table = table(9)
    let root = DisplayNode { _, _ in StackLayoutSpec(direction: .vertical, alignItems: .stretch) { table } }
    root.automaticallyManagesSubnodes = true
    root.traitOverrides.contentSizeCategory = .extraLarge
    let heights = (0..<9).map { row in
      let height = 11 + row * 37 % 83
      return (Double(height) * 1.5).rounded(.up)
    }
    let height: Double = heights.reduce(0, +)
    #expect(root.layoutThatFits(.tableCell(width: 250)).size.height == height)
    #expect(table.layoutThatFits(.unconstrained).size == .zero)
  }

  @Test func `A table with fewer items shows them, and so does one that is turned at its end`() {
    let table = table(200)
    let (upright, across) = (SizeRange(exactly: Size(100, 300)), SizeRange(exactly: Size(250, 120)))
    for count in [0, 1, 3, 8, 150] {
      table.setItems(Array(0..<200))
      table.layOut(in: upright)
      table.contentOffset.y = 3000
      table.layOutCells()
      table.setItems(Array((0..<200).reversed().prefix(count)))
      table.layOut(in: upright)
      let end = max(0, table.contentSize.height - 300)
      #expect(table.contentOffset.y <= end && table.contentOffset.y >= 0, "\(count) items")
      #expect(table.subnodes.isEmpty == (count == 0), "\(count) items")
      if count == 0 { #expect(table.contentOffset == .zero) }
    }
    for range in [across, upright, across] {
      table.contentOffset.y = table.contentSize.height
      table.layOutCells()
      table.layOut(in: range)
      let reach = table.contentOffset.y + table.frame.size.height
      #expect(reach <= table.contentSize.height && table.subnodes.last?.debugName != nil)
    }
  }

  @Test func `A finger pulls the content out of the table, by less than its height`() {
    let table = table(50)
    table.layOut(in: SizeRange(exactly: Size(250, 300)))
    table.list.layOut(from: 0, to: .infinity)
    let end = table.contentSize.height - 300
    for (set, seen) in [(-40.0, -40.0), (-300, 0), (end + 40, end + 40), (end + 1e6, end), (end, end)] {
      table.contentOffset.y = set
      table.layOutCells()
      #expect(table.contentOffset.y == seen, "\(set)")
    }
  }

  @Test func `Cells in view are placed again once all cells were measured for a range without an end`() {
    let table = CountedList(0..<100, estimate: 20, inTable: true) { _ in 30 }.table!
    table.layOut(in: SizeRange(exactly: Size(100, 100)))
    table.contentOffset.y = 1000
    table.layOutCells()
    _ = table.layoutThatFits(SizeRange(min: Size(100, 0), max: Size(100, .infinity)))
    table.layOut(in: SizeRange(exactly: Size(100, 100)))
    table.layOutCells()
    let places = table.list.indices(from: table.contentOffset.y, to: table.contentOffset.y + 100)
    #expect(table.subnodes.map(\.frame) == places.map { table.list.frame(at: $0) })
  }

  @Test func `A scroll that comes while cells are laid out is kept`() {
    let feeds = LockedValue<TableNode<Int>?>(nil)
    let scrolls = LockedValue([3: 200.0, 25: 555])
    let feed = TableNode<Int>(estimatedHeight: 20) { item in
      DisplayNode { _, _ in
        if let y = scrolls.withLock({ $0.removeValue(forKey: item) }) {
          feeds.withLock { $0 }?.contentOffset.y = y
        }
        return ImageNode(imageSize: Size(10, 30))
      }
    }
    feeds.withLock { $0 = feed }
    feed.list.tuningParameters = nil
    feed.setItems(Array(0..<1000))
    feed.layOut(in: SizeRange(exactly: Size(100, 100)))
    #expect(feed.contentOffset.y == 200)
    feed.layOutCells()
    feed.contentOffset.y = 620
    feed.layOutCells()
    #expect(feed.contentOffset.y == 620 && feed.subnodes.count == 4)
    // Up by 60, and 5 more meanwhile; the three cells that come into view are 10 points higher than estimated.
    feed.contentOffset.y = 560
    feed.layOutCells()
    #expect(scrolls.withLock { $0.isEmpty } && feed.contentOffset.y == 585)
    feeds.withLock { $0 = nil }
  }

  enum Change: CaseIterable { case none, width, texts, pixels, contents, insertions, removals, all }

  private func make(_ change: Change, _ table: TableNode<Int>, _ layOut: (SizeRange) -> Void) {
    let isAll = change == .all
    if change == .texts || isAll { table.traitOverrides.contentSizeCategory = .extraLarge }
    if change == .pixels || isAll { table.traitOverrides.displayScale = 2.75 }
    if change == .contents || isAll {
      for index in 0..<90 {
        (table.list.cell(at: index) as? WrappingRowNode)?.grow(by: Double(index * 7 % 40))
      }
    }
    if change == .insertions || isAll { table.setItems(Array(1000..<1020) + table.list.items) }
    if change == .removals || isAll { table.setItems(table.list.items.filter { $0 % 5 != 1 }) }
    layOut(SizeRange(exactly: Size(change == .width || isAll ? 250 : 100, 300)))
  }

  @Test(.disabled(if: Sanitizer.isForThreads), arguments: Change.allCases, [false, true])
  func `After a change small steps up move nothing that is in view`(change: Change, isAtOnce: Bool) {
    let table = table(200)
    table.layOut(in: SizeRange(exactly: Size(100, 300)))
    for y in stride(from: 0.0, through: 6000, by: 200) {
      table.contentOffset.y = y
      table.layOutCells()
    }
    func seen() -> [NodeID: Double] {
      Dictionary(uniqueKeysWithValues: table.subnodes.map { ($0.id, $0.frame.minY - table.contentOffset.y) })
    }
    var isChanged = false
    for step in 0..<100 where table.contentOffset.y > 100 {
      let before = seen()
      let first = table.subnodes[0].id
      table.contentOffset.y -= 30
      if !isChanged, isAtOnce || step > 0 {
        // With the first step at once, or before the second one without a step.
        if !isAtOnce { table.contentOffset.y += 30 }
        make(change, table) { table.layOut(in: $0) }
        isChanged = true
        if isAtOnce {
          let now = seen()[first]
          #expect(now == nil || abs(now! - before[first]! - 30) < 1e-6, "step \(step)")
        }
        continue
      }
      table.layOutCells()
      for (node, y) in seen() {
        if let old = before[node] { #expect(abs(y - old - 30) < 1e-6, "step \(step)") }
      }
    }
    #expect(isChanged)
  }

  @Test
  func `Cells that only scroll with what is in view are exactly at their places, and do not move there`() {
    let (table, animator) = (table(300), ManualAnimator())
    let range = SizeRange(exactly: Size(250, 300))
    table.traitOverrides.displayScale = 2.75
    table.animation = ListAnimation(animator)
    table.layOut(in: range)
    for step in 0..<40 {
      table.contentOffset.y = Double(step * 97) + 0.3
      table.layOutCells()
      animator.advance(by: 1)
      let seen = table.subnodes.map { ($0, $0.frame.minY - table.contentOffset.y) }
      table.setItems([1000 + step] + table.list.items)
      table.layOut(in: range)
      for (node, y) in seen {
        guard let index = table.list.items.indices.first(where: { table.list.cell(at: $0) === node }) else {
          continue
        }
        #expect(node.frame == table.list.frame(at: index), "step \(step)")
        #expect(abs(node.frame.minY - table.contentOffset.y - y) < 1e-6, "step \(step)")
      }
      animator.advance(by: 1)
    }
  }

  @Test func `An offset of 0 shows the first item, whatever was inserted before it`() {
    let table = table(100)
    table.layOut(in: SizeRange(exactly: Size(250, 300)))
    table.contentOffset.y = 250
    table.layOutCells()
    table.setItems(Array(1000..<1100) + table.list.items)
    table.contentOffset.y = 0
    table.layOut(in: SizeRange(exactly: Size(250, 300)))
    #expect(table.contentOffset.y == 0 && table.subnodes.first?.debugName == "1000")
  }
}

/// A cell that is twice as high if it is selected, and records its calls.
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
