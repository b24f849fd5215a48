/// The lengths that an element may have on one axis, in points.
///
/// The rules of layout themselves can put the minimum above the maximum; then the minimum counts.
public struct LengthRange: Hashable, Sendable {
  /// The smallest length.
  public let min: Double
  /// The largest length; infinite where there is none.
  public let max: Double

  /// Whether one length alone is allowed.
  public var isExact: Bool { min >= max }

  /// The one length that is allowed, where it is one.
  var exact: Double { min }
}

/// Which length of a style a rule is about.
public enum StyleLength: String, Hashable, Sendable, CaseIterable {
  /// `width` or `height`.
  case exact
  /// `minWidth` or `minHeight`.
  case minimum
  /// `maxWidth` or `maxHeight`.
  case maximum
  /// `flexBasis`.
  case basis
}

/// Why an element is as long on an axis as it is, with the numbers that had a part in it. Lengths are in points.
public enum LayoutRule: Hashable, Sendable {
  // MARK: What the element's parent says

  /// The parent allows this length alone.
  case given(Double)
  /// The content is shorter than the least that the parent allows.
  case givenMinimum(Double, content: Double)
  /// The content is longer than the most that the parent allows.
  case givenMaximum(Double, content: Double)
  /// An overlay or a background is exactly as large as the element beside it.
  case sameAs(ElementID)
  /// A ratio spec gives its child the size whose height is this many times its width.
  case ratio(Double)

  // MARK: What the element's style says

  /// The style asks for this length, as `exact`; or its `minimum` or `maximum` stands against the exact length that it asks for.
  case style(StyleLength, points: Double)
  /// The same as a fraction of the parent's length.
  case percent(StyleLength, fraction: Double, of: Double)
  /// The content is shorter than the style's minimum; `fraction` of `parent` where that is a fraction.
  case styleMinimum(Double, content: Double)
  /// The content is longer than the style's maximum.
  case styleMaximum(Double, content: Double)

  // MARK: What the element holds

  /// As long as what the node shows is of itself.
  case intrinsic(Double)
  /// As long as its text is in so many lines.
  case text(Double, lineCount: Int)
  /// As long as its child.
  case child(ElementID)
  /// As long as its child and the insets around it.
  case childAndInsets(ElementID, insets: Double)
  /// As long as its children and what is between them, one after the other.
  case children(Double)
  /// As long as its longest child.
  case longestChild(Double)
  /// As long as is needed to take in its children where they lie.
  case reachOfChildren(Double)
  /// All the room there is, which is bounded: a node without a size of its own, or a spec that positions its child.
  case fills(Double)
  /// It holds nothing that has a length.
  case noContent
  /// What user code says.
  case userCode(Double)

  // MARK: What a stack does

  /// The length that the style's `flexBasis` asks for.
  case basis(Double)
  /// `from` and its share of the points that the line was short.
  case grown(from: Double, by: Double, of: Double, factor: Double, factorSum: Double)
  /// `from` less its share of the points that the line was too long.
  case shrunk(from: Double, by: Double, of: Double, factor: Double, factorSum: Double)
  /// What the other children leave: the only child that both grows and shrinks is not asked for a length of its own in a stack
  /// whose length is exact.
  case remainder(Double)
  /// As long as its line across.
  case stretched(Double)

  // MARK: What has a part in it besides

  /// What the style asks for, and what the parent allows, have no length in common; the parent counts.
  case parentWon(style: LengthRange, given: LengthRange)
  /// A fraction in the style counts as `auto`, for the parent's length is undefined.
  case percentOfUndefined(StyleLength, fraction: Double)
  /// It was rounded up to whole pixels.
  case roundedUp(from: Double)
  /// It reaches out of its parent by so many points.
  case overflow(Double, of: ElementID)

  // MARK: Why there is no layout

  /// The stack left it without a layout, as 0 × 0: the only child that both grows and shrinks, where the others leave nothing.
  case leftEmpty(by: ElementID)
  /// The user's spec around it did not ask for its size.
  case notMeasured(by: ElementID)
  /// An element around it was left without a layout.
  case aroundWithoutLayout(ElementID)
}
