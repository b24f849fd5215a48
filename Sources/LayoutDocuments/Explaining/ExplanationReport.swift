import LayoutSpecs

/// Explanations of a document's elements, to be written as JSON: an entry an element, with a step an axis.
///
/// Lengths are in points; what is infinite is null.
public struct ExplanationReport: Encodable, Sendable {
  /// One element.
  public struct Element: Encodable, Sendable {
    /// Where it is; see `ElementPath`.
    public let path: String
    /// What spec documents call it.
    public let type: String
    /// Its `debugName`.
    public let name: String?
    public let width: Step
    public let height: Step
  }

  /// Why an element is as long on one axis as it is.
  public struct Step: Encodable, Sendable {
    /// What the parent allowed, `[min, max]`; null where it was not asked.
    public let given: [Double?]?
    /// What came out; null without a layout.
    public let length: Double?
    public let rule: Rule
    public let circumstances: [Rule]
    /// All of it in words.
    public let sentence: String

    private enum CodingKeys: CodingKey { case given, length, rule, circumstances, sentence }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(given, forKey: .given)
      try container.encode(length, forKey: .length)
      try container.encode(rule, forKey: .rule)
      try container.encode(circumstances, forKey: .circumstances)
      try container.encode(sentence, forKey: .sentence)
    }
  }

  /// A rule, with the numbers and the other element that had a part in it.
  public struct Rule: Encodable, Sendable {
    public let name: String
    public let values: [String: Double?]
    /// The path of the other element.
    public let element: String?
    /// Which length of the style it is about.
    public let style: String?
  }

  /// The elements: one and those around it up to the root, or all of a tree.
  public let elements: [Element]

  /// Explains elements of a layout.
  public init(_ elements: some Sequence<ElementID>, of explainer: LayoutExplainer, in tree: LayoutTree) {
    self.elements = elements.map { id in
      Element(
        path: ElementPath(to: id, in: tree).description, type: tree.content(of: id).typeName,
        name: tree.name(of: id), width: Step(id, .horizontal, explainer, tree),
        height: Step(id, .vertical, explainer, tree))
    }
  }
}

extension ExplanationReport.Step {
  fileprivate init(
    _ element: ElementID, _ axis: LayoutAxis, _ explainer: LayoutExplainer, _ tree: LayoutTree
  ) {
    let step = explainer.step(of: element, along: axis)
    given = step.given.map { [finite($0.min), finite($0.max)] }
    length = step.length
    rule = ExplanationReport.Rule(step.rule, tree)
    circumstances = step.circumstances.map { ExplanationReport.Rule($0, tree) }
    sentence = explainer.sentence(of: step)
  }
}

extension ExplanationReport.Rule {
  fileprivate init(_ rule: LayoutRule, _ tree: LayoutTree) {
    name = rule.name
    values = Dictionary(uniqueKeysWithValues: rule.values.map { ($0.name, finite($0.value)) })
    element = rule.otherElement.map { ElementPath(to: $0, in: tree).description }
    style = rule.styleLength?.rawValue
  }
}

/// JSON has no infinity.
private func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
