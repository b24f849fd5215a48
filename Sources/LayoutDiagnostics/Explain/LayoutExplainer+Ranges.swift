// What a range and a style make of the length of an element's content.

import LayoutSpecs

extension LayoutExplainer {
  /// How an element came to its length in a question: by its parent's range, its own style or its content.
  func ownFinding(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> Finding {
    let given = axis.lengths(event.given)
    let resolved = axis.lengths(event.resolved)
    let content = axis.length(recorded.contentSize(event))
    let rule: LayoutRule
    let fillsRange = resolved.isExact && axis.length(event.size) == tree.pixelGrid.ceil(resolved.exact)
    let isRuledByRange =
      keepsToRange(event.element) || (fillsRange && tree.kind(of: event.element) != .custom)
    if !isRuledByRange {
      rule = contentRule(event, axis)
    } else if given.isExact {
      rule = parentRule(event, axis)
    } else if resolved.isExact {
      rule = styleRule(event, axis)
    } else if content < resolved.min {
      rule = minimumRule(event, axis, content: content)
    } else if content > resolved.max {
      rule = maximumRule(event, axis, content: content)
    } else {
      rule = contentRule(event, axis)
    }
    let isSettled = isRuledByRange && resolved.isExact
    let remarks = sizeRemarks(event, axis, before: isSettled ? resolved.exact : nil)
    return Finding(rule: rule, event: event, circumstances: remarks)
  }

  /// Whether the element brings its size into its range, and is not simply as large as what it holds.
  func keepsToRange(_ element: ElementID) -> Bool {
    switch tree.kind(of: element) {
    case .overlay, .background, .ratio, .wrapper, .compositeNode, .custom: return false
    case .corner:
      guard case .corner(let parameters) = tree.content(of: element) else { return false }
      return parameters.wrapsCorner
    default: return true
    }
  }

  // MARK: - The parent's range

  /// Why the parent allows one length alone.
  private func parentRule(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> LayoutRule {
    let points = axis.length(event.resolved.min)
    guard event.element != tree.root else { return .given(points) }
    let parent = tree.parent(of: event.element)
    let first = ElementID(parent.index + 1)
    switch tree.content(of: parent) {
    case .overlay, .background: return event.element == first ? .given(points) : .sameAs(first)
    case .ratio(let ratio): return .ratio(ratio)
    default: return .given(points)
    }
  }

  // MARK: - The element's style

  /// Which of the style's lengths leaves this one alone, or what the parent allows if the two meet in it.
  func styleRule(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> LayoutRule {
    let style = tree.styleValues(of: event.element)
    let points = axis.length(event.resolved.min)
    let given = axis.lengths(event.given)
    let own = ownRange(event, axis)
    // No length in common, or the style's range ends where the parent's begins.
    guard own.min <= points && points <= own.max, own.isExact else {
      return points == given.min
        ? .givenMinimum(points, content: own.max) : .givenMaximum(points, content: own.min)
    }
    let parentLength = axis.length(event.parentSize)
    for (name, dimension) in axis.sizes(style)
    where dimension.resolve(parentLength: parentLength, autoLength: .nan) == points {
      return dimension.unit == .fraction
        ? .percent(name, fraction: dimension.value, of: parentLength) : .style(name, points: points)
    }
    return .style(.exact, points: points)
  }

  private func minimumRule(
    _ event: LayoutTrace.Event, _ axis: LayoutAxis, content: Double
  ) -> LayoutRule {
    let least = axis.length(event.resolved.min)
    return ownRange(event, axis).min == least && !ignoresOwnSize(event.element)
      ? .styleMinimum(least, content: content) : .givenMinimum(least, content: content)
  }

  private func maximumRule(
    _ event: LayoutTrace.Event, _ axis: LayoutAxis, content: Double
  ) -> LayoutRule {
    let most = axis.length(event.resolved.max)
    return ownRange(event, axis).max == most && !ignoresOwnSize(event.element)
      ? .styleMaximum(most, content: content) : .givenMaximum(most, content: content)
  }

  /// What the style alone allows on this axis.
  func ownRange(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> LengthRange {
    axis.lengths(tree.styleValues(of: event.element).sizeRange(parentSize: event.parentSize))
  }

  private func ignoresOwnSize(_ element: ElementID) -> Bool { tree.kind(of: element).ignoresOwnSize }

  // MARK: - What else contributes

  /// The lengths of the style that had no effect, and what rounding added.
  ///
  /// - Parameter unrounded: The length before it was rounded up, if the rule tells it. Default: nil, the
  ///   recorded one.
  func sizeRemarks(
    _ event: LayoutTrace.Event, _ axis: LayoutAxis, before unrounded: Double? = nil
  ) -> [LayoutRule] {
    var remarks: [LayoutRule] = []
    let parentLength = axis.length(event.parentSize)
    if !ignoresOwnSize(event.element) {
      for (name, dimension) in axis.sizes(tree.styleValues(of: event.element))
      where dimension.unit == .fraction && !(dimension.value * parentLength).isFinite {
        remarks.append(.percentOfUndefined(name, fraction: dimension.value))
      }
      let own = ownRange(event, axis)
      let given = axis.lengths(event.given)
      if larger(own.min, given.min) > smaller(own.max, given.max), own.min <= own.max {
        remarks.append(.parentWon(style: own, given: given))
      }
    }
    let unrounded = unrounded ?? axis.length(recorded.unroundedSize(event))
    if axis.length(event.size) - unrounded > PixelGrid.tolerance {
      remarks.append(.roundedUp(from: unrounded))
    }
    return remarks
  }
}
