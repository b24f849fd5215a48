import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("What a list prepares around the part in view")
struct RangeControllerNodeTests {
  /// A list that prepares cells on a queue that is drained by hand.
  private struct Scene {
    let rows: CountedList
    let queue = ManualQueue()
    var list: LayoutList<Int> { rows.list }

    init(
      _ count: Int, estimate: Double = 20, leading: Double = 1, trailing: Double = 0.5, kept: Double = 10,
      measuresAll: Bool = false, workerCount: Int = 1,
      height: @escaping @Sendable (Int) -> Double = { _ in 20 }
    ) {
      rows = CountedList(0..<count, estimate: estimate, height: height)
      rows.list.tuningParameters = RangeTuningParameters(
        leadingBufferScreenfuls: leading, trailingBufferScreenfuls: trailing, keptScreenfuls: kept,
        measuresAllCells: measuresAll, workerCount: workerCount, queue: queue)
    }

    /// The items whose cells were made since the last call.
    func made() -> [Int] { rows.made.withLock { exchange(&$0, with: []) } }

    /// Lays out a part of 100 points.
    @discardableResult
    func layOut(_ top: Double) -> Range<Int> { list.layOut(from: top, to: top + 100) }

    /// Lays out a part of 100 points and keeps what is in view where it is.
    func layOutInPlace(_ top: inout Double) -> Range<Int> {
      let part = list.layOut(at: list.anchor(from: top, to: top + 100))
      top = part.top
      return part.indices
    }

    /// Lets the workers do all they can.
    func drain() { while queue.runNext() {} }
  }

  @Test
  func `A screen ahead and half a screen behind are made, measured and applied, the nearest cells first`() {
    let scene = Scene(1000)
    scene.layOut(480)
    scene.layOut(500)
    #expect(scene.made() == Array(24..<30) && scene.queue.count == 1)
    scene.drain()
    #expect(scene.made() == Array(30..<35) + [23, 22])
    #expect(scene.rows.measuredCount() == 13)
    let cell = scene.list.cell(at: 33)
    #expect(cell.frame.size == Size(100, 20) && scene.list.isReady(at: 34) && !scene.list.isReady(at: 35))
    // Nothing is left to do where they come into view.
    scene.layOut(580)
    #expect(scene.made().isEmpty && scene.rows.measuredCount() == 0)
    #expect(cell.frame == Rect(x: 0, y: 660, width: 100, height: 20))
  }

  @Test func `Upwards the cells above are ahead, and those below behind`() {
    let scene = Scene(1000)
    scene.layOut(520)
    scene.layOut(500)
    _ = scene.made()
    scene.drain()
    #expect(scene.made() == [24, 23, 22, 21, 20] + [31, 32])
  }

  @Test func `No worker starts before half of what is ahead is missing`() {
    let scene = Scene(1000)
    scene.layOut(0)
    scene.drain()
    #expect(scene.made() == Array(0..<10))
    scene.layOut(40)
    #expect(scene.queue.count == 0)
    scene.layOut(60)
    #expect(scene.queue.count == 1)
    scene.drain()
    #expect(scene.made() == [10, 11, 12])
  }

  @Test func `Known heights bound what is prepared, and the estimate does not`() {
    let scene = Scene(1000, estimate: 5) { _ in 50 }
    scene.layOut(0)
    #expect(scene.made() == [0, 1])
    scene.drain()
    // One screen of cells that are ten times as high as estimated.
    #expect(scene.made() == [2, 3])
  }

  @Test func `A list that moves by more than its view passes over what is not seen`() {
    let scene = Scene(10_000)
    for top in [0.0, 1000, 2000] { scene.layOut(top) }
    _ = scene.made()
    scene.drain()
    // Where the next three layouts will be, and half a screen behind.
    let ahead = [150, 200, 250].flatMap { first in Array(first..<first + 5) }
    #expect(scene.made() == ahead + [99, 98, 97])
    scene.layOut(3000)
    #expect(scene.made().isEmpty)
  }

