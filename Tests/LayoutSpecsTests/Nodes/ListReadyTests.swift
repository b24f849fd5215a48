import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("What of a list is ready")
struct ListReadyNodeTests {
  private func rows(_ count: Int) -> CountedList {
    CountedList(0..<count, estimate: 30) { 20 + Double($0 % 10) }
  }

  @Test func `A layout of what is ready makes and measures no cell, and says which are missing`() {
    let rows = rows(100)
    let list = rows.list
    #expect(list.layOutReady(from: 0, to: 100) == (0..<4, [0, 1, 2, 3]) && list.visibleNodes.isEmpty)
    #expect(rows.made.withLock { $0.isEmpty } && !list.isReady(at: 0))
    _ = list.cell(at: 1)
    #expect(!list.isReady(at: 1))
    for index in 0..<2 { _ = list.cell(at: index).layoutThatFits(.tableCell(width: 100)) }
    #expect(rows.measuredCount() == 2 && list.isReady(at: 1) && !list.isReady(at: 2))
    // Their heights, 20 and 21, let another cell into the part.
    #expect(list.layOutReady(from: 0, to: 102) == (0..<5, [2, 3, 4]))
    #expect(list.visibleNodes.map(\.debugName) == ["0", "1"] && rows.measuredCount() == 0)
    #expect(list.cell(at: 1).frame == Rect(x: 0, y: 20, width: 100, height: 21))
    list.layOut(from: 0, to: 102)
    #expect(rows.measuredCount() == 3 && list.layOutReady(from: 0, to: 102).missing == [])
  }

  @Test func `A cell that changes in view stays as it is until another thread has measured it`() {
    let rows = rows(100)
    let list = rows.list
    list.layOut(from: 0, to: 100)
    _ = rows.measuredCount()
    (list.cell(at: 1) as? CountedRowNode)?.setHeight(50)
    #expect(!list.isReady(at: 1) && list.layOutReady(from: 0, to: 100).missing == [1])
    #expect(list.visibleNodes.count == 5 && list.cell(at: 1).frame.size.height == 21)
    _ = list.cell(at: 1).layoutThatFits(.tableCell(width: 100))
    #expect(list.layOutReady(from: 0, to: 100) == (0..<4, []))
    #expect(list.cell(at: 1).frame.size.height == 50 && list.cell(at: 2).frame.minY == 70)
    #expect(rows.measuredCount() == 1)
    // In another width none is ready, and all in view stay.
    list.width = 200
    #expect(list.layOutReady(from: 0, to: 100).missing == [0, 1, 2, 3] && list.visibleNodes.count == 4)
  }

  @Test(.disabled(if: Sanitizer.isForThreads), arguments: 1...20 as ClosedRange<UInt64>)
  func `Once what is missing is prepared nothing is, and the layout is the usual one`(seed: UInt64) {
    var random = RandomTree(seed: seed)
    let rows = rows(60)
    let (list, queue) = (rows.list, ManualQueue())
    list.tuningParameters = RangeTuningParameters(
      leadingBufferScreenfuls: 0, trailingBufferScreenfuls: 0, keptScreenfuls: .infinity, queue: queue)
    for step in 0..<15 {
      let top = Double(random.number(below: 1500))
      if step % 3 == 0 { list.edit(to: (0..<60).filter { _ in random.chance(70) }, inOneStep: true) }
      if step % 5 == 4 { list.width = Double(100 + step) }
      (list.cell(at: 3) as? CountedRowNode)?.setHeight(Double(random.number(below: 60)))
      _ = rows.measuredCount()
      while case let missing = list.layOutReady(from: top, to: top + 200).missing, !missing.isEmpty {
        #expect(missing.allSatisfy { !list.isReady(at: $0) }, "seed \(seed), step \(step)")
        #expect(rows.measuredCount() == 0, "seed \(seed), step \(step)")
        while queue.runNext() {}
        _ = rows.measuredCount()
      }
      let seen = list.visibleNodes.map { ($0.id, $0.frame) }
      let indices = list.layOut(from: top, to: top + 200)
      #expect(rows.measuredCount() == 0 && seen.count == indices.count, "seed \(seed), step \(step)")
      for ((id, frame), node) in zip(seen, list.visibleNodes) {
        #expect(id == node.id && frame == node.frame, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func `A cell is shown at the top, in the middle or at the bottom of a part, within the content`() {
    let list = CountedList(0..<100, estimate: 30) { _ in 30 }.list
    func top(_ index: Int, _ position: LayoutList<Int>.Position, from top: Double = 0) -> Double {
      list.top(toShow: index, at: position, from: top, to: top + 100)
    }
    #expect([.top, .center, .bottom].map { top(50, $0) } == [1500, 1465, 1430])
    #expect([.top, .center, .bottom].map { top(1, $0) } == [30, 0, 0])
    #expect([.top, .center, .bottom].map { top(99, $0) } == [2900, 2900, 2900])
    #expect(
      [0, 1430, 1450, 1500, 1600].map { top(50, .nearest, from: $0) } == [1430, 1430, 1450, 1500, 1500])
    // In less than a cell's height its beginning is shown.
    #expect(list.top(toShow: 50, from: 0, to: 10) == 1500)
    #expect(list.top(toShow: 50, at: .bottom, from: 0, to: 5000) == 0)
  }
}
