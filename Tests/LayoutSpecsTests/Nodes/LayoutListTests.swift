import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Lists of cells")
struct LayoutListNodeTests {
  private let made = LockedValue(0)
  private let measured = LockedValue(0)

  /// Cells of 20 points, and one point more for each last digit of the item.
  private func list(_ items: [Int], scale: Double = 1) -> LayoutList<Int> {
    let list = LayoutList<Int>(width: 100, estimatedHeight: 25) {
      [made, measured] item in
      made.withLock { $0 += 1 }
      return CountedRowNode(20 + Double(item % 10), measured)
    }
    list.traitOverrides.displayScale = scale
    list.setItems(items)
    return list
  }

  private func counts() -> [Int] { [made.withLock { $0 }, measured.withLock { $0 }] }

  @Test func `An empty list has no height, and nothing in view`() {
    let list = list([])
    #expect(list.contentSize == Size(100, 0))
    #expect(list.layOut(from: 0, to: 500) == 0..<0)
    #expect(list.indices(from: 0, to: .infinity) == 0..<0)
    #expect(list.setItems([]).isEmpty)
    #expect(list.batch(from: 0, to: 500).nodes.isEmpty)
  }

  @Test func `Cells in view are made and measured, and no other one`() {
    let list = list(Array(0..<1000))
    #expect(list.contentSize.height == 25_000 && counts() == [0, 0])
    // 20 + 21 + 22 + 23 = 86, and the next one reaches to 110.
    #expect(list.layOut(from: 0, to: 100) == 0..<5)
    #expect(counts() == [5, 5])
    #expect(list.contentSize.height == 110 + 995 * 25)
    #expect((0..<5).map { list.frame(at: $0).minY } == [0, 20, 41, 63, 86])
    #expect(list.cell(at: 4).frame == Rect(x: 0, y: 86, width: 100, height: 24))
    #expect(list.layOut(from: 0, to: 100) == 0..<5)
    #expect(counts() == [5, 5])
  }

  @Test("A part has the cells that reach into it: not those that end at its top or begin at its bottom")
  func parts() {
    let list = list([0, 10, 20])
    list.layOut(from: 0, to: 1000)
    #expect(list.contentSize.height == 60)
    #expect(list.indices(from: 20, to: 40) == 1..<2)
    #expect(list.indices(from: 19.5, to: 40.5) == 0..<3)
    #expect(list.indices(from: -50, to: 0) == 0..<0)
    #expect(list.indices(from: 60, to: 90) == 0..<0)
    #expect(list.indices(from: 30, to: 30) == 0..<0)
    #expect(list.indices(from: 50, to: .infinity) == 2..<3)
    #expect(list.indices(from: .nan, to: 30) == 0..<0)
  }

  @Test func `Inserts, deletes and moves keep the cells and heights of items that stay`() {
    let list = list([0, 1, 2, 3])
    list.layOut(from: 0, to: 1000)
    let nodes = (0..<4).map { list.cell(at: $0) }
    let changes = list.setItems([3, 9, 1, 0])
    #expect(changes.removals.map(\.id) == [2] && changes.insertions.map(\.id) == [9])
    #expect(list.items == [3, 9, 1, 0])
    #expect(list.contentSize.height == 23 + 25 + 21 + 20)
    #expect(list.layOut(from: 0, to: 1000) == 0..<4)
    #expect(counts() == [5, 5])
    #expect(list.cell(at: 0) === nodes[3] && list.cell(at: 2) === nodes[1] && list.cell(at: 3) === nodes[0])
    #expect((0..<4).map { list.cell(at: $0).frame.minY } == [0, 23, 52, 73])
  }

  @Test("A batch measures the cells around the part, those in it first, and the list takes them over")
  func batch() async throws {
    let list = list(Array(0..<1000))
    list.layOut(from: 0, to: 100)
    let batch = list.batch(from: 110, to: 185, margin: 50)
    #expect(batch.nodes.count == 5)
    _ = try await batch.finish()
    #expect(counts() == [10, 10])
    list.layOut(from: 110, to: 200)
    #expect(counts() == [10, 10])
  }

  @Test func `A cell that changes whenever it is measured does not hold up the list`() {
    let list = LayoutList<Int>(width: 100, estimatedHeight: 30) { _ in
      DisplayNode { node, _ in
        node.style.minHeight = node.style.minHeight == 40 ? 41 : 40
        return TextNode("x")
      }
    }
    list.setItems(Array(0..<100))
    #expect(outcome { list.layOut(from: 300, to: 600) } != nil)
    let anchor = list.anchor(from: 200, to: 500)
    #expect(outcome { list.layOut(at: anchor).top } != nil)
  }

  @Test(
    "Threads that set items, lay out, animate and change cells leave a list that is laid out like any",
    arguments: [1, 2, 3] as [UInt64])
  func threads(seed: UInt64) {
    let list = list(Array(0..<200), scale: 3)
    let animator = ManualAnimator()
    let animation = ListAnimation(animator, duration: 1, curve: .linear)
    let batches = DispatchGroup()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = RandomTree(seed: seed * 100 + UInt64(thread))
      for _ in 0..<80 {
        let top = Double(random.next() % 9000) / 3
        switch random.next() % 8 {
        // A clock belongs to one thread.
        case _ where thread == 0 && random.chance(80): animator.advance(by: 0.1)
        case 0: list.setItems((0..<200).filter { _ in random.next() % 3 != 0 })
        case 1: list.layOut(from: top, to: 3500)
        case 2: list.width = 100 + Double(random.next() % 3) / 3
        case 3: _ = list.layOut(at: list.anchor(from: top, to: top + 500))
        case 4: _ = list.layOut(at: list.anchor(from: top, to: top + 200), animation: animation)
        case 5: list.layOut(from: top, to: top + 200, animation: animation)
        case 6:
          batches.enter()
          list.batch(from: top, to: top + 200).start { batches.leave() }
        default:
          (list.cell(at: 0) as? CountedRowNode)?.setHeight(Double(random.next() % 150) / 3)
        }
      }
    }
    batches.wait()
    animator.advance(by: 5)
    #expect(animator.runningCount == 0)
    list.setItems(Array(0..<200))
    list.layOut(from: 0, to: 100_000)
    list.layOut(from: 0, to: 100_000)
    var pixels = 0.0
    for index in 0..<200 {
      let cell = list.cell(at: index)
      let size = Size(list.width, cell.calculatedSize.height)
      let frame = Rect(origin: Point(0, pixels / 3), size: size)
      #expect(cell.frame == frame && list.frame(at: index) == frame, "seed \(seed), cell \(index)")
      #expect(cell.alpha == 1, "seed \(seed), cell \(index)")
      pixels += (size.height * 3).rounded()
    }
    #expect(list.contentSize.height == pixels / 3)
    #expect(list.visibleNodes.map(\.id) == (0..<200).map { list.cell(at: $0).id })
  }
}
