/// One rule of the lint: looks at an element of a tree that was laid out, and says what is most likely wrong with it.
///
/// A rule is silent where it cannot know: where user code decides, and at a root, which may be meant for another parent.
protocol LintRule {
  /// What the rule is called.
  static var name: LintRuleName { get }
  /// What it finds at this element. Constant time, and linear in the number of children, unless something is wrong.
  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding]
}

extension LintRule {
  static func finding(
    _ element: ElementID, others: [ElementID] = [], reason: String, fix: String
  ) -> LintFinding {
    LintFinding(rule: name, element: element, otherElements: others, reason: reason, fix: fix)
  }
}

extension LayoutTree {
  /// Looks for what most likely is not meant: elements without a size, content that sticks out, properties without effect.
  ///
  /// The tree is laid out once to see. Nothing is found in a tree in which every property has an effect, everything has
  /// a size and nothing overflows.
  ///
  /// - Parameters:
  ///   - range: The sizes that the root may take.
  ///   - elementName: What sentences call an element, without an article. Default: the Layout API's name for such an element and
  ///     its `debugName`, as `TextNode "title"`; its number where it has none, as `TextNode #3`.
  /// - Returns: The findings, by element in pre-order. Empty where nothing is wrong.
  /// - Complexity: that of laying the tree out, and linear in the number of elements.
  public func lint(in range: SizeRange, elementName: ((ElementID) -> String)? = nil) -> [LintFinding] {
    lint(in: range, elementName: elementName, firstPlaces: [:])
  }

  /// - Parameter firstPlaces: Of each element that is a node which lies in the tree before, that first place.
  func lint(
    in range: SizeRange, elementName: ((ElementID) -> String)?, firstPlaces: [ElementID: ElementID]
  ) -> [LintFinding] {
    let subject = LintSubject(self, in: range, elementName: elementName, firstPlaces: firstPlaces)
    let rules = LintRuleName.allCases.map(\.rule)
    let findings = elementIDs.flatMap { id in rules.flatMap { $0.check(id, in: subject) } }
    // A stack's rules find what is wrong with its children.
    return findings.enumerated().sorted { ($0.element.element, $0.offset) < ($1.element.element, $1.offset) }
      .map(\.element)
  }
}
