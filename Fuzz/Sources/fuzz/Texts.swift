import LayoutTestSupport

@testable import LayoutSpecs

/// A text that is prepared, in many widths up to infinite ones: its lines are those of the plainest way to
/// break it, and its size in a layout is theirs.
@Sendable func fuzzTexts(_ bytes: [UInt8]) {
  var random = RandomTree(bytes: bytes)
  // Where clusters end within a segment is stored in a byte, which is exact if they are a few points wide, in
  // units of a point. Segments of one cluster are exact in any units, however wide.
  let isWide = random.chance(40)
  let unit = isWide ? random.pick([1, PreparedText.Builder.finestUnit]) : 1
  let text = isWide ? wideText(&random) : PlainText.random(&random, widest: random.pick([2, 20]))
  let prepared = text.prepared(unit: unit)
  step("\(text.segments.count) segments, units of \(unit) points\(isWide ? ", wide" : "")")
  let limits = [0, 1, 5, 13, 40, 99, 254, 1_000, 30_000, 100_000, 4_194_303, 4_194_304, 1 << 32, 1 << 40]
  for _ in 0..<6 {
    let limit = random.chance(20) ? random.number(below: 65_536) : random.pick(limits)
    check(text, prepared, unit: unit, limit: limit, maxWidth: Double(limit) * unit, &random)
  }
  check(text, prepared, unit: unit, limit: 1 << 50, maxWidth: .infinity, &random)
}

/// A text of segments of one cluster each, some wider than any frame.
private func wideText(_ random: inout RandomTree) -> PlainText {
  func width(_ random: inout RandomTree) -> Int {
    random.pick([random.number(below: 300), random.number(below: 60_000) * 16_000, 1_000_000_000])
  }
  let segments = (0..<random.number(below: 14)).map { _ in
    PlainText.Segment(
      clusters: [PlainText.Cluster(width: width(&random), string: "m")],
      space: random.chance(20) ? width(&random) : 4,
      breakAfter: random.pick(PreparedText.Break.allCases), metrics: random.pick(PlainText.someMetrics))
  }
  return PlainText(segments: segments, hyphen: random.number(below: 10))
}

private func check(
  _ text: PlainText, _ prepared: PreparedText, unit: Double, limit: Int, maxWidth: Double,
  _ random: inout RandomTree
) {
  let expected = text.lines(limit: max(limit, 1))
  let lines = prepared.lines(maxWidth: maxWidth)
  let extent = prepared.extent(maxWidth: maxWidth)
  step("in \(maxWidth) points: \(expected.count) lines, \(extent.size)")
  require(
    lines.map { $0.frame.size.width / unit } == expected.map { Double($0.width) },
    "The lines are \(lines.map(\.frame.size.width)), and not \(expected.map(\.width)) units")
  let longest = expected.map(\.width).max() ?? 0
  require(
    extent.lineCount == expected.count && extent.size.width == Double(longest) * unit
      && extent.size.height == expected.reduce(0) { $0 + $1.metrics.height },
    "\(extent) in \(maxWidth) points")
  if random.chance(20) { checkContents(text, prepared, expected, maxWidth: maxWidth) }

  let style = ParagraphStyle(
    maximumLineCount: random.pick([0, 0, 1, 2]), truncation: random.pick(ParagraphStyle.Truncation.allCases),
    lineSpacing: random.pick([0, 3.5]), alignment: random.pick(ParagraphStyle.Alignment.allCases))
  let aligned = prepared.lines(
    maxWidth: maxWidth, in: maxWidth, style: style, isRightToLeft: random.chance(50))
  require(
    aligned.allSatisfy { $0.frame.minX.isFinite && $0.frame.minX >= 0 },
    "Lines begin at \(aligned.map(\.frame.minX)) in \(maxWidth) points, \(style.alignment)")
  if style.truncation == .tail || style.maximumLineCount == 0 {
    checkLines(aligned, text.lines(limit: max(limit, 1), atMost: style.maximumLineCount), unit: unit, style)
  }
  checkLayout(of: prepared, style, maxWidth: maxWidth)
}

/// The places and sizes of lines, of which the last one may be truncated.
private func checkLines(
  _ lines: [TextLine], _ expected: [PlainText.Line], unit: Double, _ style: ParagraphStyle
) {
  var top = 0.0
  require(lines.count == expected.count, "There are \(lines.count) lines, and not \(expected.count)")
  for (line, other) in zip(lines, expected) {
    let size = Size(Double(other.width) * unit, other.metrics.height)
    require(
      line.frame.minY == top && line.frame.size == size && line.baseline == other.metrics.ascender,
      "A line is in \(line.frame), and not \(size) at \(top), with a baseline at \(other.metrics.ascender)")
    top += size.height + style.lineSpacing
  }
}

/// What stands on each line.
private func checkContents(
  _ text: PlainText, _ prepared: PreparedText, _ expected: [PlainText.Line], maxWidth: Double
) {
  let paragraph = paragraph(text.string, prepared, ParagraphStyle())
  let contents = paragraph.contents(of: paragraph.lines(in: maxWidth))
  for (content, line) in zip(contents, expected) {
    require(
      content.string.unicodeScalars.elementsEqual(line.string.unicodeScalars),
      "A line has \(content.string.debugDescription), and not \(line.string.debugDescription)")
  }
}

private func checkLayout(of prepared: PreparedText, _ style: ParagraphStyle, maxWidth: Double) {
  // A layout is no wider than an element, unless it has no bound.
  guard maxWidth < 10_000_000 || maxWidth == .infinity else { return }
  var builder = LayoutTreeBuilder()
  builder.add(.paragraph(paragraph("text", prepared, style)))
  let size = builder.finish().layoutThatFits(SizeRange(max: Size(maxWidth, .infinity))).size
  let extent = prepared.extent(maxWidth: maxWidth, style: style).size
  let expected = Size(min(extent.width, maxWidth).rounded(.up), extent.height.rounded(.up))
  require(size == expected, "A layout in \(maxWidth) points has \(size), and its lines \(extent)")
}

private func paragraph(_ string: String, _ prepared: PreparedText, _ style: ParagraphStyle) -> Paragraph {
  let metrics = PlainText.Metrics(prepared: prepared)
  guard let paragraph = Paragraph(AttributedText(string), style: style, metrics: metrics) else {
    fail("There is no paragraph")
  }
  return paragraph
}
