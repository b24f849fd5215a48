/// A line of a paragraph that is edited, and where its characters are.
///
/// Offsets are numbers of UTF-16 code units from the paragraph's beginning. Edges are in units of the prepared text from the
/// line's left edge. The spaces behind a line are its last characters, without a width.
struct MappedLine {
  let line: TextLine
  /// The points of a unit.
  let unit: Double
  /// True for the last line of its paragraph.
  let isLast: Bool
  /// Where each character begins, and where the last one ends. A character that is cut by a line's end is one on each line.
  private let offsets: [Int]
  /// Where each character begins and ends, in its own direction: one that is read from the right begins at its right edge.
  private let leading: [Int]
  private let trailing: [Int]

  var range: Range<Int> { offsets[0]..<offsets[offsets.count - 1] }

  /// Where reading ends.
  private var endEdge: Int { line.isRightToLeft ? 0 : Int((line.frame.size.width / unit).rounded()) }

  /// - Parameters:
  ///   - places: The scalars of the paragraph that begin a character of the line.
  ///   - offsets: The offset of each of these characters, and that of the last one's end.
  ///   - levels: The embedding level of each character.
  init(
    _ line: TextLine, places: [Int], offsets: [Int], levels: [UInt8], isLast: Bool, unit: Double,
    in map: CharacterMap
  ) {
    (self.line, self.unit, self.isLast, self.offsets) = (line, unit, isLast, offsets)
    let (edges, endingWidth) = map.edges(of: places, in: line)
    let widths = zip(edges, edges.dropFirst()).map { $1 - $0 }
    var (leading, trailing) = (widths, widths)
    var left = line.isRightToLeft ? endingWidth : 0
    for index in ReadingOrder.visualOrder(of: levels) {
      let right = left + widths[index]
      (leading[index], trailing[index]) = levels[index] % 2 == 0 ? (left, right) : (right, left)
      left = right
    }
    (self.leading, self.trailing) = (leading, trailing)
  }

  /// Returns the edge of a caret at an offset on the line.
  ///
  /// - Parameter isUpstream: True for the end of the character before the offset, false for the beginning of the one behind.
  func caret(at offset: Int, isUpstream: Bool) -> Int {
    let index = offsets.partitioningIndex { $0 > offset } - 1
    if isUpstream, index > 0, offsets[index] == offset { return trailing[index - 1] }
    return index < leading.count ? leading[index] : endEdge
  }

  /// Returns the offset whose caret is nearest to a point, in points from the line's left edge, and whether it is the end of
  /// the character before the offset.
  func offset(at x: Double) -> (offset: Int, isUpstream: Bool) {
    let (first, last) = (offsets[0], offsets[offsets.count - 1])
    let left = min(leading.min() ?? 0, trailing.min() ?? 0)
    let right = max(leading.max() ?? 0, trailing.max() ?? 0)
    if x.isNaN { return (first, false) }
    if x <= Double(left) * unit || x >= Double(right) * unit {
      let isEnd = !leading.isEmpty && (x >= Double(right) * unit) != line.isRightToLeft
      return isEnd ? (last, !isLast) : (first, false)
    }
    for index in leading.indices {
      let (begin, end) = (Double(leading[index]) * unit, Double(trailing[index]) * unit)
      guard x >= min(begin, end), x < max(begin, end) else { continue }
      if abs(x - begin) < abs(x - end) { return (offsets[index], false) }
      // Where both carets are in one place, the one that needs no second word.
      let next = index + 1 < leading.count ? leading[index + 1] : isLast ? endEdge : nil
      return (offsets[index + 1], next != trailing[index])
    }
    return (last, !isLast)
  }

  /// The left and right edges of the characters in a range, from left to right; neighbours are one.
  func edges(of range: Range<Int>) -> [(left: Int, right: Int)] {
    let all = leading.indices
      .filter { offsets[$0] < range.upperBound && offsets[$0 + 1] > range.lowerBound }
      .map { (min(leading[$0], trailing[$0]), max(leading[$0], trailing[$0])) }
    var merged: [(left: Int, right: Int)] = []
    for (left, right) in all.sorted(by: <) where left < right {
      if let last = merged.last, last.right >= left {
        merged[merged.count - 1].right = max(last.right, right)
      } else {
        merged.append((left, right))
      }
    }
    return merged
  }
}
