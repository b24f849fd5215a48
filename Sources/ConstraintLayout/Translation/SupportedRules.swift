import LayoutSpecs

/// What can be written as equations, element by element: everything that the workloads of this project need, and no more.
///
/// Not supported, and refused by name: stacks that wrap, baselines, spaceAround, spacing before and after single children,
/// flexBasis, infinite insets, minimum and maximum sizes, sizes as fractions, sizes of anything but a leaf, and overlay,
/// background, ratio, corner and wrapper specs. Plain nodes without a size, and center, relative and absolute specs, are
/// supported where their length is given from outside; the translation finds out.
func requireSupported(_ tree: LayoutTree) throws(ConstraintLayoutError) {
  for id in tree.elementIDs {
    if let reason = unsupportedContent(tree.content(of: id)) ?? unsupportedStyle(tree, id) {
      throw .unsupported(element: id, reason: reason)
    }
  }
}

private func unsupportedContent(_ content: ElementContent) -> String? {
  switch content {
  case .stack(let stack):
    if stack.flexWrap == .wrap { return "a stack that wraps" }
    if stack.resolvedJustifyContent == .spaceAround { return "justifyContent spaceAround" }
    if [.baselineFirst, .baselineLast].contains(stack.resolvedAlignItems) { return "alignment by baselines" }
    return nil
  case .inset(let insets):
    let isFinite = [insets.top, insets.left, insets.bottom, insets.right].allSatisfy { $0 < .infinity }
    return isFinite ? nil : "an infinite inset"
  case .absolute(let sizing): return sizing == .default ? nil : "an absolute spec that fits its children"
  case .spec, .node, .sizedNode, .text, .compositeNode, .center, .relative: return nil
  case .wrapper, .overlay, .background, .ratio, .corner, .measured, .custom:
    return "the type \(content.typeName)"
  }
}

private func unsupportedStyle(_ tree: LayoutTree, _ id: ElementID) -> String? {
  let style = tree.style(of: id)
  if style.minLayoutSize != .auto || style.maxLayoutSize != .auto { return "a minimum or maximum size" }
  if style.width.unit == .fraction || style.height.unit == .fraction { return "a size as a fraction" }
  if style.flexBasis != .auto { return "flexBasis" }
  if style.spacingBefore != 0 || style.spacingAfter != 0 { return "spacingBefore or spacingAfter" }
  switch tree.content(of: id) {
  case .node, .sizedNode, .spec: return nil
  case .text, .stack, .compositeNode, .center, .relative, .absolute:
    return style.preferredLayoutSize == .auto ? nil : "a size of anything but a node"
  // An inset ignores its own size.
  default: return nil
  }
}
