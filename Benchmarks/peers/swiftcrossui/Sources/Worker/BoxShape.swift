import PeerProtocol

/// An element of a scene: the number of its children, and what its box says.
struct BoxShape: Equatable {
  var childCount = 0
  var isRow = false
  var gap: Float = 0
  var padding: Float = 0
  var alignItems = PEER_ALIGN_STRETCH
  var alignSelf = PEER_ALIGN_AUTO
  var flexGrow: Float = 0
  /// Zeros for lengths that the box does not give; nil for a text, whose size differs.
  var size: [Float]? = [0, 0]

  static let text = BoxShape(size: nil)
}

extension BoxShape {
  /// The shape of an element, without its size if that is no part of `model`.
  init(_ element: PeerElement, like model: BoxShape) {
    let box = element.box
    childCount = Int(element.child_count)
    isRow = box.row
    gap = box.gap
    padding = box.padding.0
    alignItems = box.align_items
    alignSelf = box.align_self
    flexGrow = box.flex_grow
    let isWhole = [box.width, box.height].allSatisfy {
      $0.unit == PEER_POINTS && $0.value.rounded() == $0.value
    }
    size = model.size == nil && isWhole ? nil : [box.width.value, box.height.value]
  }
}
