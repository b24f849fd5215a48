import ArgumentParser
import Benchmarking
import Foundation

/// `layoutbench chart`: draws what was measured.
struct ChartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart",
    abstract: "Draw charts of a run, from its files alone.",
    discussion: """
      Each chart is a Vega-Lite specification with its data, NAME.vl.json, and the pictures that vl-convert draws of it,
      which scripts/install-renderer installs; without that the specifications are written alone. The paths of what was
      written go to standard output. A specification that was changed by hand is not written over. To draw it again:
        Benchmarks/charts/.venv/bin/python Benchmarks/charts/render.py --format svg,png NAME.vl.json

      With --csv, --filter and --exclude look at the fields of a row with spaces between them.

      KINDS
      \(ChartKind.list)

      EXAMPLES
        layoutbench chart latest
        layoutbench chart results/reference/growth --kind growth --format svg,png
        layoutbench chart results/reference/peers --kind ratios --filter 'feed(100)' -o /tmp/charts
        layoutbench chart results/RUN1 results/RUN2 results/RUN3        medians over several runs
        layoutbench chart --csv mine.csv --x size --y time_ns --color who --log -o /tmp/charts
      """)

  @Argument(
    help: """
      Runs: their folders, their names in the results, baselines' names, or latest. Several make a trend.
      """, completion: .directory)
  var runs: [RunReference] = []

  @Option(
    help: "Kinds of chart, with commas between them; list names them. Default: all that the data allows.")
  var kind: String?

  @OptionGroup
  var cells: FilterOptions

  @Option(
    help:
      "The metric by its name in summary.csv or compare.csv. Default: wall time, and all in memory and forest."
  )
  var metric: String?

  @Option(help: "Growth: the time for an element or for a tree.")
  var per = Per.element

  @Option(help: "Ratios: the subject that the others are divided by.")
  var reference = ColdSubject().name

  @Option(help: "svg, png, html, or vl for the specification alone; several with commas between them.")
  var format = "svg"

  @Option(help: "Colours for light pages, dark ones, or both.")
  var theme = Theme.both

  @Option(
    name: .shortAndLong,
    help: "The folder to write into. Default: charts in the run's folder, of several the last.",
    completion: .directory)
  var output: String?

  @Flag(help: "Write over specifications that were changed, and over pictures without one.")
  var force = false

  @Option(help: "Draw columns of this file, and not a run.", completion: .file(extensions: ["csv"]))
  var csv: String?

  @Option(help: "With --csv: the column across.")
  var x: String?

  @Option(help: "With --csv: the column of numbers upwards.")
  var y: String?

  @Option(help: "With --csv: the column that tells lines apart.")
  var color: String?

  @Option(help: "With --csv: the column that tells panels apart.")
  var facet: String?

  @Flag(help: "With --csv: logarithmic axes.")
  var log = false

  enum Per: String, CaseIterable, ExpressibleByArgument {
    case element
    case tree
  }

  enum Theme: String, CaseIterable, ExpressibleByArgument {
    case light
    case dark
    case both
  }

  /// Formats that the renderer draws, and the specification itself.
  private static let pictures = ["svg", "png", "html"]
  private static let known = pictures + ["vl"]

  func validate() throws {
    if kind == "list" { return }
    for name in formats where !ChartCommand.known.contains(name) {
      throw ValidationError(
        "--format takes \(ChartCommand.known.joined(separator: ", ")), and not \"\(name)\"")
    }
    if csv == nil {
      if runs.isEmpty { throw ValidationError("give a run, or --csv FILE") }
      if x != nil || y != nil || color != nil || facet != nil || log {
        throw ValidationError("--x, --y, --color, --facet and --log go with --csv")
      }
    } else {
      if !runs.isEmpty || kind != nil || metric != nil {
        throw ValidationError("--csv draws a file alone, without runs, --kind and --metric")
      }
      if x == nil || y == nil { throw ValidationError("--csv takes --x COLUMN and --y COLUMN") }
    }
    for kind in try kinds ?? [] {
      if let metric, !kind.metrics.contains(metric) {
        let known = kind.metrics.isEmpty ? "no --metric" : kind.metrics.joined(separator: ", ")
        throw ValidationError("\(kind.rawValue) takes \(known), and not \"\(metric)\"")
      }
      if runs.count > 1 && kind != .trend {
        throw ValidationError("\(kind.rawValue) is drawn of one run; several runs make a trend")
      }
    }
    if let metric, !ChartKind.allCases.contains(where: { $0.metrics.contains(metric) }) {
      let known = ChartKind.allCases.flatMap(\.metrics)
      let names = known.indices.filter { !known[..<$0].contains(known[$0]) }.map { known[$0] }
      throw ValidationError("there is no metric \"\(metric)\"; there are \(names.joined(separator: ", "))")
    }
  }

  func run() throws {
    if kind == "list" {
      print(ChartKind.list)
      return
    }
    try reportingFailures {
      ThisProgram.warnOfOtherSources()
      let folder: URL
      let charts: [Chart]
      do throws(FileError) {
        let folders = try runFolders()
        let place = csv.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        folder = try outputFolder(in: place ?? folders[folders.count - 1].url)
        if let csv {
          charts = try customCharts(csv)
        } else {
          charts = try chartsOfRuns(folders)
        }
      } catch {
        throw CommandFailure.badInput(error)
      }
      try write(charts, into: ChartFolder(url: folder))
    }
  }

  private var formats: [String] {
    format.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// The kinds that were asked for; nil = none in particular.
  private var kinds: [ChartKind]? {
    get throws {
      try kind?.split(separator: ",", omittingEmptySubsequences: false).map { name in
        guard let kind = ChartKind(rawValue: String(name)) else {
          let known = ChartKind.allCases.map(\.rawValue).joined(separator: ", ")
          throw ValidationError("there is no kind of chart \"\(name)\"; there are \(known)")
        }
        return kind
      }
    }
  }

  /// The runs. A folder without a `run.json` is taken too, as long as charts go elsewhere: what it holds is looked at when it is read.
  private func runFolders() throws(FileError) -> [RunFolder] {
    var folders: [RunFolder] = []
    for run in runs {
      do throws(FileError) {
        folders.append(try run.folder(in: .current))
      } catch {
        let url = URL(fileURLWithPath: run.text, isDirectory: true)
        var isFolder: ObjCBool = false
        guard output != nil, FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
          isFolder.boolValue
        else { throw error }
        folders.append(RunFolder(url: url))
      }
    }
    return folders
  }

  /// Where the charts go: without a folder of the user's choice only into that of a run.
  private func outputFolder(in place: URL) throws(FileError) -> URL {
    if let output { return URL(fileURLWithPath: output, isDirectory: true) }
    guard RunFolder(url: place).holdsRun else {
      throw FileError(
        file: place.path,
        message: "Is no run's folder: there is no run.json in it. Say where the charts go: -o FOLDER")
    }
    return place.appendingPathComponent("charts", isDirectory: true)
  }

  private func customCharts(_ file: String) throws(FileError) -> [Chart] {
    let chart = CustomChart(x: x ?? "", y: y ?? "", color: color, facet: facet, isLogarithmic: log)
    return try chart.charts(ofFile: file, filter: cells.cellFilter) { StandardError.print("warning: \($0)") }
  }

  private func chartsOfRuns(_ folders: [RunFolder]) throws(FileError) -> [Chart] {
    var read: [ChartRun] = []
    for folder in folders {
      let run = try ChartRun(folder: folder, filter: cells.cellFilter)
      for warning in run.warnings { StandardError.print("warning: \(warning)") }
      read.append(run)
    }
    let options = ChartOptions(metric: metric, isPerTree: per == .tree, reference: reference)
    let asked = try? kinds
    let usual =
      read.count > 1 ? [.trend] : ChartKind.allCases.filter { metric.map($0.metrics.contains) ?? true }
    var charts: [Chart] = []
    for kind in asked ?? usual {
      let some = kind.charts(of: read, options: options)
      if some.isEmpty, asked != nil || read.count > 1 {
        throw FileError(
          file: runs.map(\.text).joined(separator: ", "),
          message: "There is nothing to draw: \(kind.rawValue) needs \(kind.requirement).")
      }
      charts += some
    }
    guard !charts.isEmpty else {
      throw FileError(file: runs[0].text, message: "There is nothing to draw for any kind of chart.")
    }
    return charts
  }

  private func write(_ charts: [Chart], into folder: ChartFolder) throws {
    let themes: [ChartTheme] =
      switch theme {
      case .light: [.light]
      case .dark: [.dark]
      case .both: [.light, .dark]
      }
    let pictures = formats.filter { ChartCommand.pictures.contains($0) }
    let specifications: [URL]
    do throws(FileError) {
      specifications = try folder.write(charts, themes: themes, extensions: pictures, force: force)
    } catch {
      throw CommandFailure.failed(error)
    }
    for file in specifications { print(file.relativePath) }
    guard !pictures.isEmpty else { return }
    guard let renderer = ChartRenderer() else {
      StandardError.print(
        "note: the specifications are written, without pictures: nothing is installed that draws them; run \(ChartRenderer.remedy)"
      )
      return
    }
    try renderer.draw(specifications, formats: pictures)
    for file in specifications {
      let stem = file.relativePath.dropLast(ChartFolder.specificationExtension.count)
      for picture in pictures { print(stem + picture) }
    }
  }
}

extension ChartKind {
  /// A line a kind, as help shows it.
  fileprivate static var list: String {
    let width = allCases.map(\.rawValue.count).max() ?? 0
    return allCases.map { kind in
      let name = kind.rawValue + String(repeating: " ", count: width - kind.rawValue.count)
      return "  \(name)  \(kind.summary)"
    }.joined(separator: "\n")
  }
}
