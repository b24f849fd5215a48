import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("The index of heights")
struct HeightIndexTests {
  @Test(
    "It gives the sums and positions that adding up whole pixels gives, after any changes",
    arguments: [1, 2, 3, 2.75], SlowTests.areOn ? Array(0..<30) : [0, 1, 2, 3, 7, 8, 9, 29])
  func sums(scale: Double, count: Int) {
    var random = RandomTree(seed: UInt64(count) + 500)
    func points(_ pixels: Int) -> Double { Double(pixels) / scale }
    var heights = (0..<count).map { _ in Int(random.next() % 4) }
    var index = HeightIndex(heights.map(points), pixelGrid: PixelGrid(scale: scale))
    for _ in 0..<20 {
      let ends = heights.reduce(into: [0]) { $0.append($0.last! + $1) }
      #expect(
        (0...count).map { index.offset(of: $0) } == ends.map(points) && index.height == points(ends[count]))
      for pixel in -1...ends[count] + 1 {
        let expected = ends.dropFirst().firstIndex { $0 > pixel }.map { $0 - 1 } ?? count
        // From the pixel's own edge, also if arithmetic has moved it a little, to before the next one.
        for offset in [-1e-8, 0, 0.3 / scale, 0.99 / scale] {
          #expect(index.index(at: points(pixel) + offset) == expected, "\(pixel) + \(offset) of \(heights)")
        }
        let part = index.indices(from: points(pixel), to: points(pixel + 2))
        let reached = (0..<count).filter { ends[$0 + 1] > pixel && ends[$0] < pixel + 2 }
        #expect(Array(part) == reached, "\(pixel) of \(heights)")
        let touched = (0..<count).filter {
          ends[$0] < pixel + 2 && (ends[$0 + 1] > pixel || ends[$0] == pixel && ends[$0 + 1] == pixel)
        }
        #expect(
          Array(index.indices(touching: points(pixel), to: points(pixel + 2))) == touched,
          "\(pixel) of \(heights)")
      }
      #expect([.infinity, 1e300].map { index.index(at: $0) } == [count, count])
      #expect([-.infinity, -1e300, .nan].map { index.index(at: $0) } == [index.index(at: -1), 0, 0])
      guard count > 0 else { return }
      let place = Int(random.next() % UInt64(count))
      heights[place] = Int(random.next() % 5)
      index[place] = points(heights[place])
      #expect(index[place] == points(heights[place]))
      if random.chance(20) {
        let origins = (0..<count).map { _ in random.chance(20) ? nil : Int(random.next() % UInt64(count)) }
        heights = origins.map { $0.map { heights[$0] } ?? 7 }
        index = index.rearranged(origins, newHeight: points(7))
      }
    }
  }

  @Test func `Heights are rounded up to whole pixels, and those that are no lengths count as 0`() {
    let heights = [0.1, 1.0 / 3, 0.34, -5, .infinity, -.infinity, .nan, 1e-9]
    let index = HeightIndex(heights, pixelGrid: PixelGrid(scale: 3))
    #expect(heights.indices.map { index[$0] * 3 } == [1, 1, 2, 0, 0, 0, 0, 0])
    #expect(index.height == 4 / 3.0)
  }

  @Test("Each cell's own top finds it in lists that are higher than 10¹² points", arguments: [1, 3, 1_000])
  func high(scale: Double) {
    var random = RandomTree(seed: 77)
    let heights = (0..<200_000).map { _ in Double(random.next() % 9_000_000_000 + 1) / 1_000 }
    let index = HeightIndex(heights, pixelGrid: PixelGrid(scale: scale))
    #expect(index.height > 8e11)
    for place in stride(from: 0, to: heights.count, by: 7) {
      #expect(index.index(at: index.offset(of: place)) == place)
    }
  }

  @Test("Heights that are too large together stop the program, with a message, wherever they are given")
  func limit() async {
    let first = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = HeightIndex([1e300], pixelGrid: PixelGrid())
    }
    let sum = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = HeightIndex([0x1p50, 0x1p50], pixelGrid: PixelGrid())
    }
    let set = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var index = HeightIndex([0x1p50, 1], pixelGrid: PixelGrid())
      index[1] = 0x1p50
    }
    for result in [first, sum, set] {
      #expect(result.message.contains("A list's cells are less than 2⁵¹ pixels high together"))
    }
    let most = HeightIndex([0x1p50, 0x1p50 - 1], pixelGrid: PixelGrid())
    #expect(most.height == 0x1p51 - 1 && most.index(at: 0x1p50) == 1 && most.index(at: 0x1p51 - 1) == 2)
  }
}
