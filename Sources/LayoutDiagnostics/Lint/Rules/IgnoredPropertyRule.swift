import LayoutSpecs

/// Properties that nothing reads in their place. Those that other parents read have rules of their own.
enum IgnoredPropertyRule: LintRule {
  static let name = LintRuleName.ignoredProperty

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    let style = subject.style(element)
    var findings: [LintFinding] = []
    if let finding = checkOwnSize(element, style, subject) { findings.append(finding) }
    if style.ascender != 0 || style.descender != 0, let finding = checkBaseline(element, style, subject) {
      findings.append(finding)
    }
    if style.flexBasis != .auto, let finding = checkBasis(element, style, subject) {
      findings.append(finding)
    }
    if let stack = subject.stackParameters(element) {
      findings += checkWrapping(element, stack, subject) + checkAlignments(element, stack, subject)
    }
    return findings
  }

  // MARK: - Sizes

  private static func checkOwnSize(
    _ element: ElementID, _ style: StyleValues, _ subject: LintSubject
  ) -> LintFinding? {
    guard subject.kind(element).ignoresOwnSize, !style.hasAutoSize else { return nil }
    let sizes = LayoutAxis.allCases.flatMap { axis in
      axis.sizes(style).map { (key: axis.key($0.length), value: $0.value) }
    }
    let list = listText(sizes.map { "\($0.key) \(dimensionText($0.value))" })
    let child = ElementID(element.index + 1)
    let typeName = subject.tree.content(of: element).typeName
    let wrapper =
      typeName == "inset"
      ? "an inset spec is as large as its child and its insets"
      : "\(typeName == "overlay" ? "an" : "a") \(typeName) spec is as large as its child"
    return finding(
      element, others: [child],
      reason: "\(subject.opening(element)) has \(list), which it does not read: \(wrapper).",
      fix:
        "Set \(list) on \(subject.the(child)) in it, or put \(subject.the(element)) into a wrapper spec with \(sizes.count == 1 ? "that size" : "those sizes")."
    )
  }

  // MARK: - Baselines

  /// A baseline that nobody reads. One of two of which the other is read is no mistake: texts have both.
  private static func checkBaseline(
    _ element: ElementID, _ style: StyleValues, _ subject: LintSubject
  ) -> LintFinding? {
    guard let parent = subject.parent(of: element) else { return nil }
    let names = [("ascender", style.ascender), ("descender", style.descender)].filter { $0.1 != 0 }
    let list = listText(names.map { "\($0.0) \(shortText($0.1))" })
    if let own = subject.stackParameters(element), own.direction == .vertical,
      subject.tree.subtree(of: element).count > 1
    {
      return finding(
        element,
        reason:
          "\(subject.opening(element)) has \(list), which is not read: a vertical stack with children reports its first child's ascender and its last child's descender.",
        fix: "Set it on the child.")
    }
    switch reader(ofBaselinesOf: element, subject) {
    case .unknown, .both: return nil
    case .first: if style.ascender != 0 { return nil }
    case .last: if style.descender != 0 { return nil }
    case .none: break
    }
    let reason =
      subject.kind(parent) == .stack
      ? "no stack around it aligns by \(names.count == 1 && names[0].0 == "descender" ? "last" : "first") baselines there"
      : "\(subject.the(parent)) around it does not hand baselines on"
    return finding(
      element, others: [parent],
      reason: "\(subject.opening(element)) has \(list), which is not read: \(reason).",
      fix:
        "Let the stack align by it (alignItems baselineFirst reads ascenders, baselineLast descenders), or remove it."
    )
  }

  private enum BaselineReader {
    case none, first, last, both, unknown
  }

  /// The baselines of the element that some stack around it reads. A vertical stack hands on those of its
  /// first and last child.
  private static func reader(ofBaselinesOf element: ElementID, _ subject: LintSubject) -> BaselineReader {
    var (id, isFirst, isLast) = (element, true, true)
    var found = BaselineReader.none
    while isFirst || isLast, let parent = subject.parent(of: id) {
      if subject.kind(parent) == .custom { return .unknown }
      guard let stack = subject.stackParameters(parent) else { return found }
      if subject.style(id).alignSelf == .auto {
        if stack.resolvedAlignItems == .baselineFirst && isFirst { found = found == .last ? .both : .first }
        if stack.resolvedAlignItems == .baselineLast && isLast { found = found == .first ? .both : .last }
      }
      guard stack.direction == .vertical else { return found }
      isFirst = isFirst && subject.isFirstChild(id)
      isLast =
        isLast && subject.tree.subtree(of: id).upperBound == subject.tree.subtree(of: parent).upperBound
      id = parent
    }
    // The root may be meant for a stack elsewhere.
    return subject.parent(of: id) == nil && (isFirst || isLast) ? .unknown : found
  }

  // MARK: - Stacks

  private static func checkBasis(
    _ element: ElementID, _ style: StyleValues, _ subject: LintSubject
  ) -> LintFinding? {
    guard let parent = subject.parent(of: element), let stack = subject.stack(parent),
      stack.unmeasuredChild == element
    else { return nil }
    return finding(
      element, others: [parent],
      reason:
        "\(subject.opening(element)) has flexBasis \(dimensionText(style.flexBasis)), which is not read: it is the only child of \(subject.the(parent)) that both grows and shrinks, and the stack is exactly \(pointsText(stack.maxLength)) \(stack.axis.adjective), so it takes what the others leave.",
      fix: "Remove flexBasis, or set flexGrow or flexShrink to 0.")
  }

  private static func checkWrapping(
    _ element: ElementID, _ stack: StackParameters, _ subject: LintSubject
  ) -> [LintFinding] {
    guard stack.flexWrap == .noWrap else { return [] }
    var properties: [String] = []
    if stack.alignContent != .start { properties.append("alignContent \(stack.alignContent)") }
    if stack.lineSpacing != 0 { properties.append("lineSpacing \(shortText(stack.lineSpacing))") }
    guard !properties.isEmpty else { return [] }
    return [
      finding(
        element,
        reason:
          "\(subject.opening(element)) has \(listText(properties)), which only a stack that wraps reads, and its flexWrap is noWrap.",
        fix:
          "Set flexWrap wrap, or remove \(properties.count == 1 ? "it" : "them"); alignItems aligns the children of one line."
      )
    ]
  }

  private static func checkAlignments(
    _ element: ElementID, _ stack: StackParameters, _ subject: LintSubject
  ) -> [LintFinding] {
    let isHorizontal = stack.direction == .horizontal
    let horizontal = "horizontalAlignment \(stack.horizontalAlignment)"
    let vertical = "verticalAlignment \(stack.verticalAlignment)"
    var findings: [LintFinding] = []
    func note(_ property: String, _ alignment: String) {
      findings.append(
        finding(
          element,
          reason:
            "\(subject.opening(element)) has \(property), which \(alignment) overrides in a \(stack.direction) stack.",
          fix: "Remove one of the two."))
    }
    if stack.justifyContent != .start && stack.justifyContent != stack.resolvedJustifyContent {
      note("justifyContent \(stack.justifyContent)", isHorizontal ? horizontal : vertical)
    }
    if stack.alignItems != .stretch && stack.alignItems != stack.resolvedAlignItems {
      note("alignItems \(stack.alignItems)", isHorizontal ? vertical : horizontal)
    }
    return findings
  }
}
