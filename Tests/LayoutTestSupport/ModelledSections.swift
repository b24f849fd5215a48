package import LayoutSpecs

/// A list of sections in columns that changes by chance, and whose workers prepare cells in between. After a layout its
/// cells are where placing one after the other puts them, and those in view are as high as they should be.
package struct ModelledSections {
  package typealias Item = SectionItem<Int, Int>

  package let list: LayoutList<Item>
  private let queue = ManualQueue()
  private let animator = ManualAnimator()
  /// The heights of items' cells, in points.
  private let heights = LockedValue<[Item: Double]>([:])
  private var rule: Rule
  private var scale = 1.0
  private var top = 0.0
  private var nextName = 0
  private var widthCount = 0
  private let viewHeight: Double

  /// Columns, and what they mean: their number or their least width.
  private struct Rule {
    var columns: ListColumns
    var count: Int?
    var minimumWidth = 0.0
    var isMasonry = false
  }

  private static let rules = [
    Rule(columns: .one, count: 1), Rule(columns: .fixed(count: 3, spacing: 2, lineSpacing: 5), count: 3),
    Rule(columns: .adaptive(minimumWidth: 45), minimumWidth: 45),
    Rule(columns: .masonry(count: 3, spacing: 2, lineSpacing: 1), count: 3, isMasonry: true),
    Rule(columns: .masonry(count: 5), count: 5, isMasonry: true),
    Rule(columns: .masonry(minimumWidth: 50, spacing: 4), minimumWidth: 50, isMasonry: true),
    Rule(columns: .masonry(minimumWidth: 95), minimumWidth: 95, isMasonry: true),
  ]

  package init(_ random: inout RandomTree) {
    list = LayoutList(width: 100, estimatedHeight: random.pick([0, 5, 20, 90])) { [heights] item in
      CountedRowNode(heights.withLock { $0[item] ?? 0 }, LockedValue(0))
    }
    viewHeight = random.pick([1, 100, 300])
    rule = random.pick(Self.rules)
    list.columns = rule.columns
    list.tuningParameters =
      random.chance(40)
      ? nil
      : RangeTuningParameters(
        leadingBufferScreenfuls: random.pick([0, 1, 3]), trailingBufferScreenfuls: random.pick([0, 0.5]),
        keptScreenfuls: random.pick([0, 2, .infinity]), measuresAllCells: random.chance(30),
        workerCount: random.pick([1, 3]), queue: queue)
    setSections(&random)
  }

  // MARK: Changes

  private mutating func new(_ random: inout RandomTree, _ make: (Int) -> Item) -> Item {
    let item = make(nextName)
    nextName += 1
    let height = height(&random)
    heights.withLock { $0[item] = height }
    return item
  }

  private func height(_ random: inout RandomTree) -> Double {
    Double(random.chance(10) ? random.pick([0, 0, 700]) : random.number(below: 60))
  }

  private mutating func setSections(_ random: inout RandomTree) {
    let counts = (0..<random.number(below: 4)).map { _ in random.number(below: random.pick([3, 200])) }
    var sections: [(section: Int, items: [Int])] = []
    let hasFooters = random.chance(50)
    for count in counts {
      guard case .header(let section) = new(&random, Item.header) else { continue }
      if hasFooters { heights.withLock { $0[.footer(section)] = 7 } }
      var items: [Int] = []
      for _ in 0..<count {
        if case .item(let item) = new(&random, Item.item) { items.append(item) }
      }
      sections.append((section, items))
    }
    list.setSections(sections, hasFooters: hasFooters)
  }

  /// Changes the list, lets workers do something, or both.
  package mutating func change(_ random: inout RandomTree) {
    let count = list.items.count
    let index = random.number(below: count + 1)
    switch random.number(below: 12) {
    case 0: setSections(&random)
    case 1, 2:
      var items: [Item] = []
      for _ in 0..<random.number(below: random.pick([3, 70])) {
        items.append(new(&random, random.chance(90) ? Item.item : random.pick([Item.header, Item.footer])))
      }
      list.insert(items, at: random.chance(30) ? 0 : index)
    case 3: list.removeSubrange(index..<min(count, index + random.number(below: 9)))
    case 4 where index < count: list.move(from: index, to: random.number(below: count))
    case 5 where index < count: list.update(at: index, with: new(&random, Item.item))
    case 6, 7:
      for index in index..<min(count, index + random.pick([1, 9])) { setHeight(height(&random), at: index) }
    case 8:
      rule = random.pick(Self.rules)
      list.columns = rule.columns
    // A new width each time: nodes keep their layouts in the last few.
    case 9:
      widthCount += 1
      list.width = Double(random.pick([60, 100, 200]) + widthCount)
    case 10:
      list.traitOverrides.contentSizeCategory = random.pick(Traits.ContentSizeCategory.allCases)
      for index in 0..<min(count, 40) { setHeight(Double(random.number(below: 90)), at: index) }
    case 11 where random.chance(30):
      scale = random.pick([1, 2, 3])
      list.traitOverrides.displayScale = scale
    default: break
    }
    for _ in 0..<random.number(below: 3) { queue.runNext() }
    if random.chance(40) { animator.advance(by: random.pick([0.1, 10])) }
  }

  private func setHeight(_ height: Double, at index: Int) {
    let item = list.items[index]
    heights.withLock { $0[item] = height }
    (list.cell(at: index) as? CountedRowNode)?.setHeight(height)
  }

  // MARK: Layouts

  /// Lays out a part of the list, and returns what is wrong then; nil if nothing is.
  package mutating func layOut(_ random: inout RandomTree) -> String? {
    switch random.number(below: 4) {
    case 0: top = Double(random.number(below: Int(list.contentSize.height) + 50)) - 20
    case 1: top = (top + Double(random.number(below: 160)) - 60).rounded()
    default: break
    }
    let animation = random.chance(30) ? ListAnimation(animator, duration: random.pick([0, 0.2])) : nil
    switch random.number(below: 4) {
    case 0:
      list.layOutReady(from: top, to: top + viewHeight, animation: animation)
      return misplaced(places)
    case 1:
      let (anchor, cell) = (list.anchor(from: top, to: top + viewHeight), firstInView)
      let distance = cell?.index.map { list.frame(at: $0).minY - top }
      if random.chance(50) { list.insert(new(&random, Item.item), at: 0) }
      let part = list.layOut(at: anchor, animation: animation)
      top = part.top
      if let distance, let y = cell?.index.map({ list.frame(at: $0).minY - top }), abs(y - distance) > 1e-6 {
        return "what was at \(distance) is at \(y)"
      }
      return failure(part.indices)
    default:
      return failure(list.layOut(from: top, to: top + viewHeight, animation: animation))
    }
  }

  /// The first cell in view that was there in the last layout; nil if there is none, or if cells still move.
  private var firstInView: CellNode? {
    if animator.runningCount > 0 { return nil }
    let part = list.indices(from: top, to: top + viewHeight)
    let cells = list.visibleNodes.compactMap { $0 as? CellNode }.filter {
      $0.index.map(part.contains) == true
    }
    return cells.min { $0.index! < $1.index! }
  }

  private var places: (places: [RowPlace], height: Double) {
    let rows = list.items.enumerated().map { index, item in
      let isItem = if case .item = item { true } else { false }
      return (pixels(list.frame(at: index).size.height), !isItem)
    }
    let columns = rule.columns
    let count =
      rule.count ?? max(1, Int((list.width + columns.spacing) / (rule.minimumWidth + columns.spacing)))
    let grid = ListGrid(
      count: count, spacing: pixels(columns.spacing), lineSpacing: pixels(columns.lineSpacing),
      isMasonry: rule.isMasonry)
    return RowPlace.places(of: rows, in: grid, width: Int(pixels(list.width)))
  }

  private func pixels(_ length: Double) -> Int64 { Int64((length * scale).rounded()) }

  private func misplaced(_ model: (places: [RowPlace], height: Double)) -> String? {
    for (index, place) in model.places.enumerated() {
      let (found, frame) = (list.frame(at: index), place.frame)
      let expected = Rect(
        x: frame.minX / scale, y: frame.minY / scale, width: frame.width / scale, height: frame.height / scale
      )
      if found != expected { return "cell \(index) is at \(found), and not at \(expected)" }
    }
    let size = Size(list.width, model.height / scale)
    return list.contentSize == size ? nil : "the content is \(list.contentSize), and not \(size)"
  }

  /// Returns the first mistake after a layout that has found these cells in view; nil if there is none.
  private func failure(_ indices: Range<Int>) -> String? {
    let (model, items) = (places, list.items)
    if let failure = misplaced(model) { return failure }
    let part = (top * scale + 1e-6).rounded(.down)..<((top + viewHeight) * scale - 1e-6).rounded(.up)
    let expected = model.places.indices(from: part.lowerBound, to: part.upperBound)
    if indices != expected { return "\(indices) are in \(part), and not \(expected)" }
    let heights = heights.withLock { heights in indices.map { heights[items[$0]] } }
    if heights != indices.map({ list.frame(at: $0).size.height }) { return "cells in view are not measured" }
    if animator.runningCount > 0 { return nil }
    let isShown = list.visibleNodes.map(\.frame) == indices.map { list.frame(at: $0) }
    return isShown ? nil : "cells in view are elsewhere"
  }
}
