import TextTable

/// Plain text in aligned columns.
struct TextGrid {
  enum Alignment {
    case left
    case right
  }

  struct Heading {
    var title: String
    var alignment: Alignment
  }

  var headings: [Heading]
  var rows: [[String]]

  /// Returns titles, a line, and the rows, each with a line end; empty if there are no rows.
  func text() -> String {
    let titles = headings.map(\.title)
    let visible = rows.map { $0.map(VisibleText.escaped) }
    let widths = headings.indices.map { column in
      ([titles] + visible).map { $0[column].count }.max() ?? 0
    }
    func padded(_ text: String, _ column: Int) -> String {
      guard headings[column].alignment == .left else { return text }
      return text + String(repeating: " ", count: widths[column] - text.count)
    }
    // The library pads on the left by characters but on the right by UTF-16 units, which cuts some names
    // short. So text is padded here and all columns are right-aligned.
    let table = TextTable<[String]> { row in
      row.indices.map { index in
        Column(
          title: padded(titles[index], index), value: padded(row[index], index), width: widths[index],
          align: .right)
      }
    }
    let text = table.string(for: visible, style: Style.simple) ?? ""
    return text.split(separator: "\n").map { Self.withoutTrailingSpaces($0) + "\n" }.joined()
  }

  private static func withoutTrailingSpaces(_ line: Substring) -> Substring {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
