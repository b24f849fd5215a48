extension LayoutContext {
  /// Returns the element's frame relative to its parent element, not rounded; nil if it has no layout.
  ///
  /// - Precondition: the id belongs to the tree that was laid out last.
  public func frame(of id: ElementID) -> Rect? {
    precondition(
      id.index >= 0 && id.index < elementCount, "\(id) is not an element of the tree that was laid out last")
    let frame = frames[id.index]
    return frame.size.width.isNaN ? nil : frame
  }

  /// Returns every element's frame; see `frame(of:)`. Elements without a layout have a width of NaN.
  func copyFrames() -> [Rect] {
    Array(frames.prefix(elementCount))
  }

  /// The sum of `(x + 3y + 5w + 7h) × (i mod 7 + 1)` over elements `i` with a layout, in parent coordinates.
  ///
  /// Two engines with the same sum gave the same frames.
  ///
  /// - Complexity: linear in the number of elements.
  public var checksum: Double {
    layoutChecksum(UnsafeBufferPointer(rebasing: frames.prefix(elementCount)))
  }
}

/// Returns the checksum of frames in pre-order, from an engine of any kind; see `LayoutContext.checksum`.
public func layoutChecksum(of frames: [Rect]) -> Double {
  frames.withUnsafeBufferPointer { layoutChecksum($0) }
}

/// Returns the checksum of frames in pre-order; see `LayoutContext.checksum`.
func layoutChecksum(_ frames: UnsafeBufferPointer<Rect>) -> Double {
  var sum = 0.0
  for (index, frame) in frames.enumerated() where !frame.size.width.isNaN {
    let weighted = frame.origin.x + 3 * frame.origin.y + 5 * frame.size.width + 7 * frame.size.height
    sum += weighted * Double(index % 7 + 1)
  }
  return sum
}
