import StrictJSON

/// A column of a table: its title, and the text of each row in it.
package struct TableColumn<Row> {
  enum Alignment {
    case left
    case right
  }

  var title: String
  var alignment: Alignment
  /// A line below the table about the column's fields; nil if the title says it all.
  var legend: String?
  /// True for names that others gave, which Markdown shows as code.
  var isName = false
  /// True if a narrow table does without it.
  var isDetail = false
  /// A narrow table's fields, and the sentence below it that explains them, if they need one; nil for the same fields.
  var short: (value: (Row) -> String?, legend: String?)?
  /// True if a narrow table cuts its fields.
  var isCut = false
  /// Returns a row's field; nil = empty.
  package var value: (Row) -> String?

  /// Returns a column of words.
  package static func left(
    _ title: String, legend: String? = nil, isName: Bool = false, isDetail: Bool = false,
    value: @escaping (Row) -> String?
  ) -> TableColumn {
    TableColumn(
      title: title, alignment: .left, legend: legend, isName: isName, isDetail: isDetail, value: value)
  }

  /// Returns a column of figures.
  package static func right(
    _ title: String, legend: String? = nil, isDetail: Bool = false, value: @escaping (Row) -> String?
  ) -> TableColumn {
    TableColumn(title: title, alignment: .right, legend: legend, isDetail: isDetail, value: value)
  }
}

/// Rows in columns, as text for a terminal or as Markdown.
package struct Table<Row> {
  var columns: [TableColumn<Row>]
  var rows: [Row]
  /// The characters that fields of columns that may be cut have at most; nil for any number.
  private var cutWidth: Int?
  /// The titles of columns that were left out to fit into a width, from left to right.
  private(set) var leftOut: [String] = []
  /// The lines that explain short fields.
  private var shortLegends: [String] = []
  /// The width that the columns take which cannot be left out, if they do not fit; nil if they do.
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

  /// Returns the table as it fits into a width: with short fields, then without as many details as it takes, the
  /// last first, and at last with names that are cut. The width is in characters; nil for as wide as the table is.
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

  /// Sentences about short fields, about the columns that were left out, and about the width that the others
  /// take if they do not fit either; nil if all fit.
  var leftOutText: String? {
    let columns = leftOut.firstAppearances().joined(separator: ", ")
    var sentences = shortLegends
    if !columns.isEmpty {
      sentences.append("Left out, since the terminal is narrow: \(columns). --wide shows all columns.")
    }
    if let missingWidth { sentences.append("Lines are whole from \(missingWidth) characters on.") }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Returns the text of a table that was fitted, with the sentence about the columns that it lacks.
  func fittedText(_ width: Int?) -> String {
    text() + (leftOutText.map { "\n\($0)\n" } ?? "").wrappingLines(width: width)
  }

  /// Returns tables that fit into a width below each other. Each has the first columns, and some of the others.
  ///
  /// - Parameters:
  ///   - width: in characters; nil for one table, as wide as it is.
  ///   - heads: how many columns each table has. A table has one more at least, whatever its width.
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
    columns.filter { column in rows.contains { column.value($0)?.isEmpty == false } }.compactMap(\.legend)
      + [leftOutText].compactMap { $0 }
  }
}

/// Prints text that others wrote in GitHub's Markdown.
enum MarkdownText {
  /// Returns a code span, which shows its content unchanged and in which GitHub sees no mention and no link;
  /// empty for empty text. In a table a pipe is escaped, because rows are split before spans are read.
  ///
  /// CommonMark 0.31, section 6.1; GitHub Flavored Markdown, section 4.10.
  static func code(_ text: String, inTable: Bool = false) -> String {
    var text = text.onOneLine
    guard !text.isEmpty else { return "" }
    let longest = text.unicodeScalars.split { $0 != "`" }.map(\.count).max() ?? 0
    // Markdown removes one space on both sides; only a span of spaces alone keeps them.
    let edges: Set<Unicode.Scalar?> = ["`", " "]
    if edges.contains(text.unicodeScalars.first) || edges.contains(text.unicodeScalars.last) {
      text = " \(text) "
    }
    if inTable { text = replacing("|", in: text) { "\\\($0)" } }
    let fence = String(repeating: "`", count: longest + 1)
    return fence + text + fence
  }

  /// Returns prose with markup escaped, except code between backticks, which this package's sentences use.
  static func prose(_ text: String) -> String {
    let parts = text.onOneLine.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      let isInside = !index.isMultiple(of: 2)
      if isInside && index < parts.count - 1 { return code(String(part)) }
      // A backtick without a second one.
      return (isInside ? "\\`" : "") + escaped(String(part))
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    replacing("\\*_[]<>#|~&", in: text) { $0 == "<" ? "&lt;" : $0 == "&" ? "&amp;" : "\\\($0)" }
  }

  private static func replacing(
    _ special: String, in text: String, with replacement: (Unicode.Scalar) -> String
  ) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      result += special.unicodeScalars.contains(scalar) ? replacement(scalar) : String(scalar)
    }
  }
}

/// The colours of text for a terminal. The printing code chooses: files and pipes have none, nor does a
/// terminal if `NO_COLOR` is set.
package enum TerminalStyle: Hashable, Sendable, CaseIterable {
  case plain
  /// ECMA-48's "select graphic rendition" with the sixteen colours that every terminal has.
  case ansi

  enum Ink: Int {
    case bold = 1
    case red = 31
    case green = 32
    case yellow = 33
  }

  /// Returns one line's text in an ink; nil = unchanged.
  func painted(_ text: String, _ ink: Ink?) -> String {
    guard self == .ansi, let ink, !text.isEmpty else { return text }
    return "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m"
  }
}

extension Unicode.Scalar {
  /// The blocks of Unicode's EastAsianWidth.txt whose characters are W or F, roughly, besides emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]

  fileprivate var isWide: Bool {
    properties.isEmojiPresentation || value == 0xFE0F || Self.wide.contains { $0.contains(value) }
  }
}

extension String {
  /// Returns the text with spaces behind it, so that it takes this many columns of a terminal at least.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - terminalWidth))
  }

  /// The columns that a terminal takes for the text: two for a character that is wide in East Asia, or an emoji.
  package var terminalWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + ($1.unicodeScalars.contains(where: \.isWide) ? 2 : 1) }
  }

  /// The text without the spaces at its end.
  var trimmingEnd: String { String(reversed().drop { $0 == " " }.reversed()) }

  /// Returns the text in lines broken between words, without the spaces at the breaks. A longer word has a line of
  /// its own. The spaces that the text begins with are before each line.
  ///
  /// - Parameters:
  ///   - width: the characters that a line has room for; nil for one line.
  ///   - indent: further spaces before each line but the first.
  func wrapped(width: Int?, indent: Int = 0) -> [String] {
    guard let width, count > width else { return [self] }
    let start = String(prefix { $0 == " " })
    let next = start + String(repeating: " ", count: indent)
    var lines: [String] = []
    for word in dropFirst(start.count).split(separator: " ", omittingEmptySubsequences: false) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else if lines.isEmpty || !word.isEmpty {
        lines.append((lines.isEmpty ? start : next) + word)
      }
    }
    return lines
  }

  /// Returns a text of lines with line ends, with each of them broken.
  package func wrappingLines(width: Int?, indent: Int = 0) -> String {
    guard width != nil else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).wrapped(width: width, indent: indent).joined(separator: "\n") }
      .joined(separator: "\n")
  }
}
