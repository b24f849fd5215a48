import LayoutSpecs

/// A part of a line that has one look, or an attachment. Lengths are in points.
struct PictureText {
  let run: TextRun
  /// Its characters, with what stands at the line's end; empty for an attachment.
  let string: String
  /// From the left edge of the text's frame.
  let x: Double
  /// From the top edge of the text's frame.
  let baseline: Double
  let width: Double
  /// The height of letters, about: that of a font whose characters are as wide as those of a picture's.
  let fontSize: Double
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
    var (runs, origins) = (content.runs, content.runOrigins)
    if runs.last.map({ $0.attachment != nil }) ?? true, line.ending != .none {
      // What is at the end stands alone.
      runs.append(TextRun("", font: runs.last?.font ?? paragraph.text.runs.first?.font ?? TextFont()))
      origins.append((origins.last ?? 0) + (content.runs.last?.attachment?.width ?? 0))
    }
    return runs.indices.map { index in
      let (run, isLast) = (runs[index], index == runs.count - 1)
      let end = isLast ? line.frame.size.width : origins[index + 1]
      return PictureText(
        run: run, string: run.attachment == nil ? run.string + (isLast ? line.ending.text : "") : "",
        x: line.frame.minX + origins[index], baseline: line.frame.minY + line.baseline,
        width: max(0, end - origins[index]), fontSize: run.pictureFontSize(in: paragraph.metrics))
    }
  }
}

extension TextRun {
  /// The font size in which pictures draw the run, in points.
  package func pictureFontSize(in metrics: any TextMetrics) -> Double {
    guard let metrics = metrics.monospace else { return font.size }
    return min(metrics.advance / PictureLabels.advance, metrics.lineHeight * 0.72) * font.size / 16
  }
}

extension PictureText {
  /// The attributes and properties of its look, as far as it differs from the picture's own; begins with a space.
  var svgLook: String {
    var attributes = ""
    if run.font.weight != 400 { attributes += " font-weight=\"\(run.font.weight)\"" }
    if run.font.isItalic { attributes += " font-style=\"italic\"" }
    var properties: [String] = []
    if let color = run.color {
      properties.append("fill: rgb(\(color.red) \(color.green) \(color.blue))")
      if color.alpha < 255 { properties.append("fill-opacity: \(hundredths(Double(color.alpha) / 255))") }
    }
    // No name that could end the property, or begin another.
    if !run.font.family.isEmpty,
      run.font.family.allSatisfy({ $0.isLetter || $0.isNumber || " -_".contains($0) })
    {
      properties.append("font-family: '\(xmlText(run.font.family))', ui-monospace, monospace")
    }
    return attributes + (properties.isEmpty ? "" : " style=\"\(properties.joined(separator: "; "))\"")
  }
}
