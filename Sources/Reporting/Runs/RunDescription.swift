import Foundation
import Measurement

/// What `run.json` says about a run: how it was asked for, what it ran on and how it ended.
///
/// Written when the run starts, with what is known then, and again when it ends. Keys whose value is not known
/// are absent.
public struct RunDescription: Hashable, Sendable, Codable {
  /// The version of the files' meaning.
  public var schema: Int
  public var runID: String
  /// The program's arguments, its own name first.
  public var commandLine: [String]
  public var suite: String?
  public var seed: UInt64
  public var budgetSeconds: Double?
  public var rounds: Int
  /// ISO 8601, as all times here.
  public var startedUTC: String
  /// nil while the run goes on, or where it ended without being able to say so.
  public var endedUTC: String?
  /// nil = not a repository, or no git.
  public var git: GitState?
  public var build: BuildFacts
  public var machineAtStart: MachineFacts
  public var machineAtEnd: MachineFacts?
  public var clockResolutionNanoseconds: UInt64?
  public var warnings: [Warning]
  public var cells: [CellOutcome]
  public var ending: RunEnding?
  /// Whether somebody stopped the run.
  public var isInterrupted: Bool
  /// Which revisions were compared; nil in a plain run.
  public var comparison: ComparedSides?

  /// Two revisions that a run compared.
  public struct ComparedSides: Hashable, Sendable, Codable {
    public var base: Comparison.Side
    public var candidate: Comparison.Side
    /// As a share.
    public var minimumEffect: Double

    public init(base: Comparison.Side, candidate: Comparison.Side, minimumEffect: Double) {
      self.base = base
      self.candidate = candidate
      self.minimumEffect = minimumEffect
    }
  }

  public init(
    runID: String, commandLine: [String], suite: String? = nil, seed: UInt64, budgetSeconds: Double? = nil,
    rounds: Int, startedUTC: String, git: GitState? = nil, build: BuildFacts, machineAtStart: MachineFacts,
    clockResolutionNanoseconds: UInt64? = nil, warnings: [Warning] = [], cells: [CellOutcome] = []
  ) {
    schema = SampleRecord.schema
    self.runID = runID
    self.commandLine = commandLine
    self.suite = suite
    self.seed = seed
    self.budgetSeconds = budgetSeconds
    self.rounds = rounds
    self.startedUTC = startedUTC
    self.git = git
    self.build = build
    self.machineAtStart = machineAtStart
    self.clockResolutionNanoseconds = clockResolutionNanoseconds
    self.warnings = warnings
    self.cells = cells
    isInterrupted = false
  }

  /// Adds what is known when a run is over.
  public mutating func finish(_ outcome: RunOutcome, endedUTC: String, machineAtEnd: MachineFacts) {
    cells = outcome.cells
    ending = outcome.ending
    isInterrupted = outcome.ending == .interrupted
    self.endedUTC = endedUTC
    self.machineAtEnd = machineAtEnd
    warnings += machineAtStart.warnings(
      atEnd: machineAtEnd, elapsed: TimeSpan(nanoseconds: outcome.elapsedNanoseconds))
  }

  /// Keys in alphabetical order, a line end at the end.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // JSON has no infinities, and a load average or a budget may be one.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// Reads `run.json`; unknown keys are passed over.
  ///
  /// - Parameter file: what errors call the file.
  /// - Throws: `FileError`, also for a schema that is newer than this program.
  public init(json: Data, file: String) throws(FileError) {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    struct Version: Decodable {
      var schema: Int
    }
    let version: Version
    do {
      version = try decoder.decode(Version.self, from: json)
    } catch {
      throw FileError(file: file, message: "Is not a run's description: \(error)")
    }
    guard version.schema <= SampleRecord.schema else {
      throw FileError(
        file: file,
        message: "Its schema \(version.schema) is newer than \(SampleRecord.schema), the newest known.")
    }
    do {
      self = try decoder.decode(RunDescription.self, from: json)
    } catch {
      throw FileError(file: file, message: "Is not a run's description: \(error)")
    }
  }
}
