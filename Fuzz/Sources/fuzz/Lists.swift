import LayoutSpecs
import LayoutTestSupport

/// A list whose items, heights and width change, with cells without a height too: laid out with animations, at
/// anchors, and while its items are set by what makes and measures its cells. What it measures, where cells are and
/// which are in a part is what a model without an index counts; what is in view at an anchor does not move. Then a list
/// of sections in columns, as lines or a masonry, whose workers prepare cells in between.
@Sendable func fuzzLists(_ bytes: [UInt8]) {
  var run = ListRun(bytes, inTable: false)
  for _ in 0..<16 {
    run.change()
    let (top, bottom) = run.part()
    switch run.random.number(below: 5) {
    case 0: run.layOutWhileItemsAreSet(from: top, to: bottom)
    case 1: run.layOutAtAnchor(from: top, to: bottom)
    default: run.layOut(from: top, to: bottom)
    }
  }
  var sections = ModelledSections(&run.random)
  for number in 0..<16 {
    for _ in 0..<run.random.number(below: 3) { sections.change(&run.random) }
    let failure = sections.layOut(&run.random)
    step("sections \(number): \(sections.list.items.count) items in \(sections.list.contentSize)")
    require(failure == nil, failure ?? "")
  }
}

/// A table in a screen, beside a header: its list changes and scrolls. When all animations have ended, its subnodes
/// are the cells in view where the list has them.
@Sendable func fuzzTables(_ bytes: [UInt8]) {
  var run = ListRun(bytes, inTable: true)
  guard let table = run.model.table else { return }
  let header = ImageNode(imageSize: Size(50, 30))
  let screen = DisplayNode { _, _ in
    StackLayoutSpec(direction: .vertical, alignItems: .stretch) {
      header
      table.flexGrow().flexShrink()
    }
  }
  screen.automaticallyManagesSubnodes = true
  screen.traitOverrides.displayScale = run.scale
  screen.frame = Rect(x: 0, y: 0, width: 200, height: 300)
  table.sticksToBottom = run.random.chance(40)
  for number in 0..<16 {
    for _ in 0..<run.random.pick([1, 1, 2]) {
      switch run.random.number(below: 7) {
      case 0:
        screen.frame.size = Size(run.random.pick([100, 200, 320.5]), run.random.pick([20, 300, 500]))
      case 1, 2:
        table.contentOffset.y = run.part().top
        if run.random.chance(60) { table.layOutCells() }
      default: run.change()
      }
    }
    table.setNeedsLayout()
    table.animation = run.animation()
    screen.layoutIfNeeded()
    guard run.random.chance(50) else { continue }
    for _ in 0..<3 {
      run.animator.advance(by: 10)
      screen.layoutIfNeeded()
    }
    step("step \(number): \(table.contentOffset.y) of \(run.list.contentSize)")
    run.check(from: table.contentOffset.y, to: table.contentOffset.y + table.frame.size.height)
    let (shown, visible) = (Set(table.subnodes.map(\.id)), Set(run.list.visibleNodes.map(\.id)))
    require(shown == visible, "The table shows \(table.names), and \(visible.count) cells are visible")
  }
}

private struct ListRun {
  var random: RandomTree
  var model: ModelledList
  let scale: Double
  let animator = ManualAnimator()
  /// The cells that were in view, of items that are still there.
  private var cells: [Int: DisplayNode] = [:]
  private var widthCount = 0

  private static let itemLimit = 100
  private static let partsOfPixel = 32

  init(_ bytes: [UInt8], inTable: Bool) {
    var random = RandomTree(bytes: bytes)
    scale = random.pick([1, 2, 3, 2.75])
    let heights = (0..<Self.itemLimit).map { ($0, Self.height(&random)) }
    model = ModelledList(
      heights: Dictionary(uniqueKeysWithValues: heights), scale: scale, partsOfPixel: Self.partsOfPixel,
      itemLimit: Self.itemLimit, inTable: inTable)
    model.setItems(Array(0..<random.number(below: 60)))
    self.random = random
    step("\(list.items.count) items, scale \(scale)")
  }

  var list: LayoutList<Int> { model.list }

