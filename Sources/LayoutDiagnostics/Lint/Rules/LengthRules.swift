// Widths and heights that contradict each other, or have nothing to count against.

import LayoutSpecs

/// A minimum wins over a smaller maximum, and both win over an exact length.
///
/// An exact length in points beside a bound in percent, or the reverse, is a way to say "at most" and no
/// mistake.
enum MinOverMaxRule: LintRule {
  static let name = LintRuleName.minOverMax

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard !subject.kind(element).ignoresOwnSize, subject.frame(element) != nil else { return [] }
    let style = subject.style(element)
    guard !style.hasAutoSize else { return [] }
    return LayoutAxis.allCases.compactMap { check(element, $0, style, subject) }
  }

  private static func check(
    _ element: ElementID, _ axis: LayoutAxis, _ style: StyleValues, _ subject: LintSubject
  ) -> LintFinding? {
    let parentLength = subject.parentSize(element).map { axis.length($0) } ?? .nan
    func points(_ dimension: Dimension) -> Double? {
      let length = dimension.resolve(parentLength: parentLength, autoLength: .nan)
      return length.isFinite ? length : nil
    }
    let (low, exact, high) = (
      axis.value(.minimum, of: style), axis.value(.exact, of: style), axis.value(.maximum, of: style)
    )
    let (minName, maxName) = (axis.key(.minimum), axis.key(.maximum))
    if let lowest = points(low), let highest = points(high), lowest - highest >= violationEpsilon {
      return finding(
        element,
        reason:
          "\(subject.opening(element)) has \(minName) \(text(low, lowest)) and \(maxName) \(text(high, highest)): the minimum wins, and \(maxName) has no effect.",
        fix: "Make \(minName) at most \(lengthText(highest)), or remove one of the two.")
    }
    guard let length = points(exact) else { return nil }
    if let highest = points(high), high.unit == exact.unit, length - highest >= violationEpsilon {
      return outside(element, axis, exact, (maxName, high), "at most", subject)
    }
    if let lowest = points(low), low.unit == exact.unit, lowest - length >= violationEpsilon {
      return outside(element, axis, exact, (minName, low), "at least", subject)
    }
    return nil
  }

  private static func outside(
    _ element: ElementID, _ axis: LayoutAxis, _ exact: Dimension, _ bound: (name: String, value: Dimension),
    _ relation: String, _ subject: LintSubject
  ) -> LintFinding {
    finding(
      element,
      reason:
        "\(subject.opening(element)) has \(axis.name) \(dimensionText(exact)) and \(bound.name) \(dimensionText(bound.value)): \(bound.name) wins, and \(axis.name) has no effect.",
      fix: "Make \(axis.name) \(relation) \(dimensionText(bound.value)), or remove one of the two.")
  }

  private static func text(_ dimension: Dimension, _ points: Double) -> String {
    dimension.unit == .fraction
      ? "\(dimensionText(dimension)), that is \(lengthText(points))," : dimensionText(dimension)
  }
}

