/// A picture that is still to be drawn: a Vega-Lite specification with its data inside.
package struct Chart {
  /// The name of its files, without theme and extension: `growth-feed`. ASCII letters, digits, dots,
  /// underscores and hyphens.
  package private(set) var name: String
  let kind: String
  let title: String
  /// Lines below the title: how to read it, then where it comes from.
  private(set) var notes: [String]
  /// The part of the specification that does not depend on the theme.
  let body: JSONValue

  init(name: String, kind: String, title: String, notes: [String], body: JSONValue) {
    self.name = String(name.map { Self.isFit($0) ? $0 : "-" })
    self.kind = kind
    self.title = title
    self.notes = notes.flatMap { Self.wrapped($0) }
    self.body = body
  }

  /// Charts of panels that are too many for one picture.
  ///
  /// - Parameters:
  ///   - names: of all panels, none twice.
  ///   - size: how many a picture has room for.
  ///   - chart: makes the chart of some of them.
  static func pages(of names: [String], size: Int, chart: ([String]) -> Chart) -> [Chart] {
    let pages = ChartPages(names, size: size)
    return pages.pages.enumerated().map { page, names in
      var chart = chart(names)
      chart.name = pages.name(chart.name, page: page)
      chart.notes = pages.notes + chart.notes
      return chart
    }
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

  /// Whether a character suits file names on every system.
  private static func isFit(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
  }

  /// Vega-Lite does not break lines below a title.
  private static func wrapped(_ note: String) -> [String] {
    note.split(separator: " ").reduce(into: [""]) { lines, word in
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] += word
      } else if last.count + word.count < 110 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}

/// How panels are spread over pictures, so that none has more than one can look at.
struct ChartPages {
  /// The names of the panels of each picture.
  let pages: [[String]]
  /// The number of panels that are not drawn.
  let leftOut: Int

  /// More pictures than anybody looks through.
  private static let mostPages = 10

  init(_ names: [String], size: Int) {
    let starts = stride(from: 0, to: names.count, by: size).prefix(Self.mostPages)
    pages = starts.map { Array(names[$0..<min($0 + size, names.count)]) }
    leftOut = names.count - pages.reduce(0) { $0 + $1.count }
  }

  /// A picture's name, with its number if there are several.
  func name(_ name: String, page: Int) -> String {
    pages.count == 1 ? name : "\(name)-\(page + 1)"
  }

  /// A line about the panels that are left out; none if there are none.
  var notes: [String] {
    leftOut == 0
      ? [] : ["The first \(pages.count) pictures; use a filter to see the other \(leftOut) panels."]
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, in the order of their first appearance.
  func firstAppearances() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
