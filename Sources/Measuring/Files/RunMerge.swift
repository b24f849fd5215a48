import Foundation
import StrictJSON

/// Several runs merged into one: the shards of a run, or runs of parts of a suite.
///
/// Rows are copied unchanged, with the run and the shard that measured them. Measurements that could not be
/// told apart afterwards are refused: different revisions, builds, suites or seeds, and the same unit twice.
/// Schedulers that restart a shard leave its first attempt behind, so an unfinished run is skipped if another
/// run of the same request has ended.
package struct RunMerge: Sendable {
  package let description: RunDescription
  /// Warnings about runs that are missing or were skipped; the next merge may be whole.
  package let notes: [Warning]
  /// The text of `samples.csv`.
  private let table: String

  /// Reads and checks the parts. Their order does not matter.
  ///
  /// - Parameters:
  ///   - folders: the folders of the parts, at least one.
  ///   - id: the name of the merged run.
  ///   - commandLine: the command line that requested the merge.
  /// - Throws: `FileError` with both places if two parts do not agree.
  package init(of folders: [RunFolder], id: String, commandLine: [String]) throws(FileError) {
    precondition(!folders.isEmpty, "There is nothing to merge.")
    var parts = try folders.map(MergePart.init).sorted { $0.precedes($1) }
    for part in parts.dropFirst() { try Self.requireSameProgram(parts[0], part) }
    let attempts = Self.passOver(&parts)
    for part in parts {
      try part.folder.requireAllSamples(of: part.description, among: part.samples.samples)
    }
    try Self.requireAgreement(parts)

    description = Self.describe(parts, id: id, commandLine: commandLine)
    notes = attempts + Self.notes(parts)
    table = CSVTable.text(joining: parts.map(\.table))
  }

  /// Writes the run into a folder that must not exist: as a whole, or not at all.
  package func write(to url: URL) throws(FileError) -> RunFolder {
    try RunFolder.assemble(at: url) { folder throws(FileError) in
      try folder.write(description)
      try Data(table.utf8).writeWhole(to: folder.samplesFile)
      try folder.write(folder.readSummary())
    }
  }

  // MARK: Conditions for merging

  private static func requireSameProgram(_ first: MergePart, _ other: MergePart) throws(FileError) {
    let (a, b) = (first.description, other.description)
    func require(_ left: String, _ right: String) throws(FileError) {
      guard left != right else { return }
      throw FileError(
        other.folder.runFile,
        "is of \(right), but \(first.folder.runFile.path) of \(left); such runs cannot be merged")
    }
    try require("schema \(a.schema)", "schema \(b.schema)")
    if !a.isOfProgram(build: b.build, git: b.git) {
      try require(a.build.text(git: a.git), b.build.text(git: b.git))
      // The texts of a revision and of a hash are shortened.
      try require("revision \(a.git?.revision ?? "")", "revision \(b.git?.revision ?? "")")
      try require("sources \(a.build.sourceHash ?? "")", "sources \(b.build.sourceHash ?? "")")
    }
    try require("the suite \(a.suite ?? "unknown")", "the suite \(b.suite ?? "unknown")")
    try require("the seed \(a.seed)", "the seed \(b.seed)")
  }

  /// Throws an error for a unit that two parts measured, and for frames of a cell that differ.
  private static func requireAgreement(_ parts: [MergePart]) throws(FileError) {
    var places = SamplePlaces(tellsRunsApart: false)
    var checksums: [CellID: (checksum: Double, place: String)] = [:]
    for part in parts {
      let file = part.folder.samplesFile.path
      for (sample, line) in zip(part.samples.samples, part.samples.lines) {
        do {
          try places.insert(sample, file: file, line: line)
        } catch {
          throw FileError(
            file: error.file, line: error.line, message: "\(error.message); name one of the two runs alone")
        }
        guard sample.counts else { continue }
        let first = checksums[sample.cell] ?? (sample.checksum, "\(file):\(line)")
        checksums[sample.cell] = first
        guard first.checksum.bitPattern == sample.checksum.bitPattern else {
          throw FileError(
            file: file, line: line,
            message:
              "\(sample.cell.description.onOneLine) has the checksum \(sample.checksum), but \(first.checksum) at \(first.place): "
              + "the frames differ.")
        }
      }
    }
  }

  /// Removes unfinished runs if another run of the same request has ended, and returns notes that say so.
  private static func passOver(_ parts: inout [MergePart]) -> [Warning] {
    let ended = parts.filter { $0.description.isFinished() }
    var notes: [Warning] = []
    parts.removeAll { part in
      guard !part.description.isFinished(),
        let other = ended.last(where: { $0.description.hasSameRequest(as: part.description) })
      else { return false }
      notes.append(
        Warning(
          cause:
            "\(part.folder.url.path) is passed over: it has not ended, and \(other.folder.url.path) has measured the same.",
          nextStep: "Nothing needs to be done; it may be deleted."))
      return true
    }
    return notes
  }

  // MARK: The merged run

  private static func describe(_ parts: [MergePart], id: String, commandLine: [String]) -> RunDescription {
    let runs = parts.map(\.description)
    // Without the shard all parts have the same request, or the whole was never requested as such.
    let requests = Set(runs.map(\.wholeRequest))
    var merged = RunDescription(
      runID: id, commandLine: commandLine,
      request: requests.count == 1 ? runs[0].wholeRequest : nil, suite: runs[0].suite, seed: runs[0].seed,
      budgetSeconds: runs.compactMap(\.budgetSeconds).max(), rounds: runs.map(\.rounds).max() ?? 0,
      startedUTC: runs.map(\.startedUTC).min() ?? runs[0].startedUTC, git: runs[0].git, build: runs[0].build,
      machineAtStart: runs[0].machineAtStart,
      clockResolutionNanoseconds: runs.compactMap(\.clockResolutionNanoseconds).max(),
      warnings: (differences(parts) + parts.flatMap(\.description.warnings)).firstAppearances(),
      cells: runs.flatMap(\.cells), parts: runs.flatMap(\.namedParts))
    merged.endedUTC = runs.compactMap(\.endedUTC).max()
    merged.machineAtEnd = runs[0].machineAtEnd
    let isWhole = !runs.contains(where: \.hasUnfinishedRuns) && missingShards(runs).isEmpty
    merged.ending = !isWhole ? .incomplete : runs.contains { $0.ending == .budget } ? .budget : .complete
    return merged
  }

  /// Returns the shards without a run, if another shard has one.
  private static func missingShards(_ runs: [RunDescription]) -> [Shard] {
    let shards = Set(runs.flatMap(\.namedParts).compactMap(\.shard))
    return Set(shards.map(\.count)).sorted().flatMap { count in
      (1...count).compactMap { Shard(index: $0, of: count) }.filter { !shards.contains($0) }
    }
  }

  /// Returns warnings about differences that do not prevent merging.
  private static func differences(_ parts: [MergePart]) -> [Warning] {
    var warnings: [Warning] = []
    let machines = Set(parts.flatMap { $0.description.machines }).sorted()
    if machines.count > 1 {
      warnings.append(
        Warning(
          cause: "The parts ran on different machines: \(machines.joined(separator: "; ")).",
          nextStep: "Compare figures of one workload, and exponents of one machine."))
    }
    let whole = parts.map { ($0, request: $0.description.wholeRequest) }
    if let (other, _) = whole.first(where: { $0.request != whole[0].request }) {
      warnings.append(
        Warning(
          cause:
            "\(other.folder.url.path) was asked for other cells than \(parts[0].folder.url.path): the whole may have gaps.",
          nextStep: "Give all parts the same --suite, --filter, --threads and --dispatch."))
    }
    let rounds = Set(parts.map(\.description.rounds)).sorted()
    if rounds.count > 1 {
      warnings.append(
        Warning(
          cause:
            "The parts were asked for different --rounds: \(rounds.map(String.init).joined(separator: ", ")).",
          nextStep: "Medians are of more samples in some than in others."))
    }
    return warnings
  }

  private static func notes(_ parts: [MergePart]) -> [Warning] {
    var notes = parts.flatMap(\.samples.warnings) + differences(parts)
    for part in parts {
      let path = part.folder.url.path
      if !part.description.isMerged && !part.description.isFinished() {
        notes.append(
          Warning(
            cause: "\(path) has not ended.",
            nextStep: "Finish it and merge again: \(ProgramName.command) run --resume \(path.shellWord)"))
      }
    }
    let missing = missingShards(parts.map(\.description))
    if !missing.isEmpty {
      let more = missing.count > 20 ? " and \(missing.count - 20) more" : ""
      let list = missing.prefix(20).map(\.description).joined(separator: ", ") + more
      notes.append(Warning(cause: "Shards are missing: \(list).", nextStep: "Measure them and merge again."))
    }
    return notes
  }
}

