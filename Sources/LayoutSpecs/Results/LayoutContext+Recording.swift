// Layouts that are recorded; see `LayoutPass+Recording.swift`.

extension LayoutContext {
  /// Lays out a tree from scratch as `layout(_:in:)` does, on this thread, and records what is done.
  ///
  /// Frames and counters are those of a layout that is not recorded; but of trees deeper than about a hundred levels parts may be
  /// computed once more, because a level takes more of the thread's stack while it is recorded.
  ///
  /// - Parameter trace: Takes what is done, in place of what it held. Its clock is read.
  /// - Complexity: that of the layout; with a clock mostly the time that the clock takes.
  @discardableResult
  public mutating func layout(
    _ tree: LayoutTree, in range: SizeRange, recording trace: inout LayoutTrace
  ) -> Size {
    let constraint = LayoutConstraint(range: range.checked, parentSize: range.max)
    return layout(tree, in: constraint, answers: NodeAnswers(), recording: &trace)
  }

  /// The same with what nodes answered that user code expanded.
  mutating func layout(
    _ tree: LayoutTree, in constraint: LayoutConstraint, answers: NodeAnswers,
    recording trace: inout LayoutTrace
  ) -> Size {
    // Taken out of the caller's hands, so that its room is used again and not copied.
    let taken = trace
    trace = LayoutTrace()
    var recorder = TraceRecorder(consume taken, answers: answers)
    prepare(for: tree)
    let size = run(tree, in: constraint, recorder: &recorder)
    trace = recorder.finish()
    return size
  }

  /// Lays out what is not remembered, on this thread, and has a recorder write down what is done.
  private mutating func run(
    _ tree: LayoutTree, in constraint: LayoutConstraint, recorder: inout TraceRecorder
  ) -> Size {
    withRecorder(&recorder) {
      $0.run(tree, in: constraint.range, parentSize: constraint.parentSize, nodes: nil)
    }
  }

  /// Has a recorder write down what is done in `body`.
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
}

extension Layout {
  /// What the engine does in order to make this layout: its tree is laid out again, from scratch.
  ///
  /// Nodes that user code expanded are not expanded again.
  ///
  /// - Complexity: that of the layout.
  public func trace() -> LayoutTrace {
    var context = LayoutContext()
    var trace = LayoutTrace()
    _ = context.layout(tree, in: constraint, answers: nodeAnswers, recording: &trace)
    return trace
  }
}
