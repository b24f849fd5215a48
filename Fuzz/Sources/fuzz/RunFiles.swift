import Foundation

@testable import Measuring
@testable import Reporting

// MARK: - Suites

/// A suite: the cells of its run, divided into shards, and what the run's file says of them.
@Sendable func fuzzSuite(_ bytes: [UInt8]) {
  guard let suite = try? BenchmarkSuite(json: Data(bytes), file: "suite") else { return }
  let request = RunRequest(suite: suite, suiteFile: "folder/suite.json", logicalCores: 8)
  step("\(request.cells.count) cells")
  for cell in suite.cells {
    let threads = suite.threads(of: cell)
    let copy = ThreadList(threads.description)
    require(copy?.description == threads.description, "\(threads) is not read back")
  }
  guard request.cells.count < 500 else { return }
  let copy = requireNoError("The request is not read back") {
    try JSONDecoder().decode(RunRequest.self, from: JSONEncoder().encode(request))
  }
  require(copy == request, "The request is read back as another one")

  var shared: [RunRequest.Cell] = []
  for index in 1...3 {
    guard let shard = Shard("\(index)/3") else { fail("\(index)/3 is no shard") }
    var part = request
    part.shard = shard
    shared += part.cellsOfShard(seed: 7)
  }
  require(
    shared.count == request.cells.count && Set(shared) == Set(request.cells), "The shards are not the run")
}

// MARK: - CSV

/// A CSV file: what is written of its rows reads back as these, and nothing of a row that is cut off counts.
/// The bytes are also fields of a file that is written.
@Sendable func fuzzCSV(_ bytes: [UInt8]) {
  checkFields(bytes)
  guard let table = try? CSVTable(bytes: bytes, file: "table") else { return }
  step("\(table.rows.count) rows of \(table.header.count) fields")
  let written = ([table.header] + table.rows.map(\.fields)).map(CSVText.row).joined()
  let copy = requireNoError("What was written is not read") {
    try CSVTable(bytes: Array(written.utf8), file: "written")
  }
  require(
    copy.header == table.header && copy.rows.map(\.fields) == table.rows.map(\.fields)
      && copy.droppedLine == nil && copy.completeByteCount == written.utf8.count,
    "Read back it is another table")

  let whole = requireNoError("The whole rows are not read") {
    try CSVTable(bytes: Array(bytes.prefix(table.completeByteCount)), file: "whole")
  }
  require(whole.rows == table.rows && whole.droppedLine == nil, "The whole rows are others")

  if let samples = try? SampleFile(table: table, file: "samples.csv") {
    let text = CSVText.file(SampleRecord.columns, of: samples.samples)
    let copy = requireNoError("Samples that were written are not read") {
      try SampleFile(table: CSVTable(bytes: Array(text.utf8), file: "written"), file: "written")
    }
    require(copy.samples.map(\.fields) == samples.samples.map(\.fields), "Samples are read back as others")
  }
}

/// Fields with a zero between them, in two rows.
private func checkFields(_ bytes: [UInt8]) {
  let fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
    .map { String(decoding: $0, as: UTF8.self) }
  let text = CSVText.row(fields) + CSVText.row(fields.reversed())
  let table = requireNoError("Fields that were written are not read") {
    try CSVTable(bytes: Array(text.utf8), file: "written")
  }
  require(
    table.header == fields && table.rows.map(\.fields) == [fields.reversed()],
    "Fields are read back as others")
}

// MARK: - Run folders

/// The files of a run's folder, one after the other, each after the first behind a line `=== ` with its name.
@Sendable func fuzzRunFolder(_ bytes: [UInt8]) {
  let folder = RunFolder(url: inputFolder)
  do {
    for url in [folder.runFile, folder.samplesFile, folder.summaryFile] {
      try? FileManager.default.removeItem(at: url)
    }
    for (name, content) in files(in: bytes) {
      try Data(content).write(to: folder.url.appendingPathComponent(name))
    }
  } catch {
    fail("The input's folder cannot be filled: \(error)")
  }
  do throws(FileError) {
    try examine(folder)
  } catch {
    step("\(error)")
  }
}

