/// A list of cells below each other, as wide as the table, in sections.
///
/// A `UITableViewDelegate`'s headers are views; here `tableNode(_:nodeForHeaderInSection:)` returns a cell.
open class ASTableNode: ASListNode, @unchecked Sendable {
  /// Creates a table of a style, which is kept for the host. Default: plain.
  public init(style: UITableView.Style = .plain) {
    super.init(isHorizontal: false)
    keep(style, "style")
  }

  /// Kept weakly. It is asked with the next layout. Default: nil.
  public final var dataSource: (any ASTableDataSource)? {
    get { keptWeakly() }
    set {
      keepWeakly(newValue)
      forget()
    }
  }

  /// Kept weakly. Default: nil.
  public final var delegate: (any ASTableDelegate)? {
    get { keptWeakly() }
    set { keepWeakly(newValue) }
  }

  override final var source: any ListSource {
    TableSource(table: self, dataSource: dataSource, delegate: delegate)
  }

  // MARK: Edits

  public final func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    add(.insertRows(indexPaths))
  }
  public final func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    add(.deleteRows(indexPaths))
  }
  public final func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    add(.reloadRows(indexPaths))
  }
  public final func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    add(.moveRow(from: indexPath, to: newIndexPath))
  }
  public final func insertSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    insertSections(sections)
  }
  public final func deleteSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    deleteSections(sections)
  }
  public final func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    reloadSections(sections)
  }

  // MARK: Cells

  public final func numberOfRows(inSection section: Int) -> Int { rowCount(in: section) }

  /// Returns a cell, after making it if there is none yet; nil if there is no such row.
  public final func nodeForRow(at indexPath: IndexPath) -> ASCellNode? { cell(at: indexPath) }
  public final func indexPathsForVisibleRows() -> [IndexPath] { visiblePaths }
  public final func indexPathForRow(at point: CGPoint) -> IndexPath? { path(at: point) }
  /// - Precondition: there is such a row.
  public final func rectForRow(at indexPath: IndexPath) -> CGRect { frame(at: indexPath) }
  /// - Precondition: there is such a row.
  public final func scrollToRow(
    at indexPath: IndexPath, at position: UITableView.ScrollPosition, animated: Bool
  ) {
    switch position {
    case .top: scroll(to: indexPath, at: .top)
    case .middle: scroll(to: indexPath, at: .center)
    case .bottom: scroll(to: indexPath, at: .bottom)
    default: scroll(to: indexPath, at: .nearest)
    }
  }

  // MARK: Selection

  public final var indexPathForSelectedRow: IndexPath? { selectedPaths.first }
  public final var indexPathsForSelectedRows: [IndexPath]? { selectedPaths.isEmpty ? nil : selectedPaths }

  /// Selects a row, without a call of the delegate, and leaves the others as they are only if several may be selected.
  public final func selectRow(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: UITableView.ScrollPosition
  ) {
    setSelected(true, at: indexPath)
    if let indexPath, scrollPosition != .none {
      scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
    }
  }

  /// Deselects a row, without a call of the delegate.
  public final func deselectRow(at indexPath: IndexPath, animated: Bool) { setSelected(false, at: indexPath) }

  /// Called by the host when a person taps a row: selects it, if the delegate allows that, or deselects it if it is one of
  /// several that may be selected. Tells the delegate, also of a row that is deselected in its place.
  public final func tapRow(at indexPath: IndexPath) { tap(indexPath) }
}

/// Says which cells a table has. Either `nodeBlockForRowAt` or `nodeForRowAt` MUST be there, if there are rows.
public protocol ASTableDataSource: AnyObject {
  /// Default: 1.
  func numberOfSections(in tableNode: ASTableNode) -> Int
  /// Default: 0.
  func tableNode(_ tableNode: ASTableNode, numberOfRowsInSection section: Int) -> Int
  /// Returns what makes a cell on any thread. Default: returns the node of `nodeForRowAt`.
  func tableNode(_ tableNode: ASTableNode, nodeBlockForRowAt indexPath: IndexPath) -> ASCellNodeBlock
  /// Returns a cell. Not called if there is the method above.
  func tableNode(_ tableNode: ASTableNode, nodeForRowAt indexPath: IndexPath) -> ASCellNode
}

extension ASTableDataSource {
  public func numberOfSections(in tableNode: ASTableNode) -> Int { 1 }
  public func tableNode(_ tableNode: ASTableNode, numberOfRowsInSection section: Int) -> Int { 0 }
  public func tableNode(_ tableNode: ASTableNode, nodeBlockForRowAt indexPath: IndexPath) -> ASCellNodeBlock {
    let node = self.tableNode(tableNode, nodeForRowAt: indexPath)
    return { node }
  }
  public func tableNode(_ tableNode: ASTableNode, nodeForRowAt indexPath: IndexPath) -> ASCellNode {
    preconditionFailure("\(type(of: self)) has neither nodeBlockForRowAt nor nodeForRowAt")
  }
}

