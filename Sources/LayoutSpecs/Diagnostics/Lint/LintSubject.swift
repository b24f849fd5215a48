/// What the rules of the lint look at: a tree, its frames, and the constraint that each element got in the end.
struct LintSubject {
  let tree: LayoutTree
  /// Each element's frame in its parent; a width of NaN where there is no layout.
  private let frames: [Rect]
  /// The sizes that each element with children could take, after its own style had its say; nil where it got no layout, and
  /// for leaves.
  private let ranges: [SizeRange?]
  /// What each element's fractions count against, NaN where it is undefined; nil where that is not known, because user
  /// code decides.
  private var parentSizes: [Size?]
  /// What its stack asked each child of a stack for at first, and the size that this came to: NaN across where that was not
  /// looked at.
  private let firstLayouts: [FirstLayout?]
  /// The element itself or the nearest around it whose parent is a stack; nil where there is none.
  private let stackChildren: [ElementID?]
  /// Of each element that is a node which lies in the tree before, that first place.
  let firstPlaces: [ElementID: ElementID]
  let facts = LintFacts()
  private let elementName: ((ElementID) -> String)?

  struct FirstLayout {
    let range: SizeRange
    let size: Size
  }

  init(
    _ tree: LayoutTree, in range: SizeRange, elementName: ((ElementID) -> String)?,
    firstPlaces: [ElementID: ElementID]
  ) {
    self.tree = tree
    self.elementName = elementName
    self.firstPlaces = firstPlaces
    var context = LayoutContext()
    context.layout(tree, in: range)
    frames = context.copyFrames()
    ranges = context.resolvedRanges(of: tree)
    parentSizes = [Size?](repeating: nil, count: tree.elementCount)
    parentSizes[0] = range.max
    var stackChildren = [ElementID?](repeating: nil, count: tree.elementCount)
    for id in tree.elementIDs.dropFirst() {
      let parent = tree.parent(of: id).index
      stackChildren[id.index] = tree.tables.elements[parent].kind == .stack ? id : stackChildren[parent]
    }
    self.stackChildren = stackChildren
    firstLayouts = context.firstLayouts(ofStackChildrenIn: tree, ranges: ranges)
    for id in tree.elementIDs where ranges[id.index] != nil {
      for child in tree.children(of: id) { parentSizes[child.index] = parentSize(ofChild: child, of: id) }
    }
  }
}

// MARK: - The tree

extension LintSubject {
  func kind(_ id: ElementID) -> ElementKind { tree.tables.elements[id.index].kind }

  func style(_ id: ElementID) -> StyleValues {
    tree.tables.styles[Int(tree.tables.elements[id.index].style)].style
  }

  /// nil for the root.
  func parent(of id: ElementID) -> ElementID? {
    id == tree.root ? nil : tree.parent(of: id)
  }

  /// The element itself or the nearest around it whose parent is a stack; nil where there is none.
  func stackChild(around id: ElementID) -> ElementID? { stackChildren[id.index] }

  func stackParameters(_ id: ElementID) -> StackParameters? {
    guard kind(id) == .stack else { return nil }
    return tree.tables.stacks[Int(tree.tables.elements[id.index].payload)].parameters
  }

  /// The number of one child among its siblings, from 0.
  func isFirstChild(_ id: ElementID) -> Bool { parent(of: id).map { $0.index + 1 == id.index } ?? false }

  /// Whether the element is the overlay, the background or the corner element of its parent.
  func isSecondOfTwo(_ id: ElementID) -> Bool {
    guard let parent = parent(of: id) else { return false }
    switch kind(parent) {
    case .overlay, .background, .corner: return !isFirstChild(id)
    default: return false
    }
  }

  /// One device pixel, in points: so much may sizes differ because they are rounded up.
  var pixel: Double { 1 / tree.pixelGrid.scale }
}

// MARK: - The layout

extension LintSubject {
  /// nil where the element got no layout.
  func frame(_ id: ElementID) -> Rect? {
    let frame = frames[id.index]
    return frame.size.width.isNaN ? nil : frame
  }

  /// The sizes that an element with children could take; nil where it got no layout, and for leaves.
  func range(_ id: ElementID) -> SizeRange? { ranges[id.index] }

  /// What the element's fractions count against, NaN where it is undefined; nil where it is not known.
  func parentSize(_ id: ElementID) -> Size? { parentSizes[id.index] }

  /// What its stack asked a child for at first, and the size that this came to.
  func firstLayout(_ id: ElementID) -> FirstLayout? { firstLayouts[id.index] }

  private func parentSize(ofChild child: ElementID, of parent: ElementID) -> Size? {
    guard let range = ranges[parent.index] else { return nil }
    let given = parentSizes[parent.index]
    switch tree.content(of: parent) {
    case .wrapper, .compositeNode: return range.max
    case .stack:
      return Size(
        range.min.width == range.max.width ? range.min.width : .nan,
        range.min.height == range.max.height ? range.min.height : .nan)
    case .relative, .center, .absolute, .corner: return range.max.validOrUndefined
    case .ratio(let ratio): return tree.pixelGrid.size(ofRatio: ratio, in: range) ?? .undefined
    case .overlay:
      return isFirstChild(child) ? given : frame(ElementID(parent.index + 1))?.size
    case .background: return given
    case .inset(let insets): return given.map { InsetLayout(insets, range, $0).childParentSize }
    default: return nil
    }
  }

