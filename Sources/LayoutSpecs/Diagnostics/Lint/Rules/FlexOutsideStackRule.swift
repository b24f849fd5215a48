/// `flexGrow`, `flexShrink`, `flexBasis`, `alignSelf`, `spacingBefore` and `spacingAfter` say something to a stack alone, and
/// to no further one than the parent.
enum FlexOutsideStackRule: LintRule {
  static let name = LintRuleName.flexOutsideStack

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    // A root may be meant for a stack elsewhere, and user code may read any property.
    guard let parent = subject.parent(of: element) else { return [] }
    let parentKind = subject.kind(parent)
    guard parentKind != .stack && parentKind != .custom else { return [] }
    let properties = stackProperties(of: subject.style(element))
    guard !properties.isEmpty else { return [] }

    let list = listText(properties)
    let reason =
      "\(subject.opening(element)) has \(list), which a stack reads of its own children; \(subject.the(parent)) around it is no stack."
    let pronoun = properties.count == 1 ? "it" : "them"
    guard let child = subject.stackChild(around: element), let stack = subject.parent(of: child) else {
      return [
        finding(
          element, others: [parent], reason: reason,
          fix:
            "Remove \(pronoun), or make \(subject.the(element)) the child of a stack: there is none around it."
        )
      ]
    }
    let others = [parent, child, stack]
    let childProperties = stackProperties(of: subject.style(child))
    let fix =
      properties.allSatisfy(childProperties.contains)
      ? "Remove \(pronoun): \(subject.the(child)), the child of \(subject.the(stack)), has \(list) already."
      : "Set \(list) on \(subject.the(child)) instead, the child of \(subject.the(stack)), which is the nearest stack."
    return [finding(element, others: others, reason: reason, fix: fix)]
  }

  /// What the style says to a stack: `flexGrow 1`.
  private static func stackProperties(of style: StyleValues) -> [String] {
    var properties: [String] = []
    if style.flexGrow != 0 { properties.append("flexGrow \(shortText(style.flexGrow))") }
    if style.flexShrink != 0 { properties.append("flexShrink \(shortText(style.flexShrink))") }
    if style.flexBasis != .auto { properties.append("flexBasis \(dimensionText(style.flexBasis))") }
    if style.alignSelf != .auto { properties.append("alignSelf \(style.alignSelf)") }
    if style.spacingBefore != 0 { properties.append("spacingBefore \(shortText(style.spacingBefore))") }
    if style.spacingAfter != 0 { properties.append("spacingAfter \(shortText(style.spacingAfter))") }
    return properties
  }
}
