import LayoutSpecs

/// The reason why a tree was not laid out by constraints, on one line.
public enum ConstraintLayoutError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The translation does not support a property of the element.
  case unsupported(element: ElementID, reason: String)
  /// The system has too many unknowns for a dense matrix.
  case tooLarge(unknowns: Int, limit: Int)
  /// The equations do not determine this unknown.
  case singular(unknown: String)
  /// This equation contradicts others.
  case inconsistent(equation: String)
  /// The numbers of equations and unknowns differ.
  case unbalanced(equations: Int, unknowns: Int)

  public var description: String {
    switch self {
    case .unsupported(let element, let reason):
      "element \(element) cannot be written as equations: \(reason)"
    case .tooLarge(let unknowns, let limit):
      "one system would have \(unknowns) unknowns, and a dense one has at most \(limit)"
    case .singular(let unknown):
      "the equations do not determine \(unknown)"
    case .inconsistent(let equation):
      "the equations contradict each other: \(equation)"
    case .unbalanced(let equations, let unknowns):
      "there are \(equations) equations for \(unknowns) unknowns"
    }
  }
}

extension LayoutTranslation {
  /// The error with names instead of the system's numbers.
  func error(_ error: DenseSystemError) -> ConstraintLayoutError {
    switch error {
    case .underdetermined(let unknown): return .singular(unknown: name(ofUnknown: unknown))
    case .inconsistent(let index):
      let equation = equations[index]
      // 1 × the x of element #2 - 1 × the width of element #1 = 8
      let sum = formula(equation.terms) { "\(shortText($0)) × \(name(ofUnknown: $1.index))" }
      return .inconsistent(equation: "\(sum) = \(shortText(equation.constant))")
    }
  }

  private func name(ofUnknown unknown: Int) -> String {
    guard unknown < 4 * tree.elementCount else { return "a stack's share of free space" }
    let attribute = ["x", "y", "width", "height"][unknown % 4]
    return "the \(attribute) of element \(ElementID(unknown / 4))"
  }
}

// MARK: - Supported trees

/// Throws if an element cannot be translated. `grid`, `mixed` and some of PanGui's workloads have such elements.
///
/// Unsupported are stacks that wrap, baselines, spaceAround, spacing before and after single children, infinite
/// insets, minimum and maximum sizes, fractions, sizes of anything but a node or a plain spec, texts with
/// styles or line breaks, and overlay, background, ratio, corner and wrapper specs. Plain nodes without a size,
/// children with a flexBasis, and center, relative and absolute specs, are supported if their length, or that of
/// their stack, is given from outside, which the translation checks.
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
  case .text(let text): return unsupportedText(text.string)
  case .paragraph(let paragraph):
    return paragraph.style == ParagraphStyle()
      ? unsupportedText(paragraph.text.string) : "a text with a style"
  case .spec, .node, .sizedNode, .compositeNode, .center, .relative: return nil
  default:
    return "the type \(content.kind.typeName)"
  }
}

private func unsupportedText(_ text: String) -> String? {
  text.unicodeScalars.contains(where: AttributedText.isLineBreak) ? "a text with line breaks" : nil
}

private func unsupportedStyle(_ tree: LayoutTree, _ id: ElementID) -> String? {
  let style = tree.style(of: id)
  if style.minLayoutSize != .auto || style.maxLayoutSize != .auto { return "a minimum or maximum size" }
  if style.width.unit == .fraction || style.height.unit == .fraction { return "a size as a fraction" }
  if style.flexBasis.unit == .fraction { return "flexBasis as a fraction" }
  if style.spacingBefore != 0 || style.spacingAfter != 0 { return "spacingBefore or spacingAfter" }
  switch tree.content(of: id) {
  case .node, .sizedNode, .spec: return nil
  case .text, .stack, .compositeNode, .center, .relative, .absolute:
    return style.preferredLayoutSize == .auto ? nil : "a size of anything but a node"
  // An inset ignores its own size.
  default: return nil
  }
}
