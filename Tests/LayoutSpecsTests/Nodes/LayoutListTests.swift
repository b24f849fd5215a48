import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Lists of cells")
struct LayoutListNodeTests {
  /// Cells of 20 points, and one point more for each last digit of the item.
  private func rows(_ items: some Sequence<Int>, scale: Double = 1) -> CountedList {
    CountedList(items, estimate: 25, scale: scale) { 20 + Double($0 % 10) }
  }

  @Test func `An empty list has no height, and nothing in view`() {
    let list = rows([]).list
    #expect(list.contentSize == Size(100, 0))
    #expect(list.layOut(from: 0, to: 500) == 0..<0)
    #expect(list.indices(from: 0, to: .infinity) == 0..<0)
    #expect(list.setItems([]).isEmpty)
  }

  @Test func `Cells in view are made and measured, and no other one`() {
    let rows = rows(0..<1000)
    let list = rows.list
    #expect(list.contentSize.height == 25_000 && rows.made.withLock { $0 } == [] && rows.measuredCount() == 0)
    // 20 + 21 + 22 + 23 = 86, and the next one reaches to 110.
    #expect(list.layOut(from: 0, to: 100) == 0..<5)
    #expect(rows.made.withLock { $0 } == [0, 1, 2, 3, 4] && rows.measuredCount() == 5)
    #expect(list.contentSize.height == 110 + 995 * 25)
    #expect((0..<5).map { list.frame(at: $0).minY } == [0, 20, 41, 63, 86])
    #expect(list.cell(at: 4).frame == Rect(x: 0, y: 86, width: 100, height: 24))
    #expect(list.layOut(from: 0, to: 100) == 0..<5)
    #expect(rows.made.withLock { $0.count } == 5 && rows.measuredCount() == 0)
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

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `Threads that set items, lay out, animate and change cells leave a usual list`(seed: UInt64) {
    let list = rows(0..<200, scale: 3).list
    let animator = ManualAnimator()
    let animation = ListAnimation(animator, duration: 1, curve: .linear)
    list.tuningParameters = RangeTuningParameters(
      keptScreenfuls: 2, measuresAllCells: seed == 2, workerCount: 2, queue: .global())
    onThreads(steps: 80, seed: seed) { thread, _, random in
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
      case 6: list.layOutReady(from: top, to: top + 200)
      default:
        (list.cell(at: 0) as? CountedRowNode)?.setHeight(Double(random.next() % 150) / 3)
      }
    }
    list.tuningParameters = nil
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

@Suite("What a list of cells measures")
struct ListCountTests {
  @Test(
    arguments: (SlowTests.areOn ? [(3, 1), (17, 2), (92, 3), (93, 3), (94, 2.75)] : [(3, 1), (92, 2.75)])
      as [(UInt64, Double)])
  func `Among 100,000 cells exactly those in view are measured that need it`(seed: UInt64, scale: Double) {
    var random = RandomTree(seed: seed)
    let count = 100_000
    // An infinite height counts as none, until there is another.
    func height() -> Int { random.chance(3) ? ModelledList.infinite : 10 + Int(random.next() % 50) }
    var model = ModelledList(
      heights: Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, height()) }),
      scale: scale)
    model.setItems(Array(0..<count))
    // In pixels: a part begins and ends where a cell may.
    var (part, total) = (0, 0)
    func bounds(_ part: Int) -> (Double, Double) {
      (Double(part) / scale, (Double(part) + 800 * scale) / scale)
    }
    for step in 0..<(SlowTests.areOn ? 30 : 15) {
      switch random.next() % 6 {
      case 0: part = Int(random.next() % UInt64(model.height * scale))
      case 1: part = max(0, part + Int(random.next() % 900) - 450)
      case 2 where random.chance(50): model.setTextSize(random.pick(Traits.ContentSizeCategory.allCases))
      case 2: model.setWidth(101 + Double(step))
      case 3:
        let (removed, place) = (random.number(below: 20), random.number(below: 1000))
        let new = (0..<5).map { count + step * 10 + $0 }
        var items = model.list.items
        items.removeSubrange(0..<removed)
        items.insert(contentsOf: new, at: place)
        if random.chance(50) {
          model.setItems(items)
        } else {
          model.edit { list in
            list.removeSubrange(0..<removed)
            list.insert(new, at: place)
          }
        }
        #expect(model.list.items == items, "seed \(seed), step \(step)")
      default:
        let (top, bottom) = bounds(part)
        for index in model.list.indices(from: top, to: bottom) where random.next() % 4 == 0 {
          model.setHeight(height(), at: index)
        }
      }
      let (top, bottom) = bounds(part)
      let expected = model.layOut(from: top, to: bottom)
      let indices = model.list.layOut(from: top, to: bottom)
      let measured = model.measuredCount()
      #expect(indices == expected.indices && measured == expected.measured, "seed \(seed), step \(step)")
      #expect(model.list.contentSize.height == model.height, "seed \(seed), step \(step)")
      total += measured
    }
    #expect(total > 100)
  }
}

