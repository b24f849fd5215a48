import LayoutSpecs

extension LayoutTree {
  /// Looks for likely mistakes: elements without a size, content that sticks out, properties without effect.
  ///
  /// The tree is laid out once and recorded. Nothing is found if every property has an effect, everything has a size
  /// and nothing overflows.
  ///
  /// - Parameters:
  ///   - range: The sizes that the root may take.
  ///   - elementName: The name of an element in sentences, without an article. Default: the Layout API's name
  ///     for such an element and its `debugName`, as `TextNode "title"`, or its number, as `TextNode #3`.
  /// - Returns: The findings, by element in pre-order.
  /// - Complexity: one layout of the tree, and linear in the number of elements.
  public func lint(in range: SizeRange, elementName: ((ElementID) -> String)? = nil) -> [LintFinding] {
    lint(in: range, rules: LintRuleName.allCases) { id, _ in
      "the \(elementName?(id) ?? sentenceTitle(of: id))"
    }
  }

  /// Looks for the likely mistakes that these rules find.
  ///
  /// - Parameter phrase: Returns the words for an element.
  package func lint(
    in range: SizeRange, rules: [LintRuleName], phrase: @escaping ElementPhrase
  ) -> [LintFinding] {
    Linter(RecordedLayout(of: self, in: range), phrase: phrase).findings(of: rules)
  }
}

extension LayoutElement {
  /// Looks for likely mistakes in the element and all that it holds; see `LayoutTree.lint(in:elementName:)`.
  ///
  /// Nodes are expanded as `layoutThatFits(_:)` does, so user code runs. A node that lies in the tree twice is a
  /// finding, and not a failed precondition. Lint a node after it got its subnodes: a node that it lays out and that
  /// is not its subnode is a finding.
  ///
  /// - Parameter range: The sizes that the element may take.
  /// - Returns: The findings, by element in pre-order, with the ids of the tree that `layoutThatFits(_:)`
  ///   gives.
  /// - Precondition: no node lies within itself.
  public func lint(in range: SizeRange) -> [LintFinding] {
    let (layout, nodes) = layoutWithRepeatedNodes(in: range)
    return Linter(RecordedLayout(layout), nodes: nodes).findings()
  }
}

/// The words for an element in a sentence about a subject, which may be the element itself: "the" and a name,
/// or "this" and a type.
package typealias ElementPhrase = (_ element: ElementID, _ subject: ElementID) -> String

/// The lint of one recorded layout. Each rule is a method, in the files of `Rules`, that looks at an element
/// and reports its findings.
///
/// A rule is silent if it cannot know: where user code decides, and at a root, which may be meant for another parent.
/// If nothing is wrong, a rule takes constant time, or time linear in the number of children.
///
/// Tables hold the answers that rules would otherwise find by walking up or down the tree for each element, so the
/// lint takes time linear in the number of elements, however deep the tree is and however much is wrong in it.
final class Linter {
  let recorded: RecordedLayout
  let tree: LayoutTree
  /// The nodes by element; empty for a compiled tree.
  let nodes: [ElementID: DisplayNode]
  /// For each element whose node lies in the tree a second time: the first place of the node.
  private(set) var firstPlaces: [ElementID: ElementID] = [:]
  private let phrase: ElementPhrase
  private var found: [LintFinding] = []
  /// The element that sentences are about.
  private var subject: ElementID

  private var stacks: [ElementID: LintedStack?] = [:]
  /// The number of children of stacks that were looked at.
  private(set) var stackChildCount = 0

  /// For each element: the longest text in it that stands on one line and could wrap. The element may be the text; the
  /// first of equally long texts counts.
  private(set) lazy var longestTexts = findLongestTexts()

  /// For each element: the first leaf in it that is narrower than its content, with the content's width.
  private(set) lazy var squeezedLeaves = findSqueezedLeaves()

  /// For each element: the first and the last baseline in it; see `findBaselines()`.
  private(set) lazy var baselines = findBaselines()

  /// For each element: the element whose own style decides its size. Insets, overlays and backgrounds are as large as
  /// their child.
  private(set) lazy var sizedElements: [ElementID] = {
    var sized = Array(tree.elementIDs)
    for id in sized.reversed() where kind(id).ignoresOwnSize { sized[id.index] = sized[id.index + 1] }
    return sized
  }()

  /// For each element: the nearest of itself and its ancestors whose parent is a stack.
  private(set) lazy var stackChildren: [ElementID?] = tree.inheriting { id, above in
    above.flatMap { kind($0.parent) == .stack ? id : $0.value }
  }

  /// For each element: the nearest overlay, background or corner element that it is or lies in.
  private(set) lazy var secondElements: [ElementID?] = tree.inheriting { id, above in
    isSecondOfTwo(id) ? id : above?.value
  }

  /// For each element: the ancestor against whose length its fractions count; for the root, the root itself.
  private(set) lazy var percentBases: [ElementID] = tree.inheriting { id, above in
    guard let (parent, base) = above else { return id }
    switch kind(parent) {
    case .inset, .background: return base
    case .overlay where isFirstChild(id): return base
    default: return parent
    }
  }

