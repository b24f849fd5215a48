/// A cell of one run.
package struct RunCell: Hashable, Sendable {
  var runID: String
  var cell: CellID

  package init(runID: String, cell: CellID) { (self.runID, self.cell) = (runID, cell) }
}