  private static func height(_ random: inout RandomTree) -> Int {
    random.chance(15)
      ? random.pick([0, ModelledList.infinite]) : random.number(below: 140 * partsOfPixel)
  }

  /// A part that begins and ends where a pixel does, and may reach beyond the content.
  mutating func part() -> (top: Double, bottom: Double) {
    let top = random.number(below: Int(list.contentSize.height * scale) + 60) - 20
    return (Double(top) / scale, Double(top + random.pick([0, 1, 50, 400])) / scale)
  }

  mutating func animation() -> ListAnimation? {
    random.chance(40)
      ? ListAnimation(animator, duration: random.pick([0, 0.2, 1]), delay: random.pick([0, 0.1])) : nil
  }

  // MARK: Changes

  mutating func change() {
    model.catchUp()
    switch random.number(below: 9) {
    case 0, 1:
      let items = otherItems()
      // Not drawn, so that each seed goes on to mean what it did.
      switch items.count % 4 {
      case 0: model.edit { $0.edit(to: items, inOneStep: true) }
      case 1: model.edit { $0.edit(to: items, inOneStep: false) }
      default: model.setItems(items)
      }
      forgetCells()
    // A new width each time: nodes keep their layouts in the last few, and measure nothing where one comes
    // back.
    case 2 where model.table == nil:
      widthCount += 1
      model.setWidth(Double(300 + 10 * widthCount + random.number(below: 9)) / 3)
    case 3..<6:
      guard !list.items.isEmpty else { break }
      for _ in 0..<random.pick([1, 1, 5]) {
        model.setHeight(Self.height(&random), at: random.number(below: list.items.count))
      }
    case 6: animator.advance(by: random.pick([0.05, 0.1, 0.3]))
    default: break
    }
  }

  /// Forgets the cells of items that were removed: if one comes back, it gets another cell.
  private mutating func forgetCells() {
    let left = Set(list.items)
    cells = cells.filter { left.contains($0.key) }
  }

  /// Other items: a few put in, taken out and moved, or all turned round.
  private mutating func otherItems() -> [Int] {
    var new = list.items
    if random.chance(15) { new.reverse() }
    for _ in 0..<random.number(below: 6) {
      switch random.number(below: 3) {
      case 0 where !new.isEmpty: new.remove(at: random.number(below: new.count))
      case 1 where !new.isEmpty:
        new.insert(new.remove(at: random.number(below: new.count)), at: random.number(below: new.count + 1))
      default:
        let item = random.number(below: Self.itemLimit)
        if !new.contains(item) { new.insert(item, at: random.number(below: new.count + 1)) }
      }
    }
    return new
  }

  // MARK: Layouts

  mutating func layOut(from top: Double, to bottom: Double) {
    let expected = model.layOut(from: top, to: bottom)
    let indices = list.layOut(from: top, to: bottom, animation: animation())
    let measured = model.measuredCount()
    step("\(top)...\(bottom) has \(indices), of which \(measured) were measured")
    require(
      indices == expected.indices && measured == expected.measured,
      "\(expected.indices) should be in \(top)...\(bottom), and \(expected.measured) cells measured")
    settle(from: top, to: bottom)
  }

  mutating func layOutWhileItemsAreSet(from top: Double, to bottom: Double) {
    model.setItemsLater(otherItems(), whileMaking: random.chance(50))
    let indices = list.layOut(from: top, to: bottom, animation: animation())
    step("\(top)...\(bottom) has \(indices) of \(list.items.count) items that were set meanwhile")
    settle(from: top, to: bottom)
  }

  /// Lays out a part, changes the list, and lays it out where what was in view stays; then scrolls a little.
  mutating func layOutAtAnchor(from top: Double, to bottom: Double) {
    list.layOut(from: top, to: bottom)
    let sticks = random.chance(30)
    let anchor = list.anchor(from: top, to: bottom, sticksToBottom: sticks)
    let rest = bottom - list.contentSize.height
    let before = places(in: list.indices(from: top, to: bottom), from: top)
    for _ in 0..<2 { change() }
    let height = bottom - top
    let part = list.layOut(at: anchor, animation: animation())
    let content = list.contentSize.height
    step("anchored at \(top)...\(bottom): \(part) of \(content) points\(sticks ? ", sticks" : "")")
    let items = list.items
    if sticks, rest >= -PixelGrid.tolerance {
      let expected = max(min(top, 0), content + (top > 0 ? rest : 0) - height)
      require(isNear(part.top, expected), "The bottom is at \(part.top), and not at \(expected)")
    } else if let place = before.first(where: { isLeft($0, among: items) }) {
      let distance = distance(to: place, from: part.top)
      require(isNear(distance, place.distance), "\(place) moved to \(distance)")
    } else {
      require(part.top == top, "Without anything to keep, the top is \(part.top) and not \(top)")
    }
    settle(from: part.top, to: part.top + height)
    scroll(from: part.top, height: height)
  }

