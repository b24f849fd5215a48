/// `layoutPosition` says something to an absolute spec alone.
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
