package import LayoutSpecs

/// A text that is prepared, and broken into lines in the plainest way.
package struct PlainText {
  package struct Segment {
    package var clusters: [Int]
    package var space: Int
    package var breakAfter: PreparedText.Break

    package init(clusters: [Int], space: Int, breakAfter: PreparedText.Break) {
      self.clusters = clusters
      self.space = space
      self.breakAfter = breakAfter
    }
  }

  package var segments: [Segment]
  package var hyphen: Int

  package init(segments: [Segment], hyphen: Int) {
    self.segments = segments
    self.hyphen = hyphen
  }

  package var prepared: PreparedText { prepared(unit: 1) }

  /// The text with units of so many points; an ellipsis is ten units wide.
  package func prepared(unit: Double) -> PreparedText {
    var builder = PreparedText.Builder(
      unit: unit, metrics: .init(ascender: 15, descender: 5), ellipsisWidth: 10 * unit,
      hyphenWidth: Double(hyphen) * unit)
    for segment in segments {
      for cluster in segment.clusters { builder.addCluster(Double(cluster) * unit) }
      builder.endSegment(space: Double(segment.space) * unit, breakAfter: segment.breakAfter)
    }
    return builder.finish()
  }

  /// The widths of the lines: of all ends that a line may have, the last one that fits; else as many clusters as
  /// fit, but one at least. The space at the end of the text is there, and need not fit.
  package func lineWidths(limit: Int) -> [Int] {
    struct Item {
      var width: Int
      var space = 0
      var breakAfter = PreparedText.Break.none
    }
    var items: [Item] = []
    for segment in segments {
      items += segment.clusters.map { Item(width: $0) }
      if segment.clusters.isEmpty { items.append(Item(width: 0)) }
      items[items.count - 1].space = segment.space
      items[items.count - 1].breakAfter = segment.breakAfter
    }
    if segments.last.map({ $0.breakAfter == .required }) ?? true { items.append(Item(width: 0)) }
    var widths: [Int] = []
    var start = 0
    while start < items.count {
      let required = items[start...].firstIndex { $0.breakAfter == .required } ?? items.count - 1
      func width(to end: Int) -> Int {
        items[start...end].reduce(0) { $0 + $1.width + $1.space } - items[end].space
      }
      func lineWidth(to end: Int) -> Int {
        width(to: end) + (items[end].breakAfter == .hyphen && end < required ? hyphen : 0)
      }
      let ends = start...required
      // Up to the first that does not fit.
      let overflow = ends.first { width(to: $0) > limit }
      let end: Int
      if let overflow {
        let may = (start..<overflow).last { items[$0].breakAfter != .none && lineWidth(to: $0) <= limit }
        end = may ?? (overflow > start ? overflow - 1 : start)
        widths.append(may == nil ? width(to: end) : lineWidth(to: end))
      } else {
        end = required
        widths.append(width(to: end) + (end == items.count - 1 ? items[end].space : 0))
      }
      start = end + 1
    }
    return widths
  }

  /// Clusters of 0 to `widest` units; segments of none to 400 clusters; all kinds of breaks and spaces.
  package static func random(_ random: inout some RandomNumberGenerator, widest: Int) -> PlainText {
    let spaces = [0, 4, 4, 4, 9, 300, 70_000]
    let segments = (0..<Int.random(in: 0...12, using: &random)).map { _ in
      let count = [0, 1, 2, 3, 5, 8, 20, 126, 127, 400].randomElement(using: &random) ?? 0
      let isUniform = Int.random(in: 0..<3, using: &random) == 0
      let width = Int.random(in: 0...widest, using: &random)
      return Segment(
        clusters: (0..<count).map { _ in isUniform ? width : Int.random(in: 0...widest, using: &random) },
        space: spaces.randomElement(using: &random) ?? 0,
        breakAfter: PreparedText.Break.allCases.randomElement(using: &random) ?? .none)
    }
    return PlainText(segments: segments, hyphen: Int.random(in: 0...9, using: &random))
  }
}
