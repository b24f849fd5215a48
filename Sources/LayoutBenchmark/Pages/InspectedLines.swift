import Benchmarking
import LayoutDiagnostics
import LayoutSpecs
import StrictJSON

/// The lines of a text in every width that an inspector's page shows.
///
/// A text has the same lines in many widths, so they are kept once, as variants. Where lines lie across follows from
/// the frame's width and the alignment.
struct InspectedLines {
  private let paragraph: Paragraph
  private var variants: [Variant] = []
  private var numbers: [Variant: Int] = [:]
  /// The variant of each width of a frame that was asked for.
  private var known: [Double: Int] = [:]
  private var own: Int?
  /// Runs of widths with one variant; nil for no layout.
  private var segments: [(count: Int, variant: Int?)] = []

  /// Lines, without what follows from the width of the frame.
  private struct Variant: Hashable {
    let lines: [TextLine]

    init(_ lines: [TextLine]) {
      self.lines = lines.map { line in
        var line = line
        line.frame.origin.x = 0
        line.reason = .textEnd
        return line
      }
    }
  }

  /// - Parameters:
  ///   - frameWidths: The width of the text's frame in each width of the layout, from the least on; nil without a layout.
  ///   - ownWidth: That of its frame in the layout's own range.
  init(_ paragraph: Paragraph, frameWidths: some Sequence<Double?>, ownWidth: Double?) {
    self.paragraph = paragraph
    if let ownWidth { own = variant(in: ownWidth) }
    for width in frameWidths {
      var variant: Int?
      if let width { variant = self.variant(in: width) }
      if let last = segments.indices.last, segments[last].variant == variant {
        segments[last].count += 1
      } else {
        segments.append((1, variant))
      }
    }
  }

  private mutating func variant(in width: Double) -> Int {
    if let known = known[width] { return known }
    let variant = Variant(paragraph.lines(in: width))
    let number = numbers[variant] ?? variants.count
    if number == variants.count {
      numbers[variant] = number
      variants.append(variant)
    }
    known[width] = number
    return number
  }

  /// Writes the lines as an object:
  ///
  /// - `alignment`: of what is left beside a line, the share at its left;
  /// - `fontSizes`: of the runs, as pictures draw them, in points;
  /// - `own`: the number of the variant in the layout's own range; null without a layout;
  /// - `variants`: each a list of lines; a line is a flat list of the first of its characters and the one behind the last,
  ///   in Unicode scalars, its width, its lower edge, its baseline, 1 for a hyphen at its end or 2 for an ellipsis, and
  ///   where each of its runs begins;
  /// - `widths`: a flat list of numbers of widths and the variant that is theirs.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.key("alignment")
    json.number(share)
    json.member(
      "fontSizes", paragraph.text.runs.map { $0.pictureFontSize(in: paragraph.metrics) })
    json.key("own")
    json.number(own.map(Double.init))
    json.member("variants", of: variants) { write($1, to: &$0) }
    json.member("widths", of: segments) { json, segment in
      json.integer(segment.count)
      json.number(segment.variant.map(Double.init))
    }
    json.endObject()
  }

  private var share: Double {
    switch paragraph.style.alignment {
    case .natural, .left: 0
    case .center: 0.5
    case .right: 1
    }
  }

  private func write(_ variant: Variant, to json: inout JSONWriter) {
    json.array(of: zip(variant.lines, paragraph.contents(of: variant.lines))) { json, pair in
      let (line, content) = pair
      let ending: Double =
        switch line.ending {
        case .none: 0
        case .hyphen: 1
        case .ellipsis: 2
        }
      let numbers = [
        Double(content.range.lowerBound), Double(content.range.upperBound), line.frame.size.width,
        line.frame.maxY,
        line.frame.minY + line.baseline, ending,
      ]
      json.array(of: numbers + content.runOrigins) { $0.number(($1 * 1000).rounded() / 1000) }
    }
  }
}
