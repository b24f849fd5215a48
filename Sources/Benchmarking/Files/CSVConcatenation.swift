/// The rows of several tables, one table after the other.
///
/// Columns are joined by name: those of the first table in its order, then those that only later ones have.
/// So columns that this program does not know are preserved. A row is empty in a column that its table lacks.
package struct CSVConcatenation: Sendable {
  package let header: [String]
  private let tables: [CSVTable]

  package init(of tables: [CSVTable]) {
    self.tables = tables
    var seen: Set<String> = []
    header = tables.flatMap(\.header).filter { seen.insert($0).inserted }
  }

  /// The text of the file: one header, and the rows. Repeated headers among the rows are skipped. O(bytes).
  package var text: String {
    var text = CSVText.row(header)
    for table in tables {
      let places = header.map { table.header.firstIndex(of: $0) }
      for row in table.rows where row.fields != table.header {
        text += CSVText.row(places.map { $0.map { row.fields[$0] } ?? "" })
      }
    }
    return text
  }
}
