package import LayoutSpecs

/// A cell as high as it is told, which counts how often it is measured.
package final class CountedRowNode: CellNode, @unchecked Sendable {
  private let height: NodeState<Double>
  private let measured: LockedValue<Int>
  private let measure: (@Sendable () -> Void)?

  /// - Parameter measure: Called whenever the cell is measured.
  package init(
    _ height: Double, _ measured: LockedValue<Int>, measure: (@Sendable () -> Void)? = nil
  ) {
    self.height = NodeState(height)
    self.measured = measured
    self.measure = measure
    super.init()
  }

  package override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    measured.withLock { $0 += 1 }
    measure?()
    return Size(constrainedSize.width, self[height])
  }

  package func setHeight(_ height: Double) { self[self.height] = height }
}

/// A list of rows, and the cells that were made and measured.
package struct CountedList {
  package let list: LayoutList<Int>
  /// The node that shows the list; nil if none does.
  package let table: TableNode<Int>?
  /// The items whose cells were made, in order.
  package let made = LockedValue<[Int]>([])
  private let measured = LockedValue(0)
  fileprivate let events = LockedValue(Events())

  fileprivate struct Events {
    /// The items whose cells were measured, in order.
    var measured: [Int] = []
    /// Runs once, when the next cell is made or measured.
    var making: (@Sendable () -> Void)?
    var measuring: (@Sendable () -> Void)?
  }

  /// - Parameters:
  ///   - inTable: True for a list that a `TableNode` shows. Default: false.
  ///   - height: The height of an item's cell, whose name is the item.
  package init(
    _ items: some Sequence<Int>, width: Double = 100, estimate: Double = 30, scale: Double = 1,
    inTable: Bool = false, height: @escaping @Sendable (Int) -> Double
  ) {
    let makeCell: @Sendable (Int) -> DisplayNode = { [made, measured, events] item in
      made.withLock { $0.append(item) }
      events.withLock { exchange(&$0.making, with: nil) }?()
      return CountedRowNode(height(item), measured) {
        events.withLock { events in
          events.measured.append(item)
          return exchange(&events.measuring, with: nil)
        }?()
      }.named("\(item)")
    }
    table = inTable ? TableNode(estimatedHeight: estimate, makeCell: makeCell) : nil
    list = table?.list ?? LayoutList(width: width, estimatedHeight: estimate, makeCell: makeCell)
    // What is counted is the layout's own work.
    list.tuningParameters = nil
    list.traitOverrides.displayScale = scale
    list.setItems(Array(items))
  }

  /// How often cells were measured since the last call.
  package func measuredCount() -> Int {
    events.withLock { $0.measured = [] }
    return measured.withLock { exchange(&$0, with: 0) }
  }
}

extension LayoutList {
  /// Makes the items these by removing, moving and inserting single ones.
  package func edit(to items: [Item], inOneStep isOneStep: Bool) {
    var (old, edits) = (self.items, [(ListUpdates<Item>) -> Void]())
    let left = Set(items)
    for index in old.indices.reversed() where !left.contains(old[index]) {
      old.remove(at: index)
      edits.append { $0.remove(at: index) }
    }
    for (index, item) in items.enumerated() where index == old.count || old[index] != item {
      if let place = old.firstIndex(of: item) {
        old.insert(old.remove(at: place), at: index)
        edits.append { $0.move(from: place, to: index) }
      } else {
        old.insert(item, at: index)
        edits.append { $0.insert(item, at: index) }
      }
    }
    if isOneStep {
      performBatchUpdates { updates in for edit in edits { edit(updates) } }
    } else {
      for edit in edits { performBatchUpdates { edit($0) } }
    }
  }
}

