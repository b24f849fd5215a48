import LayoutSpecs
import LayoutTestSupport
import Testing

/// A cell as high as it is told, which counts how often it is measured.
final class CountedRowNode: DisplayNode, @unchecked Sendable {
  private let height: NodeState<Double>
  private let measured: LockedValue<Int>

  init(_ height: Double, _ measured: LockedValue<Int>) {
    self.height = NodeState(height)
    self.measured = measured
  }

  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    measured.withLock { $0 += 1 }
    return Size(constrainedSize.width, self[height])
  }

  func setHeight(_ height: Double) { self[self.height] = height }
}

/// A list of rows, and what it has to do, counted cell by cell without any index. Heights are in pixels, of
/// which so many are a point.
struct ModelledList {
  let list: LayoutList<Int>
  private let scale: Double
  private let measured = LockedValue(0)
  private let heights: LockedValue<[Int: Int]>
  private var items: [Int] = []
  /// The heights with which items count, and those whose cells need to be measured.
  private var known = [Int?](repeating: nil, count: 101_000)
  private var outdated: Set<Int> = []
  static let estimate = 30

  init(heights: [Int: Int], scale: Double = 1) {
    self.heights = LockedValue(heights)
    self.scale = scale
    list = LayoutList<Int>(
      width: 100, estimatedHeight: Double(Self.estimate) / scale, pixelGrid: PixelGrid(scale: scale)
    ) { [heights = self.heights, measured] item in
      CountedRowNode(Double(heights.withLock { $0[item] ?? 20 }) / scale, measured)
    }
  }

  /// The number of measured cells since the last call.
  func measuredCount() -> Int { measured.withLock { exchange(&$0, with: 0) } }

  /// Sets the items. One that is removed never comes back.
  mutating func setItems(_ items: [Int]) {
    list.setItems(items)
    self.items = items
  }

  /// Changes the height of a cell that was measured.
  mutating func setHeight(_ height: Int, at index: Int) {
    let item = items[index]
    heights.withLock { $0[item] = height }
    guard known[item] != nil else { return }
    (list.cell(at: index) as? CountedRowNode)?.setHeight(Double(height) / scale)
    outdated.insert(item)
  }

  mutating func setWidth(_ width: Double) {
    list.width = width
    outdated = Set(known.indices.filter { known[$0] != nil })
  }

  /// Returns the cells that reach into a part once all of them are measured, and how many had to be.
  mutating func layOut(from top: Double, to bottom: Double) -> (indices: Range<Int>, measured: Int) {
    var (y, count) = (0, 0)
    var indices: [Int] = []
    for (index, item) in items.enumerated() {
      if points(y) >= bottom { break }
      var height = known[item] ?? Self.estimate
      // Only a cell that reaches into the part before it is measured is measured.
      if points(y + height) > top, known[item] == nil || outdated.contains(item) {
        height = heights.withLock { $0[item] ?? 20 }
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
  var height: Double { points(items.reduce(0) { $0 + (known[$1] ?? Self.estimate) }) }

  private func points(_ pixels: Int) -> Double { Double(pixels) / scale }
}

@Suite("What a list of cells measures")
struct ListCountTests {
  @Test(
    "Among 100,000 cells exactly those in view are measured that need it",
    arguments: [(3, 1), (17, 2), (92, 3), (93, 3)] as [(UInt64, Double)])
  func exactCounts(seed: UInt64, scale: Double) {
    var random = RandomTree(seed: seed)
    let count = 100_000
    var model = ModelledList(
      heights: Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 10 + Int(random.next() % 50)) }),
      scale: scale)
    model.setItems(Array(0..<count))
    // In pixels: a part begins and ends where a cell may.
    var (part, total) = (0, 0)
    func bounds(_ part: Int) -> (Double, Double) {
      (Double(part) / scale, (Double(part) + 800 * scale) / scale)
    }
    for step in 0..<30 {
      switch random.next() % 6 {
      case 0: part = Int(random.next() % UInt64(model.height * scale))
      case 1: part = max(0, part + Int(random.next() % 900) - 450)
      case 2: model.setWidth(101 + Double(step))
      case 3:
        var items = model.list.items
        items.removeSubrange(0..<Int(random.next() % 20))
        items.insert(contentsOf: (0..<5).map { count + step * 10 + $0 }, at: Int(random.next() % 1000))
        model.setItems(items)
      default:
        let (top, bottom) = bounds(part)
        for index in model.list.indices(from: top, to: bottom) where random.next() % 4 == 0 {
          model.setHeight(10 + Int(random.next() % 50), at: index)
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
