/// A list of cells that fill lines, in sections with headers and footers; or one line, if it scrolls to the side.
///
/// Of a `UICollectionViewFlowLayout` these count: the spacings, the direction, and `itemSize` if it is not the default of
/// 50 × 50 points and the delegate limits no size.
///
/// **Vertical.** There are as many columns as have the width of the first cell, by its greatest allowed width, and all cells
/// are as wide as their columns: ``columns``. A cell whose width is not limited is as wide as the list. Heights are limited
/// as the delegate says. Cells are made as they come near to being shown.
///
/// **Horizontal.** Cells lie in one line, each in the sizes that the delegate allows, at most as high as the collection. They
/// are all made and measured together, and a new layout shows an edit.
open class ASCollectionNode: ASListNode, @unchecked Sendable {
  private let rules: FlowRules

  /// Creates a collection.
  public init(collectionViewLayout layout: UICollectionViewLayout) {
    rules = FlowRules(layout)
    super.init(isHorizontal: rules.isHorizontal)
    keep(layout, "collectionViewLayout")
  }

  /// Creates a collection with a frame.
  public convenience init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    self.init(collectionViewLayout: layout)
    self.frame = frame
  }

  /// The layout, of which the rules are read when the collection is made.
  public final var collectionViewLayout: UICollectionViewLayout? { kept() }

  /// Kept weakly. It is asked with the next layout. Default: nil.
  public final var dataSource: (any ASCollectionDataSource)? {
    get { keptWeakly() }
    set {
      keepWeakly(newValue)
      forget()
    }
  }

  /// Kept weakly. Default: nil.
  public final var delegate: (any ASCollectionDelegate)? {
    get { keptWeakly() }
    set { keepWeakly(newValue) }
  }

  override var source: any ListSource {
    CollectionSource(collection: self, dataSource: dataSource, delegate: delegate, itemRange: rules.itemRange)
  }

  /// How cells lie beside each other; nil if the layout says so. Default: nil. A masonry is only to be had by this.
  public final var columns: ListColumns? {
    get { kept() }
    set {
      keep(newValue)
      arrange()
      cellsDidChange()
    }
  }

  /// The directions in which the collection scrolls.
  public final var scrollableDirections: ScrollDirections { rules.isHorizontal ? .horizontal : .vertical }

  // MARK: Layout

  override final func arrange() {
    let width = sections.sections.lazy.compactMap(\.rows.first).first.flatMap { $0?.range?.max.width }
    table.list.columns = columns ?? rules.columns(cellWidth: width ?? .infinity)
  }

  override final func lineSpec(_ range: SizeRange) -> any LayoutElement {
    let free = SizeRange(max: Size(.infinity, range.max.height))
    return StackLayoutSpec(
      direction: .horizontal, spacing: rules.lineSpacing, justifyContent: .start, alignItems: .start,
      children: sections.items.map { SizedSpec($0.entry.make().cell, range: $0.entry.range ?? free) })
  }

  public override final var visibleNodes: [ASCellNode] {
    guard let line else { return super.visibleNodes }
    let seen = line.visibleRect
    return line.subnodes.compactMap { $0 as? ASCellNode }
      .filter { $0.frame.maxX > seen.minX && $0.frame.minX < seen.maxX }
  }

  override final func didScroll() {
    guard let line else { return super.didScroll() }
    let seen = Set(visibleNodes.map(\.id))
    follow(
      line.subnodes.compactMap { $0 as? ASCellNode }
        .map { ($0, seen.contains($0.id) ? [.preload, .visible] : .preload) })
  }

  // MARK: Edits

  public final func insertItems(at indexPaths: [IndexPath]) { add(.insertRows(indexPaths)) }
  public final func deleteItems(at indexPaths: [IndexPath]) { add(.deleteRows(indexPaths)) }
  public final func reloadItems(at indexPaths: [IndexPath]) { add(.reloadRows(indexPaths)) }
  public final func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    add(.moveRow(from: indexPath, to: newIndexPath))
  }

  // MARK: Cells

  /// Does nothing: the data source is asked for headers and footers of every section.
  public final func registerSupplementaryNode(ofKind kind: String) {}
  public final func numberOfItems(inSection section: Int) -> Int { rowCount(in: section) }

  /// Returns a cell, after making it if there is none yet; nil if there is no such item.
  public final func nodeForItem(at indexPath: IndexPath) -> ASCellNode? { cell(at: indexPath) }
  public final var indexPathsForVisibleItems: [IndexPath] {
    rules.isHorizontal ? visibleNodes.compactMap(\.indexPath) : visiblePaths
  }

  /// Returns the place of the cell at a point of the content; nil if there is none.
  public final func indexPathForItem(at point: CGPoint) -> IndexPath? {
    guard let line else { return path(at: point) }
    return line.subnodes.first { $0.frame.contains(point) }.flatMap { $0 as? ASCellNode }?.indexPath
  }

  /// Scrolls to a cell.
  ///
  /// - Precondition: there is such an item.
  public final func scrollToItem(
    at indexPath: IndexPath, at position: UICollectionView.ScrollPosition, animated: Bool
  ) {
    func place(
      _ start: UICollectionView.ScrollPosition, _ middle: UICollectionView.ScrollPosition,
      _ end: UICollectionView.ScrollPosition
    ) -> LayoutList<Item>.Position {
      position.contains(start)
        ? .top : position.contains(middle) ? .center : position.contains(end) ? .bottom : .nearest
    }
    scroll(
      to: indexPath,
      at: rules.isHorizontal
        ? place(.left, .centeredHorizontally, .right) : place(.top, .centeredVertically, .bottom))
  }

  // MARK: Selection

  public final var indexPathsForSelectedItems: [IndexPath]? { selectedPaths.isEmpty ? nil : selectedPaths }

  /// Selects an item, without a call of the delegate, and leaves the others as they are only if several may be selected.
  public final func selectItem(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: UICollectionView.ScrollPosition
  ) {
    setSelected(true, at: indexPath)
    if let indexPath, !scrollPosition.isEmpty {
      scrollToItem(at: indexPath, at: scrollPosition, animated: animated)
    }
  }

  /// Deselects an item, without a call of the delegate.
  public final func deselectItem(at indexPath: IndexPath, animated: Bool) {
    setSelected(false, at: indexPath)
  }

  /// Called by the host when a person taps an item: selects it, if the delegate allows that, or deselects it if it is one of
  /// several that may be selected. Tells the delegate, also of an item that is deselected in its place.
  public final func tapItem(at indexPath: IndexPath) { tap(indexPath) }
}

