/// A data source and a delegate, as `ASListNode` sees them.
protocol ListSource {
  var sectionCount: Int { get }
  func rowCount(in section: Int) -> Int
  func entry(at path: IndexPath) -> ListEntry
  /// Returns the sizes that a cell may have; nil for any.
  func range(at path: IndexPath) -> SizeRange?
  /// Returns the header or the footer of a section, by its kind in a collection; nil if there is none.
  func supplementary(_ kind: String, of section: Int) -> ListEntry?
  func cell(_ cell: ASCellNode, isVisible: Bool)
  /// Returns the cell to select in place of one that was tapped; nil for none.
  func selection(at path: IndexPath) -> IndexPath?
  func didSelect(_ path: IndexPath)
  func didDeselect(_ path: IndexPath)
  var shouldFetch: Bool { get }
  func willFetch(_ context: ASBatchContext)
}
