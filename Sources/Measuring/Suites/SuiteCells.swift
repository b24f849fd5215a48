/// The cells that a run or a comparison asks for, each once, and the cells that are not measured.
package struct SuiteCells {
  var cells: [Cell]
  /// Cells that are not measured, because the subject does not support them.
  var refused: [CellOutcome]

  package init(_ cells: [Cell], refused: [CellOutcome]) { (self.cells, self.refused) = (cells, refused) }
}
