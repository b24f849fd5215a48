import ArgumentParser
import Foundation
import Measuring
import Reporting

/// `layoutbench chart`: draws charts of runs and comparisons.
struct ChartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart",
    abstract: "Draw charts of a run, from its files alone.",
    discussion: """
      Each chart is a Vega-Lite specification with its data, NAME.vl.json, and pictures of it. vl-convert draws them, \
      which scripts/install-renderer installs; without it only the specifications are written. The paths of all files \
      go to standard output. A specification that you changed is not written over. Documentation/Charts.md \
      says how to draw it again. `\(ProgramName.command) report` makes one page with all charts of a run.

      KINDS
      \(columns(ChartKind.allCases.map { ($0.rawValue, $0.summary) }, indent: "  "))

      EXAMPLES
        \(ProgramName.command) chart latest
        \(ProgramName.command) chart \(ThisProgram.exampleRun("growth")) --kind growth --format svg,png
        \(ProgramName.command) chart \(ThisProgram.exampleRun("peers")) --kind ratios --filter 'feed(100)'
      """)

  @Argument(
    help: "A run: its folder, its name in the results, or latest.", completion: .runs)
  var reference: RunReference

  @Option(
    help: "Kinds of chart, with commas between them. Default: all that the data allows.",
    transform: { try list($0) })
  var kind: [ChartKind]?

  @OptionGroup
  var cells: FilterOptions

  @Option(
    help: """
      The metric, by its name in summary.csv or compare.csv. Default: wall time; for memory and forest, all.
      """)
  var metric: String?

  @Option(
    name: .customLong("reference"), help: "Ratios: the subject that others are divided by.")
  var divisor = ResultTable.defaultReference

  @Option(
    help:
      "svg, png, html, or vl for the specification alone; several with commas between them. Default: svg.",
    transform: { try list($0) })
  var format: [Format] = [.svg]

  @Option(help: "Colours for light pages or for dark ones. Default: both.")
  var theme: ChartTheme?

  @Option(
    name: .shortAndLong,
    help: """
      The folder to write to. Default: charts in the folder of the run.
      """,
    completion: .directory, transform: nonEmptyName)
  var output: String?

  @Flag(help: "Write over specifications that were changed, and over pictures without one.")
  var force = false

  enum Format: String, CaseIterable {
    case svg
    case png
    case html
    /// The Vega-Lite specification, from which the renderer draws the other formats.
    case vl
  }

  func validate() throws {
    let metrics = (kind ?? ChartKind.allCases).flatMap(\.metrics).firstAppearances()
    if let metric, !metrics.contains(metric) {
      throw ValidationError("there is no metric \"\(metric)\"; there are \(metrics.joined(separator: ", "))")
    }
    if let metric, let other = kind?.first(where: { !$0.metrics.contains(metric) }) {
      throw ValidationError("--kind \(other.rawValue) shows no \(metric)")
    }
  }

  func run() throws {
    ThisProgram.warnOfOtherSources()
    let run = try reference.folder(in: .current)
    let charts = try self.charts(of: run, named: reference.text)
    let folder = output.map { URL(fileURLWithPath: $0, isDirectory: true) }
    try write(
      charts,
      into: ChartFolder(url: folder ?? run.url.appendingPathComponent("charts", isDirectory: true)))
  }

  private func charts(of folder: RunFolder, named name: String) throws(FileError) -> [Chart] {
    var run = try ChartRun(folder: folder, filter: cells.cellFilter)
    // A list that this program does not know any more has no frames; the other charts do.
    run.replay = { [summary = run.summary] in
      (try? FrameReport(of: UnitTimes(summary), on: FrameReport.usualDevice))?.pictured ?? []
    }
    for warning in run.warnings { StandardError.print("warning: \(warning)") }
    if divisor != ResultTable.defaultReference && !run.subjects.contains(divisor) {
      throw FileError(
        file: name,
        message: "has no subject \"\(divisor)\"; there are \(run.subjects.sorted().joined(separator: ", "))")
    }
    var charts: [Chart] = []
    for other in kind ?? ChartKind.allCases where metric.map(other.metrics.contains) ?? true {
      let some = other.charts(of: run, metric: metric, reference: divisor)
      if some.isEmpty && kind != nil {
        throw FileError(
          file: name,
          message: "there is nothing to draw: \(other.rawValue) needs \(other.requirement)")
      }
      charts += some
    }
    guard !charts.isEmpty else {
      throw FileError(file: name, message: "there is nothing to draw for any kind of chart")
    }
    return charts
  }

  private func write(_ charts: [Chart], into folder: ChartFolder) throws {
    let themes = theme.map { [$0] } ?? ChartTheme.allCases
    let pictures = format.filter { $0 != .vl }.map(\.rawValue)
    let specifications = try failingOnFiles {
      try folder.write(charts, themes: themes, extensions: pictures, force: force)
    }
    for file in specifications { print(file.relativePath) }
    guard !pictures.isEmpty else { return }
    guard let renderer = ChartRenderer() else {
      StandardError.print(
        "note: only the specifications are written, since the renderer is not installed; run \(ChartRenderer.remedy)"
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

extension ChartTheme: ExpressibleByArgument {}
