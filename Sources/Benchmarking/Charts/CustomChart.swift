import Foundation

/// A chart of any CSV file with a header: one column against another.
package struct CustomChart {
  /// A column, by its name like the others.
  let x: String
  /// A column of numbers.
  let y: String
  /// The column that tells lines apart; nil = one line.
  let color: String?
  /// The column that tells panels apart; nil = one panel.
  let facet: String?
  /// Whether axes of numbers are logarithmic, which leaves out what is not above 0.
  var isLogarithmic: Bool

  package init(
    x: String, y: String, color: String? = nil, facet: String? = nil, isLogarithmic: Bool = false
  ) {
    (self.x, self.y, self.color, self.facet) = (x, y, color, facet)
    self.isLogarithmic = isLogarithmic
  }

  /// More cannot be told apart.
  private static let mostLines = 16
  /// In one picture. Of more, some are drawn at equal distances.
  private static let mostPoints = 2_000

  /// Reads the file and makes its charts: several if there are many panels.
  ///
  /// Rows without a y were not measured and are ignored. Rows of one x, colour and facet are drawn as their
  /// median and a band from the 25th to the 75th percentile.
  ///
  /// - Parameters:
  ///   - filter: which rows are wanted, by their fields with spaces between them.
  ///   - warn: gets what could not be drawn, a line each.
  /// - Throws: `FileError`: for a damaged file, missing columns, a y that is no number, and if nothing is
  ///   left.
  package func charts(
    ofFile path: String, filter: CellFilter = CellFilter(), warn: (String) -> Void
  ) throws(FileError) -> [Chart] {
    try ChartRun.checkSize(path)
    let table = try CSVTable(contentsOf: path)
    let columns = try CSVColumns(of: table, file: path, required: [x, y, color, facet].compactMap { $0 })
    if let line = table.droppedLine { warn("\(path):\(line): The last row is cut off and was dropped.") }
    let isAll = filter == CellFilter()
    let rows = table.rows.filter { row in
      row.fields != table.header && (isAll || filter.matches(row.fields.joined(separator: " ")))
    }
    let points = try CustomPoints(rows.map(columns.record), chart: self, file: path, warn: warn)
    guard !points.groups.isEmpty else {
      let cause = isAll ? "" : " after the filter"
      throw FileError(file: path, message: "Has no row with numbers to draw in \(y)\(cause).")
    }
    let allLines = points.groups.map(\.color).firstAppearances()
    let lines = Array(allLines.prefix(Self.mostLines))
    if lines.count < allLines.count {
      warn(
        "\(path): The first \(lines.count) of \(allLines.count) values of \(color ?? "") are drawn; use a filter to choose others."
      )
    }
    let groups = points.groups.filter { lines.contains($0.color) }
    let source = URL(fileURLWithPath: path)
    return Chart.pages(of: groups.map(\.facet).firstAppearances(), size: 12) { panels in
      let all = groups.filter { panels.contains($0.facet) }
      let shown = Self.thinned(all)
      return Chart(
        name: "custom-\(source.deletingPathExtension().lastPathComponent)-\(y)-by-\(x)", kind: "custom",
        title: "\(y) by \(x)", notes: Self.notes(shown, of: all.count) + Self.caption(source),
        body: body(shown, kind: points.kind, lines: lines, panels: panels))
    }
  }

  private static func thinned(_ groups: [CustomPoints.Group]) -> [CustomPoints.Group] {
    guard groups.count > mostPoints else { return groups }
    return (0..<mostPoints).map { groups[$0 * groups.count / mostPoints] }
  }

  private static func notes(_ shown: [CustomPoints.Group], of count: Int) -> [String] {
    var notes: [String] = []
    if shown.contains(where: \.isSpread) { notes.append("Medians, with the 25th to 75th percentile.") }
    if shown.count < count {
      notes.append("\(NumberText.grouped(shown.count)) of \(NumberText.grouped(count)) points are drawn.")
    }
    return notes
  }

  /// The file, and the machine if the file lies in a run's folder.
  private static func caption(_ file: URL) -> [String] {
    let folder = RunFolder(url: file.deletingLastPathComponent())
    guard FileManager.default.fileExists(atPath: folder.runFile.path), let run = try? folder.readDescription()
    else { return [file.lastPathComponent] }
    return run.caption(of: "\(folder.url.standardizedFileURL.lastPathComponent)/\(file.lastPathComponent)")
  }

  private func body(
    _ groups: [CustomPoints.Group], kind: CustomPoints.Kind, lines: [String], panels: [String]
  ) -> JSONValue {
    let shown = { (text: String) in text.isEmpty ? "(empty)" : text }
    let rows = groups.map { group -> ChartRow in
      [
        "facet": .string(shown(group.facet)), "color": .string(shown(group.color)),
        "x": kind == .number ? Double(group.x).map { .number($0) } ?? .null : .string(group.x),
        "y": .figure(group.sample.median), "p25": .figure(group.sample.quantile(0.25)),
        "p75": .figure(group.sample.quantile(0.75)), "row_count": .number(Double(group.sample.values.count)),
      ]
    }
    let spread: [ChartLayer] =
      !groups.contains(where: \.isSpread)
      ? [] : kind == .text ? [.intervals("p25", "p75")] : [.band("p25", "p75")]
    // So many points are a cloud, and no line.
    let isCloud = groups.count > 200 * max(1, lines.count) * max(1, panels.count)
    let panel = ChartPanel(
      x: xAxis(groups, kind: kind), y: yAxis(groups),
      series: color.map { ChartSeries(field: "color", names: lines.map(shown), title: $0) },
      width: facet == nil ? 500 : 250, height: facet == nil ? 320 : 180,
      layers: spread + (isCloud || kind == .text ? [] : [.line()]) + [.points(size: 45)])
    return facet == nil
      ? panel.body(rows) : panel.body(rows, panelsBy: "facet", panels.map(shown), columns: 3)
  }

  private func xAxis(_ groups: [CustomPoints.Group], kind: CustomPoints.Kind) -> ChartAxis {
    let title = Self.title(x)
    switch kind {
    case .number where isLogarithmic:
      return .logarithmic("x", title: title, scale: LogScale(groups.compactMap { Double($0.x) }))
    case .number: return .linear("x", title: title, scale: ["zero": false], axis: ["format": ",~r"])
    case .time:
      return ChartAxis(
        field: "x", title: "\(title) (UTC)", properties: ["type": "temporal", "scale": ["type": "utc"]])
    case .text:
      return .names("x", title: title, groups.map(\.x).firstAppearances(), axis: ["labelAngle": -40])
    }
  }

  private func yAxis(_ groups: [CustomPoints.Group]) -> ChartAxis {
    let title = Self.title(y)
    guard isLogarithmic else { return .linear("y", title: title, axis: ["format": ",~r"]) }
    let values = groups.flatMap { group in [0.25, 0.5, 0.75].map(group.sample.quantile) }
    return .logarithmic("y", title: title, scale: LogScale(values))
  }

  /// A column's name, with its unit if it ends with one, as in this program's own files.
  static func title(_ column: String) -> String {
    let units = [
      "ns": "ns", "us": "µs", "ms": "ms", "s": "s", "seconds": "s", "bytes": "bytes", "count": "count",
      "points": "points", "ratio": "ratio", "percent": "%",
    ]
    guard let end = column.split(separator: "_").last, end.count < column.count, let unit = units[String(end)]
    else { return column }
    return "\(column) (\(unit))"
  }
}
