import LayoutSpecs

/// The reasons for an element's size: a step for each axis of the element, then of its parent, up to the
/// root.
///
/// ```swift
/// let layout = tree.layoutThatFits(.tableCell(width: 320))
/// print(layout.explain(title))
/// ```
public struct Explanation: Sendable {
  /// The reason for one element's length on one axis.
  public struct Step: Hashable, Sendable {
    /// The element.
    public let element: ElementID
    /// The axis.
    public let axis: LayoutAxis
    /// The lengths that the element's parent allowed, before the element's own style applied; nil if the parent did
    /// not ask. If a stack asked more than once, the lengths in the question that settled the length.
    public let given: LengthRange?
    /// The resulting length in points; nil without a layout.
    public let length: Double?
    /// The rule that chose the length, or the reason why there is none.
    public let rule: LayoutRule
    /// Further rules that contributed, in order.
    public let circumstances: [LayoutRule]
  }

  /// The element that is explained.
  public let element: ElementID
  /// Widths and heights in turn, from the element up to the root.
  public let steps: [Step]
  /// The lines of the element, if it is a text; nil for other elements, for texts that user code measures, and without
  /// a layout.
  public let text: TextExplanation?
  let tree: LayoutTree

  /// The steps of one axis, from the element up to the root.
  public func steps(along axis: LayoutAxis) -> [Step] { steps.filter { $0.axis == axis } }
}

