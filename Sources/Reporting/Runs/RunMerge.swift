import Foundation
import Measurement

/// Several runs put together into one: the shards of a run, or runs of parts of a suite.
///
/// Rows are taken over as they are, with the run and the shard that they were measured in. Measurements that could not be told apart
/// afterwards are refused: of other revisions, builds, suites or seeds, and of the same unit twice.
public struct RunMerge: Sendable {
  public let description: RunDescription
  public let summary: Summary
  /// Those of all parts, in the parts' order.
  public let samples: [SampleRecord]
  /// What is missing or was left out, as things are now: the next merge may be whole.
  public let notes: [Warning]
  /// The text of each table, by its file's name.
  private let tables: [String: String]

  /// Reads and checks the parts. Their order does not matter.
  ///
  /// - Parameters:
  ///   - folders: at least one.
  ///   - id: the merged run's.
  ///   - commandLine: that asks for it.
  /// - Throws: `FileError` with both places where two parts do not agree.
  public init(of folders: [RunFolder], id: RunID, commandLine: [String]) throws(FileError) {
    precondition(!folders.isEmpty, "There is something to merge.")
    var parts: [MergePart] = []
    for folder in folders { parts.append(try MergePart(folder)) }
    parts.sort { $0.precedes($1) }
    for part in parts.dropFirst() { try Self.requireSameProgram(parts[0], part) }
    try Self.requireUnitsOnce(parts)
    try Self.requireChecksums(parts)

    description = Self.describe(parts, id: id, commandLine: commandLine)
    notes = Self.notes(parts)
    samples = parts.flatMap(\.samples.samples)
    var latencies: [RunCell: LatencyHistogram] = [:]
    for part in parts { latencies.merge(part.latencies) { $0.adding($1) } }
    summary = Summary(of: samples, latencies: latencies)
    var tables = [
      parts[0].folder.samplesFile.lastPathComponent: CSVConcatenation(of: parts.map(\.table)).text
    ]
    for file in Set(parts.flatMap(\.histograms.keys)) {
      tables[file] = CSVConcatenation(of: parts.compactMap { $0.histograms[file] }).text
    }
    self.tables = tables
  }

  /// Writes the run into a folder that must not exist: as a whole, or not at all.
  public func write(to url: URL) throws(FileError) -> RunFolder {
    try RunFolder.assemble(at: url) { folder throws(FileError) in
      try folder.write(description)
      for (file, text) in tables { try folder.write(table: text, to: file) }
      try folder.write(summary)
    }
  }

  // MARK: What parts have to agree in

  private static func requireSameProgram(_ first: MergePart, _ other: MergePart) throws(FileError) {
    let (a, b) = (first.description, other.description)
    func require(_ left: String, _ right: String) throws(FileError) {
      guard left != right else { return }
      throw FileError(
        file: other.folder.runFile.path,
        message: "Is of \(right), but \(first.folder.runFile.path) of \(left); such runs cannot be merged.")
    }
    try require("schema \(a.schema)", "schema \(b.schema)")
    if !a.isOfProgram(build: b.build, git: b.git) {
      try require(a.build.text(git: a.git), b.build.text(git: b.git))
      // What is shown of a revision, and of a hash, is short.
      try require("revision \(a.git?.revision ?? "")", "revision \(b.git?.revision ?? "")")
      try require("sources \(a.build.sourceHash ?? "")", "sources \(b.build.sourceHash ?? "")")
    }
    try require("the suite \(a.suite ?? "unknown")", "the suite \(b.suite ?? "unknown")")
    try require("the seed \(a.seed)", "the seed \(b.seed)")
  }

  private struct Unit: Hashable {
    var work: WorkUnit
    var arm: ComparisonArm
    var pair: Int?
  }

  private static func requireUnitsOnce(_ parts: [MergePart]) throws(FileError) {
    var places: [Unit: String] = [:]
    for part in parts {
      for (index, sample) in part.samples.samples.enumerated() where sample.counts {
        let work = WorkUnit(cell: sample.cell, round: sample.round, pass: sample.pass)
        let unit = Unit(work: work, arm: sample.arm, pair: sample.pair)
        let line = part.samples.lines[index]
        let file = part.folder.samplesFile.path
        if let place = places.updateValue("\(file):\(line)", forKey: unit) {
          throw FileError(
            file: file, line: line,
            message: "Has \(sample.cell), round \(sample.round), a second time; the first is \(place).")
        }
      }
    }
  }

