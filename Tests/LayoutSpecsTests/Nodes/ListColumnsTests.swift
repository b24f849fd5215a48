import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("The columns and sections of lists")
struct ListColumnsNodeTests {
  private func frames(_ list: LayoutList<some Hashable & Sendable>, _ indices: Range<Int>) -> [Rect] {
    indices.map { list.frame(at: $0) }
  }

  /// A list with sections, whose items are 20 points high and one more for each last digit, headers 10 and footers 5.
  private func sections(_ counts: [Int], hasFooters: Bool = false) -> LayoutList<SectionItem<Int, Int>> {
    let list = LayoutList<SectionItem<Int, Int>>(width: 101, estimatedHeight: 20) { item in
      switch item {
      case .header: CountedRowNode(10, LockedValue(0))
      case .item(let number): CountedRowNode(20 + Double(number % 10), LockedValue(0))
      case .footer: CountedRowNode(5, LockedValue(0))
      }
    }
    list.setSections(
      counts.enumerated().map { section, count in (section, (0..<count).map { 100 * section + $0 }) },
      hasFooters: hasFooters)
    return list
  }

  @Test func `Cells fill lines of equal whole pixels, each as high as its highest cell`() {
    let rows = CountedList(0..<8, width: 101, estimate: 20) { 20 + Double($0) }
    let list = rows.list
    list.columns = .fixed(count: 3, spacing: 2, lineSpacing: 4)
    #expect(list.layOut(from: 0, to: 500) == 0..<8)
    // 101 - 2 × 2 points are three times 32, and one more between the last two columns.
    #expect(
      frames(list, 0..<4) == [
        Rect(x: 0, y: 0, width: 32, height: 20), Rect(x: 34, y: 0, width: 32, height: 21),
        Rect(x: 69, y: 0, width: 32, height: 22), Rect(x: 0, y: 26, width: 32, height: 23),
      ])
    #expect(list.frame(at: 7) == Rect(x: 34, y: 55, width: 32, height: 27))
    #expect(list.contentSize == Size(101, 82) && list.visibleNodes.map(\.frame) == frames(list, 0..<8))
    // A part has whole lines.
    #expect(list.layOut(from: 30, to: 40) == 3..<6 && list.indices(from: 0, to: 30) == 0..<6)
    list.remove(at: 0)
    list.layOut(from: 0, to: 500)
    #expect(
      list.frame(at: 2) == Rect(x: 69, y: 0, width: 32, height: 23)
        && list.contentSize.height == 23 + 4 + 26 + 4 + 27)
    #expect(rows.measuredCount() == 8)
  }

  @Test
  func `There are as many columns as have the least width, and cells are measured in another width again`() {
    let rows = CountedList(0..<30, width: 100, estimate: 20) { _ in 20 }
    let list = rows.list
    let widths = [100.0, 30, 1, 0, 65, 64].map { (width: Double) in
      list.width = width
      list.columns = .adaptive(minimumWidth: 30, spacing: 5)
      list.layOut(from: 0, to: 1000)
      return list.frame(at: 0).width
    }
    #expect(widths == [30, 30, 1, 0, 30, 64])
    _ = rows.measuredCount()
    list.width = 139
    list.layOut(from: 0, to: 1000)
    #expect(list.frame(at: 3) == Rect(x: 108, y: 0, width: 31, height: 20) && rows.measuredCount() == 30)
    list.columns = .fixed(count: 4, spacing: 5)
    list.layOut(from: 0, to: 1000)
    #expect(rows.measuredCount() == 0)
    list.columns = .one
    list.layOut(from: 0, to: 1000)
    #expect(rows.measuredCount() == 30 && list.contentSize == Size(139, 600))
    // Pixels of a third of a point.
    list.columns = .fixed(count: 2)
    list.traitOverrides.displayScale = 3
    list.width = 101.0 / 3
    #expect(list.frame(at: 1) == Rect(x: 17, y: 0, width: 50.0 / 3, height: 20))
  }

  @Test func `One column may have room between its cells`() {
    let list = CountedList(0..<3, estimate: 20) { _ in 20 }.list
    list.columns = .fixed(count: 1, spacing: 8)
    #expect(list.layOut(from: 25, to: 200) == 0..<3 && list.frame(at: 2).minY == 56)
    #expect(list.contentSize.height == 76)
    list.setItems([])
    #expect(list.contentSize.height == 0 && list.layOut(from: 0, to: 10) == 0..<0)
  }

  @Test func `Cells in view are placed again if only the room between their lines changes`() {
    let list = CountedList(0..<20, estimate: 20) { _ in 20 }.list
    list.columns = .fixed(count: 2, spacing: 4, lineSpacing: 0)
    list.layOut(from: 0, to: 50)
    list.columns = .fixed(count: 2, spacing: 4, lineSpacing: 3)
    #expect(list.layOut(from: 0, to: 50) == 0..<6)
    #expect(list.visibleNodes.map(\.frame.minY) == [0, 0, 23, 23, 46, 46])
  }

  @Test func `Sections have lines of their own for headers and footers, and indices that follow edits`() {
    let list = sections([3, 0, 4], hasFooters: true)
    list.columns = .fixed(count: 2)
    list.layOut(from: 0, to: 500)
    #expect(list.frame(at: 0) == Rect(x: 0, y: 0, width: 101, height: 10))
    #expect(list.frame(at: 2) == Rect(x: 51, y: 10, width: 50, height: 21))
    #expect(list.frame(at: 4) == Rect(x: 0, y: 53, width: 101, height: 5))
    #expect(list.contentSize.height == 58 + 15 + 10 + 21 + 23 + 5)
    #expect(list.sectionCount() == 3)
    #expect((0..<3).map { list.indices(inSection: $0) } == [1..<4, 6..<6, 8..<12])
    let places = list.items.indices.compactMap { list.place(at: $0) }
    #expect(places.map(\.section) == [0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2])
    #expect(places.map(\.item) == [-1, 0, 1, 2, 3, -1, 0, -1, 0, 1, 2, 3, 4])
    list.insert(.item(150), at: list.indices(inSection: 1).lowerBound)
    list.remove(at: list.indices(inSection: 2).lowerBound)
    #expect((0..<3).map { list.indices(inSection: $0) } == [1..<4, 6..<7, 9..<12])
    list.removeSubrange(0..<5)
    #expect(list.sectionCount() == 2 && list.indices(inSection: 1) == 4..<7)
  }

  @Test func `Items before the first header are in no section, and a list of none has no place`() {
    let list = sections([])
    #expect(list.sectionCount() == 0)
    list.insert(.item(5), at: 0)
    #expect(list.place(at: 0) == nil)
    list.append(contentsOf: [.header(1), .item(6)])
    #expect(list.place(at: 0) == nil && list.indices(inSection: 0) == 2..<3)
    #expect(list.place(at: 2).map { [$0.section, $0.item] } == [0, 0])
    let changes = list.setSections([(1, [6, 7])])
    #expect(changes.removals.count == 1 && changes.insertions.count == 1 && changes.moves.isEmpty)
  }

  @Test func `What is in view stays there, and cells move from column to column`() {
    let list = sections([40, 40])
    list.columns = .fixed(count: 4)
    list.layOut(from: 300, to: 400)
    let seen = list.anchor(from: 300, to: 400)
    let first = list.indices(from: 300, to: 400).lowerBound
    let y = list.frame(at: first).minY
    list.insert([.item(1001), .item(1002), .item(1003), .item(1004)], at: 1)
    let part = list.layOut(at: seen)
    #expect(list.frame(at: first + 4).minY - part.top == y - 300 && part.top > 300)
    // One item more lets each go to the next column.
    let animator = ManualAnimator()
    list.layOut(from: 0, to: 60)
    list.insert(.item(1005), at: 1)
    list.layOut(from: 0, to: 60, animation: ListAnimation(animator, duration: 1, curve: .linear))
    animator.advance(by: 0.5)
    let moved = list.cell(at: 2)
    #expect(moved.frame.minX == 12.5 && moved.frame.minY == 10)
    animator.advance(by: 1)
    #expect(moved.frame == list.frame(at: 2) && list.frame(at: 2).minX == 25)
  }

  @Test func `Cells are prepared in columns too, no more than a screen ahead`() {
    let queue = ManualQueue()
    let rows = CountedList(0..<1000, estimate: 20) { _ in 20 }
    rows.list.columns = .fixed(count: 5)
    rows.list.tuningParameters = RangeTuningParameters(trailingBufferScreenfuls: 0, queue: queue)
    rows.list.layOut(from: 0, to: 100)
    while queue.runNext() {}
    #expect(rows.made.withLock { $0 } == Array(0..<50) && rows.measuredCount() == 50)
    rows.list.layOut(from: 100, to: 200)
    #expect(
      rows.measuredCount() == 0 && rows.list.cell(at: 26).frame == Rect(x: 20, y: 100, width: 20, height: 20))
  }

  @Test func `A table has columns too`() {
    let feed = CountedList(0..<100, estimate: 20, inTable: true) { _ in 20 }
    feed.list.columns = .adaptive(minimumWidth: 25)
    feed.table?.layOut(in: SizeRange(exactly: Size(100, 50)))
    #expect(feed.table?.subnodes.count == 12 && feed.table?.contentSize == Size(100, 500))
  }
}
