import Foundation
import LayoutDiagnostics
import LayoutDocuments
import LayoutSpecs
import Measuring
import StrictJSON

/// The page that shows a layout, or two layouts in comparison, and their reasons.
struct InspectorPage {
  /// A layout as the page's script reads it.
  struct Part {
    let name: String
    let elementCount: Int
    let findingCount: Int
    /// The size of the layout in the document's own range.
    let size: Size
    let json: String
  }

  /// The layout, and the layout with which it is compared, if there is one.
  let layouts: [Part]

  func html() throws -> String {
    let widths = InspectedLayout.widths
    return try Page(
      title: layouts.map(\.name).joined(separator: " and "),
      content: [
        "layouts": layouts.map { layout in
          [
            "name": layout.name, "elements": NumberText.counted(layout.elementCount, "element"),
            "findings": NumberText.counted(layout.findingCount, "finding"),
            "size": "\(number(layout.size.width)) × \(number(layout.size.height)) points",
          ]
        },
        "isCompared": layouts.count > 1,
        "minWidth": widths.lowerBound, "maxWidth": widths.upperBound,
        "data": Page.Markup(text: Page.scriptData(data)),
      ]
    ).html(.inspector)
  }

  /// The version of the data. A program reads the data of other revisions' programs.
  private static let schema = 1

  /// The data that the page's script reads.
  var data: String {
    let widths = InspectedLayout.widths
    let layouts = layouts.map(\.json).joined(separator: ",")
    return
      #"{"schema":\#(Self.schema),"widths":[\#(widths.lowerBound),\#(widths.upperBound)],"layouts":[\#(layouts)]}"#
  }

  private func number(_ length: Double) -> String {
    length == length.rounded() ? String(format: "%.0f", length) : String(format: "%.2f", length)
  }
}

extension InspectorPage.Part {
  init(_ layout: InspectedLayout) {
    var json = JSONWriter(isCompact: true)
    layout.write(to: &json)
    self.init(
      name: layout.name, elementCount: layout.elementCount, findingCount: layout.findingCount,
      size: layout.size, json: String(decoding: json.takeBytes(), as: UTF8.self))
  }

  /// Reads the output of another program: the only layout in the data of its page. nil if it is no such data.
  ///
  /// - Parameter revision: A text behind the layout's name.
  init?(readingData text: String, by revision: String) {
    guard let data = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
      data["schema"] as? Int == 1, var layout = (data["layouts"] as? [[String: Any]])?.first,
      let name = layout["name"] as? String, let elements = layout["elements"] as? [[String: Any]]
    else { return nil }
    layout["name"] = "\(name) by \(revision)"
    guard let json = try? JSONSerialization.data(withJSONObject: layout, options: .withoutEscapingSlashes)
    else {
      return nil
    }
    let frame = elements.first?["own"] as? [Double] ?? []
    self.init(
      name: "\(name) by \(revision)", elementCount: elements.count,
      findingCount: elements.reduce(0) { $0 + (($1["findings"] as? [Any])?.count ?? 0) },
      size: frame.count == 4 ? Size(frame[2], frame[3]) : .zero, json: String(decoding: json, as: UTF8.self))
  }
}

/// A layout and all texts about it on an inspector's page.
struct InspectedLayout {
  /// The widths, in points, for which the page shows the layout.
  static let widths = 200...1_200

  let name: String
  let document: SpecDocument
  private let layout: Layout
  private let sweep: WidthSweep
  private let profile: LayoutProfile
  private let findings: [LintFinding]

  /// Lays a document out in its own range and in every width, and records it.
  ///
  /// - Parameter computationLimit: the most computations for all widths together.
  init(of document: SpecDocument, name: String, computationLimit: Int) throws {
    let tree = document.tree
    self.document = document
    self.name = name
    layout = tree.layoutThatFits(document.constrainedSize)
    sweep = try WidthSweep(
      of: tree, in: document.constrainedSize, widths: InspectedLayout.widths,
      computationLimit: computationLimit)
    profile = try ProfileRun(name: name, tree: tree, range: document.constrainedSize).profile
    findings = document.findings()
  }

  var elementCount: Int { document.tree.elementCount }
  var findingCount: Int { findings.count }
  /// The size in the document's own range.
  var size: Size { layout.size }
}

// MARK: - JSON

extension InspectedLayout {
  /// Writes the layout as an object:
  ///
  /// - `name`, and `range`: `[least width, least height, most width, most height]`, null where unbounded;
  /// - `nanoseconds`: the median time of the recorded layouts;
  /// - `functions`: the different piecewise linear functions of the width, each a flat list of the number of
  ///   widths since the segment before, the value (null: no layout), and the slope per point;
  /// - `elements`, in pre-order; see `writeElement`.
  func write(to json: inout JSONWriter) {
    let range = document.constrainedSize
    json.beginObject()
    json.member("name", name)
    json.member("range", [range.min.width, range.min.height, range.max.width, range.max.height])
    json.member("nanoseconds", integer: profile.nanoseconds)
    json.member("functions", of: sweep.functions) { writeFunction($1, to: &$0) }
    let paths = ElementPaths(of: document.tree)
    let explainer = layout.explainer()
    let findings = Dictionary(grouping: findings, by: \.element)
    json.member("elements", of: document.tree.elementIDs) { json, id in
      json.beginObject()
      json.member("path", paths[id].description)
      writeElement(id, explainer, to: &json)
      if let own = findings[id] { writeFindings(own, to: &json) }
      json.endObject()
    }
    json.endObject()
  }

