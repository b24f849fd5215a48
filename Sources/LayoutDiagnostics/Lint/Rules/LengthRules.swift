// Widths and heights that contradict each other, or have nothing to count against.

import LayoutSpecs

extension Linter {
  /// A minimum wins over a smaller maximum, and both win over an exact length.
  ///
  /// An exact length in points beside a bound in percent, or the reverse, is a way to say "at most" and no
  /// mistake.
  func checkMinOverMax(_ element: ElementID) {
    guard !kind(element).ignoresOwnSize, frame(element) != nil else { return }
    let style = style(element)
    guard !style.hasAutoSize else { return }
    for axis in LayoutAxis.allCases { checkMinOverMax(element, axis, style) }
  }

  private func checkMinOverMax(_ element: ElementID, _ axis: LayoutAxis, _ style: StyleValues) {
    let parentLength = recorded.parentSize(of: element).map { axis.length($0) } ?? .nan
    func bound(_ length: StyleLength) -> (name: String, value: Dimension, points: Double)? {
      let value = axis.value(length, of: style)
      let points = value.resolve(parentLength: parentLength, autoLength: .nan)
      return points.isFinite ? (axis.key(length), value, points) : nil
    }
    func text(_ value: Dimension, _ points: Double) -> String {
      dimensionText(value) + (value.unit == .fraction ? ", that is \(lengthText(points))," : "")
    }
    let (low, high) = (bound(.minimum), bound(.maximum))
    if let low, let high, low.points - high.points >= violationEpsilon {
      report(
        .minOverMax, element,
        "\(opening(element)) has \(low.name) \(text(low.value, low.points)) and \(high.name) \(text(high.value, high.points)): the minimum wins, and \(high.name) has no effect.",
        fix: "Make \(low.name) at most \(lengthText(high.points)), or remove one of the two.")
      return
    }
    guard let exact = bound(.exact) else { return }
    func reportOutside(_ bound: (name: String, value: Dimension, points: Double), _ relation: String) {
      report(
        .minOverMax, element,
        "\(opening(element)) has \(axis.name) \(dimensionText(exact.value)) and \(bound.name) \(dimensionText(bound.value)): \(bound.name) wins, and \(axis.name) has no effect.",
        fix: "Make \(axis.name) \(relation) \(dimensionText(bound.value)), or remove one of the two.")
    }
    if let high, high.value.unit == exact.value.unit, exact.points - high.points >= violationEpsilon {
      reportOutside(high, "at most")
    } else if let low, low.value.unit == exact.value.unit, low.points - exact.points >= violationEpsilon {
      reportOutside(low, "at least")
    }
  }

  /// The range that an element is given beats its own minimum, and so does the length to which a stack flexes it. Only a
  /// stack that stretches it across keeps the minimum, and lets it stick out.
  func checkMinOverParent(_ element: ElementID) {
    guard !kind(element).ignoresOwnSize, let size = frame(element)?.size else { return }
    let style = style(element)
    guard !style.hasAutoSize else { return }
    for axis in LayoutAxis.allCases {
      let (minimum, length) = (axis.value(.minimum, of: style), axis.length(size))
      guard minimum.unit == .points, minimum.value > 0 else { continue }
      let (name, tolerance) = (axis.key(.minimum), tree.roundingTolerance)
      let larger = axis == .horizontal ? "wider" : "higher"
      if let parent = parent(of: element), kind(parent) == .stack, !recorded.isAlongStack(element, axis),
        let room = frame(parent).map({ axis.length($0.size) }),
        min(length, minimum.value) - room >= tolerance
      {
        report(
          .minOverParent, element, others: [parent],
          "\(opening(element)) has \(name) \(dimensionText(minimum)), and \(the(parent)) around it is \(pointsText(room)) \(axis.adjective): \(pointsText(length - room)) stick out.",
          fix: "Make \(name) at most \(lengthText(room)), or \(the(parent)) \(larger).")
      } else if minimum.value - length >= tolerance,
        let given = recorded.question(to: element, settling: axis)?.given
      {
        let around = parent(of: element).map(the) ?? "the range that it is laid out in"
        let isFlexed = naturalLength(of: element, axis).map { $0 >= minimum.value } ?? false
        report(
          .minOverParent, element, others: [parent(of: element)].compactMap { $0 },
          "\(opening(element)) has \(name) \(dimensionText(minimum)) and is \(pointsText(length)) \(axis.adjective): \(around) \(isFlexed ? "shrank it, and a length that flexed" : "allows at most \(lengthText(axis.length(given.max))), and that") beats a minimum.",
          fix: isFlexed
            ? "Set flexShrink 0 on it, or flexShrink on more of its siblings."
            : "Make \(name) smaller, or what is around it \(larger).")
      }
    }
  }

