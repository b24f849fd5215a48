/// The size of texts. Real fonts conform to this protocol.
///
/// A conforming type MUST return the same size for the same text and width. It MAY be called on any thread,
/// and on several at once. If it is `Equatable`, equal metrics MUST return the same sizes: a text node that is given
/// equal ones does not change.
public protocol TextMetrics: Sendable {
  /// Returns the size of `text` in lines of at most `maxWidth` points, which may be infinite.
  func size(of text: String, maxWidth: Double) -> Size

  /// Returns the text, prepared once for any width; nil if these metrics have only `size(of:maxWidth:)`. Default:
  /// nil.
  func preparedText(of text: AttributedText) -> PreparedText?

  /// These metrics if they are monospace ones, which the engine measures itself. Default: nil.
  var monospace: MonospaceMetrics? { get }

  /// The font of texts and runs that have `TextFont()`, in which pictures draw them; nil if the metrics tell none. Then
  /// pictures draw letters about as high as a line has room for. Default: nil.
  var defaultFont: TextFont? { get }
}

extension TextMetrics {
  public func preparedText(of text: AttributedText) -> PreparedText? { nil }
  public var monospace: MonospaceMetrics? { nil }
  public var defaultFont: TextFont? { nil }
}

/// The default metrics of texts: every character has the same width, exact on every machine.
///
/// See `TextParameters` for the rules.
public struct MonospaceMetrics: TextMetrics, Hashable {
  /// Points per character. Default: 8.
  public let advance: Double
  /// Points per line. Default: 20.
  public let lineHeight: Double

  /// From a line's top to its baseline, in points. Default: nil, which leaves baselines to styles, as nodes without
  /// a font do; lines are drawn with four fifths of their height above it.
  public var ascender: Double? { storedAscender < 0 ? nil : storedAscender }

  /// Negative for none: with an optional, metrics would not fit into an existential value without memory of their own.
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

/// Stops unless the metrics are valid for a text.
func requireTextMetrics(advance: Double, lineHeight: Double) {
  precondition(
    advance > 0 && advance.isValidLength, "A text's advance is above 0 and less than 10,000,000 points")
  precondition(lineHeight.isValidLength, "A text's line height is 0 or more and less than 10,000,000 points")
}

/// The measurement of a text in custom metrics, as any leaf.
package struct TextMeasurement: LeafMeasurement {
  let text: String
  let metrics: any TextMetrics

  package init(text: String, metrics: any TextMetrics) { (self.text, self.metrics) = (text, metrics) }

  package func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    metrics.size(of: text, maxWidth: constrainedSize.width)
  }
}

/// A text and the monospace metrics in which it is measured.
///
/// The metrics are exact on every machine: a character is a Unicode scalar, each `advance` points wide, and a
/// line is `lineHeight` points high. A line takes words as long as they fit; a word that is longer than a line is
/// cut. All spaces behind a word vanish at the end of a line; at the end of the text they count if they fit. A tab
/// reaches to the next eighth character of its line. A line feed, a carriage return with or without one, and the
/// separators U+2028 and U+2029 end a line.
public struct TextParameters: Hashable, Sendable {
  /// The text.
  public var string: String
  /// Points per character. Default: 8.
  public var advance: Double
  /// Points per line. Default: 20.
  public var lineHeight: Double

  /// Creates a text with these metrics.
  ///
  /// - Precondition: `advance` is above 0, `lineHeight` 0 or more, both less than 10,000,000.
  public init(_ string: String, advance: Double = 8, lineHeight: Double = 20) {
    self.string = string
    self.advance = advance
    self.lineHeight = lineHeight
    requireTextMetrics(advance: advance, lineHeight: lineHeight)
  }

  /// True if the texts have the same Unicode scalars, as `TextRun` compares them, and the same metrics.
  public static func == (a: TextParameters, b: TextParameters) -> Bool {
    a.string.hasSameScalars(as: b.string) && a.advance == b.advance && a.lineHeight == b.lineHeight
  }

  /// The text, prepared.
  var paragraph: Paragraph {
    Paragraph(
      AttributedText(string), monospace: MonospaceMetrics(advance: advance, lineHeight: lineHeight))
  }
}

// MARK: - Preparing texts in monospace metrics: the rules of prepared texts, without a font

extension MonospaceMetrics {
  /// Prepares a text: a cluster is a Unicode scalar, and a line may break behind all spaces after a word, and behind a
  /// tab; never before a space (Unicode's Annex 14, rule LB7). Tab stops lie at every eighth character of the first font.
  ///
  /// The metrics are those of a font of 16 points, whatever its family and weight; other sizes have larger or
  /// smaller ones. An ellipsis is as wide as a character.
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
    // Behind the last word.
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

    /// Ends the word.
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
