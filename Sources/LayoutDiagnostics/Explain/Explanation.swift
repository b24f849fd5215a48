import LayoutSpecs

/// Why an element is as large as it is: a step for each axis of the element, then of its parent, up to the
/// root.
///
/// ```swift
/// let layout = tree.layoutThatFits(.tableCell(width: 320))
/// print(layout.explain(title))
/// ```
public struct Explanation: Sendable {
  /// Why one element is as long on one axis as it is.
  public struct Step: Hashable, Sendable {
    /// The element.
    public let element: ElementID
    /// The axis.
    public let axis: LayoutAxis
    /// What the element's parent allowed, before the element's own style applied; nil if it was not asked. If
    /// a stack asked more than once it is the question that settled the length.
    public let given: LengthRange?
    /// The resulting length in points; nil without a layout.
    public let length: Double?
    /// The rule that chose the length, or why there is none.
    public let rule: LayoutRule
    /// What else contributed, in order.
    public let circumstances: [LayoutRule]
  }

  /// The element that is explained.
  public let element: ElementID
  /// Widths and heights in turn, from the element up to the root.
  public let steps: [Step]
  let tree: LayoutTree

  /// The steps of one axis, from the element up to the root.
  public func steps(along axis: LayoutAxis) -> [Step] { steps.filter { $0.axis == axis } }
}

extension Explanation: CustomStringConvertible {
  /// The element's size, and for each axis a sentence an element, from the element up to the root. No line
  /// end at the end.
  public var description: String {
    var lines = [heading]
    for axis in LayoutAxis.allCases {
      lines += ["", axis == .horizontal ? "Width" : "Height"]
      lines += steps(along: axis).map { "  \(sentence(of: $0))" }
    }
    return lines.joined(separator: "\n")
  }

  /// The element and its size, in a line.
  private var heading: String {
    let name = LayoutSentences(tree: tree).name(of: element)
    guard let width = steps.first?.length, steps.count > 1, let height = steps[1].length else {
      return "\(name) has no layout."
    }
    return "\(name) is \(lengthText(width)) × \(lengthText(height)) points."
  }

  /// A step as a sentence: `TextNode "title" is 96 points wide (0 to 320 allowed): its text is 96 points wide
  /// on one line.`
  public func sentence(of step: Step) -> String { LayoutSentences(tree: tree).sentence(of: step) }
}

extension Layout {
  /// Why an element is as large as it is.
  ///
  /// The tree is laid out again, recorded. Nodes that user code expanded are not expanded again; leaves and
  /// specs of the user's own are asked again, and must give the same answers. To explain more than one
  /// element make an `explainer()`.
  ///
  /// - Precondition: the id belongs to `tree`.
  /// - Complexity: that of the layout.
  public func explain(_ element: ElementID) -> Explanation {
    explainer().explanation(of: element)
  }

  /// Why this layout's element is as large as it is.
  public func explain() -> Explanation { explain(element) }

  /// Why a node is as large as it is; nil if it is not part of the layout.
  public func explain(_ node: DisplayNode) -> Explanation? {
    element(of: node).map { explain($0) }
  }

  /// An explainer of any number of the layout's elements. The tree is laid out again once.
  public func explainer() -> LayoutExplainer { LayoutExplainer(self) }
}