  /// For each overlay and background: the element that reaches farthest out of it; see `findOverhang(of:)`.
  private(set) lazy var overhangs: [Overhang?] = tree.elementIDs.map { findOverhang(of: $0) }

  /// The texts below each absolute spec; see `findTextsByAbsolute()`.
  private(set) lazy var textsByAbsolute = findTextsByAbsolute()

  /// On each axis, for each element: the outermost ancestor without room, if the parent and all ancestors up to there
  /// have no room; otherwise the element itself.
  private lazy var outermostWithoutRoom: [[ElementID]] = LayoutAxis.allCases.map { axis in
    tree.inheriting { id, above in
      guard let above, let range = range(above.parent), axis.length(range.max) == 0 else { return id }
      return above.value
    }
  }

  /// On each axis, for each element: whether it was first measured in an unbounded length.
  private lazy var isMeasuredUnbounded: [[Bool]] = LayoutAxis.allCases.map { axis in
    tree.inheriting { id, above in
      guard let (parent, isParentUnbounded) = above else {
        return recorded.lastQuestion(to: id).map { axis.length($0.given.max) == .infinity } ?? false
      }
      if recorded.isAlongStack(id, axis) {
        return recorded.naturalQuestion(to: id).map { axis.length($0.given.max) == .infinity } ?? false
      }
      let bounds =
        !kind(parent).ignoresOwnSize && axis.sizes(style(parent)).contains { $0.length != .minimum }
      let isFlexed =
        recorded.isAlongStack(parent, axis)
        && recorded.lastQuestionBeforeStretching(to: parent)?.purpose.flexedPoints != nil
      return isParentUnbounded && !bounds && !isFlexed && !isSecondOfTwo(id) && kind(parent) != .custom
    }
  }

  /// On each axis, for each element: the length against which a fraction in its style would count.
  ///
  /// Insets, overlays and backgrounds hand on the length that they got. A layout records it only if a fraction counts
  /// against it.
  private lazy var parentLengths: [[ParentLength]] = LayoutAxis.allCases.map { axis in
    tree.inheriting { id, above in
      let own = ParentLength.points(recorded.parentSize(of: id).map { axis.length($0) } ?? .nan)
      guard let (parent, length) = above else { return own }
      switch (kind(parent), length) {
      case (.inset, .points(let points)) where points.isNaN: return .zero(in: parent)
      case (.inset, _), (.background, _): return length
      case (.overlay, _) where isFirstChild(id): return length
      default: return own
      }
    }
  }

  /// - Parameter phrase: Returns the words for an element. Default: nil, the element's class, and its `debugName` or
  ///   its number.
  init(
    _ recorded: RecordedLayout, nodes: [(element: ElementID, node: DisplayNode)] = [],
    phrase: ElementPhrase? = nil
  ) {
    let tree = recorded.tree
    self.recorded = recorded
    self.tree = tree
    self.nodes = Dictionary(uniqueKeysWithValues: nodes.map { ($0.element, $0.node) })
    self.phrase = phrase ?? { id, _ in "the \(tree.sentenceTitle(of: id))" }
    subject = tree.root
    var places: [NodeID: ElementID] = [:]
    for (id, node) in nodes {
      if let first = places[node.id] { firstPlaces[id] = first } else { places[node.id] = id }
    }
  }

  /// Returns the findings of these rules, by element in pre-order.
  func findings(of rules: [LintRuleName] = LintRuleName.allCases) -> [LintFinding] {
    found = []
    for element in tree.elementIDs {
      subject = element
      for rule in rules { check(element, rule) }
    }
    // Sorted, since a stack's rules report mistakes of its children.
    let findings = found
    let byElement = IndicesByElement(findings.indices, of: tree) { findings[$0].element }
    return byElement.all.map { findings[Int($0)] }
  }

  private func check(_ element: ElementID, _ rule: LintRuleName) {
    switch rule {
    case .flexOutsideStack: checkFlexOutsideStack(element)
    case .positionOutsideAbsolute: checkPositionOutsideAbsolute(element)
    case .ignoredProperty: checkIgnoredProperties(element)
    case .minOverMax: checkMinOverMax(element)
    case .minOverParent: checkMinOverParent(element)
    case .sizeOverParent: checkSizeOverParent(element)
    case .percentOfUndefinedParent: checkPercentOfUndefinedParent(element)
    case .ratioWithoutBounds: checkRatioWithoutBounds(element)
    case .ratioLost: checkRatioLost(element)
    case .stretchedPastSize: checkStretchedPastSize(element)
    case .minEndsStretching: checkMinEndsStretching(element)
    case .stretchInWrappingStack: checkStretchInWrap(element)
    case .wrapInUnboundedMainAxis: checkWrapInUnboundedMainAxis(element)
    case .lineBreaksByRounding: checkLineBreaksByRounding(element)
    case .squeezedInWrappingStack: checkSqueezedInWrap(element)
    case .fillInUnboundedAxis: checkFillInUnboundedAxis(element)
    case .doesNotGrow: checkDoesNotGrow(element)
    case .doesNotSpan: checkDoesNotSpan(element)
    case .textDoesNotWrap: checkTextDoesNotWrap(element)
    case .textWiderThanParent: checkTextWiderThanParent(element)
    case .textTruncated: checkTextTruncated(element)
    case .stackWithoutBaselines: checkBaselines(element)
    case .overflowNothingShrinks: checkOverflow(element)
    case .overflowByRounding: checkOverflowByRounding(element)
    case .overlayLargerThanChild: checkOverlayLargerThanChild(element)
    case .textsCoverEachOther: checkTextsCoverEachOther(element)
    case .zeroSize: checkZeroSize(element)
    case .elementTwice: checkElementTwice(element)
    case .nodeNotASubnode: checkSubnodes(element)
    }
  }

