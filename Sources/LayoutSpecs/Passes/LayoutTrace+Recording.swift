// How a pass records what it does in a trace, in the order in which it begins; see `LayoutPass+Recording.swift`.

extension LayoutTrace {
  /// Forgets the layout that was recorded last, and keeps the memory.
  mutating func start(_ answers: NodeAnswers) {
    self.answers = answers
    events.removeAll(keepingCapacity: true)
    begin = now
    placingBegin = begin
    end = begin
  }

  /// Returns true if the innermost event is for this element and has no outcome yet.
  func isAsked(_ id: Int) -> Bool {
    guard let last = open.last else { return false }
    return events[Int(last)].element.index == id && events[Int(last)].outcome == .asked
  }

  mutating func begin(_ id: Int, _ given: SizeRange, _ parentSize: Size, resolved: SizeRange) {
    let container = open.last ?? -1
    open.append(Int32(events.count))
    events.append(
      Event(
        element: ElementID(id), container: container, purpose: purpose, given: given, parentSize: parentSize,
        resolved: resolved, outcome: .asked, isAbandoned: false, contentSize: .undefined,
        unroundedSize: .undefined, size: .undefined, begin: now, end: 0))
    purpose = .size
  }

  /// Records the outcome of the innermost event, and its size before it is rounded up to whole pixels.
  mutating func note(_ outcome: Outcome, unrounded: Size? = nil) {
    guard let last = open.last else { return }
    events[Int(last)].outcome = outcome
    if let unrounded { events[Int(last)].unroundedSize = unrounded }
  }

  /// Records the size of the element's content, before the range limits it.
  mutating func note(content: Size) {
    guard let last = open.last else { return }
    events[Int(last)].contentSize = content
  }

  mutating func end(_ size: Size, isAbandoned: Bool) {
    guard let last = open.popLast() else { return }
    events[Int(last)].size = size
    events[Int(last)].isAbandoned = isAbandoned
    events[Int(last)].end = now
  }
}

/// The size that a node answered in a range, in points.
struct NodeAnswer: Sendable {
  let range: SizeRange
  let size: Size
}

/// The answers of nodes that user code expands, in ranges whose specs are not part of a layout's tree.
///
/// With them the tree can be laid out again with the same sizes, without that code.
struct NodeAnswers: Sendable {
  private var answers = [Int: [NodeAnswer]]()

  mutating func add(_ new: [NodeAnswer], of element: Int) { answers[element] = new }

  /// Adds those of a part of another tree.
  mutating func add(_ other: NodeAnswers, of elements: Range<Int>, movedBy shift: Int) {
    for (element, new) in other.answers where elements.contains(element) { add(new, of: element + shift) }
  }

  func size(of element: Int, in range: SizeRange) -> Size? {
    answers[element]?.first { $0.range == range }?.size
  }

  var isEmpty: Bool { answers.isEmpty }

  func hasAnswers(of element: Int) -> Bool { answers[element] != nil }
}

// MARK: - Recorded layouts; see `LayoutPass+Recording.swift`

extension LayoutContext {
  /// Lays out a tree from scratch as `layout(_:in:)` does, on this thread, and records it.
  ///
  /// Frames and counters are those of an unrecorded layout. But in trees deeper than about a hundred levels,
  /// parts may be computed once more, because a level takes more of the thread's stack while it is recorded.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - range: The sizes that the root may have.
  ///   - trace: The trace to overwrite. Its clock is read.
  /// - Complexity: that of the layout; with a clock, mostly the cost of reading it.
  @discardableResult
  public mutating func layout(
    _ tree: LayoutTree, in range: SizeRange, recording trace: inout LayoutTrace
  ) -> Size {
    let constraint = LayoutConstraint(range, pixelGrid: tree.pixelGrid)
    return layout(tree, in: constraint, answers: NodeAnswers(), recording: &trace)
  }

  /// `layout(_:in:recording:)` with the answers of nodes that user code expanded.
  mutating func layout(
    _ tree: LayoutTree, in constraint: LayoutConstraint, answers: NodeAnswers,
    recording trace: inout LayoutTrace
  ) -> Size {
    trace.start(answers)
    prepare(for: tree)
    let scratch = scratch
    // A level takes more of the stack while it is recorded.
    let deepestDescent = deepestDescent
    self.deepestDescent = max(2, deepestDescent * 5 / 8)
    let size = withUnsafeMutablePointer(to: &trace) { trace in
      scratch.pointee.recorder = trace
      defer { scratch.pointee.recorder = nil }
      return run(tree, in: constraint.range, parentSize: constraint.parentSize)
    }
    self.deepestDescent = deepestDescent
    trace.end = trace.now
    return size
  }

  /// Returns the outermost of the elements with the most constraints.
  func mostAskedElement(of tree: LayoutTree) -> ElementID {
    var (most, outermost) = (UInt8(0), 0)
    for (index, element) in tree.tables.elements.entries.enumerated() where element.kind.isCached {
      let used = states[Int(element.cache)].used
      if used > most { (most, outermost) = (used, index) }
    }
    return ElementID(outermost)
  }
}