@Suite("The anchors of lists of cells")
struct ListAnchorNodeTests {
  /// The places of cells in view, from the top of the view.
  private func screen(_ list: LayoutList<Int>, _ indices: Range<Int>, _ top: Double) -> [Int: Double] {
    let items = list.items
    return Dictionary(uniqueKeysWithValues: indices.map { (items[$0], list.frame(at: $0).minY - top) })
  }

  @Test(.disabled(if: Sanitizer.isForThreads))
  func `What is in view stays there while cells above it are inserted, removed and change their heights`() {
    let count = 100_000
    var model = ModelledList(heights: [:])
    let list = model.list
    model.setItems(Array(0..<count))
    var top = 1_500_010.0
    var part = (top: top, indices: list.layOut(from: top, to: top + 800))
    #expect(model.measuredCount() == 41)
    let before = screen(list, part.indices, top)

    // 500 more cells at the top, 100 fewer above the view, and cells there that change.
    let anchor = list.anchor(from: top, to: top + 800)
    model.setItems(Array(count..<count + 500) + Array(0..<20_000) + Array(20_100..<count))
    part = list.layOut(at: anchor)
    #expect(part.top == top + 400 * 30)
    #expect(screen(list, part.indices, part.top) == before)
    #expect(model.measuredCount() == 0)
    // The anchor is a value: nothing has changed since.
    #expect(list.layOut(at: anchor) == part)

    top = part.top
    let changed = list.anchor(from: top, to: top + 800)
    for index in part.indices.dropFirst(3).prefix(2) {
      (list.cell(at: index) as? CountedRowNode)?.setHeight(50)
    }
    part = list.layOut(at: changed)
    // Two cells are 30 points higher: the cells above them stay, and only they are measured.
    #expect(part.top == top && model.measuredCount() == 2)
    #expect(part.indices.count == 38)
  }

  @Test(.disabled(if: Sanitizer.isForThreads), arguments: [5.0, 90])
  func `What is in view stays there while the list scrolls up to cells of other heights`(height: Double) {
    let rows = CountedList(0..<100_000) { $0 < 50_000 ? height : 20 }
    let list = rows.list
    let top = 50_000.0 * 30
    list.layOut(from: top, to: top + 400)
    #expect(rows.measuredCount() == 20)
    let edge = list.frame(at: 50_000).minY
    #expect(edge == top)
    // A cell that was made and not yet measured has not been in view.
    _ = list.cell(at: 49_998)
    // Up by 100 points: the first cell that was in view has to be 100 points down.
    let anchor = list.anchor(from: top - 100, to: top + 300)
    let part = list.layOut(at: anchor)
    #expect(list.frame(at: 50_000).minY - part.top == 100)
    // As many as fill 100 points; of the high ones as many as seemed to.
    let new = 50_000 - part.indices.lowerBound
    #expect(new == (height == 5 ? 20 : 2))
    #expect(rows.measuredCount() == (height == 5 ? 20 : 4))
    #expect(list.frame(at: part.indices.lowerBound).minY <= part.top)
  }

  @Test func `A part that nobody has seen, or that has no height, has no places, and is laid out as it is`() {
    let rows = CountedList(0..<100) { _ in 20 }
    let list = rows.list
    _ = list.cell(at: 3)
    #expect(list.layOut(at: list.anchor(from: 90, to: 200)) == (90, 3..<9))
    #expect(rows.measuredCount() == 6)
    #expect(list.layOut(at: list.anchor(from: 90, to: 90)) == (90, 0..<0))
    #expect(list.layOut(at: list.anchor(from: -500, to: -100)) == (-500, 0..<0))
    #expect(rows.measuredCount() == 0)
  }

