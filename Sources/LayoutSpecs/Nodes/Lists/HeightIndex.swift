/// The heights of a list's cells, which tells at once where a cell begins and which cell lies at a position.
///
/// Heights and their sums are whole pixels, which are exact in any order of additions: a cell's own top
/// always finds that cell. Positions from outside have the tolerance of `PixelGrid`: a position that rounding
/// errors have moved off a pixel's edge by less than that is on the edge.
///
/// A binary indexed tree: entry `i` has the sum of as many heights up to `i` as `i`'s lowest set bit says.
///
/// Source: Peter Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and
/// Experience 24, 1994.
package struct HeightIndex {
  let pixelGrid: PixelGrid
  /// The heights, in pixels.
  private var heights: [Int64]
  /// The sums, from 1, in pixels.
  private var sums: [Int64]
  /// The sum of all heights, in pixels.
  private var total: Int64

  /// The height that all cells together stay below, in pixels. Up to this height each pixel's edge is a
  /// different position in points, and sums of heights are far from an overflow.
  private static let limit: Int64 = 1 << 51

  /// Creates an index of these heights, in points. Each is rounded up to whole pixels; one that is negative,
  /// infinite or undefined counts as 0.
  ///
  /// - Precondition: together the cells are less than 2⁵¹ pixels high.
  /// - Complexity: linear in the number of heights.
  package init(_ heights: [Double], pixelGrid: PixelGrid) {
    self.init(pixels: heights.map { HeightIndex.pixels($0, pixelGrid) }, pixelGrid)
  }

  private init(pixels heights: [Int64], _ pixelGrid: PixelGrid) {
    self.pixelGrid = pixelGrid
    self.heights = heights
    sums = [0] + heights
    total = 0
    for place in sums.indices.dropFirst() {
      total += heights[place - 1]
      HeightIndex.check(total)
      let next = place + (place & -place)
      if next < sums.count { sums[next] += sums[place] }
    }
  }

  /// Returns an index of the same cells in another order.
  ///
  /// - Parameters:
  ///   - origins: The index that each cell has here; nil for a new cell.
  ///   - height: The height of new cells, in points.
  /// - Precondition: together the cells are less than 2⁵¹ pixels high.
  /// - Complexity: linear in the number of cells.
  package func rearranged(_ origins: [Int?], newHeight height: Double) -> HeightIndex {
    let new = HeightIndex.pixels(height, pixelGrid)
    return HeightIndex(pixels: origins.map { $0.map { heights[$0] } ?? new }, pixelGrid)
  }

  package var count: Int { heights.count }

  /// The height of all cells, in points.
  package var height: Double { points(total) }

  /// The height of the cell at an index, in points. A height that is set is rounded as by `init`.
  ///
  /// - Complexity: constant; setting it is logarithmic in the number of cells.
  package subscript(index: Int) -> Double {
    get { points(heights[index]) }
    set {
      let height = HeightIndex.pixels(newValue, pixelGrid)
      let difference = height - heights[index]
      if difference == 0 { return }
      heights[index] = height
      total += difference
      HeightIndex.check(total)
      var place = index + 1
      while place < sums.count {
        sums[place] += difference
        place += place & -place
      }
    }
  }

  /// Returns the sum of the heights before an index, which may be the number of cells, in points.
  ///
  /// - Complexity: logarithmic in the number of cells.
  package func offset(of index: Int) -> Double {
    var (place, sum) = (index, Int64(0))
    while place > 0 {
      sum += sums[place]
      place -= place & -place
    }
    return points(sum)
  }

  /// Returns the indices of the cells that reach into the part from `top` to just before `bottom`, in points.
  ///
  /// - Complexity: logarithmic in the number of cells.
  package func indices(from top: Double, to bottom: Double) -> Range<Int> {
    guard let (first, last) = pixels(from: top, to: bottom) else { return 0..<0 }
    return indices(from: index(atPixel: first), toPixel: last)
  }

  /// Returns the indices of the cells that reach into a part, or would if they were higher: cells without a
  /// height at the part's top, too.
  ///
  /// - Complexity: logarithmic in the number of cells.
  package func indices(touching top: Double, to bottom: Double) -> Range<Int> {
    guard let (first, last) = pixels(from: top, to: bottom) else { return 0..<0 }
    let end = index(atPixel: first)
    // The first cell that ends at the top or behind it. If it has a height, it ends above the cells without one.
    let start = index(atPixel: first - 1)
    return indices(from: start < end && heights[start] > 0 ? start + 1 : start, toPixel: last)
  }

  private func indices(from first: Int, toPixel last: Int64) -> Range<Int> {
    let end = min(count, index(atPixel: last) + 1)
    return first < end ? first..<end : 0..<0
  }

  /// Returns the index of the cell that contains a pixel, which is the first cell that ends behind the pixel; the
  /// number of cells if all end before it.
  private func index(atPixel pixel: Int64) -> Int {
    var (place, rest) = (0, pixel)
    var step = 1
    while step * 2 < sums.count { step *= 2 }
    while step > 0 {
      let next = place + step
      if next < sums.count, sums[next] <= rest {
        place = next
        rest -= sums[next]
      }
      step /= 2
    }
    return place
  }
}

// MARK: - Pixels and points

extension HeightIndex {
  private func points(_ pixels: Int64) -> Double { Double(pixels) / pixelGrid.scale }

  /// Returns a height in whole pixels.
  private static func pixels(_ height: Double, _ grid: PixelGrid) -> Int64 {
    guard height > 0, height < .infinity else { return 0 }
    let pixels = (grid.ceil(height) * grid.scale).rounded()
    check(Int64(exactly: pixels) ?? limit)
    return Int64(pixels)
  }

  private static func check(_ total: Int64) {
    precondition(total < limit, "A list's cells are less than 2⁵¹ pixels high together")
  }

  /// Returns the pixel that contains a position; a pixel beside the cells if there is none.
  private func pixel(at position: Double) -> Int64 {
    let edge = nearestEdge(to: position)
    return points(edge) <= position + PixelGrid.tolerance ? edge : edge - 1
  }

  /// Returns the first and the last pixel of a part of the cells; nil if it has none.
  private func pixels(from top: Double, to bottom: Double) -> (first: Int64, last: Int64)? {
    guard top < bottom else { return nil }
    let edge = nearestEdge(to: bottom)
    let last = points(edge) >= bottom - PixelGrid.tolerance ? edge - 1 : edge
    let first = pixel(at: top)
    return first <= last && last >= 0 ? (first, last) : nil
  }

  /// Returns the nearest edge between two pixels, from a little before the cells to a little behind them.
  private func nearestEdge(to position: Double) -> Int64 {
    let pixels = (position * pixelGrid.scale).rounded()
    return Int64(larger(-2, smaller(Double(total) + 2, pixels)))
  }
}
