/// The characters of a line.
public struct TextLineContent: Hashable, Sendable {
  /// Their places among the Unicode scalars of the text, without the space or the line break behind them.
  public var range: Range<Int>
  /// The runs that they are in, each with those of its characters that are on the line.
  public var runs: [TextRun]
  /// Where each of these runs begins, in points from the line's left edge.
  public var runOrigins: [Double]
  /// The word that did not fit, if that is why the line ends; else empty.
  public var nextWord: String

  /// The characters of all runs, without what stands at the line's end that is not in the text.
  public var string: String { runs.map(\.string).joined() }
}

extension Paragraph {
  /// Returns the characters of each line.
  ///
  /// Segments and clusters are found again in the characters. In monospace metrics a cluster is a Unicode scalar, and
  /// one space or line break is behind a segment. In others a cluster is a `Character`, and behind a segment after
  /// which a line may end are spaces, tabs, soft hyphens and zero-width spaces, as many as there are, and its line
  /// break.
  ///
  /// - Parameter lines: Lines of this paragraph, from top to bottom.
  /// - Complexity: linear in the length of the text and the number of lines and runs.
  public func contents(of lines: [TextLine]) -> [TextLineContent] {
    var map = CharacterMap(self)
    return lines.map { line in
      let range = map.range(of: line.content)
      var nextWord = ""
      if case .nextWord(let word, _, _) = line.reason {
        nextWord = map.runs(in: map.range(of: word)).runs.map(\.string).joined()
      }
      let (runs, origins) = map.runs(in: range)
      return TextLineContent(range: range, runs: runs, runOrigins: origins, nextWord: nextWord)
    }
  }
}

/// Where the segments and clusters of a paragraph are in its characters.
private struct CharacterMap {
  private struct Segment {
    /// Numbers of characters.
    let start: Int
    let end: Int
  }

  private let runs: [TextRun]
  private let scalars: [Unicode.Scalar]
  /// The offset of each character among the scalars, and the end of the last.
  private let starts: [Int]
  /// Where each scalar would be in a text of one line, in points, and the end of the last.
  private let positions: [Double]
  private let segments: [Segment]
  /// For each run the offset of its first scalar, and the end of the last run.
  private let runStarts: [Int]

  init(_ paragraph: Paragraph) {
    let isMonospace = paragraph.metrics.monospace != nil
    runs = paragraph.text.runs
    let string = paragraph.text.string
    scalars = Array(string.unicodeScalars)
    runStarts = runs.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.string.unicodeScalars.count) }
    starts = Self.starts(in: string, isMonospace: isMonospace)
    (segments, positions) = Self.segments(of: paragraph.prepared, scalars, starts, isMonospace: isMonospace)
  }

  /// Returns where characters begin: each scalar, or what a reader takes for one character. A return with a line feed
  /// behind it is one.
  private static func starts(in string: String, isMonospace: Bool) -> [Int] {
    var (starts, end) = ([0], 0)
    for character in string {
      let count = character.unicodeScalars.count
      if isMonospace && character != "\r\n" {
        starts += end + 1...end + count
      } else {
        starts.append(end + count)
      }
      end += count
    }
    return starts
  }

  private static func segments(
    of text: PreparedText, _ scalars: [Unicode.Scalar], _ starts: [Int], isMonospace: Bool
  ) -> ([Segment], [Double]) {
    // No further than there are characters, whatever the metrics counted.
    let count = starts.count - 1
    var (segments, positions): ([Segment], [Double]) = ([], [])
    var (place, x) = (0, 0.0)
    func first(_ place: Int) -> Unicode.Scalar { scalars[starts[place]] }
    func isWhite(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace && !AttributedText.isLineBreak(scalar)
    }
    func skip() {
      positions += repeatElement(x, count: starts[place + 1] - starts[place])
      place += 1
    }
    text.withParts { parts in
      let reader = LineBreaker(parts, limit: .max, style: ParagraphStyle())
      let unit = parts.header.unit
      var record = LineBreaker.Place()
      while record.record < Int(parts.header.recordCount) {
        let (segment, next) = reader.read(record)
        let start = (place: place, x: x)
        for cluster in 0..<min(segment.clusterCount, count - place) {
          skip()
          x = start.x + Double(segment.end(ofCluster: cluster, parts)) * unit
        }
        segments.append(Segment(start: start.place, end: place))
        record = next
        guard segment.breakAfter != .none || segment.space > 0 else { continue }
        if isMonospace {
          if place < count { skip() }
        } else if segment.breakAfter == .none {
          if place < count, isWhite(first(place)) { skip() }
        } else {
          while place < count, isWhite(first(place)) || ["\u{AD}", "\u{200B}"].contains(first(place)) {
            skip()
          }
          if segment.breakAfter == .required, place < count, AttributedText.isLineBreak(first(place)) {
            skip()
          }
        }
        x = start.x + Double(segment.width + segment.space) * unit
      }
    }
    return (segments, positions + repeatElement(x, count: starts[count] + 1 - positions.count))
  }

  /// Returns the scalars between two places, without those behind the last segment.
  func range(of content: Range<TextLine.Place>) -> Range<Int> {
    let (low, high) = (content.lowerBound, content.upperBound)
    let start = low.segment < segments.count ? segments[low.segment].start + low.cluster : starts.count - 1
    let end: Int
    if high.cluster > 0 {
      end = segments[high.segment].start + high.cluster
    } else {
      end = high.segment > 0 ? segments[high.segment - 1].end : start
    }
    let last = starts.count - 1
    return starts[min(start, last)]..<starts[max(min(start, last), min(end, last))]
  }

  /// The run that the last range ended in. Lines are asked for from top to bottom.
  private var firstRun = 0

  /// Returns the parts of runs that are in a range of scalars, and where they begin behind the range's beginning.
  mutating func runs(in range: Range<Int>) -> (runs: [TextRun], origins: [Double]) {
    while firstRun > 0, runStarts[firstRun] > range.lowerBound { firstRun -= 1 }
    while firstRun < runs.count, runStarts[firstRun + 1] <= range.lowerBound { firstRun += 1 }
    var (parts, origins): ([TextRun], [Double]) = ([], [])
    var index = firstRun
    while index < runs.count, runStarts[index] < range.upperBound {
      let part = range.clamped(to: runStarts[index]..<runStarts[index + 1])
      if !part.isEmpty {
        var run = runs[index]
        if part.count < runStarts[index + 1] - runStarts[index] {
          run.string = String(String.UnicodeScalarView(scalars[part]))
        }
        parts.append(run)
        origins.append(positions[part.lowerBound] - positions[range.lowerBound])
      }
      index += 1
    }
    return (parts, origins)
  }
}

extension LayoutTree {
  /// Returns the text of an element with its style, prepared; nil for other elements, and for texts that user code
  /// measures.
  ///
  /// - Complexity: linear in the length of a plain text, which is prepared each time; else constant.
  public func paragraph(of element: ElementID) -> Paragraph? { tables.paragraph(of: element) }
}
