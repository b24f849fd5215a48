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

  /// Every element's frame, with a width of NaN if it has no layout.
  func copyFrames() -> [Rect] { Array(frames.entries) }

  /// The sum of `(x + 3y + 5w + 7h) × (i mod 7 + 1)` over elements `i` with a layout, in parent coordinates.
  ///
  /// Two engines with the same sum gave the same frames.
  ///
  /// - Complexity: linear in the number of elements.
  package var checksum: Double { layoutChecksum(of: copyFrames()) }
}

/// Returns the `LayoutContext.checksum` of frames in pre-order, from an engine of any kind.
package func layoutChecksum(of frames: [Rect]) -> Double {
  var sum = 0.0
  for (index, frame) in frames.enumerated() where !frame.size.width.isNaN {
    let weighted = frame.origin.x + 3 * frame.origin.y + 5 * frame.size.width + 7 * frame.size.height
    sum += weighted * Double(index % 7 + 1)
  }
  return sum
}

extension Rect {
  /// Returns true if two frames are equal, with equal NaN lengths, or if both elements have no layout.
  func isSame(as other: Rect) -> Bool {
    size.width.isNaN && other.size.width.isNaN
      || size.isSame(as: other.size) && sameLength(origin.x, other.origin.x)
        && sameLength(origin.y, other.origin.y)
  }

  /// The frame of an element without a layout.
  static var withoutLayout: Rect { Rect(origin: .zero, size: .undefined) }
}
