extension LayoutTree {
  /// The frame of each node as a view would get it, by element; nil for specs, for the root, and where there is no layout.
  ///
  /// A node's position counts from the composite node around it, or the root: what the specs between add up to, rounded up
  /// to whole pixels once. Its size is in whole pixels already. Only where there is nothing between, because all that has
  /// a layout below the root are nodes with nothing laid out below them, positions stay as they are: Texture hands out
  /// such a layout untouched.
  ///
  /// Source: Texture's `filteredNodeLayoutTree`.
  ///
  /// - Parameter frames: Each element's frame relative to its parent element; nil where it has no layout.
  /// - Complexity: linear in the number of elements, however deep the tree.
  public func nodeFrames(of frames: [Rect?]) -> [Rect?] {
    precondition(frames.count == elementCount, "There is one frame an element")
    let isRounded = !isFlat(frames)
    var result = [Rect?](repeating: nil, count: elementCount)
    // What the positions of the children of each element count from, in the coordinates of the enclosing node.
    var origins = [Point](repeating: .zero, count: elementCount)
    for parent in elementIDs where frames[parent.index] != nil {
      let origin = origins[parent.index]
      for child in children(of: parent) {
        guard let frame = frames[child.index] else { continue }
        let position = Point(origin.x + frame.origin.x, origin.y + frame.origin.y)
        if !isNode(child) {
          origins[child.index] = position
          continue
        }
        let view = isRounded ? Point(pixelGrid.ceil(position.x), pixelGrid.ceil(position.y)) : position
        result[child.index] = Rect(origin: view, size: frame.size)
      }
    }
    return result
  }

  /// Whether all that has a layout below the root are nodes with nothing laid out below them.
  private func isFlat(_ frames: [Rect?]) -> Bool {
    children(of: root).allSatisfy { child in
      frames[child.index] == nil
        || isNode(child) && children(of: child).allSatisfy { frames[$0.index] == nil }
    }
  }

  /// The elements in the order in which they are drawn: parents before children, and of a background spec the background
  /// before the child.
  ///
  /// - Complexity: linear in the number of elements, however deep the tree.
  var drawingOrder: [ElementID] { drawingOrder(from: root) }

  /// An element and all below it in the order in which they are drawn.
  func drawingOrder(from top: ElementID) -> [ElementID] {
    var order: [ElementID] = []
    order.reserveCapacity(subtree(of: top).count)
    var open = [top]
    while let id = open.popLast() {
      order.append(id)
      let children = Array(children(of: id))
      let isReversed = tables.elements[id.index].kind == .background
      open.append(contentsOf: isReversed ? children : children.reversed())
    }
    return order
  }
}
