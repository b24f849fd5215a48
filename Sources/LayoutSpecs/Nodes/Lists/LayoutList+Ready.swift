// Layouts of the cells that need no measuring, and positions to scroll to.

extension LayoutList {
  /// True if `layOutReady(from:to:)` places the cell at an index: its height is known in the list's present
  /// width and traits, or its node has a layout in them, as from a worker. False if there is no cell yet.
  ///
  /// - Precondition: there is such an item.
  /// - Complexity: logarithmic in the number of items.
  public func isReady(at index: Int) -> Bool {
    let (cell, isCurrent) = lock.withLock {
      let cell = state.rows[index].cell
      return (cell, cell?.version == state.version)
    }
    return isCurrent || cell.map(hasLayout) == true
  }

  /// True if a cell's node has a layout in the list's present width and traits.
  func hasLayout(_ cell: ListCell) -> Bool {
    cell.node.hasLayout(in: .tableCell(width: lock.withLock { state.width(of: cell) }))
  }

  /// Lays out a part of the list as `layOut(from:to:)` does, but measures and makes no cell: others have to, as
  /// the workers of `tuningParameters`.
  ///
  /// Cells that are ready are placed, and those that have changed while they are in view stay as they are. All
  /// others are not in `visibleNodes`, and their places may have placeholders: `frame(at:)`.
  ///
  /// - Returns: The indices of the cells in the part, and of those among them that are to be made or measured.
  /// - Complexity: O(log n) per cell in the number of items.
  @discardableResult
  public func layOutReady(
    from top: Double, to bottom: Double, animation: ListAnimation? = nil
  ) -> (indices: Range<Int>, missing: [Int]) {
    let part = layOut(seenFrom: top, to: bottom, animation, onlyReady: true) { (top, bottom) }.part
    return (part.indices, part.missing)
  }

  /// The place of a cell in the part of a list that is in view.
  public enum Position: Hashable, Sendable {
    case top, center, bottom
    /// Where the list scrolls least.
    case nearest

    /// Returns the beginning of the part in which a cell from `start` to `end` is in view, instead of the part from `first`
    /// on: as near to its position as content of this length allows.
    package func first(
      toShow start: Double, to end: Double, inLength length: Double, insteadOf first: Double,
      of content: Double
    ) -> Double {
      let (least, most) = (end - length, start)
      let wanted =
        switch self {
        case .top: most
        case .center: (least + most) / 2
        case .bottom: least
        // A cell that is higher than the part shows its beginning.
        case .nearest: least > most ? most : clampedLength(first, least, most)
        }
      return clampedLength(wanted, 0, larger(0, content - length))
    }
  }

  /// Returns the top of the part of the list in which the cell at an index is in view, in points from the
  /// list's top: as near to its position as the content allows. Cells in that part that were not measured may
  /// move it; lay it out, and ask again.
  ///
  /// - Parameters:
  ///   - index: The index of the cell.
  ///   - position: The place of the cell in the part.
  ///   - top: The beginning of the part that is in view now.
  ///   - bottom: The end of that part.
  /// - Precondition: there is such an item.
  /// - Complexity: logarithmic in the number of items.
  public func top(
    toShow index: Int, at position: Position = .nearest, from top: Double, to bottom: Double
  ) -> Double {
    let frame = frame(at: index)
    return position.first(
      toShow: frame.minY, to: frame.maxY, inLength: bottom - top, insteadOf: top, of: contentSize.height)
  }

  /// Lays out the part of the list in which the cell at an index is in view, and returns its top: that of
  /// `top(toShow:at:from:to:)` once all cells in the part are measured.
  package func layOut(
    toShow index: Int, at position: Position, from top: Double, to bottom: Double, animation: ListAnimation?
  ) -> Double {
    func part() -> (top: Double, bottom: Double) {
      let first = self.top(toShow: index, at: position, from: top, to: bottom)
      return (first, first + bottom - top)
    }
    let first = part()
    return layOut(seenFrom: first.top, to: first.bottom, animation, part).top
  }
}

extension DisplayNode {
  /// True if the node has kept its own layout in this range.
  fileprivate final func hasLayout(in range: SizeRange) -> Bool {
    let traits = inheritedTraitValues
    return lock.withLock {
      var constraint = LayoutConstraint(range)
      constraint.pixelGrid = guardedOverrides?.pixelGrid ?? traits?.pixelGrid ?? PixelGrid()
      return cache.handle?.extras.results.layout(in: constraint, traits) != nil
    }
  }
}
