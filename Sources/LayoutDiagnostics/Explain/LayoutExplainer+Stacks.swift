// What stacks do to the lengths of their children.

import LayoutSpecs

extension LayoutExplainer {
  /// A rule, the question that settled the length, and what else contributed.
  struct Finding {
    let rule: LayoutRule
    let event: LayoutTrace.Event
    var circumstances: [LayoutRule] = []
  }

  /// How a child came to its length along its stack: from its natural length, or by flexing.
  func mainAxis(_ asked: [LayoutTrace.Event], _ axis: LayoutAxis) -> Finding? {
    let natural = asked.last { $0.purpose == .firstPass && $0.outcome != .leftEmpty }
    let wasLeftEmpty = asked.contains { $0.outcome == .leftEmpty }
    for event in asked.reversed() {
      guard case .flex(let flex) = event.purpose else { continue }
      let length = axis.lengths(event.given).exact
      // Some specs are as large as what they hold, whatever they are given.
      if !keepsToRange(event.element), axis.length(event.size) != tree.pixelGrid.ceil(length) {
        return ownFinding(event, axis)
      }
      if wasLeftEmpty {
        return Finding(
          rule: .remainder(length), event: event, circumstances: sizeRemarks(event, axis, before: length))
      }
      let style = tree.styleValues(of: event.element)
      let rule: LayoutRule =
        flex.by >= 0
        ? .grown(
          from: length - flex.by, by: flex.by, of: flex.of, factor: style.flexGrow, factorSum: flex.factorSum)
        : .shrunk(
          from: length - flex.by, by: -flex.by, of: -flex.of, factor: style.flexShrink,
          factorSum: flex.factorSum)
      let before = natural.map { naturalFinding($0, axis) }
      return Finding(
        rule: rule, event: event,
        circumstances: (before.map { [$0.rule] } ?? []) + sizeRemarks(event, axis, before: length))
    }
    if let last = asked.last, last.purpose == .stretch, !keepsToRange(last.element) {
      return ownFinding(last, axis)
    }
    if let natural { return naturalFinding(natural, axis) }
    // Left empty, and then stretched: nothing along the stack.
    return wasLeftEmpty ? asked.last.map { Finding(rule: .remainder(0), event: $0) } : nil
  }

  /// How a child came to its natural length.
  private func naturalFinding(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> Finding {
    let basis = tree.styleValues(of: event.element).flexBasis
    let parentLength = axis.length(event.parentSize)
    let given = axis.lengths(event.given)
    if basis.unit != .auto, given.isExact, given.max < .infinity {
      let rule: LayoutRule =
        basis.unit == .fraction
        ? .percent(.basis, fraction: basis.value, of: parentLength) : .basis(basis.value)
      return Finding(rule: rule, event: event, circumstances: sizeRemarks(event, axis, before: given.exact))
    }
    var finding = ownFinding(event, axis)
    if basis.unit == .fraction {
      finding.circumstances.insert(.percentOfUndefined(.basis, fraction: basis.value), at: 0)
    }
    return finding
  }

  /// How a child was stretched to its length across its stack; nil if it was not, or has no stack.
  ///
  /// - Parameter last: The last question to the child: the stretching one, unless the stack's own length
  ///   across is exact.
  func crossAxis(_ last: LayoutTrace.Event, _ axis: LayoutAxis) -> Finding? {
    guard let stack = recorded.stack(around: last.element) else { return nil }
    let given = axis.lengths(last.given)
    guard given.isExact, stretches(last.element, in: stack) else { return nil }
    // Some specs are as large as what they hold, whatever they are given.
    guard axis.length(last.size) == tree.pixelGrid.ceil(given.exact) else { return nil }
    // The child's own minimum and maximum come before the line's length.
    let own = axis.lengths(tree.styleValues(of: last.element).sizeRange(parentSize: .undefined))
    let isOwn = own.isExact && own.exact == given.exact
    return Finding(
      rule: isOwn ? styleRule(last, axis) : .stretched(given.exact), event: last,
      circumstances: sizeRemarks(last, axis, before: given.exact))
  }

  private func stretches(_ element: ElementID, in stack: StackParameters) -> Bool {
    switch tree.styleValues(of: element).alignSelf {
    case .auto: stack.resolvedAlignItems == .stretch
    case .stretch: true
    case .start, .end, .center: false
    }
  }
}
