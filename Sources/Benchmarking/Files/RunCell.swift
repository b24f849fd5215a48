/// A cell of one run.
package struct RunCell: Hashable, Sendable {
  var runID: String
  var cell: CellID
}
