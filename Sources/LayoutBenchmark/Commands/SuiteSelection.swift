import ArgumentParser
import Foundation
import LayoutWorkloads
import Measuring

/// The options of commands that measure a suite: its cells, and the folder of the results.
struct SuiteSelection: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      ThisProgram.isOwn
        ? "A suite file, or a suite in the package's folder suites. Default: own, this program's workloads."
        : "A suite in Benchmarks/suites, or a suite file. Default: quick for run, compare for compare."),
    completion: .suites)
  var suite: String?

  @OptionGroup
  var cells: FilterOptions

  @Option(
    help: "Numbers of workers: 1,2 or 1..max. Default: the suite's.",
    transform: { try parsed($0, "numbers from 1 to \(ThreadList.limit), or max, such as 1,2 or 1..max") })
  var threads: ThreadList?

  @Option(
    help: "The seed of the workloads' random numbers and of the order of samples, 0 or more. Default: 42.",
    transform: { try parsed($0, "a whole number, 0 or more") })
  var seed: UInt64?

  @Option(
    help: "The parent of the new folder. Default: results in the checkout or the working folder.",
    completion: .directory, transform: nonEmptyName)
  var out: String?

  @OptionGroup
  var job: JobOptions

  var seedOrDefault: UInt64 { seed ?? 42 }
  /// The parent of the folders of results.
  var parent: URL { out.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? ResultsFolder.current.url }

  /// The options as they are written on a command line.
  var arguments: [String] {
    var arguments = suite.map { ["--suite", $0] } ?? []
    arguments += cells.filter.flatMap { ["--filter", $0] } + cells.exclude.flatMap { ["--exclude", $0] }
    if let threads { arguments += ["--threads", threads.description] }
    if let seed { arguments += ["--seed", "\(seed)"] }
    return arguments
  }

  /// Returns the suite, and the cells that pass the filters, at least one.
  ///
  /// - Parameters:
  ///   - name: the suite's name if none was given.
  ///   - dispatch: replaces the suite's modes.
  func request(default name: String, dispatch: [DispatchMode]?, shard: Shard? = nil) throws -> (
    suite: BenchmarkSuite, request: RunRequest
  ) {
    let (suite, file) = try suite(default: name)
    let shipped = Catalogue.subjects.map(\.name)
    if let taken = suite.commands.first(where: { shipped.contains($0.name) }) {
      throw CommandFailure.badInput(
        "suite \(suite.name): the command \"\(taken.name)\" has the name of a subject")
    }
    var request = RunRequest(
      suite: suite, suiteFile: file?.standardizedFileURL.path ?? "", filter: cells.cellFilter,
      threads: threads,
      dispatch: dispatch, logicalCores: ProcessInfo.processInfo.activeProcessorCount, shard: shard)
    guard !request.cells.isEmpty else {
      throw CommandFailure.badInput(
        "no cell of \(file?.path ?? "suite \(suite.name)") matches \(cells.cellFilter)")
    }
    // Different spellings of a workload belong together.
    for index in request.cells.indices {
      if let text = request.cells[index].workload {
        request.cells[index].workload = try Catalogue.workload(text).description
      }
    }
    return (suite, request)
  }

  /// Throws an error if an option was given that cannot change after a run or a comparison begins.
  ///
  /// - Parameters:
  ///   - others: further options, and whether they were given.
  ///   - reason: the error after the option's name.
  func requireUnsettled(_ others: KeyValuePairs<String, Bool>, _ reason: String) throws {
    let options: [(key: String, value: Bool)] = [
      ("--suite", suite != nil), ("--filter", !cells.filter.isEmpty), ("--exclude", !cells.exclude.isEmpty),
      ("--threads", threads != nil), ("--seed", seed != nil),
      ("--out", out != nil),
    ]
    guard let option = (options + others).first(where: \.value)?.key else { return }
    throw ValidationError("\(option) \(reason)")
  }

  /// Returns the suite with its file; without one for the suite of a program's own workloads.
  private func suite(default name: String) throws -> (BenchmarkSuite, URL?) {
    if suite == nil || suite == "own", let own = OwnBenchmarks.current {
      guard !own.workloads.isEmpty else {
        throw CommandFailure.badInput(
          "\(ThisProgram.name) has no workloads of its own; add some, or name a suite file: --suite FILE")
      }
      return (own.suite(threads: ThreadList(name == "compare" ? "1" : "1,max") ?? [1]), nil)
    }
    let file = try suiteFile(suite ?? name)
    return (try BenchmarkSuite(contentsOf: file), file)
  }

  private func suiteFile(_ suite: String) throws -> URL {
    if suite.hasSuffix(".json") || suite.contains("/") { return URL(fileURLWithPath: suite) }
    guard let package = PackageFolder.current else {
      guard !ThisProgram.isOwn else {
        throw CommandFailure.badInput(
          "\(ThisProgram.name) lies in no package that has suites; give a suite file: --suite FILE")
      }
      throw CommandFailure.badInput(
        "there is no Benchmarks/suites in this folder or above it; run this in a checkout, give a suite file, "
          + "or measure layouts of your own: \(ProgramName.command) init"
      )
    }
    let file = package.suites.appendingPathComponent("\(suite).json")
    guard FileManager.default.fileExists(atPath: file.path) else {
      let files = (package.suiteFiles ?? []).map { $0.deletingPathExtension().lastPathComponent }
      let known = ((ThisProgram.isOwn ? ["own"] : []) + files).sorted()
      throw CommandFailure.badInput(
        "there is no suite \"\(suite)\" in \(package.suites.path); "
          + (known.isEmpty
            ? "there are none; name a suite file"
            : "there \(known.count == 1 ? "is" : "are") \(known.joined(separator: ", "))"))
    }
    return file
  }
}

/// The options of `run`, `compare`, `table` and `chart` that select cells or rows.
struct FilterOptions: ParsableArguments {
  @Option(
    help: """
      Only cells that contain this text, as in "spec.cold feed(1000) 2 threads serialQueues": subject, \
      workload, threads and dispatch mode. An asterisk stands for anything in between. If given more than \
      once, cells that contain any of the texts.
      """, completion: .filters)
  var filter: [String] = []

  @Option(help: "No cells that contain this text; takes precedence over --filter.")
  var exclude: [String] = []

  var isEmpty: Bool { filter.isEmpty && exclude.isEmpty }

  var cellFilter: CellFilter { CellFilter(filter, excluding: exclude) }
}
