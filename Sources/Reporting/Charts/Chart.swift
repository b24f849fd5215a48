import Foundation
import Measuring
import StrictJSON

/// A picture before it is drawn: a Vega-Lite specification with its data inside.
package struct Chart {
  /// The name of its files, without theme and extension: `growth-feed`. ASCII letters, digits, dots,
  /// underscores and hyphens.
  private(set) var name: String
  let kind: String
  package let title: String
  /// Lines below the title: how to read the chart, then the origin of its data.
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

  /// Divides panels among several charts if they are too many for one picture; the charts are numbered then.
  ///
  /// - Parameters:
  ///   - panels: the names of all panels, each once.
  ///   - size: the number of panels for which a picture has room.
  ///   - chart: makes the chart of some panels.
  static func pages(of panels: [String], size: Int, chart: ([String]) -> Chart) -> [Chart] {
    // More than ten pictures are too many to look through.
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
    let rows = body["data"]?["values"]?.items ?? []
    let fields = Set(rows.flatMap { $0.members ?? [] }.map(\.key)).sorted()
    return PageTable(
      columns: fields.map { PageTable.Column(title: $0, isNumber: false) },
      rows: rows.map { row in
        fields.map { PageTable.Field(text: row[$0]?.fieldText ?? "") }
      })
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
  /// The texts, with a number behind each that occurred earlier. Upper and lower case count as equal, as on
  /// some disks.
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

/// The colours of a chart, for light or dark pages.
package enum ChartTheme: String, CaseIterable {
  case light
  case dark

  /// Five colours of the palette of Okabe and Ito, "Color Universal Design" (2008), the first lighter on dark,
  /// black or white, and six more. A search found these far from the others, from each other, from the
  /// background and from lines: by CIEDE2000 any two differ by at least 19, and by at least 10 for eyes
  /// without red or green cones, as Machado, Oliveira and Fernandes simulate them (2009).
  private var categories: [String] {
    switch self {
    case .light:
      [
        "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#1f2328", "#9a006d", "#01bae3", "#881f0f",
        "#215a47", "#1c25d2", "#816945",
      ]
    case .dark:
      [
        "#3d9bd9", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#f0f6fc", "#c3f894", "#674ee1", "#c03242",
        "#38cedb", "#feb4aa", "#f6de15",
      ]
    }
  }

  /// The background, texts, quiet texts, lines of the grid and other lines.
  private var shades: [String] {
    switch self {
    case .light: ["#ffffff", "#1f2328", "#59636e", "#e6e9ed", "#818b98"]
    case .dark: ["#0d1117", "#e6edf3", "#9aa4af", "#252b33", "#7d8590"]
    }
  }

  /// Rules of CSS that give drawings of the light theme the colours of the dark theme, where a page is dark.
  /// Each colour of the light theme has one meaning, except black: texts and a category.
  package static var darkeningRules: String {
    let colors = zip(light.categories + light.shades, dark.categories + dark.shades)
    let rules = Dictionary(Array(colors)) { $1 }.filter { $0.key != $0.value }
      .sorted { $0.key < $1.key }.flatMap { light, dark in
        ["fill", "stroke"].map { "  .chart svg [\($0)=\"\(light)\"] { \($0): \(dark); }" }
      }
    return "@media screen and (prefers-color-scheme: dark) {\n\(rules.joined(separator: "\n"))\n}"
  }

  /// Vega-Lite's `config`, which holds all differences between themes: to change a chart's theme, exchange
  /// it.
  var config: JSONValue {
    // Lines are axes, and lines with which data is compared.
    let shades = shades.map { JSONValue.string($0) }
    let (background, text, quiet, grid, line) = (shades[0], shades[1], shades[2], shades[3], shades[4])
    return [
      "background": background,
      // Every system has one of these fonts, which are equally wide.
      "font": "Helvetica, Arial, Liberation Sans, sans-serif",
      "padding": 12,
      "axis": [
        "labelColor": quiet, "titleColor": text, "gridColor": grid, "domainColor": line,
        "tickColor": line, "labelFontSize": 11, "titleFontSize": 12, "titleFontWeight": "normal",
        "titlePadding": 8, "labelLimit": 320, "labelFlush": false,
      ],
      "legend": [
        "labelColor": text, "titleColor": quiet, "labelFontSize": 12, "titleFontSize": 12,
        "titleFontWeight": "normal", "labelLimit": 420, "titleLimit": 420, "symbolSize": 90,
        "symbolOpacity": 1, "symbolStrokeWidth": 0, "rowPadding": 5,
      ],
      "title": [
        "color": text, "subtitleColor": quiet, "anchor": "start", "frame": "group", "fontSize": 16,
        "subtitleFontSize": 11, "subtitleLineHeight": 15, "subtitlePadding": 5, "offset": 16,
      ],
      "header": [
        "labelColor": text, "titleColor": text, "labelFontSize": 12, "labelFontWeight": "bold",
        "labelLimit": 320,
      ],
      "view": ["stroke": nil],
      "mark": ["color": .string(categories[0])],
      "range": ["category": .strings(categories), "symbol": .strings(ChartSeries.shapes)],
      "style": [
        "label": ["color": text, "fontSize": 11],
        "reference": ["color": line],
        "referenceLabel": ["color": quiet, "fontSize": 11],
        "interval": ["color": text],
        "late": ["color": .string(categories[1])],
        "blank": ["color": .string(categories[4])],
      ],
    ]
  }
}

// MARK: - Files

/// A folder of charts. It keeps specifications that a user changed, and files of other programs, unless told
/// otherwise.
package struct ChartFolder {
  let url: URL

  /// - Parameter url: the folder's path; the folder is made when something is written.
  package init(url: URL) {
    self.url = url
  }

  /// The extension of specifications.
  package static let specificationExtension = "vl.json"

  /// Writes each chart in each theme as `name-theme.vl.json`, each file as a whole.
  ///
  /// - Parameters:
  ///   - extensions: the extensions of pictures that will be drawn in the folder, as `svg`.
  ///   - force: true to write over all files.
  /// - Returns: the files, in the order of charts and themes.
  /// - Throws: `FileError`. Nothing is written if a specification was changed since this program wrote it, or
  ///   if there is a picture without a specification.
  package func write(
    _ charts: [Chart], themes: [ChartTheme], extensions: [String], force: Bool = false
  ) throws(FileError) -> [URL] {
    var files: [(url: URL, text: String)] = []
    for (chart, name) in zip(charts, charts.map { String($0.name.prefix(120)) }.numbered(after: "-")) {
      for theme in themes {
        let base = url.appendingPathComponent("\(name)-\(theme.rawValue)")
        if !force { try Self.check(base, extensions: extensions) }
        // The digest reveals later changes.
        var specification = chart.specification(theme)
        specification.digest = Self.digest(of: specification)
        files.append((base.appendingPathExtension(Self.specificationExtension), specification.formatted))
      }
    }
    try OutputFolder(url).make()
    for file in files { try Data(file.text.utf8).writeWhole(to: file.url) }
    return files.map(\.url)
  }

  private static func check(_ base: URL, extensions: [String]) throws(FileError) {
    let specification = base.appendingPathExtension(specificationExtension)
    let pictures = extensions.map { base.appendingPathExtension($0).path }
    if FileManager.default.fileExists(atPath: specification.path) {
      guard isUntouched(specification) else {
        throw FileError(
          specification,
          "was changed since it was drawn, or is not a chart of this program; --force writes over it")
      }
    } else if let picture = pictures.first(where: FileManager.default.fileExists) {
      throw FileError(
        file: picture, message: "is there without its .\(specificationExtension); --force writes over it")
    }
  }

  /// Returns true if the file's JSON is as this program wrote it, in whatever layout.
  private static func isUntouched(_ file: URL) -> Bool {
    guard let data = try? Data(contentsOf: file),
      var specification = try? ParsedJSON(parsing: Array(data)).root,
      let digest = specification.digest
    else { return false }
    specification.digest = nil
    return digest == Self.digest(of: specification)
  }

  private static func digest(of specification: JSONValue) -> JSONValue {
    .string(stableHash(of: specification.formatted.utf8))
  }
}

extension JSONValue {
  /// The digest in a specification's `usermeta`.
  fileprivate var digest: JSONValue? {
    get { self["usermeta"]?["layoutbench"]?["digest"] }
    set { self["usermeta"]?["layoutbench"]?["digest"] = newValue }
  }
}
