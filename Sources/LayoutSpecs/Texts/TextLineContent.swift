/// The characters of a line.
public struct TextLineContent: Hashable, Sendable {
  /// The range of the characters among the Unicode scalars of the text, without the space or the line break behind
  /// them; at the end of the text with the space.
  public var range: Range<Int>
  /// The parts of the text's runs that are on the line, in the order of reading. A run in which the direction of
  /// reading changes becomes several runs here.
  public var runs: [TextRun]
  /// The left edge of each run, in points from the line's left edge. Runs that are read from the right are placed in the
  /// order of Unicode's Annex 9.
  public var runOrigins: [Double]
  /// The width of each run, in points, with the spaces.
  public var runWidths: [Double]
  /// The embedding level of each run, by Annex 9: runs of odd levels are read from the right. Embeddings, overrides and
  /// isolates have no effect.
  public var runLevels: [UInt8]
  /// The word that did not fit, if that is why the line ends; else empty.
  public var nextWord: String

  /// The characters of all runs, without a hyphen or an ellipsis that is not in the text.
  public var string: String { runs.map(\.string).joined() }
}

extension Paragraph {
  /// Returns the characters of each line.
  ///
  /// The characters of segments and clusters are found by the numbers of Unicode scalars that
  /// `PreparedText.Builder` was given. If it was given none, a cluster is a `Character`, and behind a segment
  /// after which a line may end come all spaces, tabs, soft hyphens and zero-width spaces that are there, and
  /// its line break.
  ///
  /// - Parameter lines: Lines of this paragraph, from top to bottom.
  /// - Complexity: linear in the length of the text and the number of lines and runs.
  public func contents(of lines: [TextLine]) -> [TextLineContent] {
    var map = CharacterMap(self)
    return lines.map { line in
      var nextWord = ""
      if case .nextWord(let word, _, _) = line.reason {
        nextWord = map.runs(in: map.range(of: word)).map(\.run.string).joined()
      }
      var range = map.range(of: line.content)
      if line.content.upperBound.segment == map.segmentCount { range = range.lowerBound..<map.scalarCount }
      let levels = map.levels(of: range, isRightToLeft: line.isRightToLeft)
      let parts = map.runs(in: range, levels)
      let (edges, endingWidth) = map.edges(of: parts.map(\.start), in: line)
      let widths = zip(edges, edges.dropFirst()).map { $1 - $0 }
      let partLevels = parts.map { levels[$0.start - range.lowerBound] }
      var origins = widths
      // The hyphen or ellipsis of a line that is read from the right is at the line's left.
      var x = line.isRightToLeft ? endingWidth : edges[0]
      for index in ReadingOrder.visualOrder(of: partLevels) {
        origins[index] = x
        x += widths[index]
      }
      func points(_ units: Int) -> Double { Double(units) * prepared.unit }
      return TextLineContent(
        range: range, runs: parts.map(\.run), runOrigins: origins.map(points), runWidths: widths.map(points),
        runLevels: partLevels, nextWord: nextWord)
    }
  }
}
