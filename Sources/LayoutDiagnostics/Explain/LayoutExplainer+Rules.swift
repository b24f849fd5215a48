import LayoutSpecs

extension LayoutExplainer {
  /// A rule, the question that settled the length, and further rules that contributed.
  struct Finding {
    let rule: LayoutRule
    let event: LayoutTrace.Event
    var circumstances: [LayoutRule] = []
  }

  // MARK: - Stacks and their children

  /// Returns how a child came to its length along its stack: from its natural length, or by flexing.
  func mainAxisFinding(_ element: ElementID, _ axis: LayoutAxis) -> Finding? {
    let asked = recorded.questions(to: element)
    let natural = asked.last { $0.purpose == .firstPass && $0.outcome != .leftEmpty }
    let wasLeftEmpty = recorded.wasLeftEmpty(element)
    for event in asked.reversed() {
      guard case .flex(let points, let all, let factorSum) = event.purpose else { continue }
      let length = axis.lengths(event.given).exact
      // Some specs are as large as their content, whatever range they get.
      if !keepsToRange(element), axis.length(event.size) != tree.pixelGrid.ceil(length) {
        return ownFinding(event, axis)
      }
      let remarks = sizeRemarks(event, axis, before: length)
      if wasLeftEmpty { return Finding(rule: .remainder(length), event: event, circumstances: remarks) }
      let style = tree.styleValues(of: element)
      let from = length - points
      let rule: LayoutRule =
        points >= 0
        ? .grown(from: from, by: points, of: all, factor: style.flexGrow, factorSum: factorSum)
        : .shrunk(from: from, by: -points, of: -all, factor: style.flexShrink, factorSum: factorSum)
      let before = natural.map { [naturalFinding($0, axis).rule] } ?? []
      return Finding(rule: rule, event: event, circumstances: before + remarks)
    }
    if let last = asked.last, last.purpose == .stretch, !keepsToRange(element) {
      return ownFinding(last, axis)
    }
    if let natural { return naturalFinding(natural, axis) }
    // Left empty, and then stretched: nothing along the stack.
    return wasLeftEmpty ? asked.last.map { Finding(rule: .remainder(0), event: $0) } : nil
  }

