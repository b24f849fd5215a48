extension LayoutPass {
  /// The child gets what the spec was given, and the overlay exactly the child's size.
  func layoutOverlay(_ id: Int, _ range: SizeRange, _ parentSize: Size) -> Size {
    let child = id + 1
    let overlay = Int(elements[child].end)
    let size = measure(child, range, parentSize)
    frames[child] = Rect(origin: .zero, size: size)
    let exactly = SizeRange(uncheckedMin: size, max: size)
    frames[overlay] = Rect(origin: .zero, size: measure(overlay, exactly, size))
    return size
  }

  /// The child gets what the spec was given, and the background exactly the child's size. The background's fractions count
  /// against the same parent as the child's.
  func layoutBackground(_ id: Int, _ range: SizeRange, _ parentSize: Size) -> Size {
    let child = id + 1
    let background = Int(elements[child].end)
    let size = measure(child, range, parentSize)
    frames[child] = Rect(origin: .zero, size: size)
    let exactly = SizeRange(uncheckedMin: size, max: size)
    frames[background] = Rect(origin: .zero, size: measure(background, exactly, parentSize))
    return size
  }
}