/// A percentage needs a parent of known length. Else it counts as auto, and inside an inset as 0.
enum PercentOfUndefinedParentRule: LintRule {
  static let name = LintRuleName.percentOfUndefinedParent

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard subject.frame(element) != nil else { return [] }
    var findings: [LintFinding] = []
    // User code decides what its children's fractions count against.
    let isOfCustom = subject.parent(of: element).map { subject.kind($0) == .custom } ?? false
    if subject.style(element).dependsOnParentSize, !subject.kind(element).ignoresOwnSize, !isOfCustom {
      findings = LayoutAxis.allCases.compactMap { check(element, $0, subject) }
    }
    if let finding = checkBasis(element, subject) { findings.append(finding) }
    return findings
  }

  private static func check(
    _ element: ElementID, _ axis: LayoutAxis, _ subject: LintSubject
  ) -> LintFinding? {
    let relative = axis.sizes(subject.style(element)).filter { $0.value.unit == .fraction }
    guard !relative.isEmpty else { return nil }
    let properties = listText(relative.map { "\(axis.key($0.length)) \(dimensionText($0.value))" })
    let counts = relative.count == 1 ? "it counts" : "they count"
    let parentLength = subject.parentLength(of: element, axis)
    guard let parent = subject.parent(of: element) else {
      guard parentLength.points == .infinity else { return nil }
      return finding(
        element,
        reason:
          "\(subject.opening(element)) has \(properties), but the range that it is laid out in has no largest \(axis.name), so \(counts) as auto.",
        fix: "Lay it out in a range with a finite \(axis.name), or give the \(axis.name) in points.")
    }
    if case .zero(in: let inset) = parentLength {
      return finding(
        element, others: [inset],
        reason:
          "\(subject.opening(element)) has \(properties), but the \(axis.name) of the parent of \(subject.the(inset)) is not known here, and inside an inset spec that makes it 0 points.",
        fix:
          "Give the \(axis.name) of \(subject.the(element)) in points, or the parent of \(subject.the(inset)) an exact \(axis.name)."
      )
    }
    guard !parentLength.points.isFinite else { return nil }
    return finding(
      element, others: [parent],
      reason:
        "\(subject.opening(element)) has \(properties), but \(cause(of: parent, axis, subject)), so \(counts) as auto.",
      fix:
        "Give \(subject.the(parent)) an exact \(axis.name), or give the \(axis.name) of \(subject.the(element)) in points."
    )
  }

  /// Why the parent's length is unknown.
  private static func cause(of parent: ElementID, _ axis: LayoutAxis, _ subject: LintSubject) -> String {
    if subject.kind(parent) == .stack, let range = subject.range(parent) {
      let (low, high) = (axis.length(range.min), axis.length(range.max))
      return
        "\(subject.the(parent)) knows its own \(axis.name) only where one alone is allowed, and here \(allowedText(low, high))"
    }
    return "\(subject.the(parent)) around it has no largest \(axis.name) here"
  }

  private static func allowedText(_ low: Double, _ high: Double) -> String {
    high < .infinity
      ? "\(lengthText(low)) to \(lengthText(high)) are" : "everything from \(lengthText(low)) up is"
  }

  private static func checkBasis(_ element: ElementID, _ subject: LintSubject) -> LintFinding? {
    let basis = subject.style(element).flexBasis
    guard basis.unit == .fraction, let parent = subject.parent(of: element),
      let stack = subject.stackParameters(parent), let range = subject.range(parent)
    else { return nil }
    let axis = LayoutAxis(stack.direction)
    let (low, high) = (axis.length(range.min), axis.length(range.max))
    guard low != high else { return nil }
    return finding(
      element, others: [parent],
      reason:
        "\(subject.opening(element)) has flexBasis \(dimensionText(basis)), but \(subject.the(parent)) knows its own \(axis.name) only where one alone is allowed, and here \(allowedText(low, high)), so it counts as auto.",
      fix: "Give \(subject.the(parent)) an exact \(axis.name), or the basis in points.")
  }
}

/// A ratio spec takes its size from a bounded width or height, and does nothing without either.
enum RatioWithoutBoundsRule: LintRule {
  static let name = LintRuleName.ratioWithoutBounds

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard subject.kind(element) == .ratio, case .ratio(let ratio) = subject.tree.content(of: element),
      let range = subject.decisiveRange(element), !range.max.width.isValidLength,
      !range.max.height.isValidLength
    else { return [] }
    return [
      finding(
        element,
        reason:
          "\(subject.opening(element)) asks for a height of \(lengthText(ratio)) times the width, but neither its width nor its height is bounded here, so the ratio has no effect.",
        fix: "Give \(subject.the(element)) a width or a height, or a maxWidth or a maxHeight.")
    ]
  }
}