  private func writeFunction(_ function: PiecewiseLinear, to json: inout JSONWriter) {
    var last = function.first
    json.array(of: function.segments) { json, segment in
      json.integer(segment.start - last)
      json.number(segment.value)
      json.number(segment.slope)
      last = segment.start
    }
  }

  /// Writes the members of an element:
  ///
  /// - `parent`: its number; none for the root;
  /// - `kind`; `isNode`; `members`, as in a document, which are only those that do not have their default
  ///   value;
  /// - `own`: `[x, y, width, height]` in the document's own range; null without a layout;
  /// - `frame`: the numbers of the functions for x, y, width and height;
  /// - `why`: the sentences that explain the width and the height;
  /// - `lines`, of a text: see `InspectedLines`; and `lineSentences`, which explain its lines in the document's own
  ///   range;
  /// - `cost`: nanoseconds of its own and with all below, measurements, computations, answers from caches and
  ///   text measurements.
  private func writeElement(_ id: ElementID, _ explainer: LayoutExplainer, to json: inout JSONWriter) {
    let tree = document.tree
    if id != tree.root { json.member("parent", integer: tree.parent(of: id).index) }
    json.member("kind", tree.typeName(of: id))
    json.key("isNode")
    json.boolean(tree.isNode(id))
    json.key("members")
    SpecDocumentWriter.writeMembers(of: id, in: tree, to: &json)
    json.member(
      "own", layout.frame(of: id).map { [$0.origin.x, $0.origin.y, $0.size.width, $0.size.height] })
    let components = sweep.elements[id.index]
    json.member("frame", of: [components.x, components.y, components.width, components.height]) {
      $0.integer($1)
    }
    json.member("why", of: LayoutAxis.allCases) {
      $0.string(explainer.sentence(of: explainer.step(of: id, along: $1)))
    }
    writeLines(of: id, explainer, to: &json)
    let entry = profile.elements[id.index]
    let counters = entry.counters
    json.key("cost")
    json.beginArray()
    json.integer(entry.selfNanoseconds)
    json.integer(entry.totalNanoseconds)
    for count in [
      counters.measurements, counters.computations, counters.cacheHits, counters.textMeasurements,
    ] {
      json.integer(count)
    }
    json.endArray()
  }

  private func writeLines(of id: ElementID, _ explainer: LayoutExplainer, to json: inout JSONWriter) {
    guard let paragraph = document.tree.paragraph(of: id) else { return }
    let widths = InspectedLayout.widths.lazy.map { sweep.frame(of: id, width: $0)?.size.width }
    json.key("lines")
    InspectedLines(paragraph, frameWidths: widths, ownWidth: layout.frame(of: id)?.size.width).write(
      to: &json)
    guard let text = explainer.text(of: id) else { return }
    json.member("lineSentences", of: text.description.split(separator: "\n")) { $0.string(String($1)) }
  }

  private func writeFindings(_ findings: [LintFinding], to json: inout JSONWriter) {
    json.member("findings", of: findings) { json, finding in
      json.beginObject()
      json.member("rule", finding.rule.rawValue)
      json.member("reason", finding.reason)
      json.member("fix", finding.fix)
      json.endObject()
    }
  }
}

// MARK: - Lines of texts

/// The lines of a text in every width that an inspector's page shows.
///
/// A text has the same lines in many widths, so they are kept once, as variants. Where lines lie across follows from
/// the frame's width and the alignment.
struct InspectedLines {
  private let paragraph: Paragraph
  private var variants: [Variant] = []
  private var numbers: [Variant: Int] = [:]
  /// The variant for each width of a frame that was looked up.
  private var known: [Double: Int] = [:]
  private var own: Int?
  /// Runs of widths with one variant; nil for no layout.
  private var segments: [(count: Int, variant: Int?)] = []

  /// Lines, without the properties that follow from the width of the frame.
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
  ///   - ownWidth: The width of its frame in the layout's own range.
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
  /// - `fontSizes`: the sizes of the runs' fonts, as pictures draw them, in points;
  /// - `own`: the number of the variant in the layout's own range; null without a layout;
  /// - `variants`: each a list of lines. A line is a flat list: the index of its first character and the index behind its
  ///   last, in Unicode scalars; its width, its lower edge and its baseline; 1 for a hyphen at its end or 2 for an
  ///   ellipsis, negative for a line read from the right; the share of the free space at its left; then for each run, in
  ///   the order of reading, its number of characters, its left edge, its width, and 1 if it is read from the right;
  /// - `widths`: a flat list of numbers of widths, each followed by their variant.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member(
      "fontSizes", paragraph.text.runs.map { $0.pictureFontSize(in: paragraph.metrics) })
    json.key("own")
    json.number(own.map(Double.init))
    json.member("variants", of: variants) { writeLines($1, to: &$0) }
    json.member("widths", of: segments) { json, segment in
      json.integer(segment.count)
      json.number(segment.variant.map(Double.init))
    }
    json.endObject()
  }

  private func writeLines(_ variant: Variant, to json: inout JSONWriter) {
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
        line.frame.minY + line.baseline, line.isRightToLeft ? -ending : ending,
        line.leadingShare(paragraph.style.alignment),
      ]
      let runs = content.runs.indices.flatMap { index in
        [
          Double(content.runs[index].string.unicodeScalars.count), content.runOrigins[index],
          content.runWidths[index], Double(content.runLevels[index] % 2),
        ]
      }
      json.array(of: numbers + runs) { $0.number(($1 * 1000).rounded() / 1000) }
    }
  }
}