  /// A percentage needs a parent of known length. Else it counts as auto, and inside an inset as 0.
  func checkPercentOfUndefinedParent(_ element: ElementID) {
    guard frame(element) != nil else { return }
    let style = style(element)
    // User code decides what its children's fractions count against.
    let isOfCustom = parent(of: element).map { kind($0) == .custom } ?? false
    if style.dependsOnParentSize, !kind(element).ignoresOwnSize, !isOfCustom {
      for axis in LayoutAxis.allCases { checkPercent(element, axis, style) }
    }
    if style.flexBasis.unit == .fraction { checkPercentOfBasis(element, style) }
  }

  private func checkPercent(_ element: ElementID, _ axis: LayoutAxis, _ style: StyleValues) {
    let relative = axis.sizes(style).filter { $0.value.unit == .fraction }
    guard !relative.isEmpty else { return }
    let properties = listText(relative.map { "\(axis.key($0.length)) \(dimensionText($0.value))" })
    let counts = relative.count == 1 ? "it counts" : "they count"
    let parentLength = parentLength(of: element, axis)
    guard let parent = parent(of: element) else {
      guard parentLength.points == .infinity else { return }
      report(
        .percentOfUndefinedParent, element,
        "\(opening(element)) has \(properties), but the range that it is laid out in has no largest \(axis.name), so \(counts) as auto.",
        fix: "Lay it out in a range with a finite \(axis.name), or give the \(axis.name) in points.")
      return
    }
    if case .zero(in: let inset) = parentLength {
      report(
        .percentOfUndefinedParent, element, others: [inset],
        "\(opening(element)) has \(properties), but the \(axis.name) of the parent of \(the(inset)) is not known here, and inside an inset spec that makes it 0 points.",
        fix:
          "Give the \(axis.name) of \(the(element)) in points, or the parent of \(the(inset)) an exact \(axis.name)."
      )
    } else if !parentLength.points.isFinite {
      let cause =
        kind(parent) == .stack
        ? range(parent).map { unknownLength(ofStack: parent, axis, in: $0) } : nil
      report(
        .percentOfUndefinedParent, element, others: [parent],
        "\(opening(element)) has \(properties), but \(cause ?? "\(the(parent)) around it has no largest \(axis.name) here"), so \(counts) as auto.",
        fix:
          "Give \(the(parent)) an exact \(axis.name), or give the \(axis.name) of \(the(element)) in points.")
    }
  }

  private func checkPercentOfBasis(_ element: ElementID, _ style: StyleValues) {
    guard let parent = parent(of: element), let stack = tree.stackParameters(of: parent),
      let range = range(parent)
    else { return }
    let axis = LayoutAxis(stack.direction)
    guard axis.length(range.min) != axis.length(range.max) else { return }
    report(
      .percentOfUndefinedParent, element, others: [parent],
      "\(opening(element)) has flexBasis \(dimensionText(style.flexBasis)), but \(unknownLength(ofStack: parent, axis, in: range)), so it counts as auto.",
      fix: "Give \(the(parent)) an exact \(axis.name), or the basis in points.")
  }

  /// The reason why a stack does not know its own length.
  private func unknownLength(ofStack stack: ElementID, _ axis: LayoutAxis, in range: SizeRange) -> String {
    let (low, high) = (axis.length(range.min), axis.length(range.max))
    let allowed =
      high < .infinity
      ? "\(lengthText(low)) to \(lengthText(high)) are" : "everything from \(lengthText(low)) up is"
    return "\(the(stack)) knows its own \(axis.name) only where one alone is allowed, and here \(allowed)"
  }

  /// A ratio spec takes its size from a bounded width or height, and does nothing without either.
  func checkRatioWithoutBounds(_ element: ElementID) {
    guard kind(element) == .ratio, case .ratio(let ratio) = tree.content(of: element),
      let range = recorded.lastQuestionBeforeStretching(to: element)?.resolved,
      !range.max.width.isValidLength, !range.max.height.isValidLength
    else { return }
    report(
      .ratioWithoutBounds, element,
      "\(opening(element)) asks for a height of \(lengthText(ratio)) times the width, but neither its width nor its height is bounded here, so the ratio has no effect.",
      fix: "Give \(the(element)) a width or a height, or a maxWidth or a maxHeight.")
  }
}
