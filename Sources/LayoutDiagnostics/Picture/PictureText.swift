// The style sheet of pictures, and the words in them with their places.

import LayoutSpecs

/// The look of a picture: colours that people with any colour vision tell apart, in light and dark
/// surroundings.
///
/// No two kinds differ by colour alone: specs have dashed lines, nodes solid ones, nodes that hold a spec no
/// filling, texts their words, and parts that stick out are hatched. Source of the colours: Okabe and Ito, "Color
/// Universal Design".
enum PictureStyle {
  private static let font =
    "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"

  static let sheet = """
    .paper { fill: #ffffff }
    text { font-family: \(font); white-space: pre }
    .words { fill: #3d444d }
    .attachment { fill: #3d444d; fill-opacity: 0.15; stroke: #3d444d; stroke-width: 1 }
    .head, .key, .label { font-size: \(hundredths(PictureLabels.fontSize))px; fill: #1f2328 }
    .label { paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-opacity: 0.7; stroke-linejoin: round }
    .head { font-size: 11px; font-weight: bold }
    .key, .of-spec { fill: #57606a }
    .of-overflow { fill: #a84300; font-weight: bold }
    .spec { fill: none; stroke: #6e7781; stroke-width: 1; stroke-dasharray: 4 3; pointer-events: all }
    .holder { fill: none; stroke: #b3558a; stroke-width: 1.5; pointer-events: all }
    .node { fill: #0072b2; fill-opacity: 0.12; stroke: #0072b2; stroke-width: 1.5 }
    .text { fill: #009e73; fill-opacity: 0.1; stroke: #00805d; stroke-width: 1.5 }
    .overflow { fill: url(#hatch); stroke: #d55e00; stroke-width: 1.5 }
    .hatch { stroke: #d55e00; stroke-width: 1.5 }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #0d1117 }
      .words { fill: #c9d1d9 }
      .attachment { fill: #c9d1d9; stroke: #c9d1d9 }
      .head, .label { fill: #f0f6fc }
      .label { stroke: #0d1117 }
      .key, .of-spec { fill: #9ea7b3 }
      .of-overflow { fill: #ff9a57 }
      .spec { stroke: #8b949e }
      .holder { stroke: #dd9bc3 }
      .node { fill: #56b4e9; stroke: #56b4e9 }
      .text { fill: #2bc49a; stroke: #2bc49a }
      .overflow, .hatch { stroke: #ff7b2e }
    }
    """

  /// The lines of the hatching.
  static let definitions = """
    <defs>
    <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <line class="hatch" x1="0" y1="0" x2="0" y2="6"/>
    </pattern>
    </defs>
    """
}

// MARK: - Texts

