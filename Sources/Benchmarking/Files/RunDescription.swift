import Foundation

/// What `run.json` says about a run: how it was asked for, what it ran on and how it ended.
///
/// Written when the run starts, with what is known then, again when it ends, and the same whenever it is resumed. Keys whose value is
/// not known are absent.
package struct RunDescription: Hashable, Sendable, Codable {
  /// The version of the files' meaning.
  package var schema: Int
  package var runID: String
  /// The program's arguments, its own name first.
  package var commandLine: [String]
  /// What was asked for, cell by cell; nil where an older program wrote the run, and where runs were merged that had been asked for
  /// different things.
  package var request: RunRequest?
  package var suite: String?
  package var seed: UInt64
  package var budgetSeconds: Double?
  package var rounds: Int
  /// ISO 8601, as all times here.
  package var startedUTC: String
  /// nil while the run goes on, or where it ended without being able to say so.
  package var endedUTC: String?
  /// nil = not a repository, or no git. Of a comparison the candidate's.
  package var git: GitState?
  /// Of a comparison the base's; nil of a run.
  package var base: GitState?
  package var build: BuildFacts
  package var machineAtStart: MachineFacts
  package var machineAtEnd: MachineFacts?
  package var clockResolutionNanoseconds: UInt64?
  package var warnings: [Warning]
  package var cells: [CellOutcome]
  package var ending: RunEnding?
  /// Whether somebody stopped the run.
  package var isInterrupted: Bool
  /// In order of time, at least one; nil where an older program wrote the run. All that is said above of a start is of the first, all
  /// that is said of an end of the last.
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

  /// Whether it was put together from several runs.
  package var isMerged: Bool { parts?.contains { $0.runID != nil } ?? false }

  /// Adds a part that goes on with the run. It has not ended any more.
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

  /// What every part has to warn of is said once.
  private mutating func warn(_ more: [Warning]) {
    for warning in more where !warnings.contains(warning) { warnings.append(warning) }
  }

  /// Keys in alphabetical order, a line end at the end.
  package func json() throws -> Data {
    try StableJSON.data(of: self)
  }

  /// Reads `run.json`; unknown keys are passed over.
  ///
  /// - Parameter file: what errors call the file.
  /// - Throws: `FileError`, also for a schema that is newer than this program.
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
