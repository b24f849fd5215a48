import Foundation

/// A chart of any CSV file with a header: one column against another.
package struct CustomChart: Sendable {
  /// Columns by their names.
  package var x: String
  /// Numbers.
  package var y: String
  /// A line for each of its values; nil = one line.
  package var color: String?
  /// A panel for each of its values; nil = one panel.
  package var facet: String?
  /// Whether numbers stand on logarithmic axes, where what is not above 0 has no place.
  package var isLogarithmic: Bool

  package init(x: String, y: String, color: String? = nil, facet: String? = nil, isLogarithmic: Bool = false)
  {
    self.x = x
    self.y = y
    self.color = color
    self.facet = facet
    self.isLogarithmic = isLogarithmic
  }

  /// Lines that can be told apart.
  private static let mostLines = 16
  private static let panelsOnAPage = 12
  /// Points of one picture; beyond them every n-th is drawn.
  private static let mostPoints = 2_000

  /// Reads the file and makes its charts: several where there are many panels.
  ///
  /// Rows without a y were not measured and are passed over. Rows with one x, colour and facet are drawn as their median and a band
  /// from the 25th to the 75th percentile.
  ///
  /// - Parameters:
  ///   - filter: which rows are wanted, by their fields with spaces between them.
  ///   - warn: gets what could not be drawn, a line each.
  /// - Throws: `FileError`: for a damaged file, missing columns, a y that is no number, and where nothing is left.
  package func charts(
    ofFile path: String, filter: CellFilter = CellFilter(), warn: (String) -> Void
  ) throws(FileError) -> [Chart] {
    try ChartRun.checkSize(path)
    let table = try CSVTable(contentsOf: path)
    let columns = try CSVColumns(of: table, file: path, required: [x, y, color, facet].compactMap { $0 })
    if let line = table.droppedLine { warn("\(path):\(line): The last row is cut off and was dropped.") }
    let isAll = filter == CellFilter()
    let matching = table.rows.lazy.filter { row in
      row.fields != table.header && (isAll || filter.matches(row.fields.joined(separator: " ")))
    }.map(columns.record)
    let points = try CustomPoints(Array(matching), chart: self, file: path, warn: warn)
    guard !points.groups.isEmpty else {
      let cause = isAll ? "" : " after the filter"
      throw FileError(file: path, message: "Has no row with numbers to draw in \(y)\(cause).")
    }
    let lines = points.groups.map(\.color).firstAppearances()
    if lines.count > Self.mostLines {
      warn(
        "\(path): The first \(Self.mostLines) of \(lines.count) values of \(color ?? "") are drawn; a filter chooses others."
      )
    }
    let shownLines = Array(lines.prefix(Self.mostLines))
    let groups = points.groups.filter { shownLines.contains($0.color) }
    let pages = ChartPages(groups.map(\.facet).firstAppearances(), size: Self.panelsOnAPage)
    let source = URL(fileURLWithPath: path)
    return pages.pages.enumerated().map { page, panels in
      let shown = Self.thinned(groups.filter { panels.contains($0.facet) })
      return Chart(
        name: pages.name(
          "custom-\(source.deletingPathExtension().lastPathComponent)-\(y)-by-\(x)", page: page),
        kind: "custom", title: "\(y) by \(x)",
        notes: pages.notes + notes(shown, all: points) + Self.caption(source),
        body: CustomChartBody(
          chart: self, kind: points.kind, groups: shown, lines: shownLines, panels: panels
        ).body)
    }
  }

  private static func thinned(_ groups: [CustomPoints.Group]) -> [CustomPoints.Group] {
    guard groups.count > mostPoints else { return groups }
    return (0..<mostPoints).map { groups[$0 * groups.count / mostPoints] }
  }

  private func notes(_ shown: [CustomPoints.Group], all: CustomPoints) -> [String] {
    var note =
      shown.contains { $0.sample.values.count > 1 } ? "Medians, with the 25th to 75th percentile." : ""
    if shown.count == Self.mostPoints {
      note += " Every n-th point is drawn, \(NumberText.grouped(shown.count)) in all."
    }
    return note.isEmpty ? [] : [note]
  }

  /// The file, and the machine where the file lies in a run's folder.
  private static func caption(_ file: URL) -> [String] {
    let folder = RunFolder(url: file.deletingLastPathComponent())
    guard FileManager.default.fileExists(atPath: folder.runFile.path), let run = try? folder.readDescription()
    else {
      return [file.lastPathComponent]
    }
    return run.caption(of: "\(folder.url.standardizedFileURL.lastPathComponent)/\(file.lastPathComponent)")
  }
}
