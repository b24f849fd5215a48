import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Masonries")
struct ListMasonryNodeTests {
  private func frames(_ list: LayoutList<some Hashable & Sendable>) -> [Rect] {
    list.items.indices.map { list.frame(at: $0) }
  }

  @Test func `Each cell goes below the shortest column, and of equal ones below the leftmost`() {
    let heights: [Double] = [30, 10, 20, 10, 0, 40, 5]
    let list = CountedList(0..<7, width: 103, estimate: 20) { heights[$0] }.list
    list.columns = .masonry(count: 3, spacing: 2, lineSpacing: 4)
    #expect(list.layOut(from: 0, to: 500) == 0..<7)
    #expect(frames(list).map(\.minX) == [0, 35, 70, 35, 70, 35, 70])
    #expect(frames(list).map(\.minY) == [0, 0, 0, 14, 24, 28, 28])
    #expect(
      frames(list).map(\.height) == heights && frames(list).allSatisfy { $0.width == 33 })
    #expect(list.contentSize == Size(103, 68) && list.visibleNodes.map(\.frame) == frames(list))
    // Beside the high first cell, the cells above the part count.
    #expect(list.layOut(from: 29, to: 31) == 0..<7 && list.indices(from: 68, to: 71) == 5..<7)
    list.columns = .masonry(count: 64)
    list.layOut(from: 0, to: 500)
    #expect(frames(list).allSatisfy { $0.minY == 0 } && list.contentSize.height == 40)
    list.columns = .masonry(count: 1, spacing: 3)
    list.layOut(from: 0, to: 500)
    #expect(
      list.contentSize.height == 115 + 6 * 3 && frames(list).map(\.minX) == Array(repeating: 0, count: 7))
    list.setItems([])
    #expect(list.contentSize.height == 0 && list.layOut(from: 0, to: 10) == 0..<0)
  }

  @Test func `Headers and footers begin below the lowest column, and all columns begin below them`() {
    let list = LayoutList<SectionItem<Int, Double>>(width: 90) { item in
      if case .item(let height) = item {
        CountedRowNode(height, LockedValue(0))
      } else {
        CountedRowNode(7, LockedValue(0))
      }
    }
    list.columns = .masonry(minimumWidth: 40, lineSpacing: 1)
    list.setSections([(0, [10, 30, 12]), (1, [5])], hasFooters: true)
    list.layOut(from: 0, to: 500)
    #expect(frames(list).map(\.minY) == [0, 8, 8, 19, 39, 47, 55, 61])
    #expect(frames(list).map(\.minX) == [0, 0, 45, 0, 0, 0, 0, 0])
    #expect(list.contentSize.height == 68)
    #expect(
      list.place(at: 3).map { [$0.section, $0.item] } == [0, 2] && list.indices(inSection: 1) == 6..<7)
  }

  @Test func `What is in view stays there, and cells move to other columns`() {
    let rows = CountedList(0..<500, width: 100, estimate: 20) { 20 + Double($0 % 7) }
    let list = rows.list
    list.columns = .masonry(minimumWidth: 30)
    let top = list.top(toShow: 300, at: .top, from: 0, to: 100)
    let first = list.layOut(from: top, to: top + 100).lowerBound
    let seen = list.anchor(from: top, to: top + 100)
    let distance = list.frame(at: first).minY - top
    list.insert([501, 502, 503], at: 0)
    let part = list.layOut(at: seen)
    #expect(list.frame(at: first + 3).minY - part.top == distance && part.top > top)
    list.width = 50
    list.layOut(from: 0, to: 60)
    #expect(list.frame(at: 2).minX == 0 && list.frame(at: 2).width == 50)
    list.width = 70
    list.layOut(from: 0, to: 60)
    _ = rows.measuredCount()
    let animator = ManualAnimator()
    list.insert(504, at: 1)
    list.layOut(from: 0, to: 60, animation: ListAnimation(animator, duration: 1, curve: .linear))
    #expect(rows.measuredCount() == 1)
    // From the right column below the first cell, which is lower than the new one.
    let moved = list.cell(at: 2)
    #expect(moved.frame.minX == 35 && moved.frame.minY == 0)
    animator.advance(by: 0.5)
    #expect(
      moved.frame.minX == (35 + list.frame(at: 2).minX) / 2 && moved.frame.minY == list.frame(at: 2).minY / 2)
    animator.advance(by: 1)
    #expect(moved.frame == list.frame(at: 2) && moved.frame.minY > 0)
  }

  @Test func `Cells are prepared in a masonry too, about a screen ahead`() {
    let queue = ManualQueue()
    let rows = CountedList(0..<1000, estimate: 20) { 16 + Double($0 % 9) }
    rows.list.columns = .masonry(count: 5)
    rows.list.tuningParameters = RangeTuningParameters(trailingBufferScreenfuls: 0, queue: queue)
    let shown = rows.list.layOut(from: 0, to: 100)
    while queue.runNext() {}
    let made = rows.made.withLock { $0 }
    #expect(made == Array(0..<made.count) && 50 <= made.count && made.count <= 60 && shown.upperBound <= 35)
    _ = rows.measuredCount()
    rows.list.layOut(from: 90, to: 190)
    #expect(rows.measuredCount() == 0)
  }

  @Test(
    arguments: (Sanitizer.isForThreads ? 1...5 : SlowTests.areOn ? 1...200 : 1...40) as ClosedRange<UInt64>)
  func `Whatever changes, cells in sections and columns are where placing one after the other puts them`(
    seed: UInt64
  ) {
    var random = RandomTree(seed: seed)
    var model = ModelledSections(&random)
    for step in 0..<40 {
      for _ in 0..<random.number(below: 3) { model.change(&random) }
      let failure = model.layOut(&random)
      #expect(failure == nil, "seed \(seed), step \(step): \(failure ?? "")")
      if failure != nil { return }
    }
  }
}