  @Test func `The longer a cell takes, the further ahead the list looks`() {
    let queue = ManualQueue()
    let (ahead, top, moves) = (LockedValue(0.0), LockedValue(0.0), LockedValue(0))
    let scroll = LockedValue<@Sendable () -> Void>({})
    let list = LayoutList<Int>(width: 100, estimatedHeight: 20) { item in
      let distance = Double(item * 20) - top.withLock { $0 } - 100
      ahead.withLock { $0 = max($0, distance) }
      return DisplayNode { _, _ in
        // While a worker measures it, the list is laid out four times more.
        let count = moves.withLock { exchange(&$0, with: 0) }
        for _ in 0..<min(4, count) { scroll.withLock { $0 }() }
        moves.withLock { $0 = max(0, count - 4) }
        return ImageNode(imageSize: Size(100, 20))
      }
    }
    list.setItems(Array(0..<10_000))
    list.tuningParameters = RangeTuningParameters(queue: queue)
    scroll.withLock {
      $0 = { [weak list] in
        let top = top.withLock { top in
          top += 30
          return top
        }
        list?.layOut(from: top, to: top + 100)
      }
    }
    scroll.withLock { $0 }()
    moves.withLock { $0 = 160 }
    while queue.runNext() {}
    // A screen ahead ends 80 points below the view. With four layouts a cell 4 × 30 points are passed over.
    let most = ahead.withLock { $0 }
    #expect(list.visibleNodes.count >= 5 && most >= 100 && most <= 280, "\(most)")
  }

  @Test func `Heights that workers find count from the next layout on, below the part in view`() {
    let scene = Scene(20, estimate: 20) { _ in 30 }
    scene.layOut(100)
    let height = scene.list.contentSize.height
    #expect(height == 20 * 20 + 4 * 10)
    scene.drain()
    #expect(scene.list.contentSize.height == height)
    scene.layOut(100)
    // Three cells below were prepared, and those above stay as they were estimated.
    #expect(scene.list.contentSize.height == height + 3 * 10 && scene.list.frame(at: 4).size.height == 20)
  }

  @Test(.disabled(if: Sanitizer.isForThreads))
  func `All cells below are measured if asked for, and few of them are kept`() {
    let height = { @Sendable (row: Int) in Double(10 + row % 7) }
    let scene = Scene(5000, kept: 2, measuresAll: true, height: height)
    let told = LockedValue(0)
    scene.list.onNeedsLayout = { told.withLock { $0 += 1 } }
    var layouts = 0
    repeat {
      scene.layOut(0)
      layouts += 1
      scene.drain()
    } while told.withLock { exchange(&$0, with: 0) } > 0
    #expect(scene.list.contentSize.height == (0..<5000).map(height).reduce(0, +))
    #expect(scene.made() == Array(0..<5000) && 10..<30 ~= layouts)
    scene.layOut(110)
    scene.drain()
    _ = scene.made()
    // A cell that is far away was released, and is made again.
    _ = scene.list.cell(at: 4000)
    #expect(scene.made() == [4000])
    #expect(scene.rows.measuredCount() >= 5000)
    // Another width begins anew.
    scene.list.width = 150
    scene.layOut(110)
    scene.drain()
    #expect(scene.rows.measuredCount() > 200)
  }

  @Test func `Cells ten screens away are released, and their heights stay`() {
    let rowHeight = { @Sendable (row: Int) in Double(15 + row % 10) }
    let scene = Scene(1000, height: rowHeight)
    scene.layOut(0)
    let first = scene.list.cell(at: 0)
    let selected = scene.list.cell(at: 1)
    (selected as? CellNode)?.isSelected = true
    for top in stride(from: 0.0, through: 3000, by: 50) {
      scene.layOut(top)
      scene.drain()
    }
    scene.layOut(3000)
    let height = scene.list.contentSize.height
    #expect((0..<60).map { scene.list.frame(at: $0).size.height } == (0..<60).map(rowHeight))
    #expect(scene.list.cell(at: 0) !== first && scene.list.cell(at: 1) === selected)
    #expect(scene.list.contentSize.height == height)
    _ = scene.made()
    for top in stride(from: 3000.0, through: 0, by: -50) {
      scene.layOut(top)
      scene.drain()
    }
    // What was released is made again, each cell once, and nothing moves.
    let made = scene.made()
    #expect(made.count > 50 && Set(made).count == made.count && scene.list.contentSize.height == height)
    #expect(scene.list.visibleNodes.map(\.frame.minY) == [0, 15, 31, 48, 66, 85])
  }

