import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("What a list of cells measures")
struct ListCountTests {
  @Test(
    arguments: (SlowTests.areOn ? [(3, 1), (17, 2), (92, 3), (93, 3)] : [(3, 1), (92, 3)])
      as [(UInt64, Double)])
  func `Among 100,000 cells exactly those in view are measured that need it`(seed: UInt64, scale: Double) {
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
    for step in 0..<(SlowTests.areOn ? 30 : 15) {
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
