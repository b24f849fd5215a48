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
/// It has the largest size in its range. If the height of that is infinite, it is as high as all its cells, which are
/// then measured, as they are in view together; if the width is, it is 0 × 0. A table that may shrink, because its
/// `flexShrink` is above 0, is measured later: in a stack that is to shrink it, it counts with the heights of the
/// cells that were measured and with estimates of the others; if it turns out not to be shrunk, all cells are
/// measured, and the layout is applied once more.
///
/// Its list has its width and its traits, and its subnodes are the cells in view. Once a layout that contains it
/// is applied, the cells are laid out; after scrolling the app calls `layOutCells()`.
///
/// The cells in view stay there: cells above them that change, come or go change `contentOffset`, which the app
/// reads after a layout. A `contentOffset` that the app sets counts in the content that was laid out last: what is in
/// view moves by the difference, also if items were set before; if nothing of that is in view at the new offset, or
/// the offset is 0 or less, it counts in the content as it is now. Laying the cells out puts it back into the content,
/// so that a table with fewer items shows them; until then the old cells are on the screen, at their old places.
///
/// Any thread MAY use it.
///
/// Source: Texture's `ASTableNode`.
public final class TableNode<Item: Hashable & Sendable>: ScrollNode, @unchecked Sendable {
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
    /// The height that was answered last in a range without an end.
    var answer = Double.nan
  }

  /// Creates a node without items. The parameters are those of `LayoutList`.
  public init(estimatedHeight: Double = 44, makeCell: @escaping @Sendable (Item) -> DisplayNode) {
    list = LayoutList(width: 0, estimatedHeight: estimatedHeight, makeCell: makeCell)
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

  /// True if the end of the content stays in view while it is; see `LayoutList.anchor`. Default: false.
  public var sticksToBottom: Bool {
    get { self[settings].sticksToBottom }
    set { self[settings].sticksToBottom = newValue }
  }

  /// Sets the items as `LayoutList.setItems(_:)` does, and calls `setNeedsLayout()`.
  @discardableResult
  public func setItems(_ items: [Item]) -> SubnodeChanges<Item> {
    defer { setNeedsLayout() }
    return list.setItems(items)
  }

  /// The size of all cells together, in points; with estimated heights of those that were never in view.
  public override var contentSize: Size { list.contentSize }

  public override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    guard constrainedSize.width < .infinity else { return .zero }
    guard constrainedSize.height == .infinity else { return constrainedSize }
    let height = style.flexShrink > 0 ? contentSize.height : measuredHeight(in: constrainedSize.width)
    lock.withLock { guardedLast.answer = height }
    return Size(constrainedSize.width, height)
  }

  /// Returns the height of all cells, once all are measured in this width.
  private func measuredHeight(in width: Double) -> Double {
    (list.width, list.traitOverrides) = (width, traits)
    return list.measuredHeight(isAnimated: animation != nil)
  }

  override func layoutWasApplied() { layOutCells() }

  /// Lays out the cells in view, and makes them the subnodes. If two threads call it at once, the next
  /// call puts right what subnodes there are. If the app scrolls meanwhile, it has to call it again, and nothing of
  /// that is lost.
  ///
  /// - Precondition: `contentOffset` is finite.
  public func layOutCells() {
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
    // What is seen for the first time is there.
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
    // True if the table is as high as it said in a range without an end.
    if abs(size.height - last.answer) < 1, measuredHeight(in: size.width) != last.answer { setNeedsLayout() }
  }
}