/// A list of rows, and the work that it has to do, counted cell by cell without any index. Heights are in pixels, or
/// in parts of one, and count in whole pixels.
package struct ModelledList {
  private let counted: CountedList
  private let scale: Double
  private let partsOfPixel: Int
  private let heights: LockedValue<[Int: Int]>
  private var items: [Int] = []
  /// The heights with which items count, in pixels, and those whose cells need to be measured.
  private var known: [Int?]
  private var outdated: Set<Int> = []
  package static let estimate = 30
  /// The height of a cell that is infinitely high, which counts as none.
  package static let infinite = Int.max

  /// - Parameters:
  ///   - heights: The heights of items, in parts of a pixel or `infinite`; 20 pixels where nothing is said.
  ///   - scale: The pixels that are a point.
  ///   - partsOfPixel: The parts that are a pixel. Default: 1.
  ///   - itemLimit: All items are below it, and not negative.
  ///   - inTable: True for a list that a `TableNode` shows. Default: false.
  package init(
    heights: [Int: Int], scale: Double = 1, partsOfPixel: Int = 1, itemLimit: Int = 101_000,
    inTable: Bool = false
  ) {
    self.heights = LockedValue(heights)
    self.scale = scale
    self.partsOfPixel = partsOfPixel
    known = Array(repeating: nil, count: itemLimit)
    counted = CountedList([], estimate: Double(Self.estimate) / scale, scale: scale, inTable: inTable) {
      [heights = self.heights] item in
      Self.length(heights.withLock { $0[item] ?? 20 * partsOfPixel }, scale * Double(partsOfPixel))
    }
  }

  package var list: LayoutList<Int> { counted.list }
  package var table: TableNode<Int>? { counted.table }

  package func measuredCount() -> Int { counted.measuredCount() }

  /// Sets the items. One that is removed and comes back later is a new one.
  package mutating func setItems(_ items: [Int]) {
    list.setItems(items)
    follow(items)
  }

  /// Edits the list. An item that is removed and comes back is a new one.
  package mutating func edit(_ edit: (LayoutList<Int>) -> Void) {
    edit(list)
    follow(list.items)
  }

  /// Puts an item in the place of another: until it is measured, it counts with that one's height.
  package mutating func update(at index: Int, with item: Int) {
    let height = known[items[index]]
    list.update(at: index, with: item)
    follow(list.items)
    known[item] = height
    if height != nil { outdated.insert(item) }
  }

  private mutating func follow(_ items: [Int]) {
    for item in Set(self.items).subtracting(items) {
      known[item] = nil
      outdated.remove(item)
    }
    self.items = items
  }

  /// Has the list get other items within its next layout, when a cell is made or measured. If the layout makes or
  /// measures no cell, the list keeps its items. `catchUp()` takes over the result.
  package func setItemsLater(_ items: [Int], whileMaking: Bool) {
    let body: @Sendable () -> Void = { [list] in list.setItems(items) }
    counted.events.withLock { events in
      (events.making, events.measuring) = whileMaking ? (body, nil) : (nil, body)
    }
  }

  /// Takes over the list's items, and the cells measured since the last call of this or `measuredCount()`. For layouts
  /// whose measured cells the model cannot predict.
  package mutating func catchUp() {
    let measured = counted.events.withLock { events in
      (events.making, events.measuring) = (nil, nil)
      return events.measured
    }
    _ = measuredCount()
    follow(list.items)
    for item in Set(measured).intersection(items) {
      known[item] = pixels(of: item)
      outdated.remove(item)
    }
  }

  /// Changes the height of a cell that was measured.
  package mutating func setHeight(_ height: Int, at index: Int) {
    let item = items[index]
    heights.withLock { $0[item] = height }
    guard known[item] != nil else { return }
    (list.cell(at: index) as? CountedRowNode)?.setHeight(Self.length(height, scale * Double(partsOfPixel)))
    outdated.insert(item)
  }

  package mutating func setWidth(_ width: Double) {
    let old = list.width
    list.width = width
    if list.width != old { outdated = Set(known.indices.filter { known[$0] != nil }) }
  }

  /// Sets a trait of the list by which every cell has to be measured again.
  package mutating func setTextSize(_ size: Traits.ContentSizeCategory) {
    if size != list.traitOverrides.contentSizeCategory {
      outdated = Set(known.indices.filter { known[$0] != nil })
    }
    list.traitOverrides.contentSizeCategory = size
  }

  /// Returns the cells that reach into a part once all of them are measured, and how many had to be.
  package mutating func layOut(from top: Double, to bottom: Double) -> (indices: Range<Int>, measured: Int) {
    var (y, count) = (0, 0)
    var indices: [Int] = []
    guard top < bottom else { return (0..<0, 0) }
    for (index, item) in items.enumerated() {
      if points(y) >= bottom { break }
      var height = known[item] ?? Self.estimate
      // Only a cell that reaches into the part before it is measured is measured, or would if it had a
      // height.
      let mayReach = points(y + height) > top || height == 0 && points(y) >= top
      if mayReach, known[item] == nil || outdated.contains(item) {
        height = pixels(of: item)
        known[item] = height
        outdated.remove(item)
        count += 1
      }
      if points(y + height) > top { indices.append(index) }
      y += height
    }
    return (indices.isEmpty ? 0..<0 : indices[0]..<indices[indices.count - 1] + 1, count)
  }

  /// Returns the cells that reach into a part as it is, and how many of them need to be measured.
  package func cells(from top: Double, to bottom: Double) -> (indices: Range<Int>, unmeasured: Int) {
    var (y, count) = (0, 0)
    var indices: [Int] = []
    for (index, item) in items.enumerated() where top < bottom {
      let height = known[item] ?? Self.estimate
      if points(y) < bottom, points(y + height) > top {
        indices.append(index)
        if known[item] == nil || outdated.contains(item) { count += 1 }
      }
      y += height
    }
    return (indices.isEmpty ? 0..<0 : indices[0]..<indices[indices.count - 1] + 1, count)
  }

  /// The height of all cells, in points.
  package var height: Double { points(items.reduce(0) { $0 + (known[$1] ?? Self.estimate) }) }

  /// The index of the first cell that the list has elsewhere than where the cells above it put it, or in
  /// another height; nil if there is none.
  package var firstMisplacedCell: Int? {
    var y = 0
    for (index, item) in items.enumerated() {
      let height = known[item] ?? Self.estimate
      let frame = Rect(x: 0, y: points(y), width: list.width, height: points(height))
      if list.frame(at: index) != frame { return index }
      y += height
    }
    return nil
  }

  /// The whole pixels that an item's cell takes.
  private func pixels(of item: Int) -> Int {
    let height = heights.withLock { $0[item] ?? 20 * partsOfPixel }
    return height == Self.infinite ? 0 : (height + partsOfPixel - 1) / partsOfPixel
  }

  private func points(_ pixels: Int) -> Double { Self.length(pixels, scale) }

  private static func length(_ count: Int, _ countInAPoint: Double) -> Double {
    count == infinite ? .infinity : Double(count) / countInAPoint
  }
}
