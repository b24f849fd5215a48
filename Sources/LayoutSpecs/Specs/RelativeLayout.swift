extension LayoutPass {
  /// The spec takes all the room there is on an axis that is bounded, else as much as its child; the child is as small as
  /// it likes where it has a position, and lies there.
  func layoutRelative(_ id: Int, _ parameters: RelativeParameters, _ range: SizeRange) -> Size {
    let child = id + 1
    let available = range.max.validOrUndefined
    let childMin = Size(
      parameters.horizontalPosition == .none ? range.min.width : 0,
      parameters.verticalPosition == .none ? range.min.height : 0)
    let childSize = measure(child, SizeRange(uncheckedMin: childMin, max: range.max), available)

    var size = range.clamp(
      Size(
        available.width.isNaN ? childSize.width : available.width,
        available.height.isNaN ? childSize.height : available.height))
    size = range.clamp(
      Size(
        parameters.sizing.minimizesWidth ? smaller(size.width, childSize.width) : size.width,
        parameters.sizing.minimizesHeight ? smaller(size.height, childSize.height) : size.height))

    let x = grid.round((size.width - childSize.width) * parameters.horizontalPosition.proportion)
    let y = grid.round((size.height - childSize.height) * parameters.verticalPosition.proportion)
    frames[child] = Rect(origin: Point(x, y), size: childSize)
    return size
  }
}

extension RelativePosition {
  /// How much of the free room lies before the child.
  fileprivate var proportion: Double {
    switch self {
    case .none, .start: 0
    case .center: 0.5
    case .end: 1
    }
  }
}

extension Size {
  /// The lengths that an element can have; the others undefined.
  var validOrUndefined: Size {
    Size(width.isValidLength ? width : .nan, height.isValidLength ? height : .nan)
  }
}
