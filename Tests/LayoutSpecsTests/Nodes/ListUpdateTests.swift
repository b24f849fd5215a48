import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

/// An item whose hash many others have, and which equals those of the same number.
private struct Item: Hashable, CustomStringConvertible {
  let number: Int
  var text = ""

  static func == (a: Item, b: Item) -> Bool { a.number == b.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
  var description: String { "\(number)" }
}

/// An item that counts how often it is hashed and compared.
private struct CountedItem: Hashable {
  let number: Int
  let work: LockedValue<(hashes: Int, comparisons: Int)>

  static func == (a: CountedItem, b: CountedItem) -> Bool {
    a.work.withLock { $0.comparisons += 1 }
    return a.number == b.number
  }

  func hash(into hasher: inout Hasher) {
    work.withLock { $0.hashes += 1 }
    hasher.combine(number)
  }
}

@Suite("Edits of lists of cells")
struct ListUpdateNodeTests {
  private func list(_ items: [Int]) -> LayoutList<Int> { CountedList(items) { 20 + Double($0) }.list }

  @Test(
    .disabled(if: Sanitizer.isForThreads),
    arguments: SlowTests.areOn ? Array(0..<40) : [0, 1, 2, 3, 4, 5] as [UInt64])
  func `After any edits items are those of an array, others keep their cells, and all know their indices`(
    seed: UInt64
  ) {
    var random = RandomTree(seed: seed)
    let list = LayoutList<Item>(width: 100, estimatedHeight: 20) { CellNode().named($0.text) }
    var (items, cells, next): ([Item], [Int: DisplayNode], Int) = ([], [:], 0)
    func makeItems(_ count: Int) -> [Item] {
      defer { next += count }
      return (0..<count).map { Item(number: next + $0, text: "\(next + $0)") }
    }
    for step in 0..<150 {
      // Many items at first, in which nodes of the tree are divided, and few in the end.
      let isGrowing = step < 90
      func edit(_ list: some EditableList<Item>) {
        let place = random.number(below: items.count + 1)
        let range = place..<min(items.count, place + random.number(below: isGrowing ? 4 : 30))
        switch random.number(below: 5) {
        case 0 where place < items.count:
          let destination = random.chance(10) ? place : random.number(below: items.count)
          items.insert(items.remove(at: place), at: destination)
          list.move(from: place, to: destination)
        case 1 where place < items.count:
          // Another item, or the same one again.
          let item = random.chance(50) ? makeItems(1)[0] : items[place]
          cells[items[place].number] = nil
          items[place] = item
          list.update(at: place, with: item)
        case 2:
          let end = items.count
          items += makeItems(random.pick([0, 1, 3, isGrowing ? 70 : 0]))
          list.append(contentsOf: Array(items[end...]))
        case 3,
          4 where !isGrowing:
          for item in items[range] { cells[item.number] = nil }
          items.removeSubrange(range)
          list.removeSubrange(range)
        default:
          let new = makeItems(random.pick([1, 1, 2, 5]))
          items.insert(contentsOf: new, at: place)
          list.insert(new, at: place)
        }
      }
      edit(list)
      if random.chance(30) {
        list.performBatchUpdates { updates in for _ in 0..<random.number(below: 4) { edit(updates) } }
      }
      if random.chance(15) {
        let others = items.filter { _ in random.chance(95) } + makeItems(random.number(below: 3))
        let changes = list.setItems(others)
        #expect(changes == SubnodeChanges(from: items, to: others), "seed \(seed), step \(step)")
        for item in items where !others.contains(item) { cells[item.number] = nil }
        items = others
      }
      if random.chance(30) { #expect(list.items == items, "seed \(seed), step \(step)") }
      for _ in 0..<3 where !items.isEmpty {
        let index = random.number(below: items.count)
        let (cell, number) = (list.cell(at: index), items[index].number)
        #expect(
          cell.debugName == items[index].text && (cells[number] == nil || cells[number] === cell),
          "seed \(seed), step \(step)")
        cells[number] = cell
      }
      let indices = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.number, $0) })
      for (number, cell) in cells {
        #expect((cell as? CellNode)?.index == indices[number], "seed \(seed), step \(step)")
      }
      #expect(list.contentSize.height == Double(items.count) * 20, "seed \(seed), step \(step)")
    }
  }

  @Test func `Edits hash what they insert, once, and compare nothing, however long the list`() {
    let work = LockedValue((hashes: 0, comparisons: 0))
    func items(_ numbers: Range<Int>) -> [CountedItem] { numbers.map { CountedItem(number: $0, work: work) } }
    func expect(_ hashes: Int, _ comparisons: Int, _ location: SourceLocation = #_sourceLocation) {
      let done = work.withLock { exchange(&$0, with: (0, 0)) }
      #expect(done.hashes == hashes && done.comparisons == comparisons, sourceLocation: location)
    }
    let list = LayoutList<CountedItem>(width: 100) { _ in DisplayNode() }
    list.setItems(items(0..<10_000))
    expect(10_000, 0)
    list.append(contentsOf: items(10_000..<10_020))
    expect(20, 0)
    list.insert(items(20_000..<20_003), at: 0)
    expect(3, 0)
    list.removeSubrange(5_000..<6_000)
    list.move(from: 7, to: 9_000)
    expect(0, 0)
    list.update(at: 4_000, with: items(30_000..<30_001)[0])
    expect(1, 0)
    // Equal ends are compared, and what lies between is looked up.
    let old = list.items
    list.setItems(old)
    expect(0, old.count)
    list.setItems(old + items(40_000..<40_002))
    expect(2, old.count)
    list.setItems(old)
    expect(0, old.count)
    list.setItems(Array(old[..<100]) + Array(old[101...]))
    expect(0, old.count)
  }

  @Test func `Small lists, edits at their ends, and edits that change nothing`() {
    let list = list([])
    list.append(contentsOf: [])
    list.removeSubrange(0..<0)
    list.performBatchUpdates { _ in }
    #expect(list.items == [] && list.contentSize.height == 0)
    list.insert(5, at: 0)
    list.move(from: 0, to: 0)
    #expect(list.items == [5] && list.layOut(from: 0, to: 100) == 0..<1)
    let cell = list.cell(at: 0)
    list.append(contentsOf: [6, 7])
    list.insert([3, 4], at: 0)
    list.move(from: 2, to: 2)
    #expect(list.items == [3, 4, 5, 6, 7] && list.cell(at: 2) === cell)
    #expect(list.contentSize.height == 4 * 30 + 25)
    list.removeSubrange(0..<5)
    #expect(list.items == [] && list.contentSize.height == 0 && (cell as? CellNode)?.index == nil)
    list.setItems([5])
    #expect(list.cell(at: 0) !== cell && list.contentSize.height == 30)
  }

  @Test
  func `An item that is removed may come back in the same step, and an edit that throws changes nothing`() {
    struct Failure: Error {}
    let list = list([1, 2, 3])
    list.performBatchUpdates { updates in
      updates.insert([3], at: 0)
      updates.removeSubrange(3..<4)
    }
    #expect(list.items == [3, 1, 2])
    #expect(throws: Failure.self) {
      try list.performBatchUpdates { updates in
        updates.removeSubrange(0..<3)
        throw Failure()
      }
    }
    #expect(list.items == [3, 1, 2])
  }

  @Test func `An item that equals the one before it takes its place, and its cell if there is none`() {
    let list = LayoutList<Item>(width: 100) { DisplayNode().named($0.text) }
    list.setItems((0..<3).map { Item(number: $0, text: "old") })
    let first = list.cell(at: 0)
    #expect(list.setItems((0..<3).map { Item(number: $0, text: "new") }).isEmpty)
    #expect(list.items.map(\.text) == ["new", "new", "new"] && list.cell(at: 0) === first)
    #expect(first.debugName == "old" && list.cell(at: 1).debugName == "new")
    list.update(at: 0, with: Item(number: 0, text: "newest"))
    #expect(list.cell(at: 0).debugName == "newest" && list.items[0].text == "newest")
  }

  @Test func `An updated item counts with the height of the one before it, until it is measured`() {
    var model = ModelledList(heights: [0: 50, 7: 60])
    model.setItems([0, 1, 2])
    let list = model.list
    _ = model.layOut(from: 0, to: 100)
    list.layOut(from: 0, to: 100)
    _ = model.measuredCount()
    model.update(at: 0, with: 7)
    #expect(list.frame(at: 0).size.height == 50 && model.firstMisplacedCell == nil)
    #expect(list.layOut(from: 0, to: 100) == model.layOut(from: 0, to: 100).indices)
    #expect(model.measuredCount() == 1 && list.frame(at: 0).size.height == 60)
    model.update(at: 0, with: 7)
    list.layOut(from: 0, to: 100)
    #expect(model.measuredCount() == 1)
  }

  @Test func `Removed cells fade out, inserted ones fade in, and moved ones move, in one step`() {
    let (list, animator) = (list([0, 1, 2, 3]), ManualAnimator())
    list.layOut(from: 0, to: 200)
    list.performBatchUpdates { updates in
      updates.removeSubrange(1..<2)
      updates.move(from: 2, to: 0)
      updates.insert([9], at: 2)
    }
    list.layOut(from: 0, to: 200, animation: ListAnimation(animator, duration: 1, curve: .linear))
    animator.advance(by: 0.5)
    let look = list.visibleNodes.map { "\($0.debugName ?? "?") \($0.frame.minY) \($0.alpha)" }
    #expect(look == ["1 20.0 0.5", "3 31.5 1.0", "0 11.5 1.0", "9 43.0 0.5", "2 56.5 1.0"])
  }

  @Test func `A cell that comes into view moves from its place before all edits since the last layout`() {
    let (list, animator) = (CountedList(0..<1000, estimate: 20) { _ in 20 }.list, ManualAnimator())
    list.layOut(from: 0, to: 100)
    // 500 was at 10,000, and 501 directly below it.
    list.move(from: 500, to: 0)
    list.insert([2000, 2001], at: 400)
    list.removeSubrange(10..<20)
    list.move(from: 493, to: 1)
    #expect(Array(list.items[..<3]) == [500, 501, 0])
    list.layOut(from: 0, to: 100, animation: ListAnimation(animator, duration: 1, curve: .linear))
    #expect(list.cell(at: 0).frame.minY == 10_000 && list.cell(at: 1).frame.minY == 10_020)
    animator.advance(by: 2)
    #expect(list.cell(at: 1).frame.minY == 20)
  }

  @Test(arguments: SlowTests.areOn ? Array(0..<100) : Array(0..<20) as [UInt64])
  func `Whatever is edited, cells that come into view begin where their rows were, and new ones fade in`(
    seed: UInt64
  ) {
    var random = RandomTree(seed: seed)
    let (list, animator) = (CountedList(0..<200, estimate: 20) { _ in 20 }.list, ManualAnimator())
    for step in 1...6 {
      let seen = Set(list.items[list.layOut(from: 0, to: 100)])
      let places = list.items.indices.map { (list.items[$0], list.frame(at: $0).minY) }
      let former = Dictionary(uniqueKeysWithValues: places)
      for edit in 0...random.number(below: 6) {
        let count = list.items.count
        let (index, other) = (random.number(below: count), random.number(below: count))
        switch random.number(below: 4) {
        case 0: list.move(from: index, to: other)
        case 1: list.insert((0..<random.number(below: 9)).map { 1000 * step + 10 * edit + $0 }, at: index)
        case 2: list.removeSubrange(index..<min(count, index + random.number(below: 9)))
        default:
          var items = list.items.filter { _ in random.chance(95) }
          items.swapAt(0, random.number(below: items.count))
          list.setItems(items)
        }
      }
      let top = Double(random.number(below: 3000))
      for index in list.layOut(from: top, to: top + 100, animation: ListAnimation(animator)) {
        let (item, cell) = (list.items[index], list.cell(at: index))
        if seen.contains(item) { continue }
        let isRight = former[item].map { cell.frame.minY == $0 && cell.alpha == 1 } ?? (cell.alpha == 0)
        #expect(isRight, "seed \(seed), step \(step): \(item) at \(cell.frame.minY)")
      }
      animator.advance(by: 1)
    }
  }

  @Test func `A table tells of several edits once`() {
    let table = TableNode<Int> { _ in DisplayNode().height(20) }
    table.frame.size = Size(100, 100)
    table.layoutIfNeeded()
    let told = LockedValue(0)
    table.onNeedsLayout = { _ in told.withLock { $0 += 1 } }
    table.performBatchUpdates { updates in
      updates.append(contentsOf: [1, 2, 3])
      updates.move(from: 2, to: 0)
      updates.removeSubrange(1..<2)
    }
    #expect(told.withLock { $0 } == 1 && table.list.items == [3, 2])
    table.layoutIfNeeded()
    #expect(table.subnodes.count == 2)
    table.append(contentsOf: [4])
    #expect(told.withLock { $0 } == 2)
  }

  @Test func `Edits while a cell is made or measured count in the layout that makes it`() {
    let list = LockedValue<LayoutList<Int>?>(nil)
    let edits = LockedValue<[Int: @Sendable (LayoutList<Int>) -> Void]>([
      1: { $0.insert([20, 21], at: 0) },
      20: { $0.remove(at: 3) },
      2: { $0.performBatchUpdates { $0.move(from: 0, to: 3) } },
    ])
    let new = LayoutList<Int>(width: 100, estimatedHeight: 30) { item in
      let edit = edits.withLock { $0.removeValue(forKey: item) }
      list.withLock { $0 }.map { edit?($0) }
      return DisplayNode().height(20)
    }
    list.withLock { $0 = new }
    new.setItems(Array(0..<10))
    let indices = new.layOut(from: 0, to: 130)
    #expect(indices == 0..<7 && edits.withLock { $0.isEmpty })
    #expect(
      indices.allSatisfy { new.cell(at: $0).frame == Rect(x: 0, y: Double($0) * 20, width: 100, height: 20) })
    list.withLock { $0 = nil }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `Edits on one thread, while others lay out, animate and ask, leave a usual list`(seed: UInt64) {
    let (list, animator) = (list(Array(0..<60)), ManualAnimator())
    let animation = ListAnimation(animator, duration: 1)
    let items = LockedValue(Array(0..<60))
    onThreads(steps: 80, seed: seed) { thread, step, random in
      let top = Double(random.number(below: 900))
      switch thread {
      case 0:
        var new = items.withLock { $0 }
        if random.chance(50) { new.shuffle(using: &random) }
        new.removeSubrange(0..<min(new.count, random.number(below: 3)))
        new.append(100 + step)
        list.edit(to: new, inOneStep: random.chance(50))
        items.withLock { $0 = new }
      case 1 where random.chance(50): list.layOut(from: top, to: top + 300, animation: animation)
      case 1: animator.advance(by: 0.2)
      default:
        _ = list.layOut(at: list.anchor(from: top, to: top + 200))
        for node in list.visibleNodes { _ = (node as? CellNode)?.index }
      }
    }
    animator.advance(by: 5)
    #expect(list.items == items.withLock { $0 }, "seed \(seed)")
    list.layOut(from: 0, to: 100_000)
    var top = 0.0
    for index in list.items.indices {
      let (cell, height) = (list.cell(at: index), 20 + Double(list.items[index]))
      #expect(cell.frame == Rect(x: 0, y: top, width: 100, height: height), "seed \(seed), cell \(index)")
      #expect((cell as? CellNode)?.index == index, "seed \(seed), cell \(index)")
      top += height
    }
  }
}
