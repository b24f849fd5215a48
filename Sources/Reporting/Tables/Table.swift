import Measuring
import StrictJSON

/// Rows in columns, as text for a terminal or as Markdown.
package struct Table<Row> {
  var columns: [TableColumn<Row>]
  var rows: [Row]
  /// The most characters of a field in columns that may be cut; nil for any number.
  private var cutWidth: Int?
  /// The titles of columns that were left out to fit into a width, from left to right.
  private(set) var leftOut: [String] = []
  /// The lines that explain short fields.
  private var shortLegends: [String] = []
  /// If the columns that cannot be left out do not fit, their width; otherwise nil.
  private var missingWidth: Int?

  package init(columns: [TableColumn<Row>], rows: [Row]) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// Returns titles, a line below them, and the rows, each with a line end; empty if there are no rows.
  ///
  /// - Parameter painted: returns a row's line in its colour; default unchanged.
  package func text(painted: (Row, String) -> String = { $1 }) -> String {
    guard !rows.isEmpty else { return "" }
    let titles = columns.map { $0.title.onOneLine }
    let fields = rows.map { row in columns.map { cut(($0.value(row) ?? "").onOneLine, $0) } }
    let widths = columns.indices.map { index in
      fields.reduce(titles[index].terminalWidth) { max($0, $1[index].terminalWidth) }
    }
    func line(_ fields: [String]) -> String {
      let padded = fields.enumerated().map { index, field in
        let padding = String(repeating: " ", count: widths[index] - field.terminalWidth)
        return columns[index].alignment == .left ? field + padding : padding + field
      }
      return padded.joined(separator: " ").trimmingEnd
    }
    let head = [line(titles), line(widths.map { String(repeating: "-", count: $0) })]
    let body = zip(rows, fields).map { painted($0, line($1)) }
    return (head + body).map { $0 + "\n" }.joined()
  }

  /// Returns a field, cut if its column may be.
  private func cut(_ field: String, _ column: TableColumn<Row>) -> String {
    guard let cutWidth, column.isCut, field.terminalWidth > cutWidth else { return field }
    // Names of a family differ at their ends.
    return "\(field.prefix(cutWidth / 3))…\(field.suffix(cutWidth - 1 - cutWidth / 3))"
  }

  /// Returns the table for a width in characters, nil for any width: with short fields, then without details, the
  /// last first, until the table fits, and at last with names that are cut.
  func fitting(_ width: Int?) -> Table {
    guard let width, self.width > width else { return self }
    var table = self
    for index in columns.indices {
      guard let short = columns[index].short else { continue }
      table.columns[index].value = short.value
      if let legend = short.legend { table.shortLegends.append(legend) }
    }
    while table.width > width, let detail = table.columns.lastIndex(where: \.isDetail) {
      table.leftOut.insert(table.columns.remove(at: detail).title, at: 0)
    }
    let longest = columns.filter(\.isCut).flatMap { column in
      rows.map { column.value($0)?.terminalWidth ?? 0 }
    }
    .max()
    if table.width > width, let longest {
      // At least a family's name and the beginning of its parameters.
      table.cutWidth = max(longest - (table.width - width), 8)
    }
    table.missingWidth = table.width > width ? table.width : nil
    return table
  }

  /// The characters of the longest line.
  private var width: Int { text().split(separator: "\n").map { String($0).terminalWidth }.max() ?? 0 }

  /// Sentences about short fields, about the columns that were left out, and, if the other columns do not
  /// fit, about the width that they need; nil if all fit.
  var leftOutText: String? {
    let columns = leftOut.firstAppearances().joined(separator: ", ")
    var sentences = shortLegends
    if !columns.isEmpty {
      sentences.append("Left out, since the terminal is narrow: \(columns). --wide shows all columns.")
    }
    if let missingWidth { sentences.append("Lines are whole from \(missingWidth) characters on.") }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Returns the text of the table that fits into a width in characters; nil for any width.
  package func text(width: Int?) -> String { fitting(width).fittedText(width) }

  /// Returns the text of a fitted table, with the sentence about columns that it lacks.
  func fittedText(_ width: Int?) -> String {
    text() + (leftOutText.map { "\n\($0)\n" } ?? "").wrappingLines(width: width)
  }

  /// Returns tables that fit into a width, one below the other. Each has the first columns, and some others.
  ///
  /// - Parameters:
  ///   - width: in characters; nil for one table of any width.
  ///   - heads: the number of first columns. A table has at least one more, whatever its width.
  func split(width: Int?, heads: Int) -> [Table] {
    guard let width else { return [self] }
    var tables: [Table] = []
    for column in columns.dropFirst(heads) {
      var wider = tables.last ?? Table(columns: Array(columns.prefix(heads)), rows: rows)
      wider.columns.append(column)
      if !tables.isEmpty && wider.width <= width {
        tables[tables.count - 1] = wider
      } else {
        tables.append(Table(columns: columns.prefix(heads) + [column], rows: rows))
      }
    }
    return tables.isEmpty ? [self] : tables
  }

  /// The table without columns that are empty in every row.
  package var filled: Table {
    var table = self
    table.columns.removeAll { column in rows.allSatisfy { (column.value($0) ?? "").isEmpty } }
    return table
  }

  /// Returns a table in GitHub's Markdown with an empty line after it; empty if there are no rows.
  package func markdown() -> String {
    guard !rows.isEmpty else { return "" }
    let rules = columns.map { $0.alignment == .right ? "---:" : "---" }
    let fields = rows.map { row in
      columns.map { column in
        let field = column.value(row) ?? ""
        return column.isName ? MarkdownText.code(field, inTable: true) : field
      }
    }
    let lines = [columns.map(\.title), rules] + fields
    return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined() + "\n"
  }

  /// The legends of columns that are not empty, and which columns were left out.
  var legends: [String] {
    filled.columns.compactMap(\.legend) + [leftOutText].compactMap { $0 }
  }
}
