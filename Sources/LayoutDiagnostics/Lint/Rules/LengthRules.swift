// Widths and heights that contradict each other or the parent, or are percentages of an unknown length.

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
    if let low, let high, low.points - high.points >= tree.roundingTolerance {
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
    if let high, high.value.unit == exact.value.unit, exact.points - high.points >= tree.roundingTolerance {
      reportOutside(high, "at most")
    } else if let low, low.value.unit == exact.value.unit, low.points - exact.points >= tree.roundingTolerance
    {
      reportOutside(low, "at least")
    }
  }

  /// The range that its parent allows beats an element's minimum, and so does the length to which a stack flexes the
  /// element. Only a stack that stretches the element across keeps the minimum, and lets the element stick out.
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

  /// The range that its parent allows beats the width and height in an element's style. Along a stack the element flexes.
  func checkSizeOverParent(_ element: ElementID) {
    guard !kind(element).ignoresOwnSize, let size = frame(element)?.size else { return }
    let style = style(element)
    guard !style.hasAutoSize else { return }
    for axis in LayoutAxis.allCases where !recorded.isAlongStack(element, axis) {
      let exact = axis.value(.exact, of: style)
      guard exact != .auto, let question = recorded.question(to: element, settling: axis) else { continue }
      // With the style's own minimum and maximum.
      let own = axis.lengths(style.sizeRange(parentSize: question.parentSize))
      let (room, parentLength) = (axis.length(question.given.max), axis.length(question.parentSize))
      guard exact.resolve(parentLength: parentLength, autoLength: .nan) == own.min,
        own.min - max(room, axis.length(size)) >= tree.roundingTolerance,
        // A minimum has a rule of its own.
        axis.value(.minimum, of: style) == .auto
      else { continue }
      let around = parent(of: element).map(the) ?? "the range that it is laid out in"
      let points = exact.unit == .fraction ? ", that is \(lengthText(own.min))," : ""
      report(
        .sizeOverParent, element, others: [parent(of: element)].compactMap { $0 },
        "\(opening(element)) has \(axis.name) \(dimensionText(exact))\(points) and is \(pointsText(axis.length(size))) \(axis.adjective): \(around) allows at most \(lengthText(room)), and that beats a \(axis.name).",
        fix:
          "Make \(axis.name) at most \(lengthText(room)), or remove it, or make what is around \(the(element)) \(axis == .horizontal ? "wider" : "higher")."
      )
    }
  }

  /// A percentage needs a parent of known length. Otherwise the percentage counts as auto, and inside an inset as 0.
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
    // Insets, overlays and backgrounds hand on the length around them, whatever their own style says.
    let base = percentBases[element.index]
    func reportUnknown(_ reason: String, others: [ElementID], exact: String) {
      report(
        .percentOfUndefinedParent, element, others: others,
        "\(opening(element)) has \(properties), but \(reason).",
        fix: "\(exact), or give the \(axis.name) of \(the(element)) in points.")
    }
    let giveExact =
      kind(base).ignoresOwnSize
      ? "Lay the tree out in a range with a finite \(axis.name)" : "Give \(the(base)) an exact \(axis.name)"
    if case .zero(in: let inset) = parentLength {
      reportUnknown(
        "the \(axis.name) of \(the(base)) is not known here, and inside \(the(inset)) that makes it 0 points",
        others: [inset, base], exact: giveExact)
    } else if element == base {
      guard parentLength.points == .infinity else { return }
      reportUnknown(
        "the range that it is laid out in has no largest \(axis.name), so \(counts) as auto", others: [],
        exact: "Lay it out in a range with a finite \(axis.name)")
    } else if !parentLength.points.isFinite {
      let cause =
        kind(base) == .stack
        ? range(base).map { unknownLength(ofStack: base, axis, in: $0) } : nil
      reportUnknown(
        "\(cause ?? "\(the(base)) around it has no largest \(axis.name) here"), so \(counts) as auto",
        others: [base], exact: giveExact)
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
}
