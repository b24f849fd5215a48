/// What the rules of the lint ask of many elements and would else find by walking up or down the tree for
/// each: every such answer is found once, so that the lint of a tree takes time linear in the number of
/// elements, however deep the tree is and however much is wrong in it.
final class LintFacts {
  /// Each stack that was asked for.
  fileprivate var stacks: [ElementID: LintedStack?] = [:]
  /// How many children of stacks were looked at for that.
  fileprivate(set) var stackChildCount = 0
  /// Whether what lies in an overlay or background sticks out of it, of those that were asked for.
  fileprivate var overhangs: [ElementID: Bool] = [:]
  fileprivate var longestTexts: [LongestText?]?
  fileprivate var secondElements: [ElementID?]?
  fileprivate var roomless: [LayoutAxis: [ElementID]] = [:]
  fileprivate var insets: [LayoutAxis: [ElementID?]] = [:]
}

/// A text on one line that could wrap.
struct LongestText {
  let text: ElementID
  let length: Double
}

extension LintSubject {
  /// The element as a stack; nil where it is none, or got no layout.
  ///
  /// - Complexity: linear in the number of children the first time, and then constant.
  func stack(_ id: ElementID) -> LintedStack? {
    if let known = facts.stacks[id] { return known }
    let stack = makeStack(id)
    facts.stacks[id] = .some(stack)
    facts.stackChildCount += stack?.lines.reduce(0) { $0 + $1.children.count } ?? 0
    return stack
  }

  /// The longest text in the element or below it that stands on one line and could wrap, the first of equally
  /// long ones; nil where there is none.
  func longestText(in id: ElementID) -> LongestText? {
    if let known = facts.longestTexts { return known[id.index] }
    var longest = [LongestText?](repeating: nil, count: tree.elementCount)
    for id in tree.elementIDs.reversed() {
      if let length = TextDoesNotWrapRule.lengthOfLine(id, self) {
        longest[id.index] = LongestText(text: id, length: length)
      }
      guard let parent = parent(of: id)?.index, let own = longest[id.index] else { continue }
      if own.length >= longest[parent]?.length ?? 0 { longest[parent] = own }
    }
    facts.longestTexts = longest
    return longest[id.index]
  }

  /// The overlay, background or corner element that the element is or lies in, the nearest one; nil where it
  /// lies in none.
  func secondElement(around id: ElementID) -> ElementID? {
    if let known = facts.secondElements { return known[id.index] }
    var seconds = [ElementID?](repeating: nil, count: tree.elementCount)
    for id in tree.elementIDs {
      seconds[id.index] = isSecondOfTwo(id) ? id : parent(of: id).flatMap { seconds[$0.index] }
    }
    facts.secondElements = seconds
    return seconds[id.index]
  }

  /// Whether what lies in an overlay or background sticks out of it: what `find` says, which is asked once.
  func hasOverhang(_ id: ElementID, _ find: () -> Bool) -> Bool {
    if let known = facts.overhangs[id] { return known }
    let hasOverhang = find()
    facts.overhangs[id] = hasOverhang
    return hasOverhang
  }

  /// The outermost element that the element is or lies in and whose parent leaves what is in it no room, from
  /// the inside out without a gap.
  func outermostWithoutRoom(around id: ElementID, _ axis: LayoutAxis) -> ElementID {
    if let known = facts.roomless[axis] { return known[id.index] }
    var outermost = Array(tree.elementIDs)
    for id in tree.elementIDs {
      guard let parent = parent(of: id), let range = range(parent), axis.length(range.max) == 0 else {
        continue
      }
      outermost[id.index] = outermost[parent.index]
    }
    facts.roomless[axis] = outermost
    return outermost[id.index]
  }

  /// The inset spec around the element that takes an unknown length for 0, from the element outwards; nil
  /// where there is none.
  func insetWithoutParentLength(around id: ElementID, _ axis: LayoutAxis) -> ElementID? {
    if let known = facts.insets[axis] { return known[id.index] }
    var insets = [ElementID?](repeating: nil, count: tree.elementCount)
    for id in tree.elementIDs {
      guard let parent = parent(of: id) else { continue }
      switch kind(parent) {
      case .inset:
        guard let size = parentSize(parent) else { continue }
        insets[id.index] = axis.length(size).isNaN ? parent : insets[parent.index]
      case .background: insets[id.index] = insets[parent.index]
      case .overlay where isFirstChild(id): insets[id.index] = insets[parent.index]
      default: continue
      }
    }
    facts.insets[axis] = insets
    return insets[id.index]
  }
}
