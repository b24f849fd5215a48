extension LayoutPass {
  /// Every child lies at its own position and takes the size that its style asks for, at most what is left of the range
  /// to the right of and below that position.
  func layoutAbsolute(
    _ id: Int, _ element: ElementRecord, _ sizing: AbsoluteSizing, _ range: SizeRange
  ) -> Size {
    let available = range.max.validOrUndefined
    var union = range.min
    var child = id + 1
    while child < Int(element.end) {
      let style = styles[Int(elements[child].style)].style
      let position = style.layoutPosition
      let room = Size(larger(0, range.max.width - position.x), larger(0, range.max.height - position.y))
      let size = measure(child, style.sizeRange(parentSize: available, autoMaxSize: room), available)
      frames[child] = Rect(origin: position, size: size)
      union.width = larger(union.width, position.x + size.width)
      union.height = larger(union.height, position.y + size.height)
      child = Int(elements[child].end)
    }
    let fits = sizing == .sizeToFit
    return range.clamp(
      Size(
        fits || available.width.isNaN ? union.width : available.width,
        fits || available.height.isNaN ? union.height : available.height))
  }
}
