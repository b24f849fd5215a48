/// The places of the cells in view of a list: with an anchor, these cells stay where they are on the screen.
///
/// The height above the cells in view may change: items are inserted there, or cells that come into view from
/// above turn out higher than estimated, or than they were in another width. Then everything below moves,
/// unless the list is scrolled by as much.
///
/// ```swift
/// let anchor = list.anchor(from: top, to: top + 812)
/// list.insert(newer, at: 0)
/// let part = list.layOut(at: anchor)
/// scroll.contentOffset.y = part.top  // what was in view has not moved
/// ```
///
/// With `sticksToBottom` an anchor keeps the bottom instead, if the part reached to the end of the list, as
/// in a chat whose last message is in view: the next message scrolls into view.
///
/// An anchor is a value: it changes nothing, and may be used again.
public struct ListAnchor: Sendable {
  /// The top of the part that was in view, in points from the list's top.
  public private(set) var top: Double
  /// The height of that part, in points.
  public internal(set) var height: Double
  fileprivate let list: ObjectIdentifier
  /// The cells in that part, from top to bottom.
  fileprivate var places: [Place]
  /// The points from the list's end to the part's end, which are to stay; nil if the part does not stick to the
  /// list's end.
  fileprivate var overshoot: Double?

  fileprivate struct Place {
    weak var cell: ListCell?
    /// The points from `top` to the cell's top.
    var distance: Double
    let height: Double
  }

  /// Returns the anchor of a list that the app has scrolled since, whatever else has changed: the cells that are
  /// still in view are to move by as much as the app scrolled. If no cell is, or at the list's top, returns the other anchor,
  /// which was taken at the new top.
  func scrolled(to other: ListAnchor) -> ListAnchor {
    let distance = other.top - top
    // At the top new cells come into view, unless the list's end is to stay: no cell keeps its place.
    if other.top <= 0, distance != 0 || overshoot == nil {
      var anchor = other
      anchor.places = []
      return anchor
    }
    var anchor = self
    anchor.top = other.top
    anchor.height = other.height
    for place in places.indices { anchor.places[place].distance -= distance }
    if distance != 0 {
      anchor.places.removeAll { $0.distance + $0.height <= 0 || $0.distance >= other.height }
      let rest = overshoot.map { $0 + distance }
      anchor.overshoot = rest.map { $0 >= -PixelGrid.tolerance } == true ? rest : other.overshoot
    }
    return distance != 0 && anchor.places.isEmpty ? other : anchor
  }
}

extension LayoutList {
  /// Returns the places of the cells in a part of the list, as they are now.
  ///
  /// Only cells in the part that was laid out last have a place: all others are out of view, or on their way out, and
  /// may get another height. To keep what is in view while the list scrolls, take the anchor from the new part, before
  /// its layout; and before the items, the width or the traits change.
  ///
  /// - Parameters:
  ///   - top: The beginning of the part, in points from the list's top.
  ///   - bottom: The end of the part, likewise.
  ///   - sticksToBottom: True if a part that reaches to the end of the content, or beyond, stays there as the
  ///     content changes. Room below the content, as for a keyboard, stays as high as it is. Content that is
  ///     not as high as the part stays at the part's top. Default: false. Without effect if `bottom` is
  ///     infinite.
  /// - Precondition: `top` is finite.
  /// - Complexity: O(log n) per cell in the number of items, and sorting the cells that are shown.
  public func anchor(from top: Double, to bottom: Double, sticksToBottom: Bool = false) -> ListAnchor {
    precondition(top.isFinite, "The part of a list that is in view begins at a finite position, not \(top)")
    return lock.withLock {
      let part = state.rows.indices(from: top, to: bottom)
      let shown = state.shown.filter { !$0.isLeaving }
      let indices = shown.compactMap { state.rows.index(of: $0.cell) }.filter { part.contains($0) }.sorted()
      let places = indices.map { index in
        let frame = state.rows.frame(at: index, width: state.width)
        return ListAnchor.Place(
          cell: state.rows[index].cell, distance: frame.minY - top, height: frame.size.height)
      }
      let rest = bottom - state.rows.height
      let isAtBottom = sticksToBottom && rest >= -PixelGrid.tolerance && rest < .infinity
      return ListAnchor(
        top: top, height: bottom - top, list: ObjectIdentifier(self), places: places,
        overshoot: isAtBottom ? top > 0 ? rest : 0 : nil)
    }
  }

  /// Returns the top of the part in which the anchor's first cell is where it was, in points from the list's
  /// top. If the cell's item was removed, the next cell counts; if none is left, returns the anchor's own
  /// top. For an anchor that sticks to the bottom, returns the top at which the part reaches to the end.
  ///
  /// The top may lie outside of the content, as when most items were removed.
  ///
  /// - Precondition: the anchor is one of this list.
  /// - Complexity: logarithmic in the number of items.
  public func top(of anchor: ListAnchor) -> Double {
    precondition(anchor.list == ObjectIdentifier(self), "The anchor is one of another list")
    if let overshoot = anchor.overshoot {
      return larger(smaller(anchor.top, 0), contentSize.height + overshoot - anchor.height)
    }
    for place in anchor.places {
      guard let cell = place.cell else { continue }
      let top = lock.withLock { state.rows.frame(of: cell, width: state.width)?.minY }
      // A cell that has not moved scrolls nothing, not even by a rounding error.
      if let top = top.map({ $0 - place.distance }) {
        return abs(top - anchor.top) < PixelGrid.tolerance ? anchor.top : top
      }
    }
    return anchor.top
  }

  /// Lays out the part of the list in which the anchor's cells are where they were; see `layOut(from:to:)`.
  /// Cells in that part above the anchor's cells may change their heights: the part then moves with the
  /// anchor.
  ///
  /// - Parameters:
  ///   - anchor: The anchor.
  ///   - animation: How cells move to their places from where they are on the screen, which the app scrolls
  ///     from the anchor's top to the new one. Default: nil, at once.
  /// - Returns: The part's top, to which the app scrolls, in points from the list's top; and the indices of
  ///   the cells in it.
  /// - Precondition: the anchor is one of this list.
  /// - Complexity: that of `layOut(from:to:)`.
  public func layOut(
    at anchor: ListAnchor, animation: ListAnimation? = nil
  ) -> (top: Double, indices: Range<Int>) {
    layOut(at: anchor, animation: animation, within: nil)
  }

  /// `layOut(at:animation:)`, with bounds for the part's top.
  ///
  /// - Parameter overscroll: The points by which the part may begin above the content, which are 0 or less, and end
  ///   below it; nil for any.
  func layOut(
    at anchor: ListAnchor, animation: ListAnimation?, within overscroll: ClosedRange<Double>?
  ) -> (top: Double, indices: Range<Int>) {
    let (top, part) = layOut(seenFrom: anchor.top, to: anchor.top + anchor.height, animation) {
      var top = self.top(of: anchor)
      if let overscroll {
        let end = larger(0, contentSize.height - anchor.height)
        top = clampedLength(top, overscroll.lowerBound, end + overscroll.upperBound)
      }
      return (top, top + anchor.height)
    }
    return (top, part.indices)
  }
}
