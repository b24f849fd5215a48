/// Pages beside each other, each as large as the pager, of which one is in view. Pages are made as they come next to it.
///
/// The width and the height of the pager have to be bounded.
open class ASPagerNode: ASListNode, @unchecked Sendable {
  /// The page in view, around which pages are laid out.
  private let page = NodeState(0, affectsLayout: false)
  /// The width of a page, and the offset of the first one, in the last layout.
  private let place = NodeState(Place(), affectsLayout: false)

  private struct Place: Equatable {
    var width = 0.0
    var first = 0.0
  }

  public init() {
    super.init(isHorizontal: true)
  }

  /// Creates a pager with a layout, of which nothing counts: a page is as large as the pager.
  public convenience init(collectionViewLayout layout: ASPagerFlowLayout) {
    self.init()
    keep(layout, "collectionViewLayout")
  }

  /// True if the host may move pages away from bars. Default: false.
  public final var allowsAutomaticInsetsAdjustment: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }

  /// Kept weakly. It is asked with the next layout. Default: nil.
  public final var dataSource: (any ASPagerDataSource)? {
    get { keptWeakly() }
    set {
      keepWeakly(newValue)
      forget()
    }
  }

  public final func setDataSource(_ dataSource: (any ASPagerDataSource)?) { self.dataSource = dataSource }

  /// Kept weakly. Default: nil.
  public final var delegate: (any ASPagerDelegate)? {
    get { keptWeakly() }
    set { keepWeakly(newValue) }
  }

  public final func setDelegate(_ delegate: (any ASPagerDelegate)?) { self.delegate = delegate }

  override final var source: any ListSource {
    PagerSource(pager: self, dataSource: dataSource, delegate: delegate)
  }

  open override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    let spec = super.layoutSpecThatFits(constrainedSize)
    guard constrainedSize.max.width < .infinity, let spec else { return spec }
    // Pages have to know the width, which a node that scrolls gives as infinite.
    var range = constrainedSize
    range.min.width = range.max.width
    return SizedSpec(spec, range: range)
  }

  /// The page in view and those beside it, with as much room before and behind as the other pages take.
  override final func lineSpec(_ range: SizeRange) -> any LayoutElement {
    let (size, count) = (Size(range.min.width, range.max.height), rowCount(in: 0))
    precondition(size.height < .infinity, "A pager's height has to be bounded")
    let current = min(self[page], max(0, count - 1))
    let made = max(0, current - 1)..<min(count, current + 2)
    func room(_ pages: Int) -> any LayoutElement { LayoutSpec().width(.points(Double(pages) * size.width)) }
    let pages = made.compactMap { cell(at: [0, $0]) }
      .map { SizedSpec($0, range: SizeRange(exactly: size)) as any LayoutElement }
    return StackLayoutSpec(
      direction: .horizontal, children: [room(made.lowerBound)] + pages + [room(count - made.upperBound)])
  }

  /// The page in view, from 0.
  public final var currentPageIndex: Int {
    let width = scrollNode.frame.width
    guard width > 0 else { return self[page] }
    return max(0, min(mirrored(Int((scrollNode.contentOffset.x / width).rounded())), rowCount(in: 0) - 1))
  }

  /// The number of a page from the left by its index, and the other way round. From right to left the first page is the last
  /// one in the content.
  private final func mirrored(_ index: Int) -> Int {
    scrollNode.traits.layoutDirection == .rightToLeft ? rowCount(in: 0) - 1 - index : index
  }

  /// The offset that shows a page.
  private final func offset(of index: Int) -> CGPoint {
    CGPoint(x: Double(mirrored(index)) * scrollNode.frame.width, y: 0)
  }

  override final func didScroll() {
    let next = Place(width: scrollNode.frame.width, first: offset(of: 0).x)
    if self[place] != next {
      self[place] = next
      // The page stays in view, and not the offset.
      scrollNode.contentOffset = offset(of: max(0, min(self[page], rowCount(in: 0) - 1)))
    }
    let current = currentPageIndex
    if self[page] != current {
      self[page] = current
      scrollNode.setNeedsLayout()
    }
    let rows = sections.sections.first?.rows ?? []
    // Those next to it are made in any case, by the next layout.
    follow(
      rows.indices.clamped(to: current - 1..<current + 2).compactMap { index in
        rows[index].map { ($0.make().cell, index == current ? [.preload, .visible] : .preload) }
      })
  }

  public override final var visibleNodes: [ASCellNode] {
    rowCount(in: 0) == 0 ? [] : [cell(at: [0, currentPageIndex])].compactMap { $0 }
  }

  /// Scrolls to a page, at once, or with the first layout. Lay the pager out afterwards.
  ///
  /// - Precondition: there is such a page.
  public final func scrollToPage(at index: Int, animated: Bool) {
    precondition(
      !isLoaded || 0..<rowCount(in: 0) ~= index, "There are \(rowCount(in: 0)) pages, and none at \(index)")
    self[page] = index
    contentOffset = offset(of: index)
    scrollNode.setNeedsLayout()
  }

  /// Returns a page, after making it if there is none yet; nil if there is no such page.
  public final func nodeForPage(at index: Int) -> ASCellNode? { cell(at: [0, index]) }

  /// Returns the index of a page; nil if it is none of the pager's.
  public final func indexOfPage(with node: ASCellNode) -> Int? {
    sections.sections.first?.rows.firstIndex { $0?.known?.cell === node }
  }
}