  /// Returns how a child came to its natural length.
  private func naturalFinding(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> Finding {
    let basis = tree.styleValues(of: event.element).flexBasis
    let given = axis.lengths(event.given)
    if basis.unit != .auto, given.isExact, given.max < .infinity {
      let rule: LayoutRule =
        basis.unit == .fraction
        ? .percent(.basis, fraction: basis.value, of: axis.length(event.parentSize)) : .basis(basis.value)
      return Finding(rule: rule, event: event, circumstances: sizeRemarks(event, axis, before: given.exact))
    }
    var finding = ownFinding(event, axis)
    if basis.unit == .fraction {
      finding.circumstances.insert(.percentOfUndefined(.basis, fraction: basis.value), at: 0)
    }
    return finding
  }

  /// Returns how a child was stretched to its length across its stack; nil if it was not stretched, or is in no stack.
  ///
  /// - Parameter last: The last question to the child: the stretching one, unless the stack's own length
  ///   across is exact.
  func crossAxisFinding(_ last: LayoutTrace.Event, _ axis: LayoutAxis) -> Finding? {
    guard let stack = recorded.stack(around: last.element) else { return nil }
    let style = tree.styleValues(of: last.element)
    let given = axis.lengths(last.given)
    let stretches = style.alignSelf.resolved(in: stack.resolvedAlignItems) == .stretch
    // Some specs are as large as their content, whatever range they get.
    guard given.isExact, stretches, axis.length(last.size) == tree.pixelGrid.ceil(given.exact) else {
      return nil
    }
    // The child's own minimum and maximum come before the line's length.
    let own = axis.lengths(style.sizeRange(parentSize: .undefined))
    let isOwn = own.isExact && own.exact == given.exact
    return Finding(
      rule: isOwn ? styleRule(last, axis) : .stretched(given.exact), event: last,
      circumstances: sizeRemarks(last, axis, before: given.exact))
  }

  // MARK: - Ranges and styles

  /// Returns how an element came to its length in a question: by its parent's range, its own style or its
  /// content.
  func ownFinding(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> Finding {
    let given = axis.lengths(event.given)
    let resolved = axis.lengths(event.resolved)
    let own = tree.kind(of: event.element).ignoresOwnSize ? nil : ownRange(event, axis)
    let content = axis.length(recorded.contentSize(event))
    let fillsRange = resolved.isExact && axis.length(event.size) == tree.pixelGrid.ceil(resolved.exact)
    let isRuledByRange =
      keepsToRange(event.element) || (fillsRange && tree.kind(of: event.element) != .custom)
    let rule: LayoutRule
    if !isRuledByRange {
      rule = contentRule(event, axis)
    } else if given.isExact {
      rule = parentRule(event, axis)
    } else if resolved.isExact {
      rule = styleRule(event, axis)
    } else if content < resolved.min {
      rule =
        own?.min == resolved.min
        ? .styleMinimum(resolved.min, content: content) : .givenMinimum(resolved.min, content: content)
    } else if content > resolved.max {
      rule =
        own?.max == resolved.max
        ? .styleMaximum(resolved.max, content: content) : .givenMaximum(resolved.max, content: content)
    } else {
      rule = contentRule(event, axis)
    }
    let isSettled = isRuledByRange && resolved.isExact
    let remarks = sizeRemarks(event, axis, before: isSettled ? resolved.exact : nil)
    return Finding(rule: rule, event: event, circumstances: remarks)
  }

  /// Returns true if the element limits its size to its range, instead of being just as large as its content.
  private func keepsToRange(_ element: ElementID) -> Bool {
    switch tree.content(of: element) {
    case .overlay, .background, .ratio, .wrapper, .compositeNode, .custom: false
    case .corner(let parameters): parameters.wrapsCorner
    default: true
    }
  }

  /// Returns why the parent allows only one length.
  private func parentRule(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> LayoutRule {
    let points = axis.length(event.resolved.min)
    guard let parent = recorded.parent(of: event.element) else { return .given(points) }
    let first = ElementID(parent.index + 1)
    switch tree.content(of: parent) {
    case .overlay, .background: return event.element == first ? .given(points) : .sameAs(first)
    case .ratio(let ratio): return .ratio(ratio)
    default: return .given(points)
    }
  }

  /// Returns the style's length that allows only one length; if none does, the bound of the parent's range.
  private func styleRule(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> LayoutRule {
    let points = axis.length(event.resolved.min)
    let own = ownRange(event, axis)
    // No length in common, or the style's range ends where the parent's begins.
    guard own.min <= points && points <= own.max, own.isExact else {
      return points == axis.lengths(event.given).min
        ? .givenMinimum(points, content: own.max) : .givenMaximum(points, content: own.min)
    }
    let parentLength = axis.length(event.parentSize)
    for (name, dimension) in axis.sizes(tree.styleValues(of: event.element))
    where dimension.resolve(parentLength: parentLength, autoLength: .nan) == points {
      return dimension.unit == .fraction
        ? .percent(name, fraction: dimension.value, of: parentLength) : .style(name, points: points)
    }
    return .style(.exact, points: points)
  }

  /// The lengths that the style alone allows on this axis.
  private func ownRange(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> LengthRange {
    axis.lengths(tree.styleValues(of: event.element).sizeRange(parentSize: event.parentSize))
  }

  /// The lengths of the style that had no effect, and the effect of rounding.
  ///
  /// - Parameter unrounded: The length before it was rounded up, if the rule knows the length. Default: nil,
  ///   the recorded length.
  private func sizeRemarks(
    _ event: LayoutTrace.Event, _ axis: LayoutAxis, before unrounded: Double? = nil
  ) -> [LayoutRule] {
    var remarks: [LayoutRule] = []
    if !tree.kind(of: event.element).ignoresOwnSize {
      let parentLength = axis.length(event.parentSize)
      for (name, dimension) in axis.sizes(tree.styleValues(of: event.element))
      where dimension.unit == .fraction && !(dimension.value * parentLength).isFinite {
        remarks.append(.percentOfUndefined(name, fraction: dimension.value))
      }
      let (own, given) = (ownRange(event, axis), axis.lengths(event.given))
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

  // MARK: - Content

  /// Returns how the content settles the element's length, if neither the range nor the style does.
  private func contentRule(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> LayoutRule {
    let element = event.element
    let child = ElementID(element.index + 1)
    let size = recorded.contentSize(event)
    let content = axis.length(size)
    let most = axis.length(event.resolved.max)
    let hasChildren = tree.subtree(of: element).count > 1
    if layout.hasNodeAnswers(of: element), tree.kind(of: element).isLeaf { return .userCode(content) }
    switch tree.content(of: element) {
    case .spec: return .noContent
    case .node: return event.resolved.max.isValid ? .fills(content) : .noContent
    case .sizedNode: return .intrinsic(content)
    case .text(let text):
      let lines = text.lineHeight > 0 ? Int((size.height / text.lineHeight).rounded()) : 1
      return .text(content, lineCount: lines)
    case .paragraph(let paragraph):
      return .text(content, lineCount: paragraph.extent(maxWidth: size.width).lineCount)
    case .measured: return .userCode(content)
    case .custom: return .userCode(axis.length(event.size))
    case .wrapper: return wrapperRule(event, axis)
    case .stack(let stack):
      guard hasChildren else { return .noContent }
      let addsUp = LayoutAxis(stack.direction) == axis || stack.flexWrap == .wrap
      return addsUp ? .children(content) : .longestChild(content)
    case .inset(let insets):
      if most < .infinity, axis.edges(of: insets).contains(.infinity) { return .fills(content) }
      return .childAndInsets(child, insets: axis.sum(of: insets))
    case .overlay, .background, .ratio, .compositeNode: return .child(child)
    case .center(let parameters): return relativeRule(child, parameters.relative, axis, most)
    case .relative(let parameters): return relativeRule(child, parameters, axis, most)
    case .absolute(let sizing):
      if sizing == .default && most.isValidLength { return .fills(content) }
      return hasChildren ? .reachOfChildren(content) : .noContent
    case .corner(let parameters):
      return parameters.wrapsCorner ? .reachOfChildren(content) : .child(child)
    }
  }

  /// A wrapper is as large as its largest child, and at least the minimum.
  private func wrapperRule(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> LayoutRule {
    let children = Array(tree.children(of: event.element))
    let longest = children.reduce(0.0) { longest, child in
      larger(longest, layout.frame(of: child).map { axis.length($0.size) } ?? 0)
    }
    let least = axis.lengths(event.resolved).min
    if longest < least {
      return axis.lengths(event.given).min == least
        ? .givenMinimum(least, content: longest) : .styleMinimum(least, content: longest)
    }
    guard let first = children.first else { return .noContent }
    return children.count == 1 ? .child(first) : .longestChild(longest)
  }

  private func relativeRule(
    _ child: ElementID, _ parameters: RelativeParameters, _ axis: LayoutAxis, _ most: Double
  ) -> LayoutRule {
    let sizing = parameters.sizing
    let minimizes = axis == .horizontal ? sizing.minimizesWidth : sizing.minimizesHeight
    return minimizes || !most.isValidLength ? .child(child) : .fills(most)
  }
}
