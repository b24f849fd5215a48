/// A node whose content may be larger than the node: it scrolls.
///
/// ```swift
/// let screen = ScrollNode { _, _ in StackLayoutSpec(direction: .vertical) { cells } }
/// screen.automaticallyManagesSubnodes = true
/// _ = screen.layoutThatFits(SizeRange(exactly: Size(375, 812)))
/// screen.contentSize  // {375, 2410}
/// ```
///
/// The content is the spec that `layoutSpecThatFits(_:)` returns. It may have any length in the directions in
/// which the node scrolls, and is at least as large as the node has to be. The node itself is as large as the
/// element around it, as far as its range and its style allow: a column exactly 480 points high has a scroll node
/// 480 points high. On an axis where the length of the element around is undefined or infinite, the node has the
/// largest length in its range or, if that is infinite too, its content's length.
///
/// If it is laid out right to left, its subnodes are mirrored within the content, which then begins at its right
/// end.
///
/// Source: Texture's `ASScrollNode` with `automaticallyManagesContentSize`.
open class ScrollNode: DisplayNode, @unchecked Sendable {
  private var guardedDirections = ScrollDirections.vertical
  @exclusivity(unchecked) final var guardedOffset = Point.zero
  /// The largest offset at which the content that was laid out last fills the node.
  @exclusivity(unchecked) final var guardedEnd = Point.zero

  /// Creates a node without content.
  public override init() {
    super.init()
    takeParentSize()
  }

  /// The directions in which the content may be larger than the node. Default: vertical.
  ///
  /// A change calls `setNeedsLayout()`.
  public final var scrollableDirections: ScrollDirections {
    get { lock.withLock { guardedDirections } }
    set { change { guardedDirections = newValue } }
  }

  /// The point of the content that is at the node's top left corner, in points. Default: (0, 0).
  ///
  /// It is the origin of `bounds`, and `convert(_:to:)` takes it into account. Frames and layouts do not
  /// depend on it, and any point is allowed.
  ///
  /// Applying a layout that changes the content or the node moves the offset back into the content, from 0 to the
  /// offset that shows the content's end. Only an offset that the app set outside of these bounds stays there, as
  /// long as less than the node's length is outside: so a finger pulls content beyond its edge.
  public final var contentOffset: Point {
    get { lock.withLock { guardedOffset } }
    set { lock.withLock { guardedOffset = newValue } }
  }

  /// The content's size in the calculated layout, or if that is invalid in the layout that was applied last, in points; 0 × 0
  /// without a layout or content.
  public var contentSize: Size {
    contentSize(in: calculatedLayout ?? lock.withLock { guardedPlace.applied.layout })
  }

  private func contentSize(in layout: Layout?) -> Size {
    // The node's child is its spec, and the spec's child is the content.
    layout?.sublayouts.first?.sublayouts.first?.size ?? .zero
  }

  /// The content that is in view, in points from the content's top left corner: as large as the node.
  public final var visibleRect: Rect { Rect(origin: contentOffset, size: frame.size) }

  /// Called by a host after a person has scrolled: lays out what came into view. A table does, and keeps its offset within the
  /// content; of a node that is none all content is laid out with the node, and nothing is left to do. Any thread MAY call it.
  open func layOutCells() {}

  override final var guardedBoundsOrigin: Point { guardedOffset }

  /// The content's element: the node's spec is the element between.
  override final var mirroringElement: Int { 2 }

  override func layoutWasApplied() {
    // The node may have been invalidated since, and then has no calculated layout.
    guard let layout = lock.withLock({ guardedPlace.applied.layout }) else { return }
    let (content, size) = (contentSize(in: layout), layout.size)
    lock.withLock {
      let end = Point(larger(0, content.width - size.width), larger(0, content.height - size.height))
      let (x, y) = (
        ScrollNode.overscroll(guardedOffset.x, larger(guardedEnd.x, end.x), size.width),
        ScrollNode.overscroll(guardedOffset.y, larger(guardedEnd.y, end.y), size.height)
      )
      guardedOffset = Point(
        clampedLength(guardedOffset.x, x.lowerBound, end.x + x.upperBound),
        clampedLength(guardedOffset.y, y.lowerBound, end.y + y.upperBound))
      guardedEnd = end
    }
  }

  /// Returns the points by which an offset may stay outside of content whose largest offset is `end`, before and
  /// behind the content, in a node of this length.
  static func overscroll(_ offset: Double, _ end: Double, _ length: Double) -> ClosedRange<Double> {
    let (before, behind) = (offset, offset - end)
    return (before < 0 && before > -length ? before : 0)...(behind > 0 && behind < length ? behind : 0)
  }

  override final func content(in range: SizeRange) -> (any LayoutElement)? {
    let directions = scrollableDirections
    var contentRange = range
    if directions.contains(.horizontal) { contentRange.max.width = .infinity }
    if directions.contains(.vertical) { contentRange.max.height = .infinity }
    return layoutSpecThatFits(contentRange).map { ScrollLayoutSpec(content: $0, contentRange: contentRange) }
  }
}

/// The directions in which a node scrolls.
///
/// Source: Texture's `ASScrollDirection`.
public struct ScrollDirections: OptionSet, Hashable, Sendable {
  /// The directions as a number: 1 for horizontal, 2 for vertical.
  public let rawValue: UInt8

  /// Creates directions from their number.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// To the left and right.
  public static let horizontal = ScrollDirections(rawValue: 1)
  /// Up and down.
  public static let vertical = ScrollDirections(rawValue: 2)
}

/// The spec of a scrolling node: as large as the node may be, around content of another range.
struct ScrollLayoutSpec: CustomLayoutSpec {
  var style = Style()
  var debugName: String?
  let content: any LayoutElement
  let contentRange: SizeRange

  var children: [any LayoutElement] { [content] }
  var algorithm: any LayoutAlgorithm { ScrollAlgorithm(contentRange: contentRange) }
}

/// The layout of a scrolling node's spec. It holds no reference to the node.
struct ScrollAlgorithm: LayoutAlgorithm, Equatable {
  let contentRange: SizeRange

  func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
    let content = children.measure(0, in: contentRange, parentSize: contentRange.max)
    let (width, height) = (constrainedSize.max.width, constrainedSize.max.height)
    return Size(width < .infinity ? width : content.width, height < .infinity ? height : content.height)
      .clamped(to: constrainedSize)
  }
}
