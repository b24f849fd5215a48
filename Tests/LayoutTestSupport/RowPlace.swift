package import LayoutSpecs

/// Where a row of a list lies, found by placing one row after the other, in pixels.
package struct RowPlace {
  package var frame: Rect
  /// The top and the end of its line, with the spacing below; in a masonry those of the row.
  package var top: Double
  package var end: Double

  /// Places rows, and returns how high they are together.
  package static func places(
    of rows: [(height: Int64, hasOwnLine: Bool)], in grid: ListGrid, width: Int
  ) -> (places: [RowPlace], height: Double) {
    var (places, ends, start) = ([RowPlace](), Array(repeating: 0.0, count: grid.count), 0)
    let room = width - Int(grid.spacing) * (grid.count - 1)
    func place(_ row: Int, _ column: Int, _ top: Double, lineEnd: Double? = nil) -> RowPlace {
      let height = Double(rows[row].height)
      let x =
        column * (room / grid.count + Int(grid.spacing)) + column * (room % grid.count)
        / max(1, grid.count - 1)
      let isWide = rows[row].hasOwnLine || grid.count == 1
      return RowPlace(
        frame: Rect(x: Double(x), y: top, width: Double(isWide ? width : room / grid.count), height: height),
        top: top,
        end: lineEnd ?? top + height + Double(grid.lineSpacing))
    }
    while start < rows.count {
      if grid.isMasonry, !rows[start].hasOwnLine {
        let column = ends.indices.first { column in ends.allSatisfy { $0 >= ends[column] } }!
        places.append(place(start, column, ends[column]))
        ends[column] = places[start].end
        start += 1
        continue
      }
      var end = start + 1
      while !rows[start].hasOwnLine, end < rows.count, !rows[end].hasOwnLine, end - start < grid.count {
        end += 1
      }
      let top = ends.max()!
      let height = rows[start..<end].map(\.height).max()!
      let isEmpty = rows[start].hasOwnLine && height == 0
      let bottom = isEmpty ? top : top + Double(height + grid.lineSpacing)
      for row in start..<end { places.append(place(row, row - start, top, lineEnd: bottom)) }
      (start, ends) = (end, ends.map { _ in bottom })
    }
    return (places, max(0, ends.max()! - Double(grid.lineSpacing)))
  }
}

extension [RowPlace] {
  /// The rows from the first that ends behind the top of a part to the last that begins before its bottom.
  ///
  /// - Parameter isTouching: True if the first may also begin at the top, or behind it, and end there. Default: false.
  package func indices(from top: Double, to bottom: Double, isTouching: Bool = false) -> Range<Int> {
    guard top < bottom, let first = firstIndex(where: { $0.end > top || isTouching && $0.top >= top }),
      let last = lastIndex(where: { $0.top < bottom }), first <= last
    else { return 0..<0 }
    return first..<last + 1
  }
}
