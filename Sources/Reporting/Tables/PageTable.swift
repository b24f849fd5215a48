package struct PageTable {
  package struct Column {
    package var title: String
    package var isNumber: Bool
  }

  package struct Field {
    package var text: String
    /// The meaning of the field's colour; nil for fields without a colour. The text has the same meaning.
    package var tone: Tone?
  }

  package var columns: [Column]
  package var rows: [[Field]]
  /// How to read the columns, a line each.
  package var legends: [String] = []
}

extension Table {
  /// Returns the table for a page.
  ///
  /// - Parameter tone: returns the tone of a row's field in the column with a title; by default none.
  package func page(tone: (Row, String) -> Tone? = { _, _ in nil }) -> PageTable {
    PageTable(
      columns: columns.map { PageTable.Column(title: $0.title, isNumber: $0.alignment == .right) },
      rows: rows.map { row in
        columns.map { column in
          let text = (column.value(row) ?? "").onOneLine
          return PageTable.Field(text: text, tone: text.isEmpty ? nil : tone(row, column.title))
        }
      }, legends: legends)
  }
}

extension ResultTable {
  /// The table for a page: flags, and ratios from 5% above or below 1, have a tone.
  package var page: PageTable {
    let ratioTitle = "/ \(reference)"
    var page = table.page { row, title in
      if title == "flags" { return .unsure }
      guard title == ratioTitle, let ratio = row.ratioToReference else { return nil }
      if ratio.isFlagged { return .unsure }
      return ratio.value > 1.05 ? .worse : ratio.value < 0.95 ? .better : nil
    }
    page.legends = notes.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " }.description }
    return page
  }
}
