extension LayoutTree {
  /// Returns each node's frame as a view would get it, by element; nil for specs, the root, and if there is
  /// none.
  ///
  /// A node's position is relative to the composite node around it, or the root: the sum of the specs'
  /// positions between, rounded up to whole pixels once. Its size is in whole pixels already. If nothing is
  /// between, because all elements with a layout below the root are nodes with no layout below them,
  /// positions are not rounded: Texture returns such a layout unchanged.
  ///
  /// Source: Texture's `filteredNodeLayoutTree`.
  ///
  /// - Parameter frames: Each element's frame relative to its parent element; nil if it has no layout.
  /// - Complexity: linear in the number of elements, at any depth of the tree.
  public func nodeFrames(of frames: [Rect?]) -> [Rect?] {
    precondition(frames.count == elementCount, "There is one frame an element")
    let isRounded = !isFlat(frames)
    var result = [Rect?](repeating: nil, count: elementCount)
    // The origin of the positions of each element's children, in the coordinates of the enclosing node.
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

  /// Returns true if all elements with a layout below the root are nodes with no layout below them.
  private func isFlat(_ frames: [Rect?]) -> Bool {
    children(of: root).allSatisfy { child in
      frames[child.index] == nil
        || isNode(child) && children(of: child).allSatisfy { frames[$0.index] == nil }
    }
  }

  /// The elements in drawing order: parents before children, and a background before the child of its spec.
  ///
  /// - Complexity: linear in the number of elements, at any depth of the tree.
  var drawingOrder: [ElementID] { drawingOrder(from: root) }

  /// Returns an element and all below it in drawing order.
  package func drawingOrder(from top: ElementID) -> [ElementID] {
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
