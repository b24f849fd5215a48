package import LayoutSpecs

/// Metrics that prepare texts as a library of fonts does, in a font that is the same everywhere: letters of three widths,
/// digits of one, lines of 20 points for the font's 16.
package struct ShapedMetrics: TextMetrics, Equatable {
  /// The font of texts and runs that have `TextFont()`.
  package var font: TextFont

  package init(_ font: TextFont = TextFont()) { self.font = font }

  package var defaultFont: TextFont? { font }

  package func preparedText(of text: AttributedText) -> PreparedText? {
    func size(of run: TextRun?) -> Double {
      guard let run, run.font != TextFont() else { return font.size }
      return run.font.size
    }
    /// The letters of an italic font reach lower: it has lines of the same height, and another baseline.
    func lineMetrics(of run: TextRun?) -> PreparedText.LineMetrics {
      let scale = size(of: run) / 16
      return .init(ascender: (run?.font.isItalic == true ? 13 : 15) * scale, height: 20 * scale)
    }
    var builder = PreparedText.Builder(
      metrics: lineMetrics(of: text.runs.first), ellipsisWidth: 12, hyphenWidth: 5)
    for run in text.runs {
      builder.setMetrics(lineMetrics(of: run))
      let scale = size(of: run) / 16
      for scalar in run.string.unicodeScalars {
        switch scalar {
        case "\n": builder.endSegment(breakAfter: .required)
        case " ": builder.endSegment(space: 5 * scale, breakAfter: .allowed)
        case "i", "j", "l", "t", ".", ",", ":":
          builder.addCluster(4 * scale + run.letterSpacing, scalarCount: 1)
        case "m", "w": builder.addCluster(13 * scale + run.letterSpacing, scalarCount: 1)
        default: builder.addCluster(9 * scale + run.letterSpacing, scalarCount: 1)
        }
      }
    }
    builder.endSegment(breakAfter: .none)
    return builder.finish()
  }

  package func size(of text: String, maxWidth: Double) -> Size {
    preparedText(of: AttributedText(text))?.extent(maxWidth: maxWidth).size ?? .zero
  }
}
