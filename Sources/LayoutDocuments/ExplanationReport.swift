import LayoutDiagnostics
import LayoutSpecs
import StrictJSON

/// Explanations of a document's elements as JSON: an entry for each element, with a step for each axis.
///
/// ```json
/// {
///   "elements": [
///     {"height": {…}, "name": "title", "path": "root.child", "type": "text", "width": {"circumstances": [], …}}
///   ]
/// }
/// ```
///
/// A step has the lengths that the element's parent allowed (`given`, `[min, max]`; null if the parent did not ask),
/// the resulting `length` (null without a layout), the `rule` that chose it, the `circumstances`, which are further
/// rules, and a `sentence` with all of this. A rule has a `name`, its `values`, and, if it names them, the path of
/// another `element` and a length of the `style`. Lengths are in points; NaN and infinities are null.
///
/// A text also has `text`: the maximum width of a line (`maxWidth`), the `lines`, the characters that a limit of
/// lines leaves out (`truncatedText`), and the number of lines that reach below the frame (`cutLineCount`). A line
/// has its characters (`text`), their `range` among the text's Unicode scalars (the first, and the one behind the
/// last), its `frame` in the text's frame, its `ending` (`none`, `hyphen` or `ellipsis`), the `reason` why it ends
/// there, the `nextWord` that did not fit, and a `sentence` with all of this.
public struct ExplanationReport: Sendable {
  private let elements: [ElementID]
  private let explainer: LayoutExplainer
  private let tree: LayoutTree
  private let paths: ElementPaths

  /// Explains elements of a layout: an element and its ancestors up to the root, or all elements of a tree.
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
      json.value(value(of: id))
      output(json.takeBytes())
    }
    json.endArray()
    json.endObject()
    output(json.takeBytes())
  }

  private func value(of id: ElementID) -> JSONValue {
    var value: JSONValue = [
      "height": self.value(of: explainer.step(of: id, along: .vertical)),
      "path": .string(paths[id].description),
      "type": .string(tree.typeName(of: id)),
      "width": self.value(of: explainer.step(of: id, along: .horizontal)),
    ]
    value["name"] = tree.name(of: id).map(JSONValue.string)
    value["text"] = explainer.text(of: id).map { self.value(of: $0) }
    return value
  }

  private func value(of step: Explanation.Step) -> JSONValue {
    [
      "circumstances": .array(step.circumstances.map { value(of: $0) }),
      "given": step.given.map { .numbers([$0.min, $0.max]) } ?? .null,
      "length": step.length.map(JSONValue.number) ?? .null,
      "rule": value(of: step.rule),
      "sentence": .string(explainer.sentence(of: step)),
    ]
  }

  private func value(of text: TextExplanation) -> JSONValue {
    [
      "cutLineCount": .number(Double(text.cutLineCount)),
      "lines": .array(text.lines.map { value(of: $0, in: text) }),
      "maxWidth": .number(text.maxWidth),
      "truncatedText": .string(text.truncatedText),
    ]
  }

  private func value(of line: TextExplanation.Line, in text: TextExplanation) -> JSONValue {
    let (frame, range) = (line.line.frame, line.content.range)
    var value: JSONValue = [
      "ending": .string("\(line.line.ending)"),
      "frame": .numbers([frame.minX, frame.minY, frame.size.width, frame.size.height]),
      "range": .numbers([Double(range.lowerBound), Double(range.upperBound)]),
      "reason": .string(line.line.reason.name),
      "sentence": .string(text.sentence(of: line)),
      "text": .string(line.content.string),
    ]
    if case .nextWord(_, let width, let room) = line.line.reason {
      value["nextWord"] = [
        "room": .number(room), "text": .string(line.content.nextWord), "width": .number(width),
      ]
    }
    return value
  }

  private func value(of rule: LayoutRule) -> JSONValue {
    let values = rule.values.map { ($0.name, JSONValue.number($0.value)) }
    var value: JSONValue = [
      "name": .string(rule.name), "values": .object(Dictionary(uniqueKeysWithValues: values)),
    ]
    value["element"] = rule.otherElement.map { .string(paths[$0].description) }
    value["style"] = rule.styleLength.map { .string($0.rawValue) }
    return value
  }
}