  @Test func `A list without parameters prepares and releases nothing`() {
    let scene = Scene(1000)
    scene.list.tuningParameters = nil
    scene.layOut(0)
    let first = scene.list.cell(at: 0)
    scene.layOut(10_000)
    #expect(scene.queue.count == 0 && scene.list.cell(at: 0) === first)
    // Parameters that go while a worker waits.
    scene.list.tuningParameters = RangeTuningParameters(queue: scene.queue)
    scene.layOut(10_100)
    scene.list.tuningParameters = nil
    _ = scene.made()
    scene.drain()
    #expect(scene.made().isEmpty)
  }

  @Test(arguments: [0.0, -1, .nan, .infinity])
  func `Buffers that are no number of screens are none, or many`(count: Double) {
    let scene = Scene(300, leading: count, trailing: count, kept: count)
    scene.layOut(0)
    scene.drain()
    #expect(scene.made().count == (count == .infinity ? 300 : 5))
    scene.layOut(400)
    scene.drain()
    scene.layOut(.nan)
    scene.drain()
    scene.list.layOut(from: 0, to: .infinity)
    scene.drain()
    #expect(scene.list.visibleNodes.count == 300)
  }

  @Test func `A cell that changes whenever it is measured is measured once after each layout`() {
    let queue = ManualQueue()
    let measured = LockedValue(0)
    let list = LayoutList<Int>(width: 100, estimatedHeight: 30) { _ in
      DisplayNode { node, _ in
        measured.withLock { $0 += 1 }
        node.style.minHeight = node.style.minHeight == 40 ? 41 : 40
        return TextNode("x")
      }
    }
    list.tuningParameters = RangeTuningParameters(queue: queue)
    list.setItems(Array(0..<100))
    list.layOut(from: 0, to: 90)
    measured.withLock { $0 = 0 }
    while queue.runNext() {}
    #expect(1...12 ~= measured.withLock { $0 } && list.visibleNodes.count < 10)
  }

  @Test func `Missing cells in view come first, and the list says once that one is there`() {
    let scene = Scene(100)
    let told = LockedValue(0)
    scene.list.onNeedsLayout = { told.withLock { $0 += 1 } }
    #expect(scene.list.layOutReady(from: 0, to: 100).missing == [0, 1, 2, 3, 4])
    #expect(scene.made().isEmpty && told.withLock { $0 } == 0)
    scene.drain()
    #expect(scene.made() == Array(0..<10) && told.withLock { $0 } == 1)
    #expect(scene.list.layOutReady(from: 0, to: 100).missing == [] && scene.rows.measuredCount() == 10)
    // A cell in view that changes keeps its frame until a worker has the new one.
    (scene.list.cell(at: 1) as? CountedRowNode)?.setHeight(50)
    #expect(scene.list.layOutReady(from: 0, to: 100).missing == [1])
    #expect(scene.list.cell(at: 1).frame.size.height == 20)
    scene.drain()
    #expect(scene.list.layOutReady(from: 0, to: 100) == (0..<4, []))
    #expect(scene.list.cell(at: 1).frame.size.height == 50 && scene.rows.measuredCount() == 1)
  }

