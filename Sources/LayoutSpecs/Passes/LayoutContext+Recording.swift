// Recorded layouts; see `LayoutPass+Recording.swift`.

extension LayoutContext {
  /// Lays out a tree from scratch as `layout(_:in:)` does, on this thread, and records it.
  ///
  /// Frames and counters are those of an unrecorded layout. But in trees deeper than about a hundred levels,
  /// parts may be computed once more, because a level takes more of the thread's stack while it is recorded.
  ///
  /// - Parameter trace: The trace to overwrite. Its clock is read.
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
    // Taken out of the caller's variable, so that its memory is reused and not copied.
    let taken = trace
    trace = LayoutTrace()
    var recorder = TraceRecorder(consume taken, answers: answers)
    prepare(for: tree)
    let size = withRecorder(&recorder) {
      $0.run(tree, in: constraint.range, parentSize: constraint.parentSize)
    }
    trace = recorder.finish()
    return size
  }

  mutating func withRecorder(_ recorder: inout TraceRecorder, _ body: (inout LayoutContext) -> Size) -> Size {
    let scratch = scratch
    // A level takes more of the stack while it is recorded.
    let deepestDescent = deepestDescent
    self.deepestDescent = max(2, deepestDescent * 5 / 8)
    defer { self.deepestDescent = deepestDescent }
    return withUnsafeMutablePointer(to: &recorder) { recorder in
      scratch.pointee.recorder = recorder
      defer { scratch.pointee.recorder = nil }
      return body(&self)
    }
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
