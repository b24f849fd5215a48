import Foundation

/// The contents of `run.json`: the request for a run, the machine that it ran on and how it ended.
///
/// Written when the run starts, with what is known then, and again when it ends; likewise whenever it is
/// resumed. Keys with unknown values are absent.
package struct RunDescription: Hashable, Sendable, Codable {
  /// The version of the files' meaning.
  package var schema: Int
  package var runID: String
  /// The program's arguments, its own name first.
  package var commandLine: [String]
  /// The request, cell by cell; nil for runs of older programs and for merged runs with different requests.
  package var request: RunRequest?
  package var suite: String?
  package var seed: UInt64
  package var budgetSeconds: Double?
  package var rounds: Int
  /// The start, ISO 8601 like all times here.
  package var startedUTC: String
  /// nil while the run goes on, or if it ended without recording it.
  package var endedUTC: String?
  /// The state of the repository, in a comparison of the candidate's; nil = no repository, or no git.
  package var git: GitState?
  /// In a comparison the base's state; nil for a run.
  package var base: GitState?
  package var build: BuildFacts
  package var machineAtStart: MachineFacts
  package var machineAtEnd: MachineFacts?
  package var clockResolutionNanoseconds: UInt64?
  package var warnings: [Warning]
  package var cells: [CellOutcome]
  package var ending: RunEnding?
  /// True if the run was interrupted.
  package var isInterrupted: Bool
  /// The parts in order of time, at least one; nil for runs of older programs. The properties above describe
  /// the start of the first part and the end of the last.
  package var parts: [RunPart]?

  package init(
    runID: String, commandLine: [String], request: RunRequest? = nil, suite: String? = nil, seed: UInt64,
    budgetSeconds: Double? = nil, rounds: Int, startedUTC: String, git: GitState? = nil,
    base: GitState? = nil,
    build: BuildFacts, machineAtStart: MachineFacts,
    clockResolutionNanoseconds: UInt64? = nil, warnings: [Warning] = [], cells: [CellOutcome] = []
  ) {
    schema = SampleRecord.schema
    self.runID = runID
    self.commandLine = commandLine
    self.request = request
    self.suite = suite
    self.seed = seed
    self.budgetSeconds = budgetSeconds
    self.rounds = rounds
    self.startedUTC = startedUTC
    self.git = git
    self.base = base
    self.build = build
    self.machineAtStart = machineAtStart
    self.clockResolutionNanoseconds = clockResolutionNanoseconds
    self.warnings = warnings
    self.cells = cells
    isInterrupted = false
    parts = [RunPart(commandLine: commandLine, startedUTC: startedUTC, machineAtStart: machineAtStart)]
  }

  /// True if it was merged from several runs.
  package var isMerged: Bool { parts?.contains { $0.runID != nil } ?? false }

  /// Adds a part that resumes the run, which has then no end again.
  package mutating func resume(_ part: RunPart, warnings more: [Warning]) {
    parts = (parts ?? []) + [part]
    endedUTC = nil
    machineAtEnd = nil
    ending = nil
    isInterrupted = false
    warn(more)
  }

  /// Adds what is known when a run is over.
  package mutating func finish(_ outcome: RunOutcome, endedUTC: String, machineAtEnd: MachineFacts) {
    cells = outcome.cells
    ending = outcome.ending
    isInterrupted = outcome.ending == .interrupted
    self.endedUTC = endedUTC
    self.machineAtEnd = machineAtEnd
    let start = parts?.last?.machineAtStart ?? machineAtStart
    warn(start.warnings(atEnd: machineAtEnd, elapsed: TimeSpan(nanoseconds: outcome.elapsedNanoseconds)))
    guard let last = parts?.indices.last else { return }
    parts?[last].ending = outcome.ending
    parts?[last].endedUTC = endedUTC
    parts?[last].machineAtEnd = machineAtEnd
  }

  /// Adds the warnings that are new; parts repeat them.
  private mutating func warn(_ more: [Warning]) {
    for warning in more where !warnings.contains(warning) { warnings.append(warning) }
  }

  /// Returns the JSON with keys in alphabetical order and a line end at the end.
  package func json() throws -> Data {
    try StableJSON.data(of: self)
  }

  /// Reads `run.json`; unknown keys are ignored.
  ///
  /// - Parameter file: the file's name in errors.
  /// - Throws: `FileError`, also if the schema is newer than this program.
  package init(json: Data, file: String) throws(FileError) {
    let decoder = StableJSON.decoder
    struct Version: Decodable {
      var schema: Int
    }
    let version: Version
    do {
      version = try decoder.decode(Version.self, from: json)
    } catch {
      throw FileError(file: file, message: "Is not a run's description: \(StableJSON.reason(error))")
    }
    guard version.schema >= 1 else {
      throw FileError(
        file: file, message: "Is not a run's description: there is no schema \(version.schema).")
    }
    guard version.schema <= SampleRecord.schema else {
      throw FileError(
        file: file,
        message: "Its schema \(version.schema) is newer than \(SampleRecord.schema), the newest known.")
    }
    do {
      self = try decoder.decode(RunDescription.self, from: json)
    } catch {
      throw FileError(file: file, message: "Is not a run's description: \(StableJSON.reason(error))")
    }
  }
}