/// The layout of a pager.
open class ASPagerFlowLayout: UICollectionViewFlowLayout {}

/// Says which pages a pager has. Either `nodeBlockAt` or `nodeAt` MUST be there, if there are pages.
public protocol ASPagerDataSource: AnyObject {
  func numberOfPages(in pagerNode: ASPagerNode) -> Int
  /// Returns what makes a page on any thread. Default: returns the node of `nodeAt`.
  func pagerNode(_ pagerNode: ASPagerNode, nodeBlockAt index: Int) -> ASCellNodeBlock
  /// Returns a page. Not called if there is the method above.
  func pagerNode(_ pagerNode: ASPagerNode, nodeAt index: Int) -> ASCellNode
}

extension ASPagerDataSource {
  public func pagerNode(_ pagerNode: ASPagerNode, nodeBlockAt index: Int) -> ASCellNodeBlock {
    let node = self.pagerNode(pagerNode, nodeAt: index)
    return { node }
  }
  public func pagerNode(_ pagerNode: ASPagerNode, nodeAt index: Int) -> ASCellNode {
    preconditionFailure("\(type(of: self)) has neither nodeBlockAt nor nodeAt")
  }
}

/// Hears of a pager. The defaults do nothing.
public protocol ASPagerDelegate: AnyObject {
  /// Called when a page has come into view.
  func pagerNode(_ pagerNode: ASPagerNode, willDisplayItemWith node: ASCellNode)
  /// Called when a page has left the view.
  func pagerNode(_ pagerNode: ASPagerNode, didEndDisplayingItemWith node: ASCellNode)
}

extension ASPagerDelegate {
  public func pagerNode(_ pagerNode: ASPagerNode, willDisplayItemWith node: ASCellNode) {}
  public func pagerNode(_ pagerNode: ASPagerNode, didEndDisplayingItemWith node: ASCellNode) {}
}

private struct PagerSource: ListSource {
  let pager: ASPagerNode
  let dataSource: (any ASPagerDataSource)?
  let delegate: (any ASPagerDelegate)?

  var sectionCount: Int { 1 }
  func rowCount(in section: Int) -> Int { dataSource?.numberOfPages(in: pager) ?? 0 }
  func entry(at path: IndexPath) -> ListEntry {
    ListEntry(in: pager, block: dataSource?.pagerNode(pager, nodeBlockAt: path[1]) ?? { ASCellNode() })
  }
  func range(at path: IndexPath) -> SizeRange? { nil }
  func supplementary(_ kind: String, of section: Int) -> ListEntry? { nil }
  func cell(_ cell: ASCellNode, isVisible: Bool) {
    isVisible
      ? delegate?.pagerNode(pager, willDisplayItemWith: cell)
      : delegate?.pagerNode(pager, didEndDisplayingItemWith: cell)
  }
  func selection(at path: IndexPath) -> IndexPath? { nil }
  func didSelect(_ path: IndexPath) {}
  func didDeselect(_ path: IndexPath) {}
  var shouldFetch: Bool { false }
  func willFetch(_ context: ASBatchContext) {}
}
