import LayoutSpecs

/// Answers that rules need of many elements and would else find by walking up or down the tree for each.
///
/// Each is found once, so that the lint takes time linear in the number of elements, however deep the tree is
/// and however much is wrong in it.
final class LintFacts {
  fileprivate var stacks: [ElementID: LintedStack?] = [:]
  /// How many children of stacks were looked at to make these.
  fileprivate(set) var stackChildCount = 0
  /// Whether the content of an overlay or background sticks out of it.
  fileprivate var overhangs: [ElementID: Bool] = [:]
  fileprivate var longestTexts: [LongestText?]?
  fileprivate var stackChildren: [ElementID?]?
  fileprivate var secondElements: [ElementID?]?
  fileprivate var roomless: [LayoutAxis: [ElementID]] = [:]
  fileprivate var parentLengths: [LayoutAxis: [ParentLength]] = [:]
}

/// A text on one line that could wrap.
struct LongestText {
  let text: ElementID
  let length: Double
}

/// What fractions on one axis count against.
enum ParentLength {
  /// So many points, NaN if undefined.
  case points(Double)
  /// 0, because this inset spec takes an undefined length for that.
  case zero(in: ElementID)

  var points: Double {
    if case .points(let points) = self { points } else { 0 }
  }
}

extension LintSubject {
  /// The element as a stack; nil if it is none, or has no layout.
  ///
  /// - Complexity: linear in the number of children the first time, and then constant.
  func stack(_ id: ElementID) -> LintedStack? {
    if let known = facts.stacks[id] { return known }
    let stack = LintedStack(id, self)
    facts.stacks[id] = .some(stack)
    facts.stackChildCount += stack?.lines.reduce(0) { $0 + $1.children.count } ?? 0
    return stack
  }

  /// The longest text in the element or below it that stands on one line and could wrap, the first of equally
  /// long ones; nil if there is none.
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

  /// The element itself or the nearest around it whose parent is a stack; nil if there is none.
  func stackChild(around id: ElementID) -> ElementID? {
    if let known = facts.stackChildren { return known[id.index] }
    var children = [ElementID?](repeating: nil, count: tree.elementCount)
    for id in tree.elementIDs.dropFirst() {
      let parent = tree.parent(of: id)
      children[id.index] = kind(parent) == .stack ? id : children[parent.index]
    }
    facts.stackChildren = children
    return children[id.index]
  }

  /// The nearest overlay, background or corner element that the element is or lies in; nil if there is none.
  func secondElement(around id: ElementID) -> ElementID? {
    if let known = facts.secondElements { return known[id.index] }
    var seconds = [ElementID?](repeating: nil, count: tree.elementCount)
    for id in tree.elementIDs {
      seconds[id.index] = isSecondOfTwo(id) ? id : parent(of: id).flatMap { seconds[$0.index] }
    }
    facts.secondElements = seconds
    return seconds[id.index]
  }

  /// Whether the content of an overlay or background sticks out of it, as `find` says, which is asked once.
  func hasOverhang(_ id: ElementID, _ find: () -> Bool) -> Bool {
    if let known = facts.overhangs[id] { return known }
    let hasOverhang = find()
    facts.overhangs[id] = hasOverhang
    return hasOverhang
  }

  /// The outermost of the element and those around it whose parents have no room, from the inside out without
  /// a gap.
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

  /// What a fraction in the element's style counts against, whether or not there is one.
  ///
  /// A layout records what insets, overlays and backgrounds hand on only if there is; else it is what they
  /// got.
  func parentLength(of id: ElementID, _ axis: LayoutAxis) -> ParentLength {
    if let known = facts.parentLengths[axis] { return known[id.index] }
    var lengths: [ParentLength] = []
    lengths.reserveCapacity(tree.elementCount)
    for id in tree.elementIDs {
      let recorded = ParentLength.points(parentSize(id).map { axis.length($0) } ?? .nan)
      guard let parent = parent(of: id) else {
        lengths.append(recorded)
        continue
      }
      switch (kind(parent), lengths[parent.index]) {
      case (.inset, .points(let points)) where points.isNaN: lengths.append(.zero(in: parent))
      case (.inset, let length), (.background, let length): lengths.append(length)
      case (.overlay, let length) where isFirstChild(id): lengths.append(length)
      default: lengths.append(recorded)
      }
    }
    facts.parentLengths[axis] = lengths
    return lengths[id.index]
  }
}