/// Hears of a table, and limits its cells. The defaults do nothing, and allow everything.
public protocol ASTableDelegate: AnyObject {
  /// Returns the heights that a cell may have; the width is the table's. Default: any.
  func tableNode(_ tableNode: ASTableNode, constrainedSizeForRowAt indexPath: IndexPath) -> ASSizeRange
  /// Returns the header of a section, or nil. Texture has no such method; a header here is a cell.
  func tableNode(_ tableNode: ASTableNode, nodeForHeaderInSection section: Int) -> ASCellNode?
  /// Returns the footer of a section, or nil, likewise.
  func tableNode(_ tableNode: ASTableNode, nodeForFooterInSection section: Int) -> ASCellNode?
  /// Called when a cell has come into view, by the layout that shows it.
  func tableNode(_ tableNode: ASTableNode, willDisplayRowWith node: ASCellNode)
  /// Called when a cell has left the view.
  func tableNode(_ tableNode: ASTableNode, didEndDisplayingRowWith node: ASCellNode)
  /// Returns the row to select in place of the one that was tapped; nil for none.
  func tableNode(_ tableNode: ASTableNode, willSelectRowAt indexPath: IndexPath) -> IndexPath?
  func tableNode(_ tableNode: ASTableNode, didSelectRowAt indexPath: IndexPath)
  func tableNode(_ tableNode: ASTableNode, didDeselectRowAt indexPath: IndexPath)
  func tableNode(_ tableNode: ASTableNode, shouldHighlightRowAt indexPath: IndexPath) -> Bool
  /// Returns true if there may be more rows.
  func shouldBatchFetch(for tableNode: ASTableNode) -> Bool
  /// Called by the layout that comes near to the end, on its thread, once until `context` is completed.
  func tableNode(_ tableNode: ASTableNode, willBeginBatchFetchWith context: ASBatchContext)
}

extension ASTableDelegate {
  public func tableNode(_ tableNode: ASTableNode, constrainedSizeForRowAt indexPath: IndexPath) -> ASSizeRange
  {
    ASSizeRangeUnconstrained
  }
  public func tableNode(_ tableNode: ASTableNode, nodeForHeaderInSection section: Int) -> ASCellNode? { nil }
  public func tableNode(_ tableNode: ASTableNode, nodeForFooterInSection section: Int) -> ASCellNode? { nil }
  public func tableNode(_ tableNode: ASTableNode, willDisplayRowWith node: ASCellNode) {}
  public func tableNode(_ tableNode: ASTableNode, didEndDisplayingRowWith node: ASCellNode) {}
  public func tableNode(_ tableNode: ASTableNode, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    indexPath
  }
  public func tableNode(_ tableNode: ASTableNode, didSelectRowAt indexPath: IndexPath) {}
  public func tableNode(_ tableNode: ASTableNode, didDeselectRowAt indexPath: IndexPath) {}
  public func tableNode(_ tableNode: ASTableNode, shouldHighlightRowAt indexPath: IndexPath) -> Bool { true }
  public func shouldBatchFetch(for tableNode: ASTableNode) -> Bool { true }
  public func tableNode(_ tableNode: ASTableNode, willBeginBatchFetchWith context: ASBatchContext) {}
}

private struct TableSource: ListSource {
  let table: ASTableNode
  let dataSource: (any ASTableDataSource)?
  let delegate: (any ASTableDelegate)?

  var sectionCount: Int { dataSource?.numberOfSections(in: table) ?? 0 }

  func rowCount(in section: Int) -> Int { dataSource?.tableNode(table, numberOfRowsInSection: section) ?? 0 }

  func entry(at path: IndexPath) -> ListEntry {
    ListEntry(
      in: table, range: range(at: path),
      block: dataSource?.tableNode(table, nodeBlockForRowAt: path) ?? { ASCellNode() })
  }

  func range(at path: IndexPath) -> SizeRange? {
    let range = delegate?.tableNode(table, constrainedSizeForRowAt: path)
    return range == ASSizeRangeUnconstrained ? nil : range
  }

  func supplementary(_ kind: String, of section: Int) -> ListEntry? {
    let node =
      kind == UICollectionView.elementKindSectionHeader
      ? delegate?.tableNode(table, nodeForHeaderInSection: section)
      : delegate?.tableNode(table, nodeForFooterInSection: section)
    return node.map { node in ListEntry(in: table) { node } }
  }

  func cell(_ cell: ASCellNode, isVisible: Bool) {
    isVisible
      ? delegate?.tableNode(table, willDisplayRowWith: cell)
      : delegate?.tableNode(table, didEndDisplayingRowWith: cell)
  }

  func selection(at path: IndexPath) -> IndexPath? {
    delegate == nil ? path : delegate?.tableNode(table, willSelectRowAt: path)
  }

  func didSelect(_ path: IndexPath) { delegate?.tableNode(table, didSelectRowAt: path) }

  func didDeselect(_ path: IndexPath) { delegate?.tableNode(table, didDeselectRowAt: path) }

  var shouldFetch: Bool { delegate?.shouldBatchFetch(for: table) ?? false }

  func willFetch(_ context: ASBatchContext) {
    delegate?.tableNode(table, willBeginBatchFetchWith: context)
  }
}
