import LayoutSpecs

extension LayoutTree {
  /// Looks for likely mistakes: elements without a size, content that sticks out, properties without effect.
  ///
  /// The tree is laid out once, recorded. Nothing is found if every property has an effect, everything has a
  /// size and nothing overflows.
  ///
  /// - Parameters:
  ///   - range: The sizes that the root may take.
  ///   - elementName: The name of an element in sentences, without an article. Default: the Layout API's name
  ///     for such an element and its `debugName`, as `TextNode "title"`, or its number, as `TextNode #3`.
  /// - Returns: The findings, by element in pre-order.
  /// - Complexity: that of laying the tree out, and linear in the number of elements.
  public func lint(in range: SizeRange, elementName: ((ElementID) -> String)? = nil) -> [LintFinding] {
    LintSubject(RecordedLayout(of: self, in: range), elementName: elementName).findings
  }
}

extension LayoutElement {
  /// Looks for likely mistakes in the element and all that it holds; see `LayoutTree.lint(in:elementName:)`.
  ///
  /// Nodes are expanded as `layoutThatFits(_:)` does, so user code runs. A node that lies in the tree twice
  /// is a finding, and not a failed precondition.
  ///
  /// - Parameters:
  ///   - range: The sizes that the element may take.
  ///   - pixelGrid: The pixels that sizes are rounded to. Default: one pixel a point.
  /// - Returns: The findings, by element in pre-order, with the ids of the tree that `layoutThatFits(_:)`
  ///   gives.
  /// - Precondition: no node lies within itself.
  public func lint(in range: SizeRange, pixelGrid: PixelGrid = PixelGrid()) -> [LintFinding] {
    let (layout, firstPlaces) = layoutWithRepeatedNodes(in: range, pixelGrid: pixelGrid)
    return LintSubject(RecordedLayout(layout), elementName: nil, firstPlaces: firstPlaces).findings
  }
}

/// One rule of the lint: looks at an element of a tree that was laid out, and says what is most likely wrong.
///
/// A rule is silent if it cannot know: where user code decides, and at a root, which may be meant for another
/// parent.
protocol LintRule {
  static var name: LintRuleName { get }
  /// Returns what is wrong with this element. Constant time, and linear in the number of children, if nothing
  /// is.
  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding]
}

extension LintRule {
  static func finding(
    _ element: ElementID, others: [ElementID] = [], reason: String, fix: String
  ) -> LintFinding {
    LintFinding(rule: name, element: element, otherElements: others, reason: reason, fix: fix)
  }
}

extension LintSubject {
  /// What all rules find, by element in pre-order.
  var findings: [LintFinding] {
    let rules = LintRuleName.allCases.map(\.rule)
    let findings = tree.elementIDs.flatMap { id in rules.flatMap { $0.check(id, in: self) } }
    // A stack's rules find mistakes of its children.
    return findings.indices.sorted { (findings[$0].element, $0) < (findings[$1].element, $1) }
      .map { findings[$0] }
  }
}
