import LayoutSpecs

/// The reason for an element's length on an axis, with the numbers that lead there. Lengths are in points.
public enum LayoutRule: Hashable, Sendable {
  // MARK: The parent's range

  /// The parent allows only this length.
  case given(Double)
  /// The content is shorter than the minimum that the parent allows.
  case givenMinimum(Double, content: Double)
  /// The content is longer than the maximum that the parent allows.
  case givenMaximum(Double, content: Double)
  /// An overlay or a background is exactly as large as the element beside it.
  case sameAs(ElementID)
  /// A ratio spec gives its child the size whose height is this many times its width.
  case ratio(Double)

  // MARK: The element's style

  /// The style asks for this length as `exact`, or its `minimum` or `maximum` overrides the exact length.
  case style(StyleLength, points: Double)
  /// Like `style`, for a fraction of the parent's length; and a `flexBasis` that is a fraction.
  case percent(StyleLength, fraction: Double, of: Double)
  /// The content is shorter than the style's minimum.
  case styleMinimum(Double, content: Double)
  /// The content is longer than the style's maximum.
  case styleMaximum(Double, content: Double)

  // MARK: The element's content

  /// The intrinsic length of the node's content.
  case intrinsic(Double)
  /// The length of the element's text, in this number of lines.
  case text(Double, lineCount: Int)
  /// As long as its child.
  case child(ElementID)
  /// As long as its child and the insets around it.
  case childAndInsets(ElementID, insets: Double)
  /// As long as its children and the space between them, one after the other.
  case children(Double)
  /// As long as its longest child.
  case longestChild(Double)
  /// As long as its children reach.
  case reachOfChildren(Double)
  /// All the available room, which is bounded: for a node without a size of its own, or a spec that positions its child.
  case fills(Double)
  /// The element holds nothing that has a length.
  case noContent
  /// The length that user code returns.
  case userCode(Double)

  // MARK: The stack around the element

  /// The length that the style's `flexBasis` asks for.
  case basis(Double)
  /// `from` plus `by`, the element's share of the `of` points that the line was short.
  case grown(from: Double, by: Double, of: Double, factor: Double, factorSum: Double)
  /// `from` less `by`, the element's share of the `of` points that the line was too long.
  case shrunk(from: Double, by: Double, of: Double, factor: Double, factorSum: Double)
  /// The length that the other children leave. A stack of exact length does not ask its only child that both grows and
  /// shrinks for a length of its own.
  case remainder(Double)
  /// As long as its line, across the stack.
  case stretched(Double)

  // MARK: Contributions

  /// The style and the parent have no length in common; the parent wins.
  case parentWon(style: LengthRange, given: LengthRange)
  /// A fraction in the style counts as `auto`, because the parent's length is undefined.
  case percentOfUndefined(StyleLength, fraction: Double)
  /// The length was rounded up to whole pixels.
  case roundedUp(from: Double)
  /// The element reaches out of its parent by this number of points.
  case overflow(Double, of: ElementID)

  /// The element stands on this line, from 1, of a stack that wraps. `first` begins the line: with `first` the line before
  /// would be `length` long, `unrounded` before lengths were rounded up to whole pixels, and a line may be at most `of` long.
  case onLine(Int, first: ElementID, length: Double, unrounded: Double, of: Double)

  // MARK: No layout

  /// The stack left the element without a layout, as 0 × 0: its only child that both grows and shrinks, if the others leave
  /// nothing.
  case leftEmpty(by: ElementID)
  /// The user's spec around the element did not ask for its size.
  case notMeasured(by: ElementID)
  /// An ancestor of the element was left without a layout.
  case aroundWithoutLayout(ElementID)
}

// MARK: - For programs

extension LayoutRule {
  /// The name of the rule's case, for programs: `grown`, `styleMinimum`.
  public var name: String { caseName(of: self) }

  /// The rule's numbers by name. Lengths are in points, and may be infinite.
  public var values: [(name: String, value: Double)] {
    switch self {
    case .given(let points), .intrinsic(let points), .children(let points), .longestChild(let points),
      .reachOfChildren(let points), .fills(let points), .userCode(let points), .basis(let points),
      .remainder(let points), .stretched(let points), .style(_, let points):
      [("points", points)]
    case .givenMinimum(let points, let content), .givenMaximum(let points, let content),
      .styleMinimum(let points, let content), .styleMaximum(let points, let content):
      [("points", points), ("content", content)]
    case .ratio(let ratio): [("ratio", ratio)]
    case .percent(_, let fraction, let parent): [("fraction", fraction), ("of", parent)]
    case .text(let points, let lines): [("points", points), ("lineCount", Double(lines))]
    case .childAndInsets(_, let insets): [("insets", insets)]
    case .grown(let from, let by, let all, let factor, let sum),
      .shrunk(let from, let by, let all, let factor, let sum):
      [("from", from), ("by", by), ("of", all), ("factor", factor), ("factorSum", sum)]
    case .parentWon(let style, let given):
      [
        ("styleMinimum", style.min), ("styleMaximum", style.max), ("givenMinimum", given.min),
        ("givenMaximum", given.max),
      ]
    case .percentOfUndefined(_, let fraction): [("fraction", fraction)]
    case .roundedUp(let from): [("from", from)]
    case .overflow(let points, _): [("points", points)]
    case .onLine(let line, _, let length, let unrounded, let most):
      [("line", Double(line)), ("length", length), ("unrounded", unrounded), ("of", most)]
    case .sameAs, .child, .noContent, .leftEmpty, .notMeasured, .aroundWithoutLayout: []
    }
  }

  /// The other element that the rule names; nil if there is none.
  public var otherElement: ElementID? {
    switch self {
    case .sameAs(let id), .child(let id), .childAndInsets(let id, _), .overflow(_, let id),
      .leftEmpty(let id), .notMeasured(let id), .aroundWithoutLayout(let id),
      .onLine(_, first: let id, _, _, _):
      id
    default: nil
    }
  }

  /// The style's length that the rule is about; nil if there is none.
  public var styleLength: StyleLength? {
    switch self {
    case .style(let length, _), .percent(let length, _, _), .percentOfUndefined(let length, _): length
    case .styleMinimum: .minimum
    case .styleMaximum: .maximum
    case .basis: .basis
    default: nil
    }
  }
}
