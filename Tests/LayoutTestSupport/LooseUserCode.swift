package import LayoutSpecs

/// The measurement of a leaf that answers any number: the same in each constraint, or all that it may have.
package struct LooseMeasurement: LeafMeasurement {
  /// The answer. An infinite length stands for the whole constrained length, which may be infinite.
  let answer: Size

  package func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    Size(
      answer.width == .infinity ? constrainedSize.width : answer.width,
      answer.height == .infinity ? constrainedSize.height : answer.height)
  }
}

/// A column whose numbers may be any: its answer, the step from child to child, and the ranges of its children.
package struct LooseAlgorithm: LayoutAlgorithm {
  let answer: Size
  let step: Double

  package func calculateLayoutThatFits(
    _ constrainedSize: SizeRange, children: borrowing ChildLayouts
  ) -> Size {
    var position = 0.0
    var childRange = SizeRange(max: constrainedSize.max.height > 0 ? Size(.infinity, .infinity) : .zero)
    childRange.min.width = step
    for child in 0..<children.count {
      let size = children.measure(
        child, in: child.isMultiple(of: 2) ? constrainedSize : childRange, parentSize: constrainedSize.max)
      children.place(child, at: Point(step, position))
      position += size.height + step
    }
    return answer
  }
}
