/// Of a minimum above the maximum the minimum wins, and both win over an exact length.
///
/// An exact length in points beside a bound in percent, or the other way round, is a way to say "at most": it is passed over.
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
    let (low, exact, high) = (axis.min(style), axis.exact(style), axis.max(style))
    if let lowest = points(low), let highest = points(high), lowest - highest >= violationEpsilon {
      return finding(
        element,
        reason:
          "\(subject.opening(element)) has \(axis.minName) \(text(low, lowest)) and \(axis.maxName) \(text(high, highest)): the minimum wins, and \(axis.maxName) has no effect.",
        fix: "Make \(axis.minName) at most \(lengthText(highest)), or remove one of the two.")
    }
    guard let length = points(exact) else { return nil }
    if let highest = points(high), high.unit == exact.unit, length - highest >= violationEpsilon {
      return outside(element, axis, exact, (axis.maxName, high), "at most", subject)
    }
    if let lowest = points(low), low.unit == exact.unit, lowest - length >= violationEpsilon {
      return outside(element, axis, exact, (axis.minName, low), "at least", subject)
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
