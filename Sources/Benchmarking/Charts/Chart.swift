import StrictJSON

/// A picture that is still to be drawn: a Vega-Lite specification with its data inside.
package struct Chart {
  /// The name of its files, without theme and extension: `growth-feed`. ASCII letters, digits, dots,
  /// underscores and hyphens.
  private(set) var name: String
  let kind: String
  package let title: String
  /// Lines below the title: how to read it, then where it comes from.
  package private(set) var notes: [String]
  /// The part of the specification that does not depend on the theme.
  let body: JSONValue

  init(name: String, kind: String, title: String, notes: [String], body: JSONValue) {
    self.name = String(name.map { $0.isPortable ? $0 : "-" })
    self.kind = kind
    self.title = title
    // Vega-Lite breaks no lines below a title.
    self.notes = notes.flatMap { $0.wrapped(width: 110) }
    self.body = body
  }

  /// Makes charts of panels that may be too many for one picture: numbered, if there are several.
  ///
  /// - Parameters:
  ///   - panels: the names of all panels, none twice.
  ///   - size: how many a picture has room for.
  ///   - chart: makes the chart of some of them.
  static func pages(of panels: [String], size: Int, chart: ([String]) -> Chart) -> [Chart] {
    // Nobody looks through more pictures.
    let starts = Array(stride(from: 0, to: panels.count, by: size).prefix(10))
    let leftOut = panels.count - starts.count * size
    return starts.enumerated().map { page, start in
      var chart = chart(Array(panels[start...].prefix(size)))
      if starts.count > 1 { chart.name += "-\(page + 1)" }
      if leftOut > 0 {
        let note = "The first \(starts.count) pictures; use a filter to see the other \(leftOut) panels."
        chart.notes.insert(note, at: 0)
      }
      return chart
    }
  }

  /// The data as a table: a column for each field, in alphabetical order.
  package var data: PageTable {
    let rows = Self.rows(in: body)
    let fields = Set(rows.flatMap { $0.members ?? [] }.map(\.key)).sorted()
    return PageTable(
      columns: fields.map { PageTable.Column(title: $0, isNumber: false) },
      rows: rows.map { row in
        fields.map { PageTable.Field(text: row[$0]?.fieldText ?? "", isNumber: false) }
      })
  }

  /// The rows of all data in a part of a specification, each once.
  private static func rows(in value: JSONValue) -> [JSONValue] {
    if let items = value.items { return items.flatMap(rows(in:)) }
    var rows = value["data"]?["values"]?.items ?? []
    for member in (value.members ?? []).sorted(by: { $0.key < $1.key }) where member.key != "data" {
      rows += Self.rows(in: member.value).filter { !rows.contains($0) }
    }
    return rows
  }

  /// The specification, for version 5 of Vega-Lite. `usermeta` marks it as this program's.
  func specification(_ theme: ChartTheme) -> JSONValue {
    var specification = body
    specification["$schema"] = "https://vega.github.io/schema/vega-lite/v5.json"
    specification["description"] = .string(([title] + notes).joined(separator: " "))
    specification["title"] = ["text": .string(title), "subtitle": .strings(notes)]
    specification["config"] = theme.config
    specification["usermeta"] = ["layoutbench": ["chart": .string(kind)]]
    return specification
  }
}

extension Sequence<String> {
  /// The texts, with a number behind each that was there already. Upper and lower case are one, as on some
  /// disks.
  func numbered(after separator: String) -> [String] {
    var taken: Set<String> = []
    return map { text in
      var candidate = text
      var number = 2
      while !taken.insert(candidate.lowercased()).inserted {
        candidate = "\(text)\(separator)\(number)"
        number += 1
      }
      return candidate
    }
  }
}

extension JSONValue {
  /// A value as a field of a table; empty for null.
  fileprivate var fieldText: String {
    switch content {
    case .string(let text): text
    case .number(let number): NumberText.figure(number)
    case .null: ""
    default: formatted
    }
  }
}