  /// Reports a mistake of an element, which becomes the subject of the sentences.
  func report(
    _ rule: LintRuleName, _ element: ElementID, others: [ElementID] = [], _ reason: @autoclosure () -> String,
    fix: @autoclosure () -> String
  ) {
    let outer = subject
    subject = element
    found.append(
      LintFinding(rule: rule, element: element, otherElements: others, reason: reason(), fix: fix()))
    subject = outer
  }

  /// The element in the middle of a sentence.
  func the(_ id: ElementID) -> String { phrase(id, subject) }

  /// The element at the beginning of a sentence.
  func opening(_ id: ElementID) -> String { "T\(the(id).dropFirst())" }
}

// MARK: - Reading the layout

extension Linter {
  func kind(_ id: ElementID) -> ElementKind { tree.kind(of: id) }

  func style(_ id: ElementID) -> StyleValues { tree.styleValues(of: id) }

  /// The element's parent; nil for the root.
  func parent(of id: ElementID) -> ElementID? { recorded.parent(of: id) }

  func isFirstChild(_ id: ElementID) -> Bool { parent(of: id).map { $0.index + 1 == id.index } ?? false }

  /// True if the element is the overlay, the background or the corner element of its parent.
  func isSecondOfTwo(_ id: ElementID) -> Bool {
    guard let parent = parent(of: id) else { return false }
    switch kind(parent) {
    case .overlay, .background, .corner: return !isFirstChild(id)
    default: return false
    }
  }

  /// The element's frame; nil without a layout.
  func frame(_ id: ElementID) -> Rect? { recorded.layout.frame(of: id) }

  /// The sizes that the last question to an element with children allowed; nil for leaves and without a layout.
  func range(_ id: ElementID) -> SizeRange? {
    kind(id).isCached ? recorded.lastQuestion(to: id)?.resolved : nil
  }

  /// The length along its stack that a child had before it flexed; nil if the stack did not ask for that length.
  func naturalLength(of id: ElementID, _ axis: LayoutAxis) -> Double? {
    recorded.naturalQuestion(to: id).map { axis.length($0.size) }
  }
}

// MARK: - Found once

/// The length that fractions on one axis count against.
enum ParentLength {
  /// In points; NaN if undefined.
  case points(Double)
  /// 0, because this inset spec counts an undefined length as 0.
  case zero(in: ElementID)

  var points: Double {
    if case .points(let points) = self { points } else { 0 }
  }
}

extension Linter {
  /// The element as a stack; nil if it is no stack, or has no layout.
  ///
  /// - Complexity: linear in the number of children the first time, and then constant.
  func stack(_ id: ElementID) -> LintedStack? {
    guard kind(id) == .stack else { return nil }
    if let known = stacks[id] { return known }
    let stack = LintedStack(id, self)
    stacks[id] = .some(stack)
    stackChildCount += stack?.lines.reduce(0) { $0 + $1.children.count } ?? 0
    return stack
  }

  func isMeasuredUnbounded(_ id: ElementID, _ axis: LayoutAxis) -> Bool {
    isMeasuredUnbounded[Int(axis.rawValue)][id.index]
  }

  func outermostWithoutRoom(around id: ElementID, _ axis: LayoutAxis) -> ElementID {
    outermostWithoutRoom[Int(axis.rawValue)][id.index]
  }

  func parentLength(of id: ElementID, _ axis: LayoutAxis) -> ParentLength {
    parentLengths[Int(axis.rawValue)][id.index]
  }

  private func findLongestTexts() -> [(text: ElementID, length: Double)?] {
    var longest = [(text: ElementID, length: Double)?](repeating: nil, count: tree.elementCount)
    for id in tree.elementIDs.reversed() {
      if let length = lengthOfLine(id) { longest[id.index] = (id, length) }
      guard let parent = parent(of: id)?.index, let own = longest[id.index] else { continue }
      if own.length >= longest[parent]?.length ?? 0 { longest[parent] = own }
    }
    return longest
  }
}
