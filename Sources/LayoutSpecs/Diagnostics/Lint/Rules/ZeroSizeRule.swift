/// What has no width or no height is not seen. The finding is about the element and says what took its size away.
///
/// Specs without a size are no mistake: spacers are. A composite node is passed over where a node in it is found.
enum ZeroSizeRule: LintRule {
  static let name = LintRuleName.zeroSize

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard let size = subject.frame(element)?.size, size.width == 0 || size.height == 0 else { return [] }
    if let finding = checkLeftOut(element, size, subject) { return [finding] }
    guard subject.kind(element).isNode, !holdsOther(element, size, subject) else { return [] }
    let axis = size.width == 0 ? LayoutAxis.horizontal : .vertical
    let cause = ZeroSizeCause(of: element, axis, subject)
    return [
      finding(
        element, others: cause.others,
        reason: "\(subject.opening(element)) is \(sizeText(size)): \(cause.reason).", fix: cause.fix)
    ]
  }

  /// Whether some node in a composite one has no length on the same axis.
  private static func holdsOther(_ element: ElementID, _ size: Size, _ subject: LintSubject) -> Bool {
    subject.tree.subtree(of: element).dropFirst().contains { index in
      let id = ElementID(index)
      guard subject.kind(id).isNode, let inner = subject.frame(id)?.size else { return false }
      return (size.width == 0 && inner.width == 0) || (size.height == 0 && inner.height == 0)
    }
  }

  /// The child that its stack measures last and leaves without a layout where nothing is left for it.
  private static func checkLeftOut(
    _ element: ElementID, _ size: Size, _ subject: LintSubject
  ) -> LintFinding? {
    guard size == .zero, let parent = subject.parent(of: element), subject.kind(parent) == .stack,
      let stack = subject.stack(parent), stack.unmeasuredChild == element,
      subject.kind(element) != .spec,
      let line = stack.line(of: element)
    else { return nil }
    let axis = stack.axis
    let style = subject.style(element)
    let isLeaf = subject.kind(element).isLeaf
    let rest = isLeaf ? "" : ", and nothing in it is laid out"
    let left =
      line.length >= stack.maxLength - violationEpsilon
      ? "the others take \(lengthText(line.length)) of its \(pointsText(stack.maxLength))"
      : "the \(lengthText(stack.maxLength - line.length)) of its \(pointsText(stack.maxLength)) that they leave are less than a whole point"
    return finding(
      element, others: [parent],
      reason:
        "\(subject.opening(element)) is 0 × 0 points\(rest): it is the only child of \(subject.the(parent)) that both grows (flexGrow \(shortText(style.flexGrow))) and shrinks (flexShrink \(shortText(style.flexShrink))), so it gets what the others leave, and \(left).",
      fix:
        "Set flexShrink 1 on another child of \(subject.the(parent)), so that the \(axis.name) is shared, or remove flexGrow or flexShrink here, so that it is measured like the others."
    )
  }
}
