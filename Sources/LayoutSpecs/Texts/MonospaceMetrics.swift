/// The default metrics of texts: every character has the same width, exact on every machine.
///
/// See `TextParameters` for the rules.
public struct MonospaceMetrics: TextMetrics, Hashable {
  /// Points per character. Default: 8.
  public let advance: Double
  /// Points per line. Default: 20.
  public let lineHeight: Double

  /// The distance from a line's top to its baseline, in points. Default: nil, which leaves baselines to styles, as
  /// in nodes without a font; lines are then drawn with four fifths of their height above the baseline.
  public var ascender: Double? { storedAscender < 0 ? nil : storedAscender }

  /// Negative if there is none: with an optional, the metrics would not fit into an `any TextMetrics` without an allocation.
  private let storedAscender: Double

  /// Creates metrics of `advance` × `lineHeight` points per character.
  ///
  /// - Precondition: `advance` is above 0, `lineHeight` 0 or more, both less than 10,000,000; `ascender` is from 0
  ///   to `lineHeight`.
  public init(advance: Double = 8, lineHeight: Double = 20, ascender: Double? = nil) {
    requireTextMetrics(advance: advance, lineHeight: lineHeight)
    precondition(
      ascender.map { (0...lineHeight).contains($0) } ?? true, "A text's ascender is from 0 to its line height"
    )
    self.advance = advance
    self.lineHeight = lineHeight
    storedAscender = ascender ?? -1
  }

  public var monospace: MonospaceMetrics? { self }
}

extension MonospaceMetrics: LocalTextMetrics {
  package func isCut(between first: Unicode.Scalar, and second: Unicode.Scalar, in font: TextFont) -> Bool {
    first != " " && second != " "
  }

  /// Prepares a text: a cluster is a Unicode scalar, and a line may break behind all spaces after a word, and behind a
  /// tab; never before a space (Unicode's Annex 14, rule LB7). Tab stops lie at every eighth character of the first font.
  ///
  /// The metrics are for a font of 16 points, of any family and weight; for other sizes they are scaled. An
  /// ellipsis is as wide as a character.
  ///
  /// - Complexity: linear in the length of the text.
  public func preparedText(of text: AttributedText) -> PreparedText? { prepared(text) }

  func prepared(_ text: AttributedText) -> PreparedText {
    let first = text.runs.first ?? TextRun("")
    // In texts with one width for all characters sums are exact.
    let isUniform = text.runs.allSatisfy {
      $0.font.size == first.font.size && $0.letterSpacing == 0 && $0.attachment == nil
    }
    let width = max(length(advance * scale(of: first)), .leastNonzeroMagnitude)
    var builder = PreparedText.Builder(
      unit: isUniform ? width : PreparedText.Builder.finestUnit, metrics: lineMetrics(of: first),
      ellipsisWidth: width, hyphenWidth: width)
    builder.hasScalarCounts = true
    var hasReturned = false
    // The spaces behind the last word.
    var spaces = Spaces()
    for run in text.runs {
      let advance = max(advance * scale(of: run) + run.letterSpacing, 0)
      if let first = run.string.unicodeScalars.first, first != " ", !AttributedText.isLineBreak(first) {
        spaces.end(&builder)
      }
      builder.setMetrics(lineMetrics(of: run))
      if let attachment = run.attachment {
        spaces.end(&builder)
        builder.addCluster(attachment.width, scalarCount: run.string.unicodeScalars.count)
        hasReturned = false
        continue
      }
      for scalar in run.string.unicodeScalars {
        if hasReturned && scalar == "\n" {
          hasReturned = false
          builder.lengthenLineBreak()
          continue
        }
        hasReturned = scalar == "\r"
        if scalar == " " {
          spaces.width += advance
          spaces.count += 1
        } else if AttributedText.isLineBreak(scalar) {
          spaces.end(&builder, breakAfter: .required, lineBreakCount: 1)
        } else {
          spaces.end(&builder)
          if scalar == "\t" {
            builder.endSegment(tabInterval: length(8 * width), breakAfter: .allowed)
          } else {
            builder.addCluster(advance)
          }
        }
      }
    }
    spaces.end(&builder, breakAfter: .none)
    return builder.finish()
  }

  /// All spaces behind a word.
  private struct Spaces {
    /// In points.
    var width = 0.0
    var count = 0

    /// Ends the word where a line may end, if there is a space behind it.
    mutating func end(_ builder: inout PreparedText.Builder) {
      if count > 0 { end(&builder, breakAfter: .allowed) }
    }

    mutating func end(
      _ builder: inout PreparedText.Builder, breakAfter: PreparedText.Break, lineBreakCount: Int = 0
    ) {
      builder.endSegment(space: width, breakAfter: breakAfter, scalarCount: count + lineBreakCount)
      self = Spaces()
    }
  }

  /// The nearest length that a layout may have.
  private func length(_ points: Double) -> Double { min(points, 9_999_999) }

  private func scale(of run: TextRun) -> Double { run.font.size / 16 }

  /// An attachment stands on the baseline.
  private func lineMetrics(of run: TextRun) -> PreparedText.LineMetrics {
    let height = length(lineHeight * scale(of: run))
    let ascender = ascender.map { length($0 * scale(of: run)) } ?? height * 0.8
    return PreparedText.LineMetrics(
      ascender: max(ascender, run.attachment?.height ?? 0),
      height: length(max(height, (run.attachment?.height ?? 0) + height - ascender)))
  }
}
