/// A percentage needs a parent of known length. Of an unknown one it counts as auto, and inside an inset as 0.
enum PercentOfUndefinedParentRule: LintRule {
  static let name = LintRuleName.percentOfUndefinedParent

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard subject.frame(element) != nil else { return [] }
    let style = subject.style(element)
    var findings: [LintFinding] = []
    if style.dependsOnParentSize, !subject.kind(element).ignoresOwnSize,
      let parentSize = subject.parentSize(element)
    {
      for axis in LayoutAxis.allCases {
        guard let finding = check(element, axis, axis.length(parentSize), subject) else { continue }
        findings.append(finding)
      }
    }
    if let finding = checkBasis(element, subject) { findings.append(finding) }
    return findings
  }

  private static func check(
    _ element: ElementID, _ axis: LayoutAxis, _ parentLength: Double, _ subject: LintSubject
  ) -> LintFinding? {
    let relative = axis.sizes(subject.style(element)).filter { $0.value.unit == .fraction }
    guard !relative.isEmpty else { return nil }
    let properties = listText(relative.map { "\($0.name) \(dimensionText($0.value))" })
    let counts = relative.count == 1 ? "it counts" : "they count"
    guard let parent = subject.parent(of: element) else {
      guard parentLength == .infinity else { return nil }
      return finding(
        element,
        reason:
          "\(subject.opening(element)) has \(properties), but the range that it is laid out in has no largest \(axis.name), so \(counts) as auto.",
        fix: "Lay it out in a range with a finite \(axis.name), or give the \(axis.name) in points.")
    }
    if let inset = subject.insetWithoutParentLength(around: element, axis) {
      return finding(
        element, others: [inset],
        reason:
          "\(subject.opening(element)) has \(properties), but the \(axis.name) of the parent of \(subject.the(inset)) is not known here, and inside an inset spec that makes it 0 points.",
        fix:
          "Give the \(axis.name) of \(subject.the(element)) in points, or the parent of \(subject.the(inset)) an exact \(axis.name)."
      )
    }
    guard !parentLength.isFinite else { return nil }
    return finding(
      element, others: [parent],
      reason:
        "\(subject.opening(element)) has \(properties), but \(cause(of: parent, axis, subject)), so \(counts) as auto.",
      fix:
        "Give \(subject.the(parent)) an exact \(axis.name), or give the \(axis.name) of \(subject.the(element)) in points."
    )
  }

  /// Why the parent's length is not known.
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
