import Foundation
import Measuring
import Reporting
import StrictJSON

/// The report of a run, of a comparison or of several comparisons, as a page.
struct ReportPage {
  private let title: String
  private let finding: String
  private let sentences: [(tone: Tone?, text: String)]
  private let warnings: [String]
  private let tableTitle: String
  private let table: PageTable
  /// The sides of a comparison and its effort, which come first; empty for runs.
  private var compared: [(title: String, text: String)] = []
  private var facts: [(title: String, text: String)] = []
  /// Not measured cells with their reasons.
  private var outcomes: [CellOutcome] = []
  private var kinds: [ChartKind] = []
  /// The frames of a run's lists; nil if this program does not know them any more.
  private var frames: FrameReport?
  /// The functions that changed in a comparison; nil if they were not counted.
  private var flame: FlameGraph?
  private let folders: [RunFolder]
  /// False for comparisons, whose samples are tens of megabytes.
  private var linksSamples = true

  /// The report of a run, or of a comparison if its folder holds one.
  init(of folder: RunFolder) throws {
    let run = try folder.readDescription()
    folders = [folder]
    let suite = "\(run.suite ?? "run"), \(run.startedUTC.prefix(10))"
    if folder.holdsComparison {
      let comparison = try folder.readComparison()
      title = "\(comparison.candidate.name) compared with \(comparison.base.name): \(suite)"
      (finding, sentences) = comparison.findings
      flame = FlameGraph(of: folder)
      warnings = comparison.warnings.map(\.description)
      (tableTitle, table) = ("All figures", comparison.page)
      compared = comparison.facts
      facts = Self.facts(of: run)
      linksSamples = false
      kinds = [.forest]
    } else {
      title = suite
      let report = try RunReport(of: folder)
      finding = RunFinding(of: report.summary).text
      sentences = [
        run.shortfall(path: folder.name),
        run.incompleteness(path: folder.name)?.description,
      ]
      .compactMap { $0 }.map { (.unsure, $0) }
      warnings = (run.warnings + report.warnings).map(\.description)
      table = ResultTable(summary: report.summary, outcomes: run.cells).page
      tableTitle = "All cells"
      facts = Self.facts(of: run)
      frames = try? FrameReport(of: UnitTimes(report.summary), on: FrameReport.usualDevice)
      outcomes = run.cells.filter { $0.status != .measured }
      kinds = [.frames, .ratios, .growth, .threads, .memory]
    }
  }

  /// The history of several comparisons with one base.
  init(of folders: [RunFolder]) throws {
    if let run = folders.first(where: { !$0.holdsComparison }) {
      throw CommandFailure.badInput(
        "\(run.url.path) is a run: a page has one, or several comparisons. Whether something became slower between "
          + "runs, \(ThisProgram.command) compare says of their revisions, which it measures in turns")
    }
    let read = try folders.map { (try $0.readDescription().startedUTC, try $0.readComparison(), $0) }
      .sorted { $0.0 < $1.0 }
    if let other = read.first(where: { $0.1.base.revision != read[0].1.base.revision }) {
      throw CommandFailure.badInput(
        "\(other.2.url.path) is a comparison with another base than \(read[0].2.url.path)")
    }
    self.init(RevisionHistory(read.map(\.1)), of: read.map(\.2))
  }

  /// The history of several revisions.
  init(_ history: RevisionHistory, of folders: [RunFolder]) {
    self.folders = folders
    title = "\(history.revisionCount) revisions"
    finding = history.finding
    sentences = history.sentences.map { ($0.tone, $0.text) }
    warnings = []
    (tableTitle, table) = ("Changes against the first revision", history.page)
    linksSamples = false
  }

  private static func facts(of run: RunDescription) -> [(title: String, text: String)] {
    let facts: [(String, String?)] = [
      ("Machine", run.machineLine), ("Revision", run.git?.description),
      ("Command", run.commandLine.joined(separator: " ")), ("Seed", String(run.seed)),
      ("Started", run.startedUTC), ("Ended", run.endedUTC), ("Run", run.runID),
    ]
    return facts.compactMap { title, text in text.map { (title, $0) } }
  }

  // MARK: Making the page

  /// Returns the page's HTML, with drawings if the renderer is installed.
  func html() throws -> String {
    let charts = try self.charts()
    let drawings = charts.isEmpty ? nil : drawn(charts)
    let shown = charts.enumerated().map { index, chart -> [String: Any] in
      [
        "id": "chart-\(index + 1)", "title": chart.title, "notes": chart.notes,
        "drawing": Page.Markup(text: drawings?[index] ?? ""), "data": chart.data.values,
      ]
    }
    // Commands stand between backticks, which only Markdown reads.
    let headroom = frames.map { $0.text(of: $0.figures, width: 110).components(separatedBy: "\n") } ?? []
    func plain(_ sentence: String) -> String { sentence.replacingOccurrences(of: "`", with: "") }
    let shownSentences = sentences.map { ["text": plain($0.text), "tone": $0.tone?.rawValue ?? ""] }
    let shownFacts = facts.map { ["title": $0.title, "text": $0.text] }
    let shownOutcomes = outcomes.map { outcome in
      ["cell": "\(outcome.cell)", "reason": outcome.reasonText]
    }
    let content: [String: Any] = [
      "isComparison": !compared.isEmpty, "compared": compared.map { ["title": $0.title, "text": $0.text] },
      "finding": plain(finding), "sentences": shownSentences,
      "warnings": warnings.map(plain), "tableTitle": tableTitle, "table": table.values,
      "hasLegends": !table.legends.isEmpty, "legends": table.legends.map(plain),
      "facts": shownFacts, "hasFacts": !facts.isEmpty, "outcomes": shownOutcomes,
      "hasOutcomes": !outcomes.isEmpty, "outcomeCount": outcomes.count, "charts": shown,
      "headroom": headroom, "hasHeadroom": headroom.contains { !$0.isEmpty },
      "hasCharts": !charts.isEmpty, "hasNoDrawings": drawings == nil && !charts.isEmpty,
      "files": try files(), "flame": flame.map { [$0.values] } ?? [],
    ]
    return try Page(title: title, chartStyle: ChartTheme.darkeningRules, content: content).html(.report)
  }

