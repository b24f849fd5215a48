import LayoutSpecs
import LayoutTestSupport
import Testing

extension CountedList {
  /// A list of cells that are as high as so many pixels each.
  fileprivate init(pixels: [Int], scale: Double, width: Double = 100, estimate: Double = 44) {
    self.init(pixels.indices, width: width, estimate: estimate, scale: scale) { Double(pixels[$0]) / scale }
  }
}

@Suite("Lists of cells on a grid of pixels", .disabled(if: Sanitizer.isForThreads))
struct ListPixelNodeTests {
  @Test func `A list rounds its width up once, and estimates and heights as given`() {
    let pixels = CountedList(pixels: [61, 0, 0], scale: 3, width: 200.5, estimate: 44.1)
    let list = pixels.list
    list.layOut(from: 0, to: 1)
    #expect(list.width == 602 / 3.0 && list.contentSize.width == list.width)
    #expect(list.frame(at: 0) == Rect(x: 0, y: 0, width: 602 / 3.0, height: 61 / 3.0))
    #expect(list.cell(at: 0).frame == list.frame(at: 0))
    list.width = 200.6
    list.layOut(from: 0, to: 1)
    #expect(pixels.measuredCount() == 1)
    list.width = 200.7
    list.layOut(from: 0, to: 1)
    #expect(list.cell(at: 0).frame.size.width == 603 / 3.0)
    list.width = 200.5
    // Another display scale.
    list.traitOverrides = Traits()
    #expect(list.frame(at: 0) == Rect(x: 0, y: 0, width: 201, height: 21))
    #expect(list.frame(at: 2) == Rect(x: 0, y: 66, width: 201, height: 45))
    list.traitOverrides.displayScale = 2
    list.layOut(from: 0, to: 1)
    #expect(list.cell(at: 0).frame == Rect(x: 0, y: 0, width: 200.5, height: 20.5))
    #expect(list.contentSize == Size(200.5, 20.5 + 44.5 + 44.5))
    #expect(pixels.measuredCount() == 2 && pixels.made.withLock { $0 } == [0])
  }

  @Test func `A cell may be higher than any element, and a list than any cell`() {
    let part = Size(10, 9_999_999)
    let list = LayoutList<Int>(width: 10) { _ in
      DisplayNode { _, _ in
        StackLayoutSpec(direction: .vertical) {
          ImageNode(imageSize: part)
          ImageNode(imageSize: part)
        }
      }
    }
    list.setItems(Array(0..<100))
    list.layOut(from: 0, to: .infinity)
    #expect(list.contentSize.height == 200 * part.height)
    #expect(list.indices(from: 20 * part.height, to: 22 * part.height) == 10..<11)
  }
}

@Suite("Lists of cells whose items are set during a layout")
struct ListChangeNodeTests {
  private typealias Change = @Sendable (LayoutList<Int>) -> Void

  /// A list with cells of 20 points, estimated at 30, of 10 items. When the cell of an item is measured for
  /// the first time, its change is made.
  private static func list(_ changes: [Int: Change], measured: LockedValue<[Int]>) -> LayoutList<Int> {
    let list = LockedValue<LayoutList<Int>?>(nil)
    let left = LockedValue(changes)
    let new = LayoutList<Int>(width: 100, estimatedHeight: 30) { item in
      DisplayNode { _, _ in
        measured.withLock { $0.append(item) }
        if let change = left.withLock({ $0.removeValue(forKey: item) }), let list = list.withLock({ $0 }) {
          change(list)
        }
        return ImageNode(imageSize: Size(100, 20))
      }
    }
    list.withLock { $0 = new }
    new.setItems(Array(0..<10))
    return new
  }

  @Test(
    arguments: [
      [2: [10, 11, 12, 0, 1, 2, 3, 4]], [2: [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]], [2: [3, 4, 5, 6]],
      [2: [2, 1, 0]],
      [2: [20, 21, 22, 23, 24, 25, 26]], [2: []],
      // They are set again and again.
      [1: [11, 12, 0, 1, 2], 11: [0, 1, 2, 12, 11, 13], 13: [14, 13, 0, 1, 2, 11, 12]],
    ] as [[Int: [Int]]])
  func `All cells in the part are measured, each once, wherever the other items put them`(
    changes: [Int: [Int]]
  ) {
    for isAnchored in [false, true] {
      let measured = LockedValue<[Int]>([])
      let list = Self.list(changes.mapValues { items in { $0.setItems(items) } }, measured: measured)
      let anchor = list.anchor(from: 0, to: 130)
      let indices = isAnchored ? list.layOut(at: anchor).indices : list.layOut(from: 0, to: 130)
      let items = list.items
      #expect(indices == 0..<min(7, items.count))
      let counts = Dictionary(grouping: measured.withLock { $0 }) { $0 }.mapValues(\.count)
      #expect(indices.allSatisfy { counts[items[$0]] == 1 } && counts.values.allSatisfy { $0 == 1 })
      for index in indices {
        #expect(list.frame(at: index) == Rect(x: 0, y: Double(index) * 20, width: 100, height: 20))
        #expect(list.cell(at: index).frame == list.frame(at: index))
      }
    }
  }

  @Test func `While another thread sets items, a layout measures all cells in view, each once`() {
    for seed in 0..<40 as Range<UInt64> {
      let (measured, isDone) = (LockedValue(0), LockedValue(false))
      let list = LayoutList<Int>(width: 100) { item in CountedRowNode(Double(item % 7 + 1) / 3, measured) }
      list.traitOverrides.displayScale = 3
      list.setItems(Array(0..<40))
      concurrently(3) { thread in
        var random = RandomTree(seed: seed * 3 + UInt64(thread))
        if thread == 0 {
          let indices = list.layOut(from: 0, to: 1_000)
          #expect(indices == 0..<40 && list.contentSize.height == 155 / 3.0, "seed \(seed)")
          isDone.withLock { $0 = true }
        }
        while !isDone.withLock({ $0 }) {
          var items = Array(0..<40)
          for index in 1..<40 { items.swapAt(index, Int(random.next() % UInt64(index))) }
          list.setItems(items)
        }
      }
      #expect(measured.withLock { $0 } == 40, "seed \(seed)")
    }
  }

  @Test func `Cells that are prepared are those of the new items, if these are set meanwhile`() {
    let queue = ManualQueue()
    let list = LockedValue<LayoutList<Int>?>(nil)
    let new = LayoutList<Int>(width: 100, estimatedHeight: 20) { item in
      if item == 3 { list.withLock { exchange(&$0, with: nil) }?.setItems([4, 3, 2, 1, 0, 5]) }
      return DisplayNode().named("\(item)")
    }
    list.withLock { $0 = new }
    new.setItems([0, 1, 2, 3, 4, 5])
    new.tuningParameters = RangeTuningParameters(queue: queue)
    new.layOutReady(from: 0, to: 80)
    while queue.runNext() {}
    #expect(new.layOutReady(from: 0, to: 80).missing == [])
    #expect(new.items.prefix(4) == [4, 3, 2, 1])
  }

  @Test func `A change before anybody listens does not silence those after it`() {
    let list = Self.list([:], measured: LockedValue([]))
    list.layOut(from: 0, to: 100)
    list.cell(at: 0).setNeedsLayout()
    let told = LockedValue(0)
    list.onNeedsLayout = { told.withLock { $0 += 1 } }
    #expect(told.withLock { $0 } == 0)
    list.cell(at: 1).setNeedsLayout()
    list.cell(at: 2).setNeedsLayout()
    #expect(told.withLock { $0 } == 1)
  }
}