  @Test func `After a jump of many screens the cells in view are prepared without another layout`() {
    let scene = Scene(1_000)
    scene.layOut(0)
    scene.drain()
    for top in [2_000.0, 1_900, 19_900, 0, 100] {
      let told = LockedValue(0)
      scene.list.onNeedsLayout = { told.withLock { $0 += 1 } }
      let missing = scene.list.layOutReady(from: top, to: top + 100).missing
      scene.drain()
      #expect(missing.isEmpty || told.withLock { $0 } == 1, "from \(top)")
      #expect(scene.list.layOutReady(from: top, to: top + 100).missing == [], "from \(top)")
    }
  }

  @Test func `A part is prepared before it appears, also without parameters and in an empty list`() async {
    let rows = CountedList(0..<100, estimate: 20) { _ in 20 }
    await rows.list.prepare(from: 200, to: 300)
    #expect(rows.made.withLock { $0 }.sorted() == Array(7..<20))
    #expect(rows.list.layOutReady(from: 200, to: 300).missing == [])
    #expect(rows.measuredCount() == 13)
    await rows.list.prepare(from: 0, to: 0)
    await rows.list.prepare(from: 0, to: .infinity)
    await CountedList([]) { _ in 20 }.list.prepare(from: 0, to: 100)
    #expect(rows.measuredCount() == 0)
  }

  @Test func `A part that is more than a screen away from the one in view is prepared before it appears`()
    async
  {
    let rows = CountedList(0..<200, estimate: 20) { _ in 20 }
    rows.list.layOut(from: 0, to: 100)
    for top in [2_000.0, 1_000, 3_900] {
      await rows.list.prepare(from: top, to: top + 100)
      #expect(rows.list.layOutReady(from: top, to: top + 100).missing == [], "from \(top)")
    }
  }

  @Test(.needsThreads) func `A layout waits for a worker that has begun with its cell`() {
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let measured = LockedValue<[Int]>([])
    let list = LayoutList<Int>(width: 100, estimatedHeight: 20) { item in
      DisplayNode { _, _ in
        measured.withLock { $0.append(item) }
        if item == 5 {
          begun.signal()
          goOn.wait()
        }
        return TextNode("x")
      }
    }
    list.setItems(Array(0..<100))
    list.tuningParameters = RangeTuningParameters(workerCount: 1)
    list.layOut(from: 0, to: 100)
    begun.wait()
    // The layout below waits by then, or begins after it: it is right either way.
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { goOn.signal() }
    list.layOut(from: 20, to: 120)
    #expect(measured.withLock { $0.count { $0 == 5 } } == 1 && list.visibleNodes.count == 5)
    list.tuningParameters = nil
  }

  @Test func `A cell may lay out its own list while a worker measures it`() {
    let queue = ManualQueue()
    let list = LockedValue<LayoutList<Int>?>(nil)
    let isNested = LockedValue(false)
    let own = LayoutList<Int>(width: 100, estimatedHeight: 20) { item in
      DisplayNode { _, _ in
        if item == 5, !isNested.withLock({ exchange(&$0, with: true) }) {
          list.withLock { $0 }?.layOut(from: 0, to: 200)
        }
        return TextNode("x")
      }
    }
    list.withLock { $0 = own }
    own.setItems(Array(0..<20))
    own.tuningParameters = RangeTuningParameters(queue: queue)
    own.layOut(from: 0, to: 80)
    let isDone: Bool? = outcome {
      while queue.runNext() {}
      return true
    }
    #expect(isDone == true)
    own.layOut(from: 0, to: 200)
    #expect(own.visibleNodes.count == own.indices(from: 0, to: 200).count)
    list.withLock { $0 = nil }
  }

