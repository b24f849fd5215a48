package import LayoutSpecs

/// A cell as high as it is told, which counts how often it is measured.
package final class CountedRowNode: DisplayNode, @unchecked Sendable {
  private let height: NodeState<Double>
  private let measured: LockedValue<Int>

  package init(_ height: Double, _ measured: LockedValue<Int>) {
    self.height = NodeState(height)
    self.measured = measured
  }

  package override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    measured.withLock { $0 += 1 }
    return Size(constrainedSize.width, self[height])
  }

  package func setHeight(_ height: Double) { self[self.height] = height }
}

/// A list of rows, and what was made and measured of it.
package struct CountedList {
  package let list: LayoutList<Int>
  /// The items whose cells were made, in order.
  package let made = LockedValue<[Int]>([])
  private let measured = LockedValue(0)

  /// - Parameter height: The height of an item's cell, whose name is the item.
  package init(
    _ items: some Sequence<Int>, width: Double = 100, estimate: Double = 30, scale: Double = 1,
    height: @escaping @Sendable (Int) -> Double
  ) {
    list = LayoutList<Int>(width: width, estimatedHeight: estimate) { [made, measured] item in
      made.withLock { $0.append(item) }
      return CountedRowNode(height(item), measured).named("\(item)")
    }
    list.traitOverrides.displayScale = scale
    list.setItems(Array(items))
  }

  /// How often cells were measured since the last call.
  package func measuredCount() -> Int { measured.withLock { exchange(&$0, with: 0) } }
}

/// A list of rows, and what it has to do, counted cell by cell without any index. Heights are in pixels, of
/// which so many are a point.
package struct ModelledList {
  private let counted: CountedList
  private let scale: Double
  private let heights: LockedValue<[Int: Int]>
  private var items: [Int] = []
  /// The heights with which items count, and those whose cells need to be measured.
  private var known: [Int?]
  private var outdated: Set<Int> = []
  package static let estimate = 30
  /// The height of a cell that is infinitely high, which counts as none.
  package static let infinite = Int.max

  /// - Parameters:
  ///   - heights: The heights of items, in pixels or `infinite`; 20 where nothing is said.
  ///   - itemLimit: All items are below it, and not negative.
  package init(heights: [Int: Int], scale: Double = 1, itemLimit: Int = 101_000) {
    self.heights = LockedValue(heights)
    self.scale = scale
    known = Array(repeating: nil, count: itemLimit)
    counted = CountedList([], estimate: Double(Self.estimate) / scale, scale: scale) {
      [heights = self.heights] item in Self.points(heights.withLock { $0[item] ?? 20 }, scale)
    }
  }

  package var list: LayoutList<Int> { counted.list }

  package func measuredCount() -> Int { counted.measuredCount() }

  /// Sets the items. One that is removed and comes back later is a new one.
  package mutating func setItems(_ items: [Int]) {
    list.setItems(items)
    for item in Set(self.items).subtracting(items) {
      known[item] = nil
      outdated.remove(item)
    }
    self.items = items
  }

  /// Changes the height of a cell that was measured.
  package mutating func setHeight(_ height: Int, at index: Int) {
    let item = items[index]
    heights.withLock { $0[item] = height }
    guard known[item] != nil else { return }
    (list.cell(at: index) as? CountedRowNode)?.setHeight(Self.points(height, scale))
    outdated.insert(item)
  }

  package mutating func setWidth(_ width: Double) {
    let old = list.width
    list.width = width
    if list.width != old { outdated = Set(known.indices.filter { known[$0] != nil }) }
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
        height = heights.withLock { $0[item] ?? 20 }
        if height == Self.infinite { height = 0 }
        known[item] = height
        outdated.remove(item)
        count += 1
      }
      if points(y + height) > top { indices.append(index) }
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

  private func points(_ pixels: Int) -> Double { Self.points(pixels, scale) }

  private static func points(_ pixels: Int, _ scale: Double) -> Double {
    pixels == infinite ? .infinity : Double(pixels) / scale
  }
}
