package import LayoutSpecs

/// A text that a made-up shaper prepares, and that is broken in the plainest way.
package struct PlainText {
  package struct Cluster {
    package var width: Int
    /// The characters that it stands for: one, several, a part of one, or none.
    package var string: String

    package init(width: Int, string: String) {
      self.width = width
      self.string = string
    }
  }

  package struct Segment {
    package var clusters: [Cluster]
    /// The width of the space behind it; of a tab, its interval.
    package var space: Int
    package var isTab = false
    package var breakAfter: PreparedText.Break
    /// The characters behind the clusters: a space, a tab or a line break.
    package var end = ""
    /// The height of its line, if nothing else on it is higher.
    package var metrics = PlainText.usualMetrics

    package init(
      clusters: [Cluster], space: Int, isTab: Bool = false, breakAfter: PreparedText.Break, end: String = "",
      metrics: PreparedText.LineMetrics = PlainText.usualMetrics
    ) {
      self.clusters = clusters
      self.space = space
      self.isTab = isTab
      self.breakAfter = breakAfter
      self.end = end
      self.metrics = metrics
    }
  }

  package struct Line {
    package var width: Int
    package var string: String
    /// Where its scalars are, from the line's beginning.
    package var positions: [Int]
    package var metrics: PreparedText.LineMetrics

    /// Whether a line of the engine has these characters of the text, and its runs begin where they are.
    ///
    /// - Parameter runEnds: Where the text's runs end, among its scalars.
    package func isSaid(
      by content: TextLineContent, of scalars: [Unicode.Scalar], runEnds: [Int]
    ) -> Bool {
      let characters = string.unicodeScalars
      guard content.string.unicodeScalars.elementsEqual(characters),
        scalars[content.range].elementsEqual(characters)
      else { return false }
      let starts = content.range.filter { $0 == content.range.lowerBound || runEnds.contains($0) }
      return content.runOrigins == starts.map { Double(positions[$0 - content.range.lowerBound]) }
    }
  }

  package var segments: [Segment]
  package var hyphen: Int
  package static let usualMetrics = PreparedText.LineMetrics(ascender: 15, descender: 5)
  /// The width of the ellipsis at the end of a truncated text.
  private static let ellipsis = 10

  package init(segments: [Segment], hyphen: Int) {
    self.segments = segments
    self.hyphen = hyphen
  }

  package var string: String { segments.map { $0.clusters.map(\.string).joined() + $0.end }.joined() }

  package var prepared: PreparedText { prepared(unit: 1) }

  /// The text with units of so many points.
  package func prepared(unit: Double) -> PreparedText {
    func points(_ units: Int) -> Double { Double(units) * unit }
    var builder = PreparedText.Builder(
      unit: unit, metrics: Self.usualMetrics, ellipsisWidth: points(Self.ellipsis),
      hyphenWidth: points(hyphen))
    for segment in segments {
      builder.setMetrics(segment.metrics)
      for cluster in segment.clusters {
        builder.addCluster(points(cluster.width), scalarCount: cluster.string.unicodeScalars.count)
      }
      let count = segment.end.unicodeScalars.count
      if segment.isTab {
        builder.endSegment(
          tabInterval: points(segment.space), breakAfter: segment.breakAfter, scalarCount: count)
      } else {
        builder.endSegment(space: points(segment.space), breakAfter: segment.breakAfter, scalarCount: count)
      }
    }
    return builder.finish()
  }

  /// The lines: a line ends at the last allowed place that fits; otherwise after as many clusters as fit, but at
  /// least one. The space at the end of the text stays if it fits. A tab goes to the next multiple of its interval
  /// that is at least an eighth of the interval away, but not beyond the limit; nor does a space before a tab. A line
  /// is as high as its highest item.
  ///
  /// - Parameters:
  ///   - limit: The most units that a line may be wide.
  ///   - count: The most lines, of which the last one ends in an ellipsis if there are more. Default: 0, any number.
  package func lines(limit: Int, atMost count: Int = 0) -> [Line] {
    let items = items
    var lines: [Line] = []
    var start = 0
    while start < items.count {
      let (line, end) = line(of: items, from: start, limit: limit)
      if lines.count + 1 == count {
        // Nobody misses spaces and line breaks.
        let isTruncated = items[(end + 1)...].contains { !$0.isEmpty }
        return lines + [
          isTruncated ? truncatedLine(of: items, from: start, limit: limit - Self.ellipsis) : line
        ]
      }
      lines.append(line)
      start = end + 1
    }
    return lines
  }

  /// A cluster, or a segment without clusters, and the space or break behind it.
  private struct Item {
    var width: Int
    var string: String
    var space = 0
    var isTab = false
    /// True for a tab that stands alone in its segment.
    var isOnlyTab = false
    /// True for a segment without clusters: it is on the line of a cluster before it that is wider than that.
    var isEmpty = false
    var breakAfter = PreparedText.Break.none
    var end = ""
    var metrics: PreparedText.LineMetrics

    func space(from used: Int, limit: Int) -> Int {
      guard isTab else { return space }
      var stop = space
      while stop - used < max(space / 8, 1) { stop += space }
      return max(min(stop, limit) - used, 0)
    }
  }

  private var items: [Item] {
    var items: [Item] = []
    for segment in segments {
      items += segment.clusters.map { Item(width: $0.width, string: $0.string, metrics: segment.metrics) }
      if segment.clusters.isEmpty {
        // Characters without a place have a cluster of their own.
        let isEmpty = segment.space > 0 || segment.breakAfter != .none || segment.end.isEmpty
        items.append(
          Item(width: 0, string: "", isOnlyTab: segment.isTab, isEmpty: isEmpty, metrics: segment.metrics))
      }
      let last = items.count - 1
      (items[last].space, items[last].isTab) = (segment.space, segment.isTab)
      (items[last].breakAfter, items[last].end) = (segment.breakAfter, segment.end)
      // Characters behind a segment without a space or a break stay on its line.
      if segment.space == 0 && segment.breakAfter == .none {
        items[last].end = ""
        items[last].string += segment.end
      }
    }
    if segments.last.map({ $0.breakAfter == .required }) ?? true {
      let metrics = segments.last?.metrics ?? Self.usualMetrics
      items.append(Item(width: 0, string: "", isEmpty: true, metrics: metrics))
    }
    return items
  }

  /// Returns the line that begins with an item, and its last item.
  private func line(of items: [Item], from start: Int, limit: Int) -> (line: Line, end: Int) {
    let required = items[start...].firstIndex { $0.breakAfter == .required } ?? items.count - 1
    // Where each item ends, and the space behind it.
    var (ends, used): ([(end: Int, space: Int)], Int) = ([], 0)
    for item in items[start...required] {
      let end = item.isOnlyTab ? min(used, max(limit, ends.last?.end ?? 0)) : used + item.width
      ends.append((end, item.space(from: end, limit: limit)))
      used = end + ends[ends.count - 1].space
    }
    func width(to end: Int) -> Int { ends[end - start].end }
    func lineWidth(to end: Int) -> Int {
      width(to: end) + (items[end].breakAfter == .hyphen && end < required ? hyphen : 0)
    }
    // Up to the first that does not fit.
    let overflow = (start...required).first { width(to: $0) > limit }
    var (end, lineEnd): (Int, Int)
    if let overflow {
      let may = (start..<overflow).last { items[$0].breakAfter != .none && lineWidth(to: $0) <= limit }
      end = may ?? (overflow > start ? overflow - 1 : start)
      lineEnd = may == nil ? width(to: end) : lineWidth(to: end)
      if overflow == start {
        while end < required, items[end + 1].isEmpty { end += 1 }
      }
    } else {
      end = required
      lineEnd = width(to: end)
      let space = end == items.count - 1 ? ends[end - start].space : 0
      if lineEnd + space <= limit { lineEnd += space }
    }
    var line = Line(
      width: lineEnd, string: "", positions: [], metrics: Self.covering(items[start...end].map(\.metrics)))
    for index in start...end {
      let item = items[index]
      let itemEnd = overflow == start ? min(ends[index - start].end, lineEnd) : ends[index - start].end
      let behind = index < end || index == items.count - 1 ? item.end : ""
      line.string.unicodeScalars += Array(item.string.unicodeScalars) + Array(behind.unicodeScalars)
      line.positions += repeatElement(itemEnd - item.width, count: item.string.unicodeScalars.count)
      line.positions += repeatElement(itemEnd, count: behind.unicodeScalars.count)
    }
    return (line, end)
  }

  /// Returns the width and the height of a truncated line: as many items as fit before the ellipsis, which is as high
  /// as the first item that it replaces if there is nothing before it.
  private func truncatedLine(of items: [Item], from start: Int, limit: Int) -> Line {
    var (used, space) = (0, 0)
    var metrics: [PreparedText.LineMetrics] = []
    for item in items[start...] {
      guard used + space + item.width <= limit else { break }
      used += space + item.width
      space = item.space(from: used, limit: limit)
      metrics.append(item.metrics)
      if item.breakAfter == .required { break }
    }
    return Line(
      width: used + Self.ellipsis, string: "", positions: [],
      metrics: metrics.isEmpty ? items[start].metrics : Self.covering(metrics))
  }

  private static func covering(_ metrics: [PreparedText.LineMetrics]) -> PreparedText.LineMetrics {
    PreparedText.LineMetrics(
      ascender: metrics.map(\.ascender).max() ?? 0, descender: metrics.map(\.descender).max() ?? 0)
  }

  /// Line metrics of whole numbers, whose sums are exact.
  package static let someMetrics = [
    usualMetrics, PreparedText.LineMetrics(ascender: 12, descender: 3),
    PreparedText.LineMetrics(ascender: 40, descender: 0),
    PreparedText.LineMetrics(ascender: 4, descender: 30),
  ]

  /// Clusters of 0 to `widest` units; segments of none to 400 clusters; all kinds of breaks, spaces and tabs; heights
  /// that are equal, or of each segment its own.
  package static func random(_ random: inout some RandomNumberGenerator, widest: Int) -> PlainText {
    func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    // A letter with an accent, a vowel that a character of Thai and of Hindi has in it, halves of a flag, a
    // ligature, more accents than a byte counts, and letters beside others that are as usual.
    let strings = [
      "a", "b", "字", "e\u{301}", "\u{301}", "ก", "\u{E33}", "ส\u{E33}", "क\u{94D}", "ष", "🇩", "🇪", "ffi", "",
      "x" + String(repeating: "\u{301}", count: pick([125, 126, 127, 300, 400])),
    ]
    let isUsual = Int.random(in: 0..<3, using: &random) == 0
    let metrics = Bool.random(using: &random) ? [usualMetrics] : someMetrics
    let segments = (0..<Int.random(in: 0...12, using: &random)).map { _ in
      let count = pick([0, 1, 2, 3, 5, 8, 20, 126, 127, 400])
      let isUniform = Int.random(in: 0..<3, using: &random) == 0
      let width = Int.random(in: 0...widest, using: &random)
      let breakAfter = pick(PreparedText.Break.allCases)
      let isTab = Int.random(in: 0..<4, using: &random) == 0
      let space = isTab ? pick([1, 7, 8, 64, 150, 70_000]) : pick([0, 4, 4, 4, 9, 300, 70_000])
      let usualEnd = isTab ? "\t" : space > 0 ? " " : ["", "", "\u{AD}", "\n"][Int(breakAfter.rawValue)]
      return Segment(
        clusters: (0..<count).map { _ in
          Cluster(
            width: isUniform ? width : Int.random(in: 0...widest, using: &random),
            string: isUsual ? "m" : pick(strings))
        },
        space: space, isTab: isTab, breakAfter: breakAfter,
        end: isUsual ? usualEnd : pick([usualEnd, usualEnd, "", " \u{200B}", "\r\n", "\u{301}"]),
        metrics: pick(metrics))
    }
    return PlainText(segments: segments, hyphen: Int.random(in: 0...9, using: &random))
  }
}

extension PlainText {
  /// Metrics that have prepared a text, whatever text they are asked for.
  package struct Metrics: TextMetrics {
    let prepared: PreparedText

    package init(prepared: PreparedText) { self.prepared = prepared }

    package func preparedText(of text: AttributedText) -> PreparedText? { prepared }
    package func size(of text: String, maxWidth: Double) -> Size { prepared.extent(maxWidth: maxWidth).size }
  }
}