extension RunDescription {
  /// The request before it was spread over machines, each of which had its own path to the suite's file.
  fileprivate var wholeRequest: RunRequest? {
    var whole = request
    whole?.shard = nil
    whole?.suiteFile = ""
    return whole
  }

  /// True if both runs were asked for the same; false if that is unknown.
  fileprivate func hasSameRequest(as other: RunDescription) -> Bool {
    wholeRequest != nil && wholeRequest == other.wholeRequest && request?.shard == other.request?.shard
      && rounds == other.rounds
  }

  /// True if the run, or a run that was merged into it, has not ended.
  fileprivate var hasUnfinishedRuns: Bool {
    guard isMerged, let parts else { return !isFinished() }
    let last = Dictionary(parts.map { ($0.runID, $0.ending) }) { $1 }
    return last.values.contains { $0 != .complete && $0 != .budget }
  }

  /// The parts with the name of their run; parts of a merged run already have one.
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

/// A run that is merged with others: the contents of its folder.
struct MergePart {
  let folder: RunFolder
  let description: RunDescription
  let table: CSVTable
  let samples: SampleFile

  init(_ folder: RunFolder) throws(FileError) {
    self.folder = folder
    description = try folder.readDescription()
    guard !folder.holdsComparison else {
      throw FileError(folder.url, "is a comparison, which cannot be merged; name runs alone")
    }
    table = try folder.readSampleTable()
    samples = try SampleFile(table: table, file: folder.samplesFile.path)
    if let index = samples.samples.firstIndex(where: { $0.arm != .base || $0.pair != nil }) {
      throw FileError(
        folder.samplesFile, line: samples.lines[index],
        "is of a comparison, which cannot be merged; name runs alone")
    }
  }

  var shard: Shard? { description.request?.shard }

  /// Orders the parts, so that the order in which they are named does not matter.
  func precedes(_ other: MergePart) -> Bool {
    let key = { (part: MergePart) in
      (part.shard?.index ?? 0, part.description.startedUTC, part.description.runID, part.folder.url.path)
    }
    return key(self) < key(other)
  }
}