  @Test(.disabled(if: Sanitizer.isForThreads), arguments: [1, 2, 3] as [UInt64])
  func `Small steps up move nothing that is in view, also if all cells are outdated`(seed: UInt64) {
    var random = RandomTree(seed: seed)
    let list = CountedList(0..<200) { Double(10 + $0 * 37 % 90) }.list
    list.layOut(from: 0, to: 1e6)
    var top = list.layOut(at: list.anchor(from: 5000, to: 5400)).top
    for step in 0..<150 where top > 50 {
      // The new width comes with a step, and before one.
      if step == 0 { list.width = 150 }
      if step % 20 == 0 {
        for index in 0..<200 {
          (list.cell(at: index) as? CountedRowNode)?.setHeight(Double(10 + random.next() % 90))
        }
      }
      let before = list.visibleNodes.map { ($0, $0.frame.minY - top) }
      top -= 30
      top = list.layOut(at: list.anchor(from: top, to: top + 400)).top
      let left = list.visibleNodes.map(\.id)
      // Those below the first one move if it gets another height.
      for (node, y) in before.prefix(step % 20 == 0 ? 1 : 100) where left.contains(node.id) {
        #expect(abs(node.frame.minY - top - y - 30) < 1e-6, "seed \(seed), step \(step)")
      }
    }
    #expect(top < 1500)
  }

  @Test func `A cell that an animation moves out of view keeps nothing where it is`() {
    let list = CountedList(0..<10, estimate: 20) { _ in 20 }.list
    let animator = ManualAnimator()
    list.layOut(from: 100, to: 120)
    // The item below comes into view, and item 5 is on its way out, with another height than it had.
    (list.cell(at: 5) as? CountedRowNode)?.setHeight(50)
    list.setItems([10] + Array(0..<10))
    list.layOut(from: 140, to: 160, animation: ListAnimation(animator, duration: 1))
    #expect(animator.runningCount == 1)
    #expect(list.visibleNodes.map(\.debugName) == ["5", "6"])
    let part = list.layOut(at: list.anchor(from: 130, to: 150))
    #expect(part.top == 160 && list.frame(at: 7).minY == 170)
  }

  @Test func `A part without an end does not stick to the bottom`() {
    let list = CountedList(0..<20) { _ in 20 }.list
    list.layOut(from: 0, to: 100)
    #expect(list.top(of: list.anchor(from: 50, to: .infinity, sticksToBottom: true)) == 50)
  }

  @Test(.disabled(if: Sanitizer.isForThreads), arguments: 1...50 as ClosedRange<UInt64>)
  func `Whatever changes, a part at the bottom stays there, else the first cell that is left`(seed: UInt64) {
    var random = RandomTree(seed: seed)
    let scale = random.pick([1, 2, 3, 2.75])
    let heights = (0..<80).map { _ in Int(random.next() % 120) }
    var model = ModelledList(
      heights: Dictionary(uniqueKeysWithValues: heights.enumerated().map { ($0, $1) }), scale: scale)
    let list = model.list
    model.setItems((0..<80).filter { _ in random.chance(40) })
    var top = 0.0
    for step in 0..<20 {
      if random.chance(40) { top = max(0, list.contentSize.height - 100) }
      if random.chance(20) { top = Double(random.next() % 500) - 50 }
      let seen = list.layOut(from: top, to: top + 100).map { index in
        (item: list.items[index], cell: list.cell(at: index), distance: list.frame(at: index).minY - top)
      }
      let rest = top + 100 - list.contentSize.height
      let anchor = list.anchor(from: top, to: top + 100, sticksToBottom: true)
      var items = (0..<80).filter { list.items.contains($0) != random.chance(random.pick([15, 15, 80])) }
      if random.chance(20) { items.shuffle(using: &random) }
      if random.chance(50) {
        model.setItems(items)
      } else {
        model.edit { $0.edit(to: items, inOneStep: random.chance(50)) }
      }
      if random.chance(20) { model.setWidth(100 + Double(step)) }
      if random.chance(20) { model.setTextSize(random.pick([.small, .large])) }
      for index in items.indices where random.chance(5) {
        model.setHeight(Int(random.next() % 120), at: index)
      }
      let part = list.layOut(at: anchor)
      let height = list.contentSize.height
      if rest > -1e-7 {
        // Content that is not as high as the part stays at its top.
        let expected = max(min(top, 0), height - 100 + (top > 0 ? rest : 0))
        #expect(abs(part.top - expected) < 1e-9, "seed \(seed), step \(step)")
      } else {
        let left = seen.lazy.compactMap { seen in
          items.firstIndex(of: seen.item).map { list.frame(at: $0).minY - seen.distance }
        }.first
        #expect(abs(part.top - (left ?? top)) < 1e-9, "seed \(seed), step \(step)")
      }
      #expect(part.indices == list.indices(from: part.top, to: part.top + 100), "seed \(seed), step \(step)")
      // The items that stay keep their cells.
      for (item, cell, _) in seen {
        let isKept = items.firstIndex(of: item).map { list.cell(at: $0) === cell }
        #expect(isKept != false, "seed \(seed), step \(step)")
      }
      top = part.top
    }
  }
}
