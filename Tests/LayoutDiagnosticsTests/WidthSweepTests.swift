import LayoutDiagnostics
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Sweeps of widths")
struct WidthSweepTests {
  @Test("Every frame in every width is that of a layout in this width", arguments: 0..<20 as Range<UInt64>)
  func frames(seed: UInt64) throws {
    var random = RandomTree(seed: 91_000 + seed)
    let tree = random.tree(depth: 6)
    let range = random.range()
    let sweep = try WidthSweep(of: tree, in: range, widths: 40...260)
    #expect(sweep.elements.count == tree.elementCount)
    #expect(Set(sweep.functions).count == sweep.functions.count)
    for width in 40...260 {
      let layout = tree.layoutThatFits(range.withExactWidth(Double(width)))
      for id in tree.elementIDs {
        let (expected, frame) = (layout.frame(of: id), sweep.frame(of: id, width: width))
        #expect(isSame(expected, frame), "seed \(seed), \(width) wide, \(id): \(String(describing: frame))")
      }
    }
  }

  private func isSame(_ a: Rect?, _ b: Rect?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    func isSame(_ a: Double, _ b: Double) -> Bool { a == b || abs(a - b) <= 1e-6 || a.isNaN && b.isNaN }
    return isSame(a.origin.x, b.origin.x) && isSame(a.origin.y, b.origin.y)
      && isSame(a.size.width, b.size.width) && isSame(a.size.height, b.size.height)
  }

  @Test func `The heights are those of the range, and the width is exact`() {
    let range = SizeRange(min: Size(0, 30), max: Size(100, .infinity)).withExactWidth(250)
    #expect(range == SizeRange(min: Size(250, 30), max: Size(250, .infinity)))
  }

  @Test func `A sweep ends when its computations run out, and says in which width`() throws {
    var random = RandomTree(seed: 5)
    let tree = random.tree(depth: 6)
    let range = SizeRange(min: Size(0, 0), max: Size(300, .infinity))
    let error = #expect(throws: WidthSweep.Exhausted.self) {
      try WidthSweep(of: tree, in: range, widths: 200...1_200, computationLimit: 3 * tree.elementCount)
    }
    #expect((200...1_200).contains(try #require(error).width))
  }
}
