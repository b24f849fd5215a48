import LayoutSpecs

/// A recorded layout as the rules of the lint read it.
struct LintSubject {
  let recorded: RecordedLayout
  let tree: LayoutTree
  /// The first place of each element that is a node which lies in the tree before.
  let firstPlaces: [ElementID: ElementID]
  let facts = LintFacts()
  private let elementName: ((ElementID) -> String)?

  init(
    _ recorded: RecordedLayout, elementName: ((ElementID) -> String)?,
    firstPlaces: [ElementID: ElementID] = [:]
  ) {
    self.recorded = recorded
    tree = recorded.tree
    self.elementName = elementName
    self.firstPlaces = firstPlaces
  }
}

// MARK: - The tree

extension LintSubject {
  func kind(_ id: ElementID) -> ElementKind { tree.kind(of: id) }

  func style(_ id: ElementID) -> StyleValues { tree.styleValues(of: id) }

  /// nil for the root.
  func parent(of id: ElementID) -> ElementID? {
    id == tree.root ? nil : tree.parent(of: id)
  }

  func stackParameters(_ id: ElementID) -> StackParameters? { tree.stackParameters(of: id) }

  func isFirstChild(_ id: ElementID) -> Bool { parent(of: id).map { $0.index + 1 == id.index } ?? false }

  /// Whether the element is the overlay, the background or the corner element of its parent.
  func isSecondOfTwo(_ id: ElementID) -> Bool {
    guard let parent = parent(of: id) else { return false }
    switch kind(parent) {
    case .overlay, .background, .corner: return !isFirstChild(id)
    default: return false
    }
  }

  /// One device pixel, in points: sizes may differ by so much because they are rounded up.
  var pixel: Double { 1 / tree.pixelGrid.scale }
}

// MARK: - The layout

extension LintSubject {
  /// nil if the element has no layout.
  func frame(_ id: ElementID) -> Rect? { recorded.layout.frame(of: id) }

  /// The sizes that an element with children could take at last; nil for leaves and without a layout.
  func range(_ id: ElementID) -> SizeRange? {
    kind(id).isCached ? recorded.lastQuestion(to: id)?.resolved : nil
  }

  /// The sizes that an element could take before its stack stretched it to a length that it had found.
  func decisiveRange(_ id: ElementID) -> SizeRange? {
    recorded.lastQuestionBeforeStretching(to: id)?.resolved
  }

  /// The length along its stack that a child had before it flexed; nil if the stack did not ask for it.
  func naturalLength(of id: ElementID, _ axis: LayoutAxis) -> Double? {
    recorded.naturalQuestion(to: id).map { axis.length($0.size) }
  }

  /// What the element's fractions count against, NaN if undefined; nil if nobody asked.
  func parentSize(_ id: ElementID) -> Size? { recorded.parentSize(of: id) }
}

// MARK: - Words

extension LintSubject {
  /// The element in the middle of a sentence.
  func the(_ id: ElementID) -> String { "the \(name(of: id))" }

  /// The element at the beginning of a sentence.
  func opening(_ id: ElementID) -> String { "The \(name(of: id))" }

  private func name(of id: ElementID) -> String {
    elementName?(id) ?? tree.sentenceTitle(of: id)
  }
}