  private static func requireChecksums(_ parts: [MergePart]) throws(FileError) {
    var first: [CellDescription: (checksum: Double, place: String)] = [:]
    for part in parts {
      for (index, sample) in part.samples.samples.enumerated() where sample.counts && sample.arm == .base {
        let line = part.samples.lines[index]
        let file = part.folder.samplesFile.path
        guard let known = first[sample.cell] else {
          first[sample.cell] = (sample.checksum, "\(file):\(line)")
          continue
        }
        if known.checksum.bitPattern != sample.checksum.bitPattern {
          throw FileError(
            file: file, line: line,
            message:
              "\(sample.cell) has the checksum \(sample.checksum), but \(known.checksum) at \(known.place): "
              + "the frames differ.")
        }
      }
    }
  }

  // MARK: What is said of the whole

  private static func describe(_ parts: [MergePart], id: RunID, commandLine: [String]) -> RunDescription {
    let runs = parts.map(\.description)
    // Without its shard every part was asked for the same, or the whole was never asked for as such.
    let requests = Set(runs.map(\.wholeRequest))
    var merged = RunDescription(
      runID: id.description, commandLine: commandLine,
      request: requests.count == 1 ? runs[0].wholeRequest : nil, suite: runs[0].suite, seed: runs[0].seed,
      budgetSeconds: runs.compactMap(\.budgetSeconds).max(), rounds: runs.map(\.rounds).max() ?? 0,
      startedUTC: runs.map(\.startedUTC).min() ?? runs[0].startedUTC, git: runs[0].git, build: runs[0].build,
      machineAtStart: runs[0].machineAtStart,
      clockResolutionNanoseconds: runs.compactMap(\.clockResolutionNanoseconds).max(),
      warnings: warnings(parts), cells: runs.flatMap(\.cells))
    merged.parts = runs.flatMap(\.namedParts)
    merged.endedUTC = runs.compactMap(\.endedUTC).max()
    merged.machineAtEnd = runs[0].machineAtEnd
    merged.isInterrupted = runs.contains { $0.ending == .interrupted || $0.ending == nil }
    merged.ending =
      merged.isInterrupted ? .interrupted : runs.contains { $0.ending == .budget } ? .budget : .complete
    return merged
  }

  /// What the parts had to warn of, and what follows from their being several.
  private static func warnings(_ parts: [MergePart]) -> [Warning] {
    var warnings: [Warning] = []
    let machines = Set(parts.map(\.description.machineAtStart.label)).sorted()
    if machines.count > 1 {
      warnings.append(
        Warning(
          cause: "The parts ran on different machines: \(machines.joined(separator: "; ")).",
          nextStep: "Compare figures of one workload, which come from one machine."))
    }
    for warning in parts.flatMap(\.description.warnings) where !warnings.contains(warning) {
      warnings.append(warning)
    }
    return warnings
  }

  private static func notes(_ parts: [MergePart]) -> [Warning] {
    var notes = parts.flatMap(\.samples.warnings)
    for part in parts {
      let path = part.folder.url.path
      if part.description.ending == nil || part.description.ending == .interrupted {
        notes.append(
          Warning(
            cause: "\(path) has not ended.",
            nextStep: "Finish it and merge again: layoutbench run --resume \(path)"))
      }
      for file in part.unknownFiles {
        notes.append(
          Warning(cause: "\(path)/\(file) is not merged.", nextStep: "Make it again from the merged samples.")
        )
      }
    }
    let shards = Set(parts.flatMap(\.description.namedParts).compactMap(\.shard))
    for count in Set(shards.map(\.count)).sorted() {
      let missing = (1...count).compactMap { Shard(index: $0, of: count) }.filter { !shards.contains($0) }
      guard !missing.isEmpty else { continue }
      let more = missing.count > 20 ? " and \(missing.count - 20) more" : ""
      let list = missing.prefix(20).map(\.description).joined(separator: ", ") + more
      notes.append(Warning(cause: "Shards are missing: \(list).", nextStep: "Measure them and merge again."))
    }
    return notes
  }
}

extension SampleRecord {
  /// Whether it is the result of a unit of work.
  fileprivate var counts: Bool { phase == .measure && status == .ok }
}

extension RunDescription {
  /// What was asked for before it was spread over machines, each of which had its own path to the suite's file.
  fileprivate var wholeRequest: RunRequest? {
    var whole = request
    whole?.shard = nil
    whole?.suiteFile = ""
    return whole
  }

  /// The parts with the run's name. Those of a merged run have theirs.
  fileprivate var namedParts: [RunPart] {
    let own =
      parts ?? [RunPart(commandLine: commandLine, startedUTC: startedUTC, machineAtStart: machineAtStart)]
    return own.map { part in
      var part = part
      part.shard = part.shard ?? (part.runID == nil ? request?.shard : nil)
      part.runID = part.runID ?? runID
      return part
    }
  }
}
