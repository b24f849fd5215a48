/// Why an element is as large as it is: a step for each axis of the element, then of its parent, and so on up to the root.
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
    /// What the element's parent allowed, before the element's style had its say; nil where it was not asked. Where a stack asked
    /// more than once it is what settled the length.
    public let given: LengthRange?
    /// The length that came out, in points; nil without a layout.
    public let length: Double?
    /// The rule that chose the length, or why there is none.
    public let rule: LayoutRule
    /// What else had a part in it, in the order in which it had.
    public let circumstances: [LayoutRule]
  }

  /// The element that is explained.
  public let element: ElementID
  /// Widths and heights in turn, from the element up to the root of the tree.
  public let steps: [Step]
  let tree: LayoutTree

  /// The steps of one axis, from the element up to the root.
  public func steps(along axis: LayoutAxis) -> [Step] { steps.filter { $0.axis == axis } }
}

extension Layout {
  /// Why an element is as large as it is.
  ///
  /// The tree is laid out again for it, and what is done is recorded. Nodes that user code expanded are not expanded again; leaves
  /// and specs of the user's own are asked again, and must give the same answers. To explain more than one element make an
  /// `explainer()`.
  ///
  /// - Precondition: the id belongs to `tree`.
  /// - Complexity: that of the layout.
  public func explain(_ element: ElementID) -> Explanation {
    explainer().explanation(of: element)
  }

  /// Why this layout's element is as large as it is.
  public func explain() -> Explanation { explain(element) }

  /// Why a node is as large as it is; nil where it is not part of the layout.
  public func explain(_ node: DisplayNode) -> Explanation? {
    element(of: node).map { explain($0) }
  }

  /// What explains any number of the layout's elements. The tree is laid out again once.
  public func explainer() -> LayoutExplainer { LayoutExplainer(self) }
}
