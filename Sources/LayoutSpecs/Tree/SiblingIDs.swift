/// The ids of children of one element, in order.
struct SiblingIDs: Sequence, IteratorProtocol {
  let elements: UnsafePointer<ElementRecord>
  var position: Int
  let end: Int

  @inline(__always)
  mutating func next() -> Int? {
    guard position < end else { return nil }
    defer { position = Int(elements[position].end) }
    return position
  }
}
