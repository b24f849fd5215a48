// Properties and nodes in the wrong place of a tree.

import LayoutSpecs

/// Only a stack reads `flexGrow`, `flexShrink`, `flexBasis`, `alignSelf`, `spacingBefore` and `spacingAfter`,
/// and only of its own children.
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

  /// The properties of a style that stacks read: `flexGrow 1`.
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

/// Only an absolute spec reads `layoutPosition`.
enum PositionOutsideAbsoluteRule: LintRule {
  static let name = LintRuleName.positionOutsideAbsolute

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    let position = subject.style(element).layoutPosition
    guard position != .zero, let parent = subject.parent(of: element) else { return [] }
    let parentKind = subject.kind(parent)
    guard parentKind != .absolute && parentKind != .custom else { return [] }
    let place = "layoutPosition (\(lengthText(position.x)), \(lengthText(position.y)))"
    let instead =
      switch parentKind {
      case .stack: "spacingBefore, spacingAfter and the stack's spacing move it here"
      case .corner: "the corner spec's offset moves it here"
      default: "an inset spec moves it here"
      }
    return [
      finding(
        element, others: [parent],
        reason:
          "\(subject.opening(element)) has \(place), which an absolute spec reads of its own children; \(subject.the(parent)) around it is none.",
        fix: "Remove it, or make \(subject.the(element)) the child of an absolute spec; \(instead).")
    ]
  }
}

/// A node is one thing on the screen and has one frame, so it may lie in one place of a tree only.
enum ElementTwiceRule: LintRule {
  static let name = LintRuleName.elementTwice

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard let first = subject.firstPlaces[element] else { return [] }
    let places = [first, element].map { place in
      "\(place)" + (subject.parent(of: place).map { " in \(subject.the($0))" } ?? ", the root,")
    }
    return [
      finding(
        element, others: [first],
        reason:
          "\(subject.opening(element)) is one node in two places, as \(places[0]) and as \(places[1]); a node has one frame.",
        fix: "Make a second node for the second place; specs can be used any number of times, nodes once.")
    ]
  }
}