  /// Scrolls a little: what is in view before and after it moves by that on the screen.
  private mutating func scroll(from top: Double, height: Double) {
    let new = top + Double(random.number(below: 41) - 20) / scale
    let before = places(in: list.indices(from: top, to: top + height), from: new)
    let seen = before.first { $0.distance < height - 1e-6 && $0.distance + $0.height > 1e-6 }
    let part = list.layOut(at: list.anchor(from: new, to: new + height))
    step("scrolled to \(new), \(part)")
    if let seen {
      let distance = distance(to: seen, from: part.top)
      require(isNear(distance, seen.distance), "Scrolled, \(seen) moved to \(distance)")
    }
    settle(from: part.top, to: part.top + height)
  }

  /// Where a cell is on the screen.
  private struct Place: CustomStringConvertible {
    let item: Int
    let cell: DisplayNode
    let distance: Double
    let height: Double

    var description: String { "Item \(item), \(distance) below the top" }
  }

  private func places(in indices: Range<Int>, from top: Double) -> [Place] {
    let items = list.items
    return indices.map { index in
      let frame = list.frame(at: index)
      return Place(
        item: items[index], cell: list.cell(at: index), distance: frame.minY - top, height: frame.size.height)
    }
  }

  /// True if the item was not removed, nor removed and inserted again.
  private func isLeft(_ place: Place, among items: [Int]) -> Bool {
    items.firstIndex(of: place.item).map { list.cell(at: $0) === place.cell } ?? false
  }

  private func distance(to place: Place, from top: Double) -> Double {
    list.frame(at: list.items.firstIndex(of: place.item) ?? 0).minY - top
  }

  private func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }

  // MARK: Checks

  private mutating func settle(from top: Double, to bottom: Double) {
    if random.chance(40) { animator.advance(by: 10) }
    check(from: top, to: bottom)
  }

  /// Checks a list that was laid out in a part just now.
  mutating func check(from top: Double, to bottom: Double) {
    model.catchUp()
    let (size, height) = (list.contentSize, model.height)
    require(size == Size(list.width, height), "The content is \(size), and \(height) high")
    if let cell = model.firstMisplacedCell { fail("Cell \(cell) is at \(list.frame(at: cell))") }
    let indices = list.indices(from: top, to: bottom)
    // Positions that follow an anchor are sums, and may lie beside a cell's edge by a rounding error.
    let (inner, unmeasured) = model.cells(from: top + 1e-6, to: bottom - 1e-6)
    let outer = model.cells(from: top - 1e-6, to: bottom + 1e-6).indices
    require(
      inner.allSatisfy(indices.contains) && indices.allSatisfy(outer.contains),
      "\(indices) are in \(top)...\(bottom), and not \(outer)")
    require(unmeasured == 0, "\(unmeasured) of \(indices) are not measured")
    forgetCells()
    let items = list.items
    for index in indices {
      let (item, cell) = (items[index], list.cell(at: index))
      require((cell as? CellNode)?.index == index, "Cell \(index) has another index")
      require(cells[item] == nil || cells[item] === cell, "Item \(item) has another cell")
      cells[item] = cell
    }
    guard animator.runningCount == 0 else { return }
    for index in indices {
      let (cell, frame) = (list.cell(at: index), list.frame(at: index))
      require(
        cell.frame == frame && cell.alpha == 1, "Cell \(index) is at \(cell.frame) with \(cell.alpha)")
    }
    let visible = list.visibleNodes.map(\.id)
    require(visible == indices.map { list.cell(at: $0).id }, "\(visible.count) nodes are visible")
  }
}