  private func charts() throws -> [Chart] {
    guard !kinds.isEmpty else { return [] }
    var run = try ChartRun(folder: folders[0])
    run.replay = { [frames] in frames?.pictured ?? [] }
    return kinds.flatMap { kind in
      // Bytes and peaks are in the files; a page has room for one metric, the exact one.
      let metric = kind == .memory ? Metric.allocCountPerTree.rawValue : nil
      return kind.charts(of: run, metric: metric)
    }
  }

  /// Returns the drawings of charts; if drawing fails, reports that and returns nil: a page without pictures is
  /// better than no page.
  private func drawn(_ charts: [Chart]) -> [String]? {
    guard let renderer = ChartRenderer() else {
      StandardError.print(
        "note: the page has no pictures, since the renderer of charts is not installed; run \(ChartRenderer.remedy)"
      )
      return nil
    }
    do {
      return try drawings(of: charts, by: renderer)
    } catch {
      let reason = (error as? CommandFailure)?.message ?? "\(error)"
      StandardError.print("warning: the page has no pictures: \(reason)")
      return nil
    }
  }

  /// Draws charts in a temporary folder, in the light theme: the page's style sheet darkens them.
  private func drawings(of charts: [Chart], by renderer: ChartRenderer) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "layoutbench-report-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try failingOnFiles {
      try ChartFolder(url: folder).write(charts, themes: [.light], extensions: ["svg"])
    }
    try renderer.draw(files, formats: ["svg"])
    return try files.enumerated().map { index, file in
      let stem = file.path.dropLast(ChartFolder.specificationExtension.count)
      guard let drawing = try? String(contentsOfFile: stem + "svg", encoding: .utf8) else {
        throw CommandFailure.failed("the renderer left no drawing of \(charts[index].title)")
      }
      return embedded(drawing, prefix: "chart-\(index + 1)-")
    }
  }

  /// Returns a drawing as a part of a page: without its XML declaration, with names that no other drawing of the
  /// page has, with control characters spelled out, and without a description of each mark, since the page has
  /// the data as a table.
  private func embedded(_ drawing: String, prefix: String) -> String {
    let svg = drawing.range(of: "<svg").map { String(drawing[$0.lowerBound...]) } ?? drawing
    return svg.split(separator: "\n").map { String($0).onOneLine }.joined(separator: "\n").replacing(
      #/ (?:aria-[a-z]+|role)="[^"]*"/#, with: ""
    )
    .replacingOccurrences(of: "id=\"", with: "id=\"\(prefix)")
    .replacingOccurrences(of: "url(#", with: "url(#\(prefix)")
    .replacingOccurrences(of: "href=\"#", with: "href=\"#\(prefix)")
  }

  /// The most bytes of samples in a page, for each cell of their run: about 250 samples.
  private static let sampleBytesPerCell = 64 * 1024

  /// The files of the runs, as links that contain them. If there are many samples for each cell, they are left
  /// out, so that the size of a page grows with the number of cells.
  private func files() throws -> [[String: Any]] {
    let names = ["samples.csv", "summary.csv", "compare.csv", "compare.json", "run.json"]
    return try folders.flatMap { folder -> [[String: Any]] in
      let most = Self.sampleBytesPerCell * max(1, try folder.readDescription().cells.count)
      return names.filter { linksSamples || $0 != "samples.csv" }.compactMap { name -> [String: Any]? in
        guard let data = try? Data(contentsOf: folder.url.appendingPathComponent(name)) else { return nil }
        let size = "\((data.count + 1023) / 1024) KiB"
        guard name != "samples.csv" || data.count <= most else {
          return [
            "name": "\(folder.name)/\(name)", "isHere": false, "link": "",
            "size":
              "\(size); a page holds \(most / 1024) KiB of samples at most, and summary.csv their figures",
          ]
        }
        let text = String(decoding: data, as: UTF8.self)
        let type = name.hasSuffix("csv") ? "text/csv" : "application/json"
        let escaped = text.addingPercentEncoding(withAllowedCharacters: Self.unescaped) ?? ""
        let run = folder.name
        return [
          "name": folders.count > 1 ? "\(run)-\(name)" : name,
          "isHere": true, "link": Page.Markup(text: "data:\(type);charset=utf-8,\(escaped)"),
          "size": size,
        ]
      }
    }
  }

  /// The characters that a link need not escape: as many as allowed, since a file is large.
  private static let unescaped = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$'()*+,;=:@/?[]{}|")
}

extension PageTable {
  /// The values that a template names.
  var values: [String: Any] {
    let alignments = columns.map { $0.isNumber ? "right" : "left" }
    let rows: [[String: Any]] = rows.map { row in
      let fields = zip(row, alignments).map { field, alignment in
        ["text": field.text, "class": alignment + (field.tone.map { " \($0.rawValue)" } ?? "")]
      }
      return ["fields": fields]
    }
    let titles = zip(columns, alignments).map { ["title": $0.title, "class": $1] }
    return ["columns": titles, "rows": rows, "rowCount": rows.count]
  }
}
