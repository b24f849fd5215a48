import Foundation

/// What charts are drawn from: the files of one run.
package struct ChartRun: Sendable {
  package let folder: RunFolder
  /// nil where the folder has no `run.json`.
  package let description: RunDescription?
  /// Empty where there is no `samples.csv`.
  let samples: [SampleRecord]
  /// The arm of the samples that is drawn.
  let arm: ComparisonArm
  /// Of the samples, or of `summary.csv` where there are none.
  let summary: Summary
  /// The file that the summary was made from.
  let summarySource: String
  let latency: [LatencyBucket]
  /// nil where there is no `compare.csv`.
  let comparison: Comparison?
  /// What could not be used without being fatal, a line each.
  package let warnings: [String]

  /// Files above this are refused: what is drawn of them would not fit into the memory of a small machine.
  static let largestFile = 256 << 20

  private static let files = ["samples.csv", "summary.csv", "latency.csv", "compare.csv"]

  /// Reads the files that are there.
  ///
  /// - Parameter filter: which cells are wanted.
  /// - Throws: `FileError`: for a folder without any of the files, for files that are damaged, too large or of a newer schema, and
  ///   where no row is left.
  package init(folder: RunFolder, filter: CellFilter = CellFilter()) throws(FileError) {
    self.folder = folder
    var warnings: [String] = []
    let present = Self.files.filter {
      FileManager.default.fileExists(atPath: folder.url.appendingPathComponent($0).path)
    }
    guard !present.isEmpty else {
      throw FileError(
        file: folder.url.path,
        message: "Is no run's folder: it has none of \(Self.files.joined(separator: ", ")).")
    }
    func path(_ name: String) throws(FileError) -> String? {
      guard present.contains(name) else { return nil }
      let path = folder.url.appendingPathComponent(name).path
      try Self.checkSize(path)
      return path
    }
    description =
      FileManager.default.fileExists(atPath: folder.runFile.path) ? try folder.readDescription() : nil
    var summary = Summary(of: [])
    var samples: [SampleRecord] = []
    var arm = ComparisonArm.base
    if let samplesPath = try path("samples.csv") {
      let file: SampleFile
      if let description {
        file = try folder.readSamples(countedBy: description)
      } else {
        file = try SampleFile(contentsOf: samplesPath)
      }
      warnings += file.warnings.map(\.cause)
      samples = file.samples
      arm = file.arm
      summary = Summary(of: samples, arm: arm)
    } else if let summaryPath = try path("summary.csv") {
      summary = try Summary(contentsOf: summaryPath) { warnings.append($0) }
    }
    let latency = try path("latency.csv").map { path throws(FileError) in try LatencyBucket.read(path) } ?? []
    var comparison: Comparison?
    if let comparePath = try path("compare.csv") {
      let file = try ComparisonFile(contentsOf: comparePath)
      warnings += file.warnings.map(\.cause)
      comparison = file.comparison
    }
    let hadRows = !summary.rows.isEmpty || !latency.isEmpty || comparison?.rows.isEmpty == false
    summary.rows.removeAll { !filter.matches($0.cell) }
    self.summary = summary
    self.arm = arm
    self.samples = samples.filter { filter.matches($0.cell) }
    self.latency = latency.filter { filter.matches($0.cell) }
    comparison?.rows.removeAll { !filter.matches($0.cell) }
    self.comparison = comparison
    if let description {
      warnings += [description.incompleteness(path: folder.url.path)?.description].compactMap { $0 }
      let growth = GrowthTable(summary: summary, machines: description.machinesOfRuns)
      warnings += [growth.mixedText].compactMap { $0 }
    }
    summarySource = present.contains("samples.csv") ? "samples.csv" : "summary.csv"
    self.warnings = warnings
    guard hadRows else {
      throw FileError(
        file: folder.url.path, message: "Has no measured row in \(present.joined(separator: ", ")).")
    }
    guard !self.summary.rows.isEmpty || !self.latency.isEmpty || comparison?.rows.isEmpty == false else {
      throw FileError(
        file: folder.url.path,
        message: "No cell of it, as in \"spec.cold feed(1000) 2 threads serialQueues\", matches \(filter).")
    }
  }

  static func checkSize(_ path: String) throws(FileError) {
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    guard size <= largestFile else {
      throw FileError(
        file: path,
        message:
          "Is \(size >> 20) MiB large; charts are drawn of at most \(largestFile >> 20) MiB. Take out rows first."
      )
    }
  }
}

extension ChartRun {
  /// The folder's name, without the path to it, which is nobody else's business.
  var name: String { folder.url.standardizedFileURL.lastPathComponent }

  /// When the run began, as far as that is known: in order of time when sorted as text.
  var start: String { description?.startedUTC ?? samples.first?.utc ?? name }

  /// Date, time and revision, with spaces between them.
  var label: String {
    let start = self.start.prefix(16).replacing("T", with: " ")
    return [start, description?.git.map { String($0.revision.prefix(7)) + ($0.isDirty ? "+" : "") }]
      .compactMap { $0 }.joined(separator: " ")
  }

  /// Where a chart of one of the run's files comes from.
  func caption(of file: String) -> [String] {
    description.map { $0.caption(of: "\(name)/\(file)") } ?? [
      "\(name)/\(file); no run.json says on which machine."
    ]
  }
}

extension RunDescription {
  /// Where a chart comes from: its file, run and revision in one line, the machine and build in the next.
  func caption(of file: String) -> [String] {
    let run: [String?] = [
      file, suite.map { "suite \($0)" }, String(startedUTC.prefix(10)), git?.description,
      isFinished() ? nil : "incomplete",
    ]
    let machine = Self.name(machineAtStart)
    let isAlone = (parts ?? []).allSatisfy { Self.name($0.machineAtStart) == machine }
    let place: [String?] = [
      machine, isAlone ? nil : "parts on other machines",
      "Swift \(build.swiftVersion), \(build.configuration.rawValue) build", build.allocator,
    ]
    return [run, place].map { $0.compactMap { $0 }.joined(separator: "; ") }
  }

  private static func name(_ machine: MachineFacts) -> String? {
    let parts = [
      machine.cpuModel, machine.logicalCores.map { "\($0) core\($0 == 1 ? "" : "s")" },
      machine.operatingSystem,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