  /// What the parent allows the element in the end, before its own style has its say; nil where it is not known.
  func given(_ id: ElementID) -> SizeRange? {
    guard let parent = parent(of: id), let range = ranges[parent.index] else { return nil }
    switch tree.content(of: parent) {
    case .wrapper, .compositeNode, .corner: return range
    case .stack(let parameters): return given(toStackChild: id, parameters)
    case .relative(let relative): return relative.childRange(in: range)
    case .center(let center): return center.relative.childRange(in: range)
    case .absolute:
      let position = style(id).layoutPosition
      let room = Size(max(0, range.max.width - position.x), max(0, range.max.height - position.y))
      return style(id).sizeRange(parentSize: range.max.validOrUndefined, autoMaxSize: room)
    case .ratio(let ratio):
      let size = tree.pixelGrid.size(ofRatio: ratio, in: range)
      return size.map { range.intersect(SizeRange(uncheckedMin: $0, max: $0)) } ?? range
    case .overlay, .background:
      if isFirstChild(id) { return range }
      return frame(ElementID(parent.index + 1)).map { SizeRange(uncheckedMin: $0.size, max: $0.size) }
    case .inset(let insets): return InsetLayout(insets, range, .zero).childRange
    default: return nil
    }
  }

  /// A child that flexed was given its length, and one that was stretched its length across.
  private func given(toStackChild id: ElementID, _ stack: StackParameters) -> SizeRange? {
    guard var given = firstLayouts[id.index], let size = frame(id)?.size else { return nil }
    for axis in LayoutAxis.allCases where axis.length(size) != axis.length(given.size) {
      let isMain = axis == LayoutAxis(stack.direction)
      if isMain || axis.length(given.size) < axis.length(size) {
        given = FirstLayout(range: axis.setting(axis.length(size), in: given.range), size: given.size)
      }
    }
    return given.range
  }

  /// The sizes that a leaf could take; nil where they are not known.
  func leafRange(_ id: ElementID) -> SizeRange? {
    guard let given = given(id), let parentSize = parentSizes[id.index] else { return nil }
    return given.intersect(style(id).sizeRange(parentSize: parentSize))
  }
}

extension LintSubject {
  /// The range that gave an element with children its size. In a stack that is the one it was measured in first, unless it
  /// flexed: where it is stretched later its length is given as what it came to before.
  func decisiveRange(_ id: ElementID) -> SizeRange? {
    guard let parent = parent(of: id), let stack = stackParameters(parent), let first = firstLayout(id),
      let size = frame(id)?.size, let parentSize = parentSize(id)
    else { return range(id) }
    let axis = LayoutAxis(stack.direction)
    guard axis.length(first.size) == axis.length(size) else { return range(id) }
    return first.range.intersect(style(id).sizeRange(parentSize: parentSize))
  }
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

// MARK: - Asking the engine

extension LayoutContext {
  /// The constraint that counted for each element with children, after its own style had its say.
  fileprivate func resolvedRanges(of tree: LayoutTree) -> [SizeRange?] {
    withPass(SilentPass(), over: tree, nodes: nil) { pass in
      var hasLayout = [Bool](repeating: true, count: tree.elementCount)
      return tree.elementIDs.map { id in
        let element = pass.elements[id.index]
        if id != tree.root && !hasLayout[Int(element.parent)] { hasLayout[id.index] = false }
        guard element.kind.isCached, hasLayout[id.index] else { return nil }
        let requested = pass.states[Int(element.cache)].requested
        guard requested != CacheState.none else {
          hasLayout[id.index] = false
          return nil
        }
        return pass.row(requested, of: Int(element.cache)).pointee.range
      }
    }
  }

  /// Measures the children of every stack once more as the stack measured them first, before anything flexed.
  ///
  /// What was remembered of the layout no longer tells which constraint counts.
  fileprivate func firstLayouts(
    ofStackChildrenIn tree: LayoutTree, ranges: [SizeRange?]
  ) -> [LintSubject.FirstLayout?] {
    withPass(SilentPass(), over: tree, nodes: nil) { pass in
      var layouts = [LintSubject.FirstLayout?](repeating: nil, count: tree.elementCount)
      for id in tree.elementIDs where pass.elements[id.index].kind == .stack {
        guard let range = ranges[id.index] else { continue }
        let stack = pass.stacks + Int(pass.elements[id.index].payload)
        if stack.pointee.parameters.direction == .horizontal {
          pass.noteFirstLayouts(id.index, stack, range, HorizontalAxis.self) { layouts[$0] = $1 }
        } else {
          pass.noteFirstLayouts(id.index, stack, range, VerticalAxis.self) { layouts[$0] = $1 }
        }
      }
      return layouts
    }
  }
}

extension LayoutPass {
  fileprivate func noteFirstLayouts<Axis: StackAxis>(
    _ id: Int, _ record: UnsafePointer<StackRecord>, _ range: SizeRange, _ axis: Axis.Type,
    _ note: (Int, LintSubject.FirstLayout) -> Void
  ) {
    let stack = StackPass<Axis>(record, range, id: id, end: Int(elements[id].end))
    var child = stack.firstChild
    while child < stack.end {
      let first = firstRange(of: child, styles + Int(elements[child].style), in: stack)
      var size = Size.zero
      if child != stack.unmeasuredChild {
        size = exactSize(of: child, first, stack.childParentSize)
        // A length that is known without is not looked at: the stack did not either.
        if Axis.main(size).isNaN || !elements[child].kind.isCached {
          size = measureFromTop(child, first, stack.childParentSize)
        }
      }
      note(child, LintSubject.FirstLayout(range: first, size: size))
      child = Int(elements[child].end)
    }
  }
}