/// A text inside an XML element or attribute, on one line. Reserved characters are escaped; a control character
/// becomes its picture, as `␊` for a line break, and others that break lines or that XML does not know become
/// U+FFFD. Characters that turn the direction of reading become references, so that they act only in the picture,
/// not in its source.
func xmlText(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\u{0}"..."\u{1F}":
      result.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case "\u{7F}": result += "\u{2421}"
    case "\u{80}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    case "\u{61C}"... where scalar.properties.isBidiControl:
      result += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

// MARK: - The lines of texts

/// A part of a line that has one look, or an attachment. Lengths are in points.
struct PictureText {
  let run: TextRun
  /// The part's characters, with a hyphen or an ellipsis at the line's end; empty for an attachment.
  let string: String
  /// From the left edge of the text's frame.
  let x: Double
  /// From the top edge of the text's frame.
  let baseline: Double
  let width: Double
  /// The font size at which the picture's font is about as wide as the run's.
  let fontSize: Double
  let isRightToLeft: Bool
}

extension Layout {
  /// The parts of a text's lines, from top to bottom, as far as its frame has room for the lines; none for other
  /// elements.
  func pictureTexts(of element: ElementID) -> [PictureText] {
    guard let paragraph = tree.paragraph(of: element), let frame = frame(of: element),
      let lines = textLines(of: element)
    else { return [] }
    let contents = paragraph.contents(of: lines)
    return zip(lines, contents).flatMap { line, content in
      // A hundredth of a line below the frame is no more than rounding.
      line.frame.maxY <= frame.size.height + line.frame.size.height * 0.01
        ? texts(of: line, content, in: paragraph) : []
    }
  }

  private func texts(
    of line: TextLine, _ content: TextLineContent, in paragraph: Paragraph
  ) -> [PictureText] {
    var (runs, origins, widths) = (content.runs, content.runOrigins, content.runWidths)
    let end = widths.reduce(0, +)
    if line.ending != .none, line.isRightToLeft || abs((content.endOfLastRun ?? .infinity) - end) > 1e-6 {
      // A hyphen or an ellipsis that does not follow the last run gets a run of its own.
      runs.append(TextRun("", font: runs.last?.font ?? paragraph.text.runs.first?.font ?? TextFont()))
      origins.append(line.isRightToLeft ? 0 : end)
      widths.append(0)
    }
    return runs.indices.map { index in
      var (run, isLast) = (runs[index], index == runs.count - 1)
      run.font = run.font(in: paragraph.metrics)
      let width = widths[index] + (isLast ? line.frame.size.width - end : 0)
      return PictureText(
        run: run, string: run.attachment == nil ? run.string + (isLast ? line.ending.text : "") : "",
        x: line.frame.minX + origins[index], baseline: line.frame.minY + line.baseline,
        width: max(0, width), fontSize: run.pictureFontSize(in: paragraph.metrics),
        isRightToLeft: content.runLevels.dropFirst(index).first.map { $0 % 2 == 1 } ?? false)
    }
  }
}

extension TextLineContent {
  /// The right edge of the last run if it has characters, in points from the line's left edge.
  fileprivate var endOfLastRun: Double? {
    guard let run = runs.last, let origin = runOrigins.last, let width = runWidths.last else { return nil }
    return run.attachment == nil ? origin + width : nil
  }
}

extension TextRun {
  /// The font of the run, with the metrics' own font or family if the run names none.
  func font(in metrics: any TextMetrics) -> TextFont {
    guard let defaultFont = metrics.defaultFont else { return font }
    if font == TextFont() { return defaultFont }
    var font = font
    if font.family.isEmpty { font.family = defaultFont.family }
    return font
  }

  /// The font size in which pictures draw the run, in points.
  ///
  /// - Complexity: metrics without a default font prepare an empty text.
  package func pictureFontSize(in metrics: any TextMetrics) -> Double {
    if let metrics = metrics.monospace {
      return min(metrics.advance / PictureLabels.advance, metrics.lineHeight * 0.72) * font.size / 16
    }
    if font == TextFont(), metrics.defaultFont == nil,
      let line = metrics.preparedText(of: AttributedText(""))?.firstLineMetrics
    {
      return line.height * 0.72
    }
    return font(in: metrics).size
  }
}

extension PictureText {
  /// The attributes of the run's look where it differs from the picture's style; empty, or begins with a space.
  var svgLook: String {
    var attributes = ""
    if run.font.weight != 400 { attributes += " font-weight=\"\(run.font.weight)\"" }
    if run.font.isItalic { attributes += " font-style=\"italic\"" }
    // `x` is the left edge, where a text from right to left ends.
    if isRightToLeft { attributes += " direction=\"rtl\" text-anchor=\"end\"" }
    var properties: [String] = []
    if let color = run.color {
      properties.append("fill: rgb(\(color.red) \(color.green) \(color.blue))")
      if color.alpha < 255 { properties.append("fill-opacity: \(hundredths(Double(color.alpha) / 255))") }
    }
    let family = run.font.family
    let generalFamilies = [
      "sans": "sans-serif", "sans-serif": "sans-serif", "serif": "serif", "monospace": "monospace",
    ]
    if let general = generalFamilies[family.lowercased()] {
      properties.append("font-family: \(general)")
    } else if !family.isEmpty, family.allSatisfy({ $0.isLetter || $0.isNumber || " -_".contains($0) }) {
      // No name that could end the property, or begin another.
      properties.append("font-family: '\(xmlText(family))', ui-monospace, monospace")
    }
    return attributes + (properties.isEmpty ? "" : " style=\"\(properties.joined(separator: "; "))\"")
  }
}
