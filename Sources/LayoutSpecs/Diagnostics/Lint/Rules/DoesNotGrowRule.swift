/// A stack grows its children up to its own minimum, and no further. Where that is 0 nothing grows, however much room there
/// is.
enum DoesNotGrowRule: LintRule {
  static let name = LintRuleName.doesNotGrow

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard subject.kind(element) == .stack, let stack = subject.stack(element),
      stack.maxLength < .infinity, stack.minLength < stack.maxLength
    else { return [] }
    // The longest line says how long the stack is; shorter ones have the room beside it as well.
    guard let longest = stack.lines.max(by: { $0.length < $1.length }),
      stack.maxLength - longest.length >= violationEpsilon,
      let line = stack.lines.first(where: { $0.flexGrow > 0 }),
      line.length >= stack.minLength - violationEpsilon,
      let child = line.children.first(where: { subject.style($0).flexGrow > 0 })
    else { return [] }
    let axis = stack.axis
    let growing = line.children.filter { subject.style($0).flexGrow > 0 }
    let factor = shortText(subject.style(child).flexGrow)
    return [
      finding(
        child, others: [element] + growing.dropFirst(),
        reason:
          "\(subject.opening(child)) has flexGrow \(factor) and does not grow, though \(subject.the(element)) is \(pointsText(longest.length)) \(axis.adjective) and \(lengthText(stack.maxLength)) are to be had: a stack grows its children up to its minimum \(axis.name), which is \(lengthText(stack.minLength)) here, and not up to its maximum.",
        fix: fix(for: stack, subject))
    ]
  }

  private static func fix(for stack: LintedStack, _ subject: LintSubject) -> String {
    let axis = stack.axis
    let name = subject.the(stack.id)
    guard let parent = subject.parent(of: stack.id) else {
      return
        "Lay \(name) out in a range whose smallest \(axis.name) is its largest, \(lengthText(stack.maxLength)), or set \(axis.minName) on it."
    }
    if let outer = subject.stackParameters(parent), LayoutAxis(outer.direction) != axis,
      outer.resolvedAlignItems != .stretch, let range = subject.range(parent),
      axis.length(range.min) == axis.length(range.max)
    {
      return
        "Set alignSelf stretch on \(name), which makes it as \(axis.adjective) as \(subject.the(parent))."
    }
    let parentLength = subject.parentSize(stack.id).map { axis.length($0) } ?? .nan
    let all = parentLength > 0 && parentLength.isFinite ? "\"100%\"" : lengthText(stack.maxLength)
    return "Set \(axis.minName) \(all) on \(name), so that it fills what it may have."
  }
}
