extension LayoutPass {
  /// Every child gets the whole range and lies at the origin; the spec is as large as the largest, and at least the minimum.
  func layoutWrapper(_ id: Int, _ element: ElementRecord, _ range: SizeRange) -> Size {
    var size = range.min
    var child = id + 1
    while child < Int(element.end) {
      let childSize = measure(child, range, range.max)
      frames[child] = Rect(origin: .zero, size: childSize)
      size = Size(larger(size.width, childSize.width), larger(size.height, childSize.height))
      child = Int(elements[child].end)
    }
    return size
  }

  /// A composite node gives its one spec the range it has itself, and takes that spec's size as it is.
  func layoutComposite(_ id: Int, _ range: SizeRange) -> Size {
    let size = measure(id + 1, range, range.max)
    frames[id + 1] = Rect(origin: .zero, size: size)
    return size
  }
}