/// Where the files of inputs are: of this process alone.
private let inputFolder: URL = {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("layoutbench-fuzz-\(getpid())")
  requireNoError("There is no folder for inputs") {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
  return folder
}()

private func files(in bytes: [UInt8]) -> [(name: String, content: ArraySlice<UInt8>)] {
  let names = ["samples.csv", "summary.csv"]
  var files: [(name: String, content: ArraySlice<UInt8>)] = []
  var (name, start, line) = ("run.json", 0, 0)
  while line < bytes.count {
    let end = bytes[line...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    if let next = names.first(where: { bytes[line..<end].elementsEqual("=== \($0)".utf8) }) {
      files.append((name, bytes[start..<line]))
      (name, start) = (next, min(end + 1, bytes.count))
    }
    line = end + 1
  }
  return files + [(name, bytes[start...])]
}

/// What `table`, `run --resume`, `merge` and the charts do with a folder.
private func examine(_ folder: RunFolder) throws(FileError) {
  let description = try folder.readDescription()
  let json = requireNoError("The description cannot be written") { try StableJSON.data(of: description) }
  let copy: RunDescription = try StableJSON.read(
    json, file: "written", as: "a run's description", newest: SampleRecord.schema)
  require(copy == description, "The description is read back as another one")
  _ = (description.isFinished(), description.incompleteness(path: "folder"))

  let samples = try folder.readSamples(countedBy: description)
  step("\(samples.samples.count) samples")
  let summary = Summary(of: samples.samples, arm: samples.arm)
  checkTables(
    of: RunReport(
      summary: summary, run: description, samples: samples.samples, arm: samples.arm, warnings: [],
      path: "folder"))

  if let resumption = try? RunResumption(of: folder, build: description.build, git: description.git) {
    _ = (resumption.remainingBudget(samples: samples.samples), samples.nextSequence, samples.earlierCells)
    let cells = Set(samples.samples.map(\.cell)).filter { $0.threads >= 1 }.map { Cell(id: $0) }
    try resumption.requireCells(cells.map(\.id), of: samples)
    let plan = RunPlan(
      cells: cells, rounds: min(max(description.rounds, 1), 1_000_000), budget: nil, seed: description.seed,
      completed: samples.completedUnits, earlier: samples.earlierCells)
    for cell in cells { require(plan.unitsToDo(cell.id) >= 0, "Less than nothing is left to do") }
    let text = plan.text(leftOut: [], RunEstimate(of: plan))
    require(!text.isEmpty, "The plan says nothing")
  }
  try checkMerging(folder, description, samples)
}

/// One run that is merged has the samples that it had.
private func checkMerging(
  _ folder: RunFolder, _ description: RunDescription, _ samples: SampleFile
) throws(FileError) {
  let id = RunFolder.newName(start: Date(timeIntervalSince1970: 1_800_000_000), suite: "merged", number: 0)
  let merge = try RunMerge(of: [folder], id: id, commandLine: [])
  require(merge.description.cells == description.cells, "One run is merged into another one")
  let url = inputFolder.appendingPathComponent("merged")
  defer { try? FileManager.default.removeItem(at: url) }
  let copy = requireNoError("What was merged is not written and read") {
    try merge.write(to: url).readSamples()
  }
  step("\(copy.samples.count) samples when merged")
  require(copy.samples.map(\.fields) == samples.samples.map(\.fields), "One run is merged into other samples")
}

private func checkTables(of report: RunReport) {
  let summary = report.summary
  step("\(summary.rows.count) rows in the summary")
  for width in [nil, 40] {
    _ = (
      ResultTable(summary: summary).text(width: width), SubjectTable(summary: summary).text(width: width),
      GrowthTable(summary: summary).text(width: width), ThreadTable(summary: summary).text(width: width)
    )
  }
  let json = requireNoError("The summary is no JSON") {
    try JSONSerialization.jsonObject(with: Data(RunFormat.json.text(of: report).utf8))
  }
  require((json as? [Any])?.count == summary.rows.count, "The summary's JSON lacks rows")
  let table = requireNoError("The summary's CSV is none") {
    try CSVTable(bytes: Array(summary.csv.utf8), file: "summary.csv")
  }
  let rows = summary.rows.map { row in SummaryRow.columns.map { $0.write(row) } }
  require(table.rows.map(\.fields) == rows, "The summary is read back as another one")
}