/// What a collection takes from its layout.
private struct FlowRules {
  private(set) var lineSpacing = 0.0
  private var itemSpacing = 0.0
  private(set) var isHorizontal = false
  /// The size of cells that the delegate does not limit; nil for any.
  private(set) var itemRange: SizeRange?

  init(_ layout: UICollectionViewLayout) {
    guard let flow = layout as? UICollectionViewFlowLayout else { return }
    #if canImport(UIKit)
    // A collection is made on the main thread, as its layout is.
    let empty = self
    self = MainActor.assumeIsolated { empty.with(flow) }
    #else
    self = with(flow)
    #endif
  }

  #if canImport(UIKit)
  @MainActor
  #endif
  private func with(_ flow: UICollectionViewFlowLayout) -> FlowRules {
    var rules = self
    (rules.lineSpacing, rules.itemSpacing) = (flow.minimumLineSpacing, flow.minimumInteritemSpacing)
    rules.isHorizontal = flow.scrollDirection == .horizontal
    let size = Size(width: flow.itemSize.width, height: flow.itemSize.height)
    if size != Size(50, 50) { rules.itemRange = SizeRange(exactly: size) }
    return rules
  }

  func columns(cellWidth: Double) -> ListColumns {
    cellWidth > 0 && cellWidth < .infinity
      ? .adaptive(minimumWidth: cellWidth, spacing: itemSpacing, lineSpacing: lineSpacing)
      : .fixed(count: 1, lineSpacing: lineSpacing)
  }
}

