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
/// It has the largest size in its range; if the height of that is infinite, the height of its content. Its
/// list has its width and its traits, and its subnodes are the cells in view. Once a layout that contains it
/// is applied, the cells are laid out; after scrolling the app calls `layOutCells()`.
///
/// The cells in view stay there: cells above them that change, come or go change `contentOffset`, which the app
/// reads after a layout.
///
/// Any thread MAY use it.
///
/// Source: Texture's `ASTableNode`.
public final class TableNode<Item: Hashable & Sendable>: ScrollNode, @unchecked Sendable {
  /// The cells. Set the items by the node's `setItems(_:)`, and leave the width and the traits to the node.
  public let list: LayoutList<Item>
  private let settings = NodeState(Settings(), affectsLayout: false)

  private struct Settings {
    var animation: ListAnimation?
    var sticksToBottom = false
    /// What was in view in the last layout.
    var anchor: ListAnchor?
  }

  /// Creates a node without items. The parameters are those of `LayoutList`.
  public init(estimatedHeight: Double = 44, makeCell: @escaping @Sendable (Item) -> DisplayNode) {
    list = LayoutList(width: 0, estimatedHeight: estimatedHeight, makeCell: makeCell)
    super.init()
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
    let (content, size) = (contentSize, constrainedSize)
    return Size(
      size.width < .infinity ? size.width : content.width,
      size.height < .infinity ? size.height : content.height)
  }

  public override func layoutDidFinish() { layOutCells() }

  /// Lays out the cells in view, and makes them the subnodes. If two threads call it at once, the next
  /// call puts right what subnodes there are.
  ///
  /// - Precondition: `contentOffset` is finite.
  public func layOutCells() {
    // A transition shows other frames, on the way to the size of the layout.
    let (size, values, top) = (calculatedLayout?.size ?? frame.size, self[settings], contentOffset.y)
    list.width = size.width
    list.traitOverrides = traits
    func anchor(at top: Double) -> ListAnchor {
      list.anchor(from: top, to: top + size.height, sticksToBottom: values.sticksToBottom)
    }
    var last = values.anchor.flatMap { $0.top == top ? $0 : nil } ?? anchor(at: top)
    last.height = size.height
    // What is seen for the first time is there.
    let part = list.layOut(at: last, animation: values.anchor == nil ? nil : values.animation)
    contentOffset.y = part.top
    self[settings].anchor = anchor(at: part.top)
    takeSubnodes(list.visibleNodes)
  }
}
