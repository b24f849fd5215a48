/// The heights of a list's cells, which tells at once where a cell begins and which cell lies at a position.
///
/// A binary indexed tree: entry `i` has the sum of as many heights up to `i` as `i`'s lowest set bit says.
///
/// Source: Peter Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and
/// Experience 24, 1994.
package struct HeightIndex {
  private var heights: [Double]
  /// The sums, from 1.
  private var sums: [Double]

  /// Creates an index of these heights, each 0 or more and finite.
  ///
  /// - Complexity: linear in their number.
  package init(_ heights: [Double]) {
    self.heights = heights
    sums = [0] + heights
    for place in sums.indices.dropFirst() {
      let next = place + (place & -place)
      if next < sums.count { sums[next] += sums[place] }
    }
  }

  /// The number of cells.
  package var count: Int { heights.count }

  /// The height of the cell at an index. Setting it takes time logarithmic in the number of cells.
  package subscript(index: Int) -> Double {
    get { heights[index] }
    set {
      let difference = newValue - heights[index]
      heights[index] = newValue
      if difference == 0 { return }
      var place = index + 1
      while place < sums.count {
        sums[place] += difference
        place += place & -place
      }
    }
  }

  /// Returns the sum of the heights before an index, which may be the number of cells.
  ///
  /// - Complexity: logarithmic in the number of cells.
  package func offset(of index: Int) -> Double {
    var (place, sum) = (index, 0.0)
    while place > 0 {
      sum += sums[place]
      place -= place & -place
    }
    return sum
  }

  /// Returns the index of the cell that contains a position, which is the first one that ends behind it; the
  /// number of cells if all end before it.
  ///
  /// - Complexity: logarithmic in the number of cells.
  package func index(at position: Double) -> Int {
    var (place, rest) = (0, position)
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

  /// Returns the indices of the cells that reach into a part, from its top to before its bottom.
  ///
  /// - Complexity: logarithmic in the number of cells.
  package func indices(from top: Double, to bottom: Double) -> Range<Int> {
    guard top < bottom else { return 0..<0 }
    let first = index(at: larger(0, top))
    let last = index(at: bottom)
    let end = last < count && offset(of: last) < bottom ? last + 1 : last
    return first < end ? first..<end : 0..<0
  }
}
