/// A node that scrolls a list of cells: it stands in a spec as any node, and lays out the cells in view.
///
/// ```swift
/// let messages = TableNode<Int> { number in MessageNode(thread[number]) }
/// messages.setItems(Array(thread.indices))
/// let screen = DisplayNode { _, _ in
///   StackLayoutSpec(direction: .vertical, alignItems: .stretch) {
///     header
///     messages.flexGrow().flexShrink()
///     toolbar
///   }
/// }
/// ```
///
/// A table has the largest size in its range. If the range's height is infinite, the table is as high as all its
/// cells, which are then all measured, since they are in view together; if the width is infinite, the table is 0 × 0.
/// A table that may shrink, because its `flexShrink` is above 0, measures its cells later: a stack that may shrink it
/// first counts the heights of measured cells and estimates of the others. If the table is not shrunk after all, all
/// cells are measured, and the layout is applied once more.
///
/// The list has the table's width and traits, and the table's subnodes are the cells in view. Once a layout that
/// contains the table is applied, the cells are laid out; after scrolling, call `layOutCells()`.
///
/// The cells in view stay where they are: if cells above them change, come or go, `contentOffset` changes, so
/// read it after a layout. A `contentOffset` that you set refers to the content that was laid out last: the
/// cells in view move by the difference, even if items were set before. If none of them is in view at the new
/// offset, or the offset is 0 or less, the offset refers to the content as it is now. Laying the cells out
/// moves the offset back into the content, so that a table with fewer items shows them; until then the old
/// cells stay on the screen, at their old places.
///
/// Cells around those in view are prepared on other threads, and cells far away are released:
/// `list.tuningParameters`.
///
/// Any thread MAY use it.
///
/// Source: Texture's `ASTableNode`.
public final class TableNode<Item: Hashable & Sendable>: ScrollNode, EditableList, @unchecked Sendable {
  /// The cells. Set the items by the node's `setItems(_:)`, and leave the width and the traits to the node.
  public let list: LayoutList<Item>
  private let settings = NodeState(Settings(), affectsLayout: false)
  /// Guarded by the node's lock.
  @exclusivity(unchecked) private var guardedLast = LastLayout()

  private struct Settings {
    var animation: ListAnimation?
    var sticksToBottom = false
  }

  /// The state that one layout of the cells hands to the next one.
  private struct LastLayout {
    /// The places of the cells that were in view; nil before the first layout.
    var anchor: ListAnchor?
    /// The number of layouts.
    var count = 0
    /// The height that the table returned last in a range of infinite height.
    var answer = Double.nan
  }

  /// Creates a node without items. For the parameters see `LayoutList`; `makeCell` is called on other threads too.
  public init(estimatedHeight: Double = 44, makeCell: @escaping @Sendable (Item) -> DisplayNode) {
    list = LayoutList(width: 0, estimatedHeight: estimatedHeight, makeCell: makeCell)
    list.tuningParameters = RangeTuningParameters()
    super.init()
    takeParentSize(false)
    list.onNeedsLayout = { [weak self, weak list] in
      guard let self, let list else { return }
      takeSubnodes(list.visibleNodes)
      setNeedsLayout()
    }
  }

  /// How cells move to new places. Default: nil, at once.
  public var animation: ListAnimation? {
    get { self[settings].animation }
    set { self[settings].animation = newValue }
  }

  /// True if the end of the content, once it is in view, stays there; see `LayoutList.anchor`. Default: false.
  public var sticksToBottom: Bool {
    get { self[settings].sticksToBottom }
    set { self[settings].sticksToBottom = newValue }
  }

  /// Sets the items as `LayoutList.setItems(_:)` does, and calls `setNeedsLayout()`.
  @inlinable
  @discardableResult
  public func setItems(_ items: [Item]) -> SubnodeChanges<Item> {
    defer { setNeedsLayout() }
    return list.setItems(items)
  }

  /// Edits the items as `LayoutList.performBatchUpdates(_:)` does, and calls `setNeedsLayout()`.
  public func performBatchUpdates(_ updates: (ListUpdates<Item>) throws -> Void) rethrows {
    try list.performBatchUpdates(updates)
    setNeedsLayout()
  }

  /// The size of all cells together, in points; with estimated heights of cells that were never in view.
  public override var contentSize: Size { list.contentSize }

  public override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    guard constrainedSize.width < .infinity else { return .zero }
    guard constrainedSize.height == .infinity else { return constrainedSize }
    let height = style.flexShrink > 0 ? contentSize.height : measuredHeight(in: constrainedSize.width)
    lock.withLock { guardedLast.answer = height }
    return Size(constrainedSize.width, height)
  }

  /// Measures all cells in this width, and returns their height.
  private func measuredHeight(in width: Double) -> Double {
    (list.width, list.traitOverrides) = (width, traits)
    return list.measuredHeight(isAnimated: animation != nil)
  }

  override func layoutWasApplied() { layOutCells() }

  /// Lays out the cells in view, and makes them the subnodes. If two threads call it at once, the subnodes may be
  /// right only after the next call. If you scroll meanwhile, call it again; the scrolling is not lost.
  ///
  /// - Precondition: `contentOffset` is finite.
  public override func layOutCells() {
    // A transition shows other frames, on the way to the size of the layout.
    let (size, values) = (calculatedLayout?.size ?? frame.size, self[settings])
    let (last, top, lastEnd) = lock.withLock { (guardedLast, guardedOffset.y, guardedEnd.y) }
    func end() -> Double { larger(0, contentSize.height - size.height) }
    func anchor(at top: Double) -> ListAnchor {
      list.anchor(from: top, to: top + size.height, sticksToBottom: values.sticksToBottom)
    }
    // Before another width, or other pixels, change the places.
    let seen = anchor(at: top)
    let overscroll = ScrollNode.overscroll(top, larger(lastEnd, end()), size.height)
    (list.width, list.traitOverrides) = (size.width, traits)
    // The first layout is not animated.
    let part = list.layOut(
      at: last.anchor?.scrolled(to: seen) ?? seen, animation: last.anchor == nil ? nil : values.animation,
      within: overscroll)
    let (next, nextEnd) = (anchor(at: part.top), end())
    lock.withLock {
      // Of two layouts at once the first counts.
      guard guardedLast.count == last.count else { return }
      guardedOffset.y = guardedOffset.y == top ? part.top : guardedOffset.y + part.top - top
      guardedEnd.y = nextEnd
      guardedLast.anchor = next
      guardedLast.count += 1
    }
    takeSubnodes(list.visibleNodes)
    // True if the table is as high as the answer, which may be an estimate.
    if abs(size.height - last.answer) < 1 {
      let height = measuredHeight(in: size.width)
      if height == last.answer { return }
      // Asked again or not, the table is not compared with that answer any more.
      lock.withLock { guardedLast.answer = height }
      setNeedsLayout()
    }
  }
}