/// Says which cells a collection has. Either `nodeBlockForItemAt` or `nodeForItemAt` MUST be there, if there are items.
public protocol ASCollectionDataSource: AnyObject {
  /// Default: 1.
  func numberOfSections(in collectionNode: ASCollectionNode) -> Int
  /// Default: 0.
  func collectionNode(_ collectionNode: ASCollectionNode, numberOfItemsInSection section: Int) -> Int
  /// Returns what makes a cell on any thread. Default: returns the node of `nodeForItemAt`.
  func collectionNode(
    _ collectionNode: ASCollectionNode, nodeBlockForItemAt indexPath: IndexPath
  ) -> ASCellNodeBlock
  /// Returns a cell. Not called if there is the method above.
  func collectionNode(_ collectionNode: ASCollectionNode, nodeForItemAt indexPath: IndexPath) -> ASCellNode
  /// Returns the kinds of supplementary nodes of a section. Default: header and footer.
  func collectionNode(
    _ collectionNode: ASCollectionNode, supplementaryElementKindsInSection section: Int
  ) -> [String]
  /// Returns what makes a header or a footer on any thread. Default: returns the node of the next method.
  func collectionNode(
    _ collectionNode: ASCollectionNode, nodeBlockForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> ASCellNodeBlock?
  /// Returns a header or a footer; nil for none. Default: nil.
  func collectionNode(
    _ collectionNode: ASCollectionNode, nodeForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> ASCellNode?
}

extension ASCollectionDataSource {
  public func numberOfSections(in collectionNode: ASCollectionNode) -> Int { 1 }
  public func collectionNode(_ collectionNode: ASCollectionNode, numberOfItemsInSection section: Int) -> Int {
    0
  }
  public func collectionNode(
    _ collectionNode: ASCollectionNode, nodeBlockForItemAt indexPath: IndexPath
  ) -> ASCellNodeBlock {
    let node = self.collectionNode(collectionNode, nodeForItemAt: indexPath)
    return { node }
  }
  public func collectionNode(
    _ collectionNode: ASCollectionNode, nodeForItemAt indexPath: IndexPath
  ) -> ASCellNode {
    preconditionFailure("\(type(of: self)) has neither nodeBlockForItemAt nor nodeForItemAt")
  }
  public func collectionNode(
    _ collectionNode: ASCollectionNode, supplementaryElementKindsInSection section: Int
  ) -> [String] {
    [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter]
  }
  public func collectionNode(
    _ collectionNode: ASCollectionNode, nodeBlockForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> ASCellNodeBlock? {
    let node = self.collectionNode(collectionNode, nodeForSupplementaryElementOfKind: kind, at: indexPath)
    return node.map { node in { node } }
  }
  public func collectionNode(
    _ collectionNode: ASCollectionNode, nodeForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> ASCellNode? { nil }
}

/// Hears of a collection, and limits its cells. The defaults do nothing, and allow everything.
public protocol ASCollectionDelegate: AnyObject {
  /// Returns the sizes that a cell may have; see `ASCollectionNode`. It may read the collection's `bounds`.
  func collectionNode(
    _ collectionNode: ASCollectionNode, constrainedSizeForItemAt indexPath: IndexPath
  ) -> ASSizeRange
  /// Called when a cell has come into view, by the layout that shows it.
  func collectionNode(_ collectionNode: ASCollectionNode, willDisplayItemWith node: ASCellNode)
  /// Called when a cell has left the view.
  func collectionNode(_ collectionNode: ASCollectionNode, didEndDisplayingItemWith node: ASCellNode)
  func collectionNode(_ collectionNode: ASCollectionNode, shouldSelectItemAt indexPath: IndexPath) -> Bool
  func collectionNode(_ collectionNode: ASCollectionNode, didSelectItemAt indexPath: IndexPath)
  func collectionNode(_ collectionNode: ASCollectionNode, didDeselectItemAt indexPath: IndexPath)
  func collectionNode(_ collectionNode: ASCollectionNode, shouldHighlightItemAt indexPath: IndexPath) -> Bool
  /// Returns true if there may be more items.
  func shouldBatchFetch(for collectionNode: ASCollectionNode) -> Bool
  /// Called by the layout that comes near to the end, on its thread, once until `context` is completed. A horizontal
  /// collection does not call it.
  func collectionNode(_ collectionNode: ASCollectionNode, willBeginBatchFetchWith context: ASBatchContext)
}

extension ASCollectionDelegate {
  public func collectionNode(
    _ collectionNode: ASCollectionNode, constrainedSizeForItemAt indexPath: IndexPath
  ) -> ASSizeRange { ASSizeRangeUnconstrained }
  public func collectionNode(_ collectionNode: ASCollectionNode, willDisplayItemWith node: ASCellNode) {}
  public func collectionNode(_ collectionNode: ASCollectionNode, didEndDisplayingItemWith node: ASCellNode) {}
  public func collectionNode(
    _ collectionNode: ASCollectionNode, shouldSelectItemAt indexPath: IndexPath
  ) -> Bool { true }
  public func collectionNode(_ collectionNode: ASCollectionNode, didSelectItemAt indexPath: IndexPath) {}
  public func collectionNode(_ collectionNode: ASCollectionNode, didDeselectItemAt indexPath: IndexPath) {}
  public func collectionNode(
    _ collectionNode: ASCollectionNode, shouldHighlightItemAt indexPath: IndexPath
  ) -> Bool { true }
  public func shouldBatchFetch(for collectionNode: ASCollectionNode) -> Bool { true }
  public func collectionNode(
    _ collectionNode: ASCollectionNode, willBeginBatchFetchWith context: ASBatchContext
  ) {}
}

private struct CollectionSource: ListSource {
  let collection: ASCollectionNode
  let dataSource: (any ASCollectionDataSource)?
  let delegate: (any ASCollectionDelegate)?
  let itemRange: SizeRange?

  var sectionCount: Int { dataSource?.numberOfSections(in: collection) ?? 0 }

  func rowCount(in section: Int) -> Int {
    dataSource?.collectionNode(collection, numberOfItemsInSection: section) ?? 0
  }

  func entry(at path: IndexPath) -> ListEntry {
    ListEntry(
      in: collection, range: range(at: path),
      block: dataSource?.collectionNode(collection, nodeBlockForItemAt: path) ?? { ASCellNode() })
  }

  func range(at path: IndexPath) -> SizeRange? {
    let range = delegate?.collectionNode(collection, constrainedSizeForItemAt: path)
    return range == nil || range == ASSizeRangeUnconstrained ? itemRange : range
  }

  func supplementary(_ kind: String, of section: Int) -> ListEntry? {
    guard let dataSource,
      dataSource.collectionNode(collection, supplementaryElementKindsInSection: section).contains(kind),
      let block = dataSource.collectionNode(
        collection, nodeBlockForSupplementaryElementOfKind: kind, at: [section, 0])
    else {
      // Without a header the cells of a section would go on in the last line of the section before.
      return kind == UICollectionView.elementKindSectionHeader && section > 0 && collection.line == nil
        ? ListEntry(in: collection) { ASCellNode() } : nil
    }
    return ListEntry(in: collection, block: block)
  }

  func cell(_ cell: ASCellNode, isVisible: Bool) {
    isVisible
      ? delegate?.collectionNode(collection, willDisplayItemWith: cell)
      : delegate?.collectionNode(collection, didEndDisplayingItemWith: cell)
  }

  func selection(at path: IndexPath) -> IndexPath? {
    delegate?.collectionNode(collection, shouldSelectItemAt: path) ?? true ? path : nil
  }

  func didSelect(_ path: IndexPath) { delegate?.collectionNode(collection, didSelectItemAt: path) }

  func didDeselect(_ path: IndexPath) { delegate?.collectionNode(collection, didDeselectItemAt: path) }

  var shouldFetch: Bool { delegate?.shouldBatchFetch(for: collection) ?? false }

  func willFetch(_ context: ASBatchContext) {
    delegate?.collectionNode(collection, willBeginBatchFetchWith: context)
  }
}
