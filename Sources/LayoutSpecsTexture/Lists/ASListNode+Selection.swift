// The selected cells.

extension ASListNode {
  /// The places of the selected cells, from top to bottom.
  final var selectedPaths: [IndexPath] {
    sections.sections.enumerated().flatMap { section, value in
      value.rows.enumerated().compactMap { row, entry in
        entry?.known?.cell.isSelected == true ? [section, row] : nil
      }
    }
  }

  final func setSelected(_ isSelected: Bool, at path: IndexPath?) {
    if isSelected, !allowsMultipleSelection {
      for other in selectedPaths where other != path { cell(at: other)?.isSelected = false }
    }
    if let path { cell(at: path)?.isSelected = isSelected }
  }

  /// Selects the cell that a person taps, if the delegate allows that, or deselects it if it is one of several that may be
  /// selected; and tells the delegate.
  final func tap(_ tapped: IndexPath) {
    guard allowsSelection else { return }
    let (source, selected) = (source, selectedPaths)
    if allowsMultipleSelection, selected.contains(tapped) {
      setSelected(false, at: tapped)
      return source.didDeselect(tapped)
    }
    guard let path = source.selection(at: tapped) else { return }
    setSelected(true, at: path)
    if !allowsMultipleSelection {
      for other in selected where other != path { source.didDeselect(other) }
    }
    source.didSelect(path)
  }
}