extension Explanation: CustomStringConvertible {
  /// The element's size, for each axis a sentence for each element up to the root, and the lines of a text. Ends
  /// without a line break.
  public var description: String {
    var lines = [heading]
    for axis in LayoutAxis.allCases {
      lines += ["", axis == .horizontal ? "Width" : "Height"]
      lines += steps(along: axis).map { "  \(sentence(of: $0))" }
    }
    if let text {
      lines += ["", "Lines"]
      lines += text.description.split(separator: "\n").map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  /// The element and its size, in a line.
  private var heading: String {
    let name = tree.sentenceTitle(of: element)
    guard let width = steps[0].length, let height = steps[1].length else {
      return "\(name) has no layout."
    }
    return "\(name) is \(sizeText(Size(width, height)))."
  }

  /// A step as a sentence: `TextNode "title" is 96 points wide (0 to 320 allowed): its text is 96 points wide
  /// on one line.`
  public func sentence(of step: Step) -> String { StepSentence(step: step, tree: tree).text }
}

extension Layout {
  /// Explains an element's size.
  ///
  /// The tree is laid out again and recorded. Nodes that user code expanded are not expanded again; leaves and specs
  /// of the user's own are asked again, and must give the same answers. To explain several elements make an
  /// `explainer()`.
  ///
  /// - Precondition: the id belongs to `tree`.
  /// - Complexity: one layout of the tree.
  public func explain(_ element: ElementID) -> Explanation { explainer().explanation(of: element) }

  /// Explains the size of this layout's element.
  public func explain() -> Explanation { explain(element) }

  /// Explains a node's size; nil if the node is not part of the layout.
  public func explain(_ node: DisplayNode) -> Explanation? { element(of: node).map { explain($0) } }

  /// An explainer for any number of the layout's elements. The tree is laid out again only once.
  public func explainer() -> LayoutExplainer { LayoutExplainer(self) }
}

// MARK: - In words

/// A step of an explanation in words.
struct StepSentence {
  let step: Explanation.Step
  let tree: LayoutTree

  /// The element, its length, what its parent allowed, and the reason.
  var text: String {
    let name = tree.sentenceTitle(of: step.element)
    guard let length = step.length else { return "\(name) has no layout: \(reason)." }
    let given = step.given.map { " (\(text(of: $0)) allowed)" } ?? ""
    return "\(name) is \(pointsText(length)) \(adjective)\(given): \(reason)."
  }

  /// The rule, and the further rules that contributed.
  var reason: String {
    let circumstances = step.circumstances.map { rule in
      rule.isWayToLength ? "before that, \(text(of: rule))" : text(of: rule)
    }
    return ([text(of: step.rule)] + circumstances).joined(separator: "; ")
  }

  private var isWidth: Bool { step.axis == .horizontal }
  private var isRoot: Bool { step.element == tree.root }
  private var adjective: String { step.axis.adjective }
  /// The parent of the step's element, in words.
  private var parent: String { title(tree.parent(of: step.element)) }
  private var giver: String { isRoot ? "it was laid out in" : "\(parent) allows" }

  private func title(_ id: ElementID) -> String { tree.sentenceTitle(of: id) }

  private func text(of range: LengthRange) -> String {
    if range.isExact { return "exactly \(lengthText(range.min))" }
    if range.max == .infinity { return range.min == 0 ? "any length" : "\(lengthText(range.min)) or more" }
    return "\(lengthText(range.min)) to \(lengthText(range.max))"
  }

  private func text(of rule: LayoutRule) -> String {
    switch rule {
    // The parent's range.
    case .given(let length): "\(giver) exactly \(pointsText(length))"
    case .givenMinimum(let length, let content):
      "\(giver) no less than \(pointsText(length)), and \(ofItself(content))"
    case .givenMaximum(let length, let content):
      "\(giver) no more than \(pointsText(length)), and \(ofItself(content))"
    case .sameAs(let other): "\(parent) makes it exactly as \(adjective) as \(title(other))"
    case .ratio(let ratio): "\(parent) keeps its height at \(lengthText(ratio)) times its width"

    // The style.
    case .style(let length, let value):
      switch length {
      case .minimum: "\(style(length, value)), which nothing else in it can undercut"
      case .maximum: "\(style(length, value)), which its \(step.axis.name) cannot exceed"
      case .exact, .basis: style(length, value)
      }
    case .percent(let length, let fraction, let parentLength):
      "its style says \(step.axis.key(length)) \(Dimension.fraction(fraction)), of \(pointsText(parentLength))"
    case .styleMinimum(let length, let content): "\(style(.minimum, length)), and \(ofItself(content))"
    case .styleMaximum(let length, let content): "\(style(.maximum, length)), and \(ofItself(content))"
    case .basis(let length): style(.basis, length)

    // The content.
    case .intrinsic(let length): "what it shows is \(pointsText(length)) \(adjective)"
    case .text(let length, lineCount: 1):
      isWidth ? "its text is \(pointsText(length)) wide on one line" : "its text is one line"
    case .text(let length, let lineCount):
      isWidth
        ? "the longest of its text's \(lineCount) lines is \(pointsText(length)) wide"
        : "its text takes \(lineCount) lines"
    case .child(let child), .childAndInsets(let child, insets: 0):
      "it is as \(adjective) as its child \(title(child))"
    case .childAndInsets(let child, let insets):
      "it is as \(adjective) as its child \(title(child)) and insets of \(pointsText(insets))"
    case .children(let length): "its children and the space between them take \(pointsText(length))"
    case .longestChild(let length):
      "its \(isWidth ? "widest" : "highest") child takes \(pointsText(length))"
    case .reachOfChildren(let length): "its children reach as far as \(pointsText(length))"
    case .fills: "it takes all the room there is"
    case .noContent: "it holds nothing that has a \(step.axis.name)"
    case .userCode(let length): "its own code asks for \(pointsText(length))"

    // The stack.
    case .grown(let from, let by, let all, let factor, let factorSum):
      "\(parent) was \(pointsText(all)) short, and it grew by \(lengthText(by)) of them, from \(lengthText(from)) (\(share("flexGrow", factor, factorSum, alone: "nothing else grows")))"
    case .shrunk(let from, let by, let all, let factor, let factorSum):
      "\(parent) was \(pointsText(all)) too long, and it gave up \(lengthText(by)) of them, from \(lengthText(from)) (\(share("flexShrink", factor, factorSum, alone: "nothing else may shrink")))"
    case .remainder: "it alone in \(parent) both grows and shrinks, so it gets what the others leave"
    case .stretched: "\(parent) stretches it across"

    // Further contributions.
    case .parentWon(let style, let given):
      "its style asks for \(text(of: style)), but \(isRoot ? "the range it was laid out in" : "what \(parent) allows"), \(text(of: given)), counts for more"
    case .percentOfUndefined(let length, let fraction):
      "its \(step.axis.key(length)) of \(Dimension.fraction(fraction)) counts as auto, for there is no defined \(step.axis.name) to take it of"
    case .roundedUp(let from): "rounded up from \(lengthText(from)) to whole pixels"
    case .overflow(let length, let around): "it reaches out of \(title(around)) by \(pointsText(length))"

    case .onLine(let line, let first, _, _, _) where first != step.element:
      "it stands on line \(line), which \(title(first)) begins"
    case .onLine(let line, _, let length, let unrounded, let most):
      "it begins line \(line), because with it line \(line - 1) would be \(pointsText(length)) \(adjective), and there are \(lengthText(most))\(unrounded <= most + violationEpsilon ? "; before lengths are rounded up to whole pixels it would be \(lengthText(unrounded)), and fit" : "")"

    // No layout.
    case .leftEmpty(let stack):
      "\(title(stack)) left it empty: it alone there both grows and shrinks, and the others leave nothing"
    case .notMeasured(let spec): "\(title(spec)) did not ask for its size"
    case .aroundWithoutLayout(let around):
      "nothing in \(title(around)) is laid out, \(tree.kind(of: tree.parent(of: around)) == .stack ? "which was left empty" : "whose size was not asked for")"
    }
  }

  private func ofItself(_ content: Double) -> String { "of itself it is \(lengthText(content)) \(adjective)" }

  private func style(_ length: StyleLength, _ value: Double) -> String {
    "its style says \(step.axis.key(length)) \(lengthText(value))"
  }

  private func share(_ key: String, _ factor: Double, _ factorSum: Double, alone: String) -> String {
    factor == factorSum
      ? "\(alone); \(key) \(lengthText(factor))"
      : "\(key) \(lengthText(factor)) of \(lengthText(factorSum)) on its line"
  }
}

extension LayoutRule {
  /// True if the rule leads to a length by itself. Other rules say what else happened to the length.
  fileprivate var isWayToLength: Bool {
    switch self {
    case .parentWon, .percentOfUndefined, .roundedUp, .overflow, .onLine, .leftEmpty, .notMeasured,
      .aroundWithoutLayout:
      false
    default: true
    }
  }
}
