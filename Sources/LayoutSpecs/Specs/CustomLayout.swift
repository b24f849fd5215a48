extension LayoutPass {
  /// A spec of the user's own: every child is 0 × 0 at the origin and without a layout until the algorithm measures it.
  func layoutCustom(_ id: Int, _ algorithm: any LayoutAlgorithm, _ range: SizeRange) -> Size {
    let end = Int(elements[id].end)
    var child = id + 1
    var count = 0
    while child < end {
      leaveWithoutLayout(child)
      frames[child].origin = .zero
      child = Int(elements[child].end)
      count += 1
    }
    let children = ChildLayouts(pass: converted(to: SilentPass()), firstChild: id + 1, count: count)
    return algorithm.calculateLayoutThatFits(range, children: children).orZeroWhereUndefined
  }
}

/// The children of a spec that user code lays out: to be measured, then placed.
///
/// It is only good during the call that it was handed to.
public struct ChildLayouts: ~Copyable {
  /// The pass; it records what it does where its scratch has a recorder.
  let pass: LayoutPass<SilentPass>
  let firstChild: Int
  /// How many children there are.
  public let count: Int

  /// The style of the child with this number, from 0.
  ///
  /// - Complexity: linear in the number of children before it.
  public func style(of child: Int) -> Style {
    Style(pass.styles[Int(pass.elements[id(of: child)].style)].style)
  }

  /// The size that the child with this number takes, in points. The size that was measured last is the child's.
  ///
  /// - Parameters:
  ///   - child: The child's number, from 0.
  ///   - constrainedSize: The sizes that the child may take.
  ///   - parentSize: What fractions in the child's style count against; NaN lengths where it is undefined, and then they
  ///     count as `auto`.
  /// - Complexity: linear in the number of children before it, and what measuring it takes.
  public func measure(_ child: Int, in constrainedSize: SizeRange, parentSize: Size = .undefined) -> Size {
    let id = id(of: child)
    let size =
      pass.scratch.pointee.recorder == nil
      ? pass.measure(id, constrainedSize, parentSize)
      : pass.converted(to: RecordedPass()).measure(id, constrainedSize, parentSize)
    pass.frames[id].size = size
    return size
  }

  /// Puts the child with this number at `position`, in points from the spec's top left corner. Default: (0, 0).
  ///
  /// - Complexity: linear in the number of children before it.
  public func place(_ child: Int, at position: Point) {
    pass.frames[id(of: child)].origin = position
  }

  private func id(of child: Int) -> Int {
    precondition(child >= 0 && child < count, "There is no child \(child); there are \(count)")
    var id = firstChild
    for _ in 0..<child { id = Int(pass.elements[id].end) }
    return id
  }
}
