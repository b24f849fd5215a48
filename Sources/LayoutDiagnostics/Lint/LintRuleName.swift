/// The rules of the lint, in the order in which findings of one element are listed.
public enum LintRuleName: String, CaseIterable, Hashable, Sendable {
  /// A property that only stacks read, on an element whose parent is no stack.
  case flexOutsideStack = "flex-outside-stack"
  /// `layoutPosition` on an element whose parent is no absolute spec.
  case positionOutsideAbsolute = "position-outside-absolute"
  /// A property that the parent, or the element's own kind, does not read.
  case ignoredProperty = "ignored-property"
  /// A minimum above the maximum, or an exact length outside the two.
  case minOverMax = "min-over-max"
  /// A minimum that the parent, or the root's range, does not allow.
  case minOverParent = "min-over-parent"
  /// A width or height that the parent, or the root's range, does not allow.
  case sizeOverParent = "size-over-parent"
  /// A percentage of an unknown length.
  case percentOfUndefinedParent = "percent-of-undefined-parent"
  /// A ratio spec that is bounded on neither axis.
  case ratioWithoutBounds = "ratio-without-bounds"
  /// A ratio spec whose size has another ratio.
  case ratioLost = "ratio-lost"
  /// A percentage or a maximum across a stack, which stretching ignores.
  case stretchedPastSize = "stretched-past-size"
  /// A minimum across a stack, because of which the stack does not stretch the child.
  case minEndsStretching = "min-ends-stretching"
  /// Children that a wrapping stack stretches to the length of the whole stack, and not of their line.
  case stretchInWrappingStack = "stretch-in-wrapping-stack"
  /// A stack that wraps along an unbounded axis.
  case wrapInUnboundedMainAxis = "wrap-in-unbounded-main-axis"
  /// A line of a stack that breaks because lengths are rounded up to whole pixels.
  case lineBreaksByRounding = "line-breaks-by-rounding"
  /// The child of a wrapping stack that gets the room that the others leave, and is too narrow.
  case squeezedInWrappingStack = "squeezed-in-wrapping-stack"
  /// An infinite inset, a position or a spacer along an unbounded axis.
  case fillInUnboundedAxis = "fill-in-unbounded-axis"
  /// `flexGrow` in a stack that has room and does not take it.
  case doesNotGrow = "does-not-grow"
  /// A stack that is to spread its children, has room, and is no longer than its children.
  case doesNotSpan = "does-not-span"
  /// A text on one line that is wider than its room, because nothing may shrink.
  case textDoesNotWrap = "text-does-not-wrap"
  /// A text that is wider than its stack, because it may not shrink.
  case textWiderThanParent = "text-wider-than-parent"
  /// A text with more lines than it may have, or than fit into its frame.
  case textTruncated = "text-truncated"
  /// A stack that aligns by baselines, though some or all of its children have none.
  case stackWithoutBaselines = "stack-without-baselines"
  /// Content that is larger than its container, and may not shrink.
  case overflowNothingShrinks = "overflow-nothing-shrinks"
  /// Children that are longer than their stack because their lengths are rounded up to whole pixels.
  case overflowByRounding = "overflow-by-rounding"
  /// An overlay or background whose content is larger than the child.
  case overlayLargerThanChild = "overlay-larger-than-child"
  /// Two texts that cover each other in an absolute spec.
  case textsCoverEachOther = "texts-cover-each-other"
  /// A node or text without width or height.
  case zeroSize = "zero-size"
  /// One node in two places of a tree.
  case elementTwice = "element-twice"
  /// A node that another node lays out, and that is not its subnode.
  case nodeNotASubnode = "node-not-a-subnode"

  /// The mistakes that the rule finds, in one line.
  public var summary: String {
    switch self {
    case .flexOutsideStack:
      "flexGrow, flexShrink, flexBasis, alignSelf or spacing on an element whose parent is no stack"
    case .positionOutsideAbsolute: "layoutPosition on an element whose parent is no absolute spec"
    case .ignoredProperty: "a property that the parent, or the element's own kind, does not read"
    case .minOverMax: "a minimum above the maximum, or an exact length outside the two"
    case .minOverParent: "a minimum that what is around the element does not allow"
    case .sizeOverParent: "a width or height that what is around the element does not allow"
    case .percentOfUndefinedParent: "a percentage of a length that is not known, which counts as auto"
    case .ratioWithoutBounds: "a ratio spec that is bounded on neither axis, so that the ratio has no effect"
    case .ratioLost: "a ratio spec that is stretched, flexed or limited to a size of another ratio"
    case .stretchedPastSize: "a percentage or a maximum across, which stretching ignores"
    case .minEndsStretching: "a minimum across, with which a child is not stretched"
    case .stretchInWrappingStack:
      "children of a stack that wraps, each stretched to the length of the whole stack"
    case .wrapInUnboundedMainAxis: "a stack that wraps along an axis without an end, and so never does"
    case .lineBreaksByRounding: "a line that breaks because lengths are rounded up to whole pixels"
    case .squeezedInWrappingStack:
      "the child of a stack that wraps which gets what the others leave, and is too narrow for its content"
    case .fillInUnboundedAxis:
      "an infinite inset, a center or relative spec or a spacer along an axis without an end, with no effect"
    case .doesNotGrow: "flexGrow in a stack that has room and does not take it"
    case .doesNotSpan: "a stack that is to spread its children, has room, and is no longer than they are"
    case .textDoesNotWrap: "a text wider than what is there, in a horizontal stack where nothing may shrink"
    case .textWiderThanParent:
      "a text wider than its stack, which may not shrink beside others that have nothing left"
    case .textTruncated: "a text with more lines than it may have, or than its frame is high for"
    case .stackWithoutBaselines:
      "a stack that aligns by baselines, whose children have none, all of them or some"
    case .overflowNothingShrinks: "content larger than what is around it, where nothing may shrink"
    case .overflowByRounding:
      "children longer than their stack because lengths are rounded up to whole pixels"
    case .overlayLargerThanChild: "an overlay or background whose content is larger than the child"
    case .textsCoverEachOther: "two texts that cover each other in an absolute spec"
    case .zeroSize: "a node or text without width or height"
    case .elementTwice: "one node in two places of a tree"
    case .nodeNotASubnode: "a node that another node lays out, and that is not its subnode"
    }
  }
}
