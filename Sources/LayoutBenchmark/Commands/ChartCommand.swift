import ArgumentParser
import Benchmarking
import Foundation

/// `layoutbench chart`: draws charts of runs and comparisons.
struct ChartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart",
    abstract: "Draw charts of a run, from its files alone.",
    discussion: """
      Each chart is a Vega-Lite specification with its data, NAME.vl.json, and pictures of it. vl-convert draws them, \
      which scripts/install-renderer installs; without it only the specifications are written. The paths of all files \
      go to standard output. A specification that you changed is not written over. Documentation/Charts.md \
      says how to draw it again. `layoutbench report` makes one page with all charts of a run.

      KINDS
      \(ChartKind.list)

      EXAMPLES
        layoutbench chart latest
        layoutbench chart results/reference/growth --kind growth --format svg,png
        layoutbench chart results/reference/peers --kind ratios --filter 'feed(100)'
      """)

  @Argument(
    help: """
      A run: its folder, its name in the results, a baseline's name, or latest.
      """, completion: .runs)
  var reference: RunReference?

  @Option(
    help: "Kinds of chart, with commas between them; list names them. Default: all that the data allows.")
  var kind: String?

  @OptionGroup
  var cells: FilterOptions

  @Option(
    help: """
      The metric, by its name in summary.csv or compare.csv. Default: wall time; for memory and forest, all.
      """)
  var metric: String?

  @Option(help: "Growth: the time per element or per tree.")
  var per = Per.element

  @Option(
    name: .customLong("reference"), help: "Ratios: the subject that others are divided by.")
  var divisor = RunReport.reference

  @Option(help: "svg, png, html, or vl for the specification alone; several with commas between them.")
  var format = "svg"

  @Option(help: "Colours for light pages, dark ones, or both.")
  var theme = Theme.both

  @Option(
    name: .shortAndLong,
    help: """
      The folder to write to. Default: charts in the folder of the run.
      """,
    completion: .directory, transform: nonEmptyName)
  var output: String?

  @Flag(help: "Write over specifications that were changed, and over pictures without one.")
  var force = false

  enum Per: String, CaseIterable, ExpressibleByArgument {
    case element
    case tree
  }

  enum Theme: String, CaseIterable, ExpressibleByArgument {
    case light
    case dark
    case both
  }

  /// The formats that the renderer draws. `vl` is the specification itself.
  private static let pictures = ["svg", "png", "html"]

  private var formats: [String] {
    format.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// The kinds that were asked for; nil = whatever the data allows.
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

  func validate() throws {
    if kind == "list" { return }
    let known = ChartCommand.pictures + ["vl"]
    for name in formats where !known.contains(name) {
      throw ValidationError("--format takes \(known.joined(separator: ", ")), and not \"\(name)\"")
    }
    if reference == nil { throw ValidationError("give a run") }
    for kind in try kinds ?? [] { try validate(kind) }
    let metrics = ChartKind.allCases.flatMap(\.metrics).firstAppearances()
    if let metric, !metrics.contains(metric) {
      throw ValidationError("there is no metric \"\(metric)\"; there are \(metrics.joined(separator: ", "))")
    }
  }

  private func validate(_ kind: ChartKind) throws {
    if let metric, !kind.metrics.contains(metric) {
      let known = kind.metrics.isEmpty ? "no --metric" : kind.metrics.joined(separator: ", ")
      throw ValidationError("\(kind.rawValue) takes \(known), and not \"\(metric)\"")
    }
  }

  func run() throws {
    if kind == "list" {
      print(ChartKind.list)
      return
    }
    ThisProgram.warnOfOtherSources()
    guard let reference else { return }
    let run = try reference.folder(in: .current)
    let charts = try self.charts(of: run, named: reference.text)
    let folder = output.map { URL(fileURLWithPath: $0, isDirectory: true) }
    try write(
      charts,
      into: ChartFolder(url: folder ?? run.url.appendingPathComponent("charts", isDirectory: true)))
  }

  private func charts(of folder: RunFolder, named name: String) throws(FileError) -> [Chart] {
    let run = try ChartRun(folder: folder, filter: cells.cellFilter)
    for warning in run.warnings { StandardError.print("warning: \(warning)") }
    if divisor != RunReport.reference && !run.subjects.contains(divisor) {
      throw FileError(
        file: name,
        message: "Has no subject \"\(divisor)\"; there are \(run.subjects.sorted().joined(separator: ", ")).")
    }
    let asked = try? kinds
    var charts: [Chart] = []
    for kind in asked ?? ChartKind.allCases.filter({ metric.map($0.metrics.contains) ?? true }) {
      let some = kind.charts(of: run, metric: metric, isPerTree: per == .tree, reference: divisor)
      if some.isEmpty && asked != nil {
        throw FileError(
          file: name,
          message: "There is nothing to draw: \(kind.rawValue) needs \(kind.requirement).")
      }
      charts += some
    }
    guard !charts.isEmpty else {
      throw FileError(file: name, message: "There is nothing to draw for any kind of chart.")
    }
    return charts
  }

  private func write(_ charts: [Chart], into folder: ChartFolder) throws {
    let themes = ChartTheme(rawValue: theme.rawValue).map { [$0] } ?? ChartTheme.allCases
    let pictures = formats.filter { ChartCommand.pictures.contains($0) }
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

extension ChartKind {
  /// A line per kind, as help shows it.
  fileprivate static var list: String { columns(allCases.map { ($0.rawValue, $0.summary) }, indent: "  ") }
}

// MARK: - Drawing

/// The program that draws specifications: `Benchmarks/charts/render.py`.
struct ChartRenderer {
  private let program: PythonProgram

  /// The command that installs it.
  static var remedy: String { PackageFolder.command("install-renderer") }

  /// nil if it is not installed.
  ///
  /// The environment variable `LAYOUTBENCH_RENDERER` names another program, which gets the same options; if it is
  /// empty, there is none.
  init?() {
    if let other = ProgramRun.current.environment["LAYOUTBENCH_RENDERER"] {
      guard !other.isEmpty else { return nil }
      program = PythonProgram(executable: URL(fileURLWithPath: other), arguments: [])
    } else if let folder = PythonProgram.installedFolder("charts", requirements: ["requirements.txt"]) {
      program = PythonProgram("render.py", in: folder)
    } else {
      return nil
    }
  }

  /// Draws each specification in each format, beside it, and waits until that is done.
  ///
  /// - Throws: `CommandFailure` with the last line of the program's errors.
  func draw(_ specifications: [URL], formats: [String]) throws {
    let options = ["--format", formats.joined(separator: ","), "--"]
    let command = [program.executable.path] + program.arguments + options + specifications.map(\.path)
    let result: ProcessResult
    // A program that is started does not get the terminal's Ctrl-C by itself.
    Signals.watch()
    do throws(ProcessRunnerError) {
      result = try SystemProcessRunner().run(command, environment: [:])
    } catch {
      throw CommandFailure.failed("\(program.executable.path) does not start: \(error)")
    }
    guard result.exitCode == 0 else {
      let last = result.errors.split(separator: "\n").last.map(String.init) ?? "it gave no reason"
      throw CommandFailure.failed("the charts cannot be drawn: \(last)")
    }
  }
}
