import LayoutDiagnostics
import LayoutSpecs
import StrictJSON

/// Explanations of a document's elements as JSON: an entry an element, with a step an axis.
///
/// ```json
/// {
///   "elements": [
///     {"height": {…}, "name": "title", "path": "root.child", "type": "text", "width": {"circumstances": [], …}}
///   ]
/// }
/// ```
///
/// A step has what the element's parent allowed (`given`, `[min, max]`; null where it was not asked), the
/// `length` that came out (null without a layout), the `rule` that chose it, the `circumstances`, which are
/// rules as well, and all of it in words (`sentence`). A rule has a `name`, the `values` that had a part in
/// it, and the path of the other `element` and the length of the `style` that it is about. Lengths are in
/// points; what is not finite is null.
///
/// A text has `text` besides: the most that its lines may be wide (`maxWidth`), its `lines`, what a limit of lines
/// leaves out (`truncatedText`), and how many lines reach below its frame (`cutLineCount`). A line has its characters
/// (`text`; `range`, the first and the one behind the last among the text's Unicode scalars), its `frame` in that of
/// the text, what stands at its `ending` (`none`, `hyphen` or `ellipsis`), the `reason` why it ends there, with the
/// `nextWord` that did not fit, and all of it in words (`sentence`).
public struct ExplanationReport: Sendable {
  private let elements: [ElementID]
  private let explainer: LayoutExplainer
  private let tree: LayoutTree
  private let paths: ElementPaths

  /// Explains elements of a layout: one and those around it up to the root, or all of a tree.
  public init(_ elements: some Sequence<ElementID>, of explainer: LayoutExplainer, in tree: LayoutTree) {
    self.elements = Array(elements)
    self.explainer = explainer
    self.tree = tree
    paths = ElementPaths(of: tree)
  }

  /// Writes the JSON, with a line end at its end.
  ///
  /// - Parameter output: Called with one piece of the text after the other, in UTF-8.
  /// - Complexity: linear in the number of elements.
  public func write(to output: ([UInt8]) -> Void) {
    var json = JSONWriter()
    json.beginObject()
    json.key("elements")
    json.beginArray()
    for id in elements {
      json.beginObject()
      write(step: explainer.step(of: id, along: .vertical), named: "height", to: &json)
      json.member("name", tree.name(of: id))
      json.member("path", paths[id].description)
      if let text = explainer.text(of: id) { write(text, to: &json) }
      json.member("type", tree.typeName(of: id))
      write(step: explainer.step(of: id, along: .horizontal), named: "width", to: &json)
      json.endObject()
      output(json.takeBytes())
    }
    json.endArray()
    json.endObject()
    output(json.takeBytes())
  }

  private func write(step: Explanation.Step, named name: String, to json: inout JSONWriter) {
    json.key(name)
    json.beginObject()
    json.key("circumstances")
    json.beginArray()
    for rule in step.circumstances { write(rule, to: &json) }
    json.endArray()
    json.member("given", step.given.map { [$0.min, $0.max] })
    json.key("length")
    json.number(step.length)
    json.key("rule")
    write(step.rule, to: &json)
    json.member("sentence", explainer.sentence(of: step))
    json.endObject()
  }

  /// Writes the lines of a text, under the key `text`.
  private func write(_ text: TextExplanation, to json: inout JSONWriter) {
    json.key("text")
    json.beginObject()
    json.key("cutLineCount")
    json.integer(text.cutLineCount)
    json.key("lines")
    json.beginArray()
    for line in text.lines { write(line, of: text, to: &json) }
    json.endArray()
    json.key("maxWidth")
    json.number(text.maxWidth)
    json.member("truncatedText", text.truncatedText)
    json.endObject()
  }

  private func write(_ line: TextExplanation.Line, of text: TextExplanation, to json: inout JSONWriter) {
    let frame = line.line.frame
    json.beginObject()
    json.member("ending", "\(line.line.ending)")
    json.member("frame", [frame.minX, frame.minY, frame.size.width, frame.size.height])
    if case .nextWord(_, let width, let room) = line.line.reason {
      json.key("nextWord")
      json.beginObject()
      json.key("room")
      json.number(room)
      json.member("text", line.content.nextWord)
      json.key("width")
      json.number(width)
      json.endObject()
    }
    json.member("range", [Double(line.content.range.lowerBound), Double(line.content.range.upperBound)])
    json.member("reason", line.line.reason.name)
    json.member("sentence", text.sentence(of: line))
    json.member("text", line.content.string)
    json.endObject()
  }

  private func write(_ rule: LayoutRule, to json: inout JSONWriter) {
    json.beginObject()
    json.member("element", rule.otherElement.map { paths[$0].description })
    json.member("name", rule.name)
    json.member("style", rule.styleLength?.rawValue)
    json.key("values")
    json.beginObject()
    for (name, value) in rule.values.sorted(by: { $0.name < $1.name }) {
      json.key(name)
      json.number(value)
    }
    json.endObject()
    json.endObject()
  }
}