  @Test func `A list that nobody holds makes no cell, and workers start one another as there is work`() {
    var scene: Scene? = Scene(100, workerCount: 3)
    let queue = scene!.queue
    scene!.layOut(0)
    #expect(queue.count == 1)
    let made = scene!.rows.made
    scene = nil
    made.withLock { $0 = [] }
    while queue.runNext() {}
    #expect(made.withLock { $0.isEmpty })
    // A worker on another thread sees two more.
    let other = Scene(100, workerCount: 3)
    let counts = LockedValue<[Int]>([])
    let list = LayoutList<Int>(width: 100, estimatedHeight: 20) { _ in
      counts.withLock { $0.append(other.queue.count) }
      return ImageNode(imageSize: Size(10, 20))
    }
    list.setItems(Array(0..<100))
    list.layOut(from: 0, to: 100)
    list.tuningParameters = RangeTuningParameters(workerCount: 3, queue: other.queue)
    counts.withLock { $0 = [] }
    list.layOut(from: 20, to: 120)
    other.drain()
    #expect(list.visibleNodes.count == 5)
    #expect(counts.withLock { $0.dropFirst().prefix(2) } == [1, 2])
  }

  @Test(arguments: (Sanitizer.isForThreads ? 1...5 : 1...40) as ClosedRange<UInt64>)
  func `Whatever workers do between, the cells in view are where and as high as they should be`(seed: UInt64)
  {
    var random = RandomTree(seed: seed)
    let heights = LockedValue(
      Dictionary(uniqueKeysWithValues: (0..<400).map { ($0, Double(random.number(below: 60))) }))
    let scene = Scene(
      200, estimate: random.pick([5, 20, 90]), leading: random.pick([0, 1, 3]),
      trailing: random.pick([0, 0.5, 2]),
      kept: random.pick([0, 2, 10, .infinity]), measuresAll: random.chance(30),
      workerCount: random.pick([1, 3])
    ) { item in heights.withLock { $0[item]! } }
    let list = scene.list
    var top = 0.0
    for step in 0..<60 {
      let label = "seed \(seed), step \(step)"
      switch random.number(below: 9) {
      case 0: top = Double(random.number(below: 5000))
      case 1...3: top = max(0, top + Double(random.number(below: 160)) - 60)
      case 4: list.edit(to: (0..<400).filter { _ in random.chance(50) }, inOneStep: random.chance(50))
      case 5 where !list.items.isEmpty:
        let index = random.number(below: list.items.count)
        let (item, height) = (list.items[index], Double(random.number(below: 60)))
        heights.withLock { $0[item] = height }
        (list.cell(at: index) as? CountedRowNode)?.setHeight(height)
      case 6 where random.chance(50):
        list.columns = random.pick([
          .one, .fixed(count: 3, spacing: 2), .adaptive(minimumWidth: 45), .masonry(count: 3),
        ])
      case 6: list.width = Double(100 + step)
      case 7: list.traitOverrides.contentSizeCategory = random.pick(Traits.ContentSizeCategory.allCases)
      default: break
      }
      for _ in 0..<random.number(below: 3) { scene.queue.runNext() }
      if random.chance(30) {
        list.layOutReady(from: top, to: top + 100)
      } else {
        let indices = random.chance(50) ? list.layOut(from: top, to: top + 100) : scene.layOutInPlace(&top)
        let nodes = list.visibleNodes
        #expect(nodes.map(\.debugName) == indices.map { "\(list.items[$0])" }, "\(label)")
        for (index, node) in zip(indices, nodes) {
          let height = heights.withLock { $0[list.items[index]]! }
          #expect(
            node.frame == list.frame(at: index) && node.frame.size.height == height, "\(label), cell \(index)"
          )
          #expect(node.calculatedLayout?.size == node.frame.size, "\(label)")
        }
      }
      for _ in 0..<random.number(below: 3) { scene.queue.runNext() }
    }
    list.tuningParameters = nil
    list.columns = .one
    scene.drain()
    list.layOut(from: 0, to: .infinity)
    var y = 0.0
    for (item, node) in zip(list.items, list.visibleNodes) {
      let height = heights.withLock { $0[item]! }
      if height == 0 { continue }
      #expect(list.frame(at: list.items.firstIndex(of: item)!).minY == y, "seed \(seed), item \(item)")
      _ = node
      y += height
    }
    #expect(list.contentSize.height == y, "seed \(seed)")
  }
}
