import LayoutSpecs
import LayoutTestSupport

/// A list whose items, heights and width change, with cells without a height too. What it measures, where
/// cells are and which are in a part is what a model without an index counts.
@Sendable func fuzzLists(_ bytes: [UInt8]) {
  var random = RandomTree(bytes: bytes)
  let scale = random.pick([1, 2, 3, 2.75])
  let itemLimit = 100
  func height(_ random: inout RandomTree) -> Int {
    random.chance(15) ? random.pick([0, ModelledList.infinite]) : random.number(below: 140)
  }
  var model = ModelledList(
    heights: Dictionary(uniqueKeysWithValues: (0..<itemLimit).map { ($0, height(&random)) }), scale: scale,
    itemLimit: itemLimit)
  model.setItems(Array(0..<random.number(below: 60)))
  var cells: [Int: DisplayNode] = [:]
  step("\(model.list.items.count) items, scale \(scale)")
  for number in 0..<16 {
    let what = random.number(below: 8)
    switch what {
    case 0, 1:
      model.setItems(changed(model.list.items, below: itemLimit, &random))
      let left = Set(model.list.items)
      cells = cells.filter { left.contains($0.key) }
    // A new width each time: nodes keep their layouts in the last few, and measure nothing where one comes
    // back.
    case 2: model.setWidth(Double(300 + 10 * number + random.number(below: 9)) / 3)
    case 3..<6:
      guard !model.list.items.isEmpty else { break }
      for _ in 0..<random.pick([1, 1, 5]) {
        model.setHeight(height(&random), at: random.number(below: model.list.items.count))
      }
    default: break
    }
    // A part begins and ends where a pixel does, and may reach beyond the end.
    let top = random.number(below: 2000)
    let bounds = (Double(top) / scale, Double(top + random.pick([0, 1, 50, 400])) / scale)
    let expected = model.layOut(from: bounds.0, to: bounds.1)
    let indices = model.list.layOut(from: bounds.0, to: bounds.1)
    let measured = model.measuredCount()
    step("step \(number), change \(what): \(bounds) has \(indices), of which \(measured) were measured")
    require(
      indices == expected.indices && measured == expected.measured,
      "\(expected.indices) should be in \(bounds), and \(expected.measured) cells measured")
    let (size, height) = (model.list.contentSize, model.height)
    require(size == Size(model.list.width, height), "The content is \(size), and \(height) high")
    if let cell = model.firstMisplacedCell { fail("Cell \(cell) is at \(model.list.frame(at: cell))") }
    for index in indices {
      let (item, cell) = (model.list.items[index], model.list.cell(at: index))
      require(cell.frame == model.list.frame(at: index), "Cell \(index) has the frame \(cell.frame)")
      require(cells[item] == nil || cells[item] === cell, "Item \(item) has another cell")
      cells[item] = cell
    }
  }
}

/// Other items: a few put in, taken out and moved, or all turned round.
private func changed(_ items: [Int], below limit: Int, _ random: inout RandomTree) -> [Int] {
  var new = items
  if random.chance(15) { new.reverse() }
  for _ in 0..<random.number(below: 6) {
    switch random.number(below: 3) {
    case 0 where !new.isEmpty: new.remove(at: random.number(below: new.count))
    case 1 where !new.isEmpty:
      new.insert(new.remove(at: random.number(below: new.count)), at: random.number(below: new.count + 1))
    default:
      let item = random.number(below: limit)
      if !new.contains(item) { new.insert(item, at: random.number(below: new.count + 1)) }
    }
  }
  return new
}
