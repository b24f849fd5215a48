import LayoutSpecs

/// The frames that the views of a tree's nodes would get, in pre-order; nil for specs, for the root, and for what has no
/// layout.
///
/// 1. A node's position counts from the composite node around it, or from the root where there is none. It is the sum of
///    the positions of the specs between and its own.
/// 2. Each coordinate is then rounded up to whole pixels. The size stays.
/// 3. A layout that is flat already is kept as it is: where every child of the root that has a layout is a node without a
///    laid out child of its own, positions are not rounded.
///
/// Time is linear in the number of elements. Source: Texture's `filteredNodeLayoutTree`.
///
/// - Parameters:
///   - tree: The tree.
///   - frames: Each element's frame relative to its parent element, in pre-order; nil where it has no layout.
/// - Precondition: there is one frame per element.
public func nodeFrames(of tree: LayoutTree, frames: [Rect?]) -> [Rect?] {
  precondition(frames.count == tree.elementCount, "There is one frame per element")
  let grid = tree.pixelGrid
  let keepsPositions = isFlat(tree, frames)
  var result = [Rect?](repeating: nil, count: frames.count)
  /// The subtrees around the element, from the outside in: where they end, and where positions inside count from.
  var around: [(end: Int, origin: Point)] = []
  for id in tree.elementIDs {
    while let innermost = around.last, innermost.end <= id.index { around.removeLast() }
    guard let frame = frames[id.index] else { continue }
    let outer = around.last?.origin ?? .zero
    var origin = Point(outer.x + frame.origin.x, outer.y + frame.origin.y)
    if id == tree.root {
      origin = .zero
    } else if tree.isNode(id) {
      let position = keepsPositions ? frame.origin : Point(grid.ceil(origin.x), grid.ceil(origin.y))
      result[id.index] = Rect(origin: position, size: frame.size)
      origin = .zero
    }
    around.append((tree.subtree(of: id).upperBound, origin))
  }
  return result
}

/// Whether the root's laid out children are all nodes without a laid out child.
private func isFlat(_ tree: LayoutTree, _ frames: [Rect?]) -> Bool {
  tree.children(of: tree.root).allSatisfy { child in
    guard frames[child.index] != nil else { return true }
    return tree.isNode(child) && tree.children(of: child).allSatisfy { frames[$0.index] == nil }
  }
}
