import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("The index of heights")
struct HeightIndexTests {
  @Test("It gives the sums and positions that adding up gives, after any changes", arguments: 0..<30)
  func sums(count: Int) {
    var random = RandomTree(seed: UInt64(count) + 500)
    var heights = (0..<count).map { _ in Double(random.next() % 4) }
    var index = HeightIndex(heights)
    for _ in 0..<20 {
      var sum = 0.0
      for place in 0...count {
        #expect(index.offset(of: place) == sum)
        if place < count { sum += heights[place] }
      }
      for position in [-1, 0, 0.5, 1, sum / 2, sum - 0.5, sum, sum + 1, .infinity] as [Double] {
        var expected = 0
        var end = heights.first ?? 0
        while expected < count, end <= position {
          expected += 1
          if expected < count { end += heights[expected] }
        }
        #expect(index.index(at: position) == expected, "\(position) of \(heights)")
      }
      guard count > 0 else { return }
      let place = Int(random.next() % UInt64(count))
      heights[place] = Double(random.next() % 5)
      index[place] = heights[place]
      #expect(index[place] == heights[place])
    }
  }
}
