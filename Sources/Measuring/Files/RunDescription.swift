import Foundation

/// The contents of `run.json`: the request for a run, the machine that it ran on and how it ended.
///
/// Written when the run starts, with the values known then, and again when it ends, and likewise whenever it
/// is resumed. Keys with unknown values are absent.
package struct RunDescription: Hashable, Sendable, Codable {
  /// The version of the files' meaning.
  var schema = SampleRecord.schema
  package var runID: String
  /// The program's arguments, its own name first.
  package var commandLine: [String]
  /// The request, cell by cell; nil for runs of older programs and for merged runs with different requests.
  var request: RunRequest?
  package var suite: String?
  package var seed: UInt64
  var budgetSeconds: Double?
  package var rounds: Int
  /// The start, ISO 8601 like all times here.
  package var startedUTC: String
  /// nil while the run goes on, or if its process could not record the end.
  package var endedUTC: String?
  /// The state of the repository, in a comparison the candidate's; nil = no repository, or no git.
  package var git: GitState?
  /// In a comparison the base's state; nil for a run.
  var base: GitState?
  package var build: BuildFacts
  package var machineAtStart: MachineFacts
  var machineAtEnd: MachineFacts?
  var clockResolutionNanoseconds: UInt64?
  package var warnings: [Warning] = []
  package var cells: [CellOutcome] = []
  package var ending: RunEnding?
  /// The parts in order of time, at least one; nil for runs of older programs. The properties above describe
  /// the start of the first part and the end of the last.
  package var parts: [RunPart]?
}

extension RunDescription {
  /// True if it was merged from several runs.
  var isMerged: Bool { parts?.contains { $0.runID != nil } ?? false }

  /// Adds a part that resumes the run, which has no end then.
  ///
  /// - Parameter firstSequence: the number of the part's first sample.
  mutating func resume(
    commandLine: [String], startedUTC: String, machineAtStart: MachineFacts, firstSequence: Int,
    warnings more: [Warning]
  ) {
    let part = RunPart(
      commandLine: commandLine, startedUTC: startedUTC, machineAtStart: machineAtStart,
      firstSequence: firstSequence)
    parts = (parts ?? []) + [part]
    endedUTC = nil
    machineAtEnd = nil
    ending = nil
    warn(more)
  }

  /// Adds the values that are known when a run is over, which is now.
  mutating func finish(
    _ cells: [CellOutcome], _ ending: RunEnding, elapsedNanoseconds: UInt64, machineAtEnd: MachineFacts,
    endedUTC: String = Date().iso8601
  ) {
    self.cells = cells
    self.ending = ending
    self.endedUTC = endedUTC
    self.machineAtEnd = machineAtEnd
    let start = parts?.last?.machineAtStart ?? machineAtStart
    warn(start.warnings(atEnd: machineAtEnd, elapsed: TimeSpan(nanoseconds: elapsedNanoseconds)))
    guard let last = parts?.indices.last else { return }
    parts?[last].ending = ending
    parts?[last].endedUTC = endedUTC
    parts?[last].machineAtEnd = machineAtEnd
  }

  /// Adds warnings unless they are there; parts repeat them.
  private mutating func warn(_ more: [Warning]) {
    for warning in more where !warnings.contains(warning) { warnings.append(warning) }
  }
}

/// One process's part of a run: from its start, or its resumption, to its end.
package struct RunPart: Hashable, Sendable, Codable {
  /// The run of this part before a merge; nil in a run's own description.
  var runID: String?
  var shard: Shard?
  /// The program's arguments, its own name first.
  var commandLine: [String]
  var startedUTC: String
  /// nil while the part goes on, or if it was killed.
  var endedUTC: String?
  /// nil like `endedUTC`.
  var ending: RunEnding?
  package var machineAtStart: MachineFacts
  var machineAtEnd: MachineFacts?
  /// The number of the part's first row, if it has any; its rows end before the next part's first.
  var firstSequence = 0
}

extension RunDescription {
  /// Returns the total duration of the run's parts. A killed part ends with its last sample; without samples
  /// it has no duration.
  ///
  /// - Parameter samples: all samples of the run.
  func elapsed(samples: [SampleRecord]) -> TimeSpan {
    let parts = parts ?? []
    let seconds = parts.indices.reduce(0.0) { total, index in
      let first = parts[index].firstSequence
      let next = index + 1 < parts.count ? parts[index + 1].firstSequence : .max
      let last =
        parts[index].endedUTC
        ?? samples.lazy.filter { $0.sequence >= first && $0.sequence < next }.map(\.utc).max()
      guard let start = Date(iso8601: parts[index].startedUTC), let end = last.flatMap(Date.init) else {
        return total
      }
      return total + max(end.timeIntervalSince(start), 0)
    }
    return TimeSpan(nanoseconds: UInt64(min(seconds * 1e9, 1e18)))
  }
}

// MARK: - Completeness

extension RunDescription {
  /// Returns true if a program of this build measured the part. Equal sources are one program in any commit.
  func isOfProgram(build other: BuildFacts, git otherGit: GitState?) -> Bool {
    build == other && (build.sourceHash != nil || git == otherGit)
  }

  /// Returns true if nothing is left to do: all rounds are finished, or the budget is used up for good.
  package func isFinished(givenMoreBudget: Bool = false) -> Bool {
    ending == .complete || ending == .budget && !givenMoreBudget
  }

  /// Returns the number of samples that the description counts, and the number of them that `samples` lacks.
  func missingSamples(in samples: some Sequence<SampleRecord>) -> (counted: Int, missing: Int) {
    var left: [CellID: Int] = [:]
    // No run has so many samples of a cell, and a damaged file must not make the sum overflow.
    for cell in cells { left[cell.cell, default: 0] += min(max(cell.sampleCount, 0), 1 << 32) }
    let counted = left.values.reduce(0, +)
    for sample in samples where sample.counts && sample.pass == .time && sample.arm == .base {
      left[sample.cell]? -= 1
    }
    return (counted, left.values.reduce(0) { $0 + max($1, 0) })
  }

  /// Returns a warning that a run has not ended, or that a merged run is not whole; nil for a complete run.
  ///
  /// - Parameter path: the path of its folder.
  package func incompleteness(path: String) -> Warning? {
    guard !isFinished() else { return nil }
    if isMerged {
      return Warning(
        cause: "\(path) is incomplete: shards are missing, or have not ended.",
        nextStep: "Measure or resume those, and merge again.")
    }
    return Warning(
      cause: "\(path) is incomplete: \(ending == nil ? "it has not ended" : "it was interrupted").",
      nextStep: request == nil
        ? "Measure again." : "Finish it: \(ProgramName.command) run --resume \(path.shellWord)")
  }
}

// MARK: - Machines

extension RunDescription {
  /// The kinds of machine that measured the run, each such as `AMD EPYC, 2 cores`, in alphabetical order.
  var machines: [String] { Set(machinesOfRuns.values.joined()).sorted() }

  /// The kinds of machine by the name of each run in a merged run, or else by the run's own name.
  package var machinesOfRuns: [String: Set<String>] {
    guard let parts else { return [runID: [machineAtStart.label]] }
    return Dictionary(parts.map { ($0.runID ?? runID, [$0.machineAtStart.label]) }) { $0.union($1) }
  }

  /// The machine and the build in one line; the number of kinds if several kinds of machine measured the run.
  package var machineLine: String {
    guard machines.count > 1 else { return machineAtStart.line(with: build) }
    return "\(machines.count) kinds of machine; \(MachineFacts().line(with: build))"
  }
}
