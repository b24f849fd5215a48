extension LayoutPass {
  /// The child and the corner element both get the whole range; the corner element is centred on a corner of the child.
  func layoutCorner(_ id: Int, _ parameters: CornerParameters, _ range: SizeRange) -> Size {
    let child = id + 1
    let corner = Int(elements[child].end)
    let available = range.max.validOrUndefined
    let childSize = measure(child, range, available)
    let cornerSize = measure(corner, range, available)
    let isRight = parameters.location.isRight
    let isBottom = parameters.location.isBottom
    let x = (isRight ? childSize.width : 0) - cornerSize.width / 2 + parameters.offset.x
    let y = (isBottom ? childSize.height : 0) - cornerSize.height / 2 + parameters.offset.y

    var size = childSize
    var shift = Point.zero
    if parameters.wrapsCorner {
      // The union of both frames; what reaches out to the left or the top moves both to the right or down.
      shift = Point(-smaller(0, x), -smaller(0, y))
      size = range.clamp(
        Size(
          larger(childSize.width, x + cornerSize.width) + shift.x,
          larger(childSize.height, y + cornerSize.height) + shift.y))
    }
    frames[child] = Rect(origin: shift, size: childSize)
    frames[corner] = Rect(origin: Point(x + shift.x, y + shift.y), size: cornerSize)
    return size
  }
}
