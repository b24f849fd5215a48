import Foundation
import PeerProtocol

// SwiftCrossUI, in the protocol of peers. It has views, and no boxes of flexbox: the views of the workload feed are
// written down, and every other tree is refused. scripts/install-peers writes the constant `revision`.

/// An element of a post: the number of its children, and what its box says.
struct Shape: Equatable {
  var childCount = 0
  var isRow = false
  var gap: Float = 0
  var padding: Float = 0
  var alignItems = PEER_ALIGN_STRETCH
  var flexGrow: Float = 0
  /// Nil for a size that differs from post to post.
  var size: [Float]?
}

let post: [Shape] = [
  Shape(childCount: 1, padding: 12, size: [0, 0]),
  Shape(childCount: 2, isRow: true, gap: 8, alignItems: PEER_ALIGN_START, flexGrow: 1, size: [0, 0]),
  Shape(size: [40, 40]),
  Shape(childCount: 3, gap: 4, flexGrow: 1, size: [0, 0]),
  Shape(),
  Shape(),
  Shape(childCount: 5, isRow: true, gap: 6, alignItems: PEER_ALIGN_CENTER, size: [0, 0]),
  Shape(size: [24, 24]),
  Shape(size: [24, 24]),
  Shape(size: [24, 24]),
  Shape(flexGrow: 1, size: [0, 0]),
  Shape(),
]

extension Shape {
  /// The shape of an element, without its size if that is no part of `model`.
  init(_ element: PeerElement, like model: Shape) {
    let box = element.box
    childCount = Int(element.child_count)
    isRow = box.row
    gap = box.gap
    padding = box.padding.0
    alignItems = box.align_items
    flexGrow = box.flex_grow
    let isWhole = [box.width, box.height].allSatisfy {
      $0.unit == PEER_POINTS && $0.value.rounded() == $0.value
    }
    size = model.size == nil && isWhole ? nil : [box.width.value, box.height.value]
  }
}

func refuses(_ tree: UnsafePointer<PeerTree>?) -> UnsafePointer<CChar>? {
  let elements = UnsafeBufferPointer(start: tree!.pointee.elements, count: Int(tree!.pointee.count))
  let isFeed =
    elements.count % post.count == 1 && elements[0].box.width.unit == PEER_POINTS
    && Int(elements[0].child_count) * post.count + 1 == elements.count
    && elements.dropFirst().enumerated().allSatisfy { index, element in
      let model = post[index % post.count]
      return element.text == nil && Shape(element, like: model) == model
    }
  return isFeed ? nil : refusal
}

let refusal = UnsafePointer(
  strdup("its views are written down for feed(N) alone, with texts of whole points")!)

func layout(_ pointer: UnsafeRawPointer?) -> FeedLayout {
  Unmanaged<FeedLayout>.fromOpaque(pointer!).takeUnretainedValue()
}

var engine = PeerEngine()
engine.name = UnsafePointer(strdup("swiftcrossui"))
engine.library = UnsafePointer(strdup("SwiftCrossUI \(revision)"))
engine.refuses_tree = refuses
engine.make = { tree in
  MainActor.assumeIsolated {
    UnsafeMutableRawPointer(Unmanaged.passRetained(FeedLayout(tree!.pointee)).toOpaque())
  }
}
// A layout that was committed leaves nothing behind that the next one uses.
engine.make_cold = { _ in }
engine.lay_out = { pointer in MainActor.assumeIsolated { layout(pointer).layOut() } }
engine.read = { pointer, frames in MainActor.assumeIsolated { layout(pointer).read(frames!) } }
engine.edit = { pointer, index, element in
  MainActor.assumeIsolated { layout(pointer).edit(Int(index), element!.pointee) }
}
engine.free = { pointer in Unmanaged<FeedLayout>.fromOpaque(pointer!).release() }
exit(peer_serve(&engine))
