// Preparing texts in monospace metrics: the rules of prepared texts, without a font.

extension MonospaceMetrics {
  /// Prepares a text: a cluster is a Unicode scalar, and a line may break after a space and after a tab. Tab
  /// stops lie at every eighth character of the first font.
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
    for run in text.runs {
      let advance = max(advance * scale(of: run) + run.letterSpacing, 0)
      builder.setMetrics(lineMetrics(of: run))
      if let attachment = run.attachment {
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
        if AttributedText.isLineBreak(scalar) {
          builder.endSegment(breakAfter: .required)
        } else if scalar == "\t" {
          builder.endSegment(tabInterval: length(8 * width), breakAfter: .allowed)
        } else if scalar == " " {
          builder.endSegment(space: advance, breakAfter: .allowed)
        } else {
          builder.addCluster(advance)
        }
      }
    }
    // The last word is there even if it is empty: a space at the end of a line has its width.
    builder.endSegment(breakAfter: .none)
    return builder.finish()
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
