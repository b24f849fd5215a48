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
  /// True if axes of numbers are logarithmic, which leaves out what is not above 0.
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

  /// The contents of the column x.
  private enum Kind {
    case number
    /// ISO 8601.
    case time
    case text
  }

  /// The fields that rows of one point share.
  private struct Place: Hashable {
    var facet: String
    var color: String
    var x: String
  }

  /// All rows of one x, colour and facet.
  private struct Point {
    var place: Place
    var sample: SortedSample
    var isSpread: Bool { sample.values.count > 1 }
  }

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
    }.map(columns.record)
    let kind = Self.kind(of: rows.lazy.map { $0.text(x) }.filter { !$0.isEmpty })
    let points = try points(of: rows, kind: kind) { warn("\(path): \($0)") }
    guard !points.isEmpty else {
      let cause = isAll ? "" : " after the filter"
      throw FileError(file: path, message: "Has no row with numbers to draw in \(y)\(cause).")
    }
    let allLines = points.map(\.place.color).firstAppearances()
    let lines = Array(allLines.prefix(Self.mostLines))
    if lines.count < allLines.count {
      warn(
        "\(path): The first \(lines.count) of \(allLines.count) values of \(color ?? "") are drawn; use a filter to choose others."
      )
    }
    let drawn = points.filter { lines.contains($0.place.color) }
    let source = URL(fileURLWithPath: path)
    return Chart.pages(of: drawn.map(\.place.facet).firstAppearances(), size: 12) { panels in
      let all = drawn.filter { panels.contains($0.place.facet) }
      let shown = all.thinned(to: Self.mostPoints)
      return Chart(
        name: "custom-\(source.deletingPathExtension().lastPathComponent)-\(y)-by-\(x)", kind: "custom",
        title: "\(y) by \(x)", notes: Self.notes(shown, of: all.count) + Self.caption(source),
        body: body(shown, kind: kind, lines: lines, panels: panels))
    }
  }

  private static func kind(of texts: some Sequence<String>) -> Kind {
    if texts.allSatisfy({ Double($0) != nil }) { return .number }
    return texts.allSatisfy { Date(iso8601: $0) != nil } ? .time : .text
  }

  /// The points in order of x within a line, as far as x has an order.
  private func points(of rows: [CSVRecord], kind: Kind, warn: (String) -> Void) throws(FileError) -> [Point] {
    let isShown = { (number: Double) in number.isFinite && (!isLogarithmic || number > 0) }
    var places: [Place] = []
    var values: [Place: [Double]] = [:]
    var leftOut = 0
    for row in rows {
      guard let value: Double = try row.optional(y) else { continue }
      let place = Place(facet: facet.map(row.text) ?? "", color: color.map(row.text) ?? "", x: row.text(x))
      guard !place.x.isEmpty, isShown(value), kind != .number || Double(place.x).map(isShown) == true else {
        leftOut += 1
        continue
      }
      places.append(place)
      values[place, default: []].append(value)
    }
    if leftOut > 0 {
      let number = isLogarithmic ? "finite number above 0" : "finite number"
      warn("\(leftOut) rows have no x or no \(number) and are left out.")
    }
    let points = places.firstAppearances().compactMap { place in
      (try? SortedSample(values[place] ?? [])).map { Point(place: place, sample: $0) }
    }
    switch kind {
    case .number: return points.sorted { (Double($0.place.x) ?? 0) < (Double($1.place.x) ?? 0) }
    case .time: return points.sorted { $0.place.x < $1.place.x }
    case .text: return points
    }
  }

  private static func notes(_ shown: [Point], of count: Int) -> [String] {
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
    guard let run = try? folder.readDescription() else { return [file.lastPathComponent] }
    return run.caption(of: "\(folder.url.standardizedFileURL.lastPathComponent)/\(file.lastPathComponent)")
  }

  private func body(_ points: [Point], kind: Kind, lines: [String], panels: [String]) -> JSONValue {
    let shown = { (text: String) in text.isEmpty ? "(empty)" : text }
    let rows = points.map { point -> ChartRow in
      let (place, sample) = (point.place, point.sample)
      return [
        "facet": .string(shown(place.facet)), "color": .string(shown(place.color)),
        "x": kind == .number ? Double(place.x).map { .number($0) } ?? .null : .string(place.x),
        "y": .figure(sample.median), "p25": .figure(sample.quantile(0.25)),
        "p75": .figure(sample.quantile(0.75)), "row_count": .number(Double(sample.values.count)),
      ]
    }
    var layers: [ChartLayer] = []
    if points.contains(where: \.isSpread) {
      layers.append(kind == .text ? .intervals("p25", "p75") : .band("p25", "p75"))
    }
    // So many points are a cloud, and no line.
    let isCloud = points.count > 200 * max(1, lines.count) * max(1, panels.count)
    if !isCloud && kind != .text { layers.append(.line()) }
    let panel = ChartPanel(
      x: xAxis(points, kind: kind), y: yAxis(points),
      series: color.map { ChartSeries(field: "color", names: lines.map(shown), title: $0) },
      width: facet == nil ? 500 : 250, height: facet == nil ? 320 : 180,
      layers: layers + [.points(size: 45)])
    return facet == nil
      ? panel.body(rows) : panel.body(rows, panelsBy: "facet", panels.map(shown), columns: 3)
  }

  private func xAxis(_ points: [Point], kind: Kind) -> ChartAxis {
    let title = Self.title(x)
    let texts = points.map(\.place.x)
    switch kind {
    case .number where isLogarithmic:
      return .logarithmic("x", title: title, scale: LogScale(texts.compactMap { Double($0) }))
    case .number: return .linear("x", title: title, scale: ["zero": false], axis: ["format": ",~r"])
    case .time:
      return ChartAxis(
        field: "x", title: "\(title) (UTC)", properties: ["type": "temporal", "scale": ["type": "utc"]])
    case .text: return .names("x", title: title, texts.firstAppearances(), axis: ["labelAngle": -40])
    }
  }

  private func yAxis(_ points: [Point]) -> ChartAxis {
    let title = Self.title(y)
    guard isLogarithmic else { return .linear("y", title: title, axis: ["format": ",~r"]) }
    let values = points.flatMap { point in [0.25, 0.5, 0.75].map(point.sample.quantile) }
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
