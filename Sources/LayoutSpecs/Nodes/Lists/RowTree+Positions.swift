// Rows at positions: pixels and points.

extension RowTree {
  /// Returns the indices of the rows that reach into the part from `top` to just before `bottom`, in points.
  package func indices(from top: Double, to bottom: Double) -> Range<Int> {
    guard let (first, last) = pixels(from: top, to: bottom) else { return 0..<0 }
    return indices(from: index(atPixel: first), toPixel: last)
  }

  /// Returns the indices of the rows that reach into a part, or would if they were higher: rows without a
  /// height at the part's top, too.
  package func indices(touching top: Double, to bottom: Double) -> Range<Int> {
    guard let (first, last) = pixels(from: top, to: bottom) else { return 0..<0 }
    let end = index(atPixel: first)
    // The first row that ends at the top or behind it. If it has a height, it ends above the rows without one.
    let start = index(atPixel: first - 1)
    if grid.isPlain {
      return indices(from: start < end && self[start].height > 0 ? start + 1 : start, toPixel: last)
    }
    let next = start < count ? lineEnd(from: start) : count
    let hasHeight = rows(in: start..<next).contains { $0.height > 0 } || grid.lineSpacing > 0
    return indices(from: start < end && hasHeight ? next : start, toPixel: last)
  }

  /// Returns the index of the row that contains a pixel, which is the first row that ends behind the pixel; the
  /// number of rows if all end before it.
  private func index(atPixel pixel: Int64) -> Int {
    grid.isPlain ? find { $0.height <= pixel }.sums.count : lineStart(atPixel: pixel)
  }

  /// Returns the first row of the first line that ends behind a pixel; the number of rows if all end before it.
  private func lineStart(atPixel pixel: Int64) -> Int {
    let (row, place) = findLine { $0.top <= pixel }
    var next = place
    // A row with a line of its own, and the end of the list, end the line before.
    if row?.hasOwnLine ?? true { next.endLine(grid) }
    return next.top > pixel ? place.lineStart : next.lineStart
  }

  /// Returns the row behind the line that begins with a row.
  private func lineEnd(from start: Int) -> Int {
    var end = start
    visit(start..<min(count, start + grid.count)) { index, row in
      if index > start, row.hasOwnLine { return false }
      end = index + 1
      return !row.hasOwnLine
    }
    return end
  }

  private func indices(from first: Int, toPixel last: Int64) -> Range<Int> {
    let start = index(atPixel: last)
    let end = grid.isPlain || start >= count ? min(count, start + 1) : lineEnd(from: start)
    return first < end ? first..<end : 0..<0
  }

  func points(_ pixels: Int64) -> Double { Double(pixels) / pixelGrid.scale }

  /// Returns a height rounded up to whole pixels; 0 for one that is negative, infinite or undefined.
  ///
  /// - Precondition: it is less than 2⁵¹ pixels.
  package func pixels(_ height: Double) -> Int64 {
    guard height > 0, height < .infinity else { return 0 }
    let pixels = (pixelGrid.ceil(height) * pixelGrid.scale).rounded()
    RowTree.check(Int64(exactly: pixels) ?? .max)
    return Int64(pixels)
  }

  /// Up to this height each pixel's edge is a different position in points, and sums are far from an overflow.
  static func check(_ pixels: Int64) {
    precondition(pixels < 1 << 51, "A list's cells are less than 2⁵¹ pixels high together")
  }

  /// Returns the first and the last pixel of a part of the rows; nil if it has none. There are pixels beside the rows.
  private func pixels(from top: Double, to bottom: Double) -> (first: Int64, last: Int64)? {
    guard top < bottom else { return nil }
    let (start, end) = (nearestEdge(to: top), nearestEdge(to: bottom))
    let first = points(start) <= top + PixelGrid.tolerance ? start : start - 1
    let last = points(end) >= bottom - PixelGrid.tolerance ? end - 1 : end
    return first <= last && last >= 0 ? (first, last) : nil
  }

  /// Returns the nearest edge between two pixels, from a little before the rows to a little behind them.
  private func nearestEdge(to position: Double) -> Int64 {
    let pixels = (position * pixelGrid.scale).rounded()
    return Int64(larger(-2, smaller((height * pixelGrid.scale).rounded() + 2, pixels)))
  }
}
