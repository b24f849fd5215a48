/// A picture that is still to be drawn: a Vega-Lite specification with its data inside.
package struct Chart: Hashable, Sendable {
  /// What its files are called, without theme and extension, as `growth-feed`: ASCII letters, digits, dots, underscores and
  /// hyphens.
  package let name: String
  let kind: String
  let title: String
  /// Lines below the title: how to read it, then where it comes from.
  let notes: [String]
  /// All of the specification that does not depend on the theme.
  let body: JSONValue

  init(name: String, kind: String, title: String, notes: [String], body: JSONValue) {
    self.name = Chart.fileName(name)
    self.kind = kind
    self.title = title
    self.notes = notes.flatMap { Chart.wrapped($0) }
    self.body = body
  }

  /// The specification, for version 5 of Vega-Lite. It is marked as this program's in `usermeta`.
  package func specification(_ theme: ChartTheme) -> JSONValue {
    var specification = body
    specification["$schema"] = "https://vega.github.io/schema/vega-lite/v5.json"
    specification["description"] = .string(([title] + notes).joined(separator: " "))
    specification["title"] = [
      "text": .string(title), "subtitle": .array(notes.map { .string($0) }),
    ]
    specification["config"] = theme.config
    specification["usermeta"] = ["layoutbench": ["chart": .string(kind)]]
    return specification
  }

  /// Rows of data.
  var data: [JSONValue] { body["data"]?["values"]?.elements ?? [] }

  /// With a hyphen for everything that does not suit a file's name.
  static func fileName(_ text: String) -> String {
    String(
      text.map { character in
        let isFit =
          character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
        return isFit ? character : "-"
      })
  }

  /// Characters in a line below the title, which nothing else would break.
  private static let lineLength = 110

  private static func wrapped(_ note: String) -> [String] {
    var lines = [""]
    for word in note.split(separator: " ") {
      if !lines[lines.count - 1].isEmpty && lines[lines.count - 1].count + word.count >= lineLength {
        lines.append("")
      }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }
}

/// Parts of specifications, in Vega-Lite's own words.
enum VegaLite {
  /// Data that stands in the specification itself.
  static func data(_ rows: [[String: JSONValue]]) -> JSONValue {
    ["values": .array(rows.map { .object($0) })]
  }

  /// An encoding of a number.
  ///
  /// - Parameter title: with the unit in brackets.
  static func quantitative(
    _ field: String, title: String, scale: JSONValue? = nil, axis: JSONValue? = nil
  ) -> JSONValue {
    var encoding: JSONValue = ["field": .string(field), "type": "quantitative", "title": .string(title)]
    encoding["scale"] = scale
    encoding["axis"] = axis
    return encoding
  }

  /// An encoding of names in the order given.
  static func names(_ field: String, _ names: [String], title: String? = nil) -> JSONValue {
    [
      "field": .string(field), "type": "nominal", "sort": .array(names.map { .string($0) }),
      "title": title.map { .string($0) } ?? .null,
    ]
  }

  /// A panel for each name of a field, in rows.
  static func panels(_ field: String, _ names: [String], columns: Int, each panel: JSONValue) -> JSONValue {
    [
      "facet": VegaLite.names(field, names), "columns": .number(Double(min(columns, names.count))),
      "spacing": 24, "spec": panel,
    ]
  }
}
