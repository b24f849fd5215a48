// Rows at positions: pixels and points.

extension RowTree {
  /// Returns the indices of the rows that reach into the part from `top` to just before `bottom`, in points; in a masonry
  /// of those, too, that lie above the part beside a high one.
  ///
  /// - Parameter isTouching: True for rows, too, that would reach into the part if they were higher: rows without a height
  ///   at the part's top. Default: false.
  package func indices(from top: Double, to bottom: Double, isTouching: Bool = false) -> Range<Int> {
    guard let (first, last) = pixels(from: top, to: bottom) else { return 0..<0 }
    var start = index(atPixel: first)
    // Rows without a height begin at the top and do not end behind it.
    if isTouching { start = min(start, endIndex(atPixel: first - 1)) }
    let end = endIndex(atPixel: last)
    return start < end ? start..<end : 0..<0
  }

  /// Returns the index of the row that contains a pixel, which is the first row that ends behind the pixel; the
  /// number of rows if all end before it.
  private func index(atPixel pixel: Int64) -> Int {
    if grid.isPlain { return pass(Sums()) { $0.height <= pixel }.sums.count }
    return masonry?.find(in: self) { $0.bottom <= pixel }.index ?? lineStart(atPixel: pixel)
  }

  /// Returns the index of the first row that begins behind a pixel; the number of rows if none does.
  private func endIndex(atPixel pixel: Int64) -> Int {
    if pixel < 0 { return 0 }
    if grid.isPlain { return min(count, index(atPixel: pixel) + 1) }
    return masonry?.find(in: self) { $0.top <= pixel }.index ?? lineEnd(from: lineStart(atPixel: pixel))
  }

  /// Returns the first row of the first line that ends behind a pixel; the number of rows if all end before it.
  private func lineStart(atPixel pixel: Int64) -> Int {
    let (row, lines) = find(RowLines()) { $0.top(grid) <= pixel }
    var next = lines
    // A row with a line of its own, and the end of the list, end the line before.
    if row?.hasOwnLine ?? true { next.endLine(grid) }
    return lines.count - (next.top(grid) > pixel ? lines : next).openCount
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

  /// Returns the nearest edge between two pixels, from a little before the rows to behind any rows.
  private func nearestEdge(to position: Double) -> Int64 {
    Int64(larger(-2, smaller(0x1p52, (position * pixelGrid.scale).rounded())))
  }
}
