import Foundation

/// The files of one run, as charts show them.
package struct ChartRun {
  private let folder: RunFolder
  /// nil if the folder has no `run.json`.
  let description: RunDescription?
  /// Empty if there is no `samples.csv`.
  private(set) var samples: [SampleRecord] = []
  /// The arm of a comparison that the samples' charts show.
  private(set) var arm = ComparisonArm.base
  /// Of the samples, or from `summary.csv` if there are none.
  private(set) var summary = Summary(of: [])
  private(set) var latency: [LatencyBucket] = []
  /// nil if there is no `compare.json`.
  private(set) var comparison: Comparison?
  /// Faults of the files that are not fatal, a line each.
  package private(set) var warnings: [String] = []
  /// The file that the summary comes from.
  private var summarySource = "summary.csv"

  /// The subjects that were measured.
  package var subjects: Set<String> {
    Set(summary.rows.map(\.cell.subject) + (comparison?.rows.map(\.cell.subject) ?? []))
  }

  /// Larger files are refused: what is read from them would not fit into the memory of a small machine.
  static let largestFile = 256 << 20

  private static let files = ["samples.csv", "summary.csv", "latency.csv", "compare.json"]

  /// Reads the files that are there.
  ///
  /// - Parameter filter: which cells are wanted.
  /// - Throws: `FileError`: for a folder without any of the files, for files that are damaged, too large or
  ///   of a newer schema, and if no row is left.
  package init(folder: RunFolder, filter: CellFilter = CellFilter()) throws(FileError) {
    self.folder = folder
    let files = Self.files.filter {
      FileManager.default.fileExists(atPath: folder.url.appendingPathComponent($0).path)
    }
    func require(_ isFit: Bool, _ message: @autoclosure () -> String) throws(FileError) {
      if !isFit { throw FileError(folder.url, message()) }
    }
    try require(!files.isEmpty, "Is no run's folder: it has none of \(Self.files.joined(separator: ", ")).")
    description = folder.holdsRun ? try folder.readDescription() : nil
    // Samples say more than the summary of them.
    for name in files where name != "summary.csv" || !files.contains("samples.csv") { try read(name) }
    try require(hasRows, "Has no measured row in \(files.joined(separator: ", ")).")
    samples.removeAll { !filter.matches($0.cell) }
    summary.rows.removeAll { !filter.matches($0.cell) }
    latency.removeAll { !filter.matches($0.cell) }
    comparison?.rows.removeAll { !filter.matches($0.cell) }
    try require(
      hasRows, "No cell of it, as in \"spec.cold feed(1000) 2 threads serialQueues\", matches \(filter).")
    if let description {
      let growth = GrowthTable(summary: summary, machines: description.machinesOfRuns)
      warnings += [description.incompleteness(path: folder.url.path)?.description, growth.mixedText]
        .compactMap { $0 }
    }
  }

  private mutating func read(_ name: String) throws(FileError) {
    let path = folder.url.appendingPathComponent(name).path
    try Self.checkSize(path)
    switch name {
    case "samples.csv":
      let file =
        if let description { try folder.readSamples(countedBy: description) } else {
          try SampleFile(contentsOf: path)
        }
      warnings += file.warnings.map(\.cause)
      (samples, arm, summarySource) = (file.samples, file.arm, name)
      summary = Summary(of: samples, arm: arm)
    case "summary.csv": summary = try Summary(contentsOf: path) { warnings.append($0) }
    case "latency.csv": latency = try LatencyBucket.read(path)
    default: comparison = try folder.readComparison()
    }
  }

  private var hasRows: Bool {
    !summary.rows.isEmpty || !latency.isEmpty || comparison?.rows.isEmpty == false
  }

  private static func checkSize(_ path: String) throws(FileError) {
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    guard size <= largestFile else {
      throw FileError(
        file: path,
        message:
          "Has \(size >> 20) MiB; charts are drawn from at most \(largestFile >> 20) MiB. Remove rows first.")
    }
  }
}

extension ChartRun {
  /// The folder's name, without its path, which is nobody else's business.
  var name: String { folder.url.standardizedFileURL.lastPathComponent }

  /// The time at which the run began, as far as that is known. Sorted as text, runs are in order of time.
  var start: String { description?.startedUTC ?? samples.first?.utc ?? name }

  /// Date, time and revision, with spaces between them.
  var label: String {
    let revision = description?.git.map { String($0.revision.prefix(7)) + ($0.isDirty ? "+" : "") }
    return [String(start.prefix(16)).replacing("T", with: " "), revision].compactMap { $0 }
      .joined(separator: " ")
  }

  /// The rows of a metric with the fewest threads, and how many workers those are; nil without any.
  func rowsOfFewestThreads(
    of metric: Metric, where isShown: (SummaryRow) -> Bool
  ) -> (rows: [SummaryRow], workers: String)? {
    let rows = summary.rows.filter { $0.metric == metric && isShown($0) }
    guard let threads = rows.map(\.cell.threads).min() else { return nil }
    return (rows.filter { $0.cell.threads == threads }, threads == 1 ? "one worker" : "\(threads) workers")
  }

  /// The origin of a chart of one of the run's files.
  func caption(of file: String) -> [String] {
    description?.caption(of: "\(name)/\(file)") ?? ["\(name)/\(file); no run.json says on which machine."]
  }

  /// The origin of a chart of the summary.
  var summaryCaption: [String] { caption(of: summarySource) }
}

extension RunDescription {
  /// The origin of a chart: file, suite, date and revision in one line, machine and build in the next.
  func caption(of file: String) -> [String] {
    let run = [
      file, suite.map { "suite \($0)" }, String(startedUTC.prefix(10)), git?.description,
      isFinished() ? nil : "incomplete",
    ]
    func line(_ machine: MachineFacts, _ note: String? = nil) -> String {
      MachineLine.text(machine: machine, note: note, build: build)
    }
    let isAlone = (parts ?? []).allSatisfy { line($0.machineAtStart) == line(machineAtStart) }
    return [
      run.compactMap { $0 }.joined(separator: "; ").onOneLine,
      line(machineAtStart, isAlone ? nil : "parts on other machines"),
    ]
  }
}
