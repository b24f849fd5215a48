import Foundation
import LayoutTestSupport
import Testing

@testable import Benchmarking

func makeCell(
  _ subject: String = "spec", workload: String = "feed(1000)", nodeCount: Int = 1_000, params: String = "",
  threads: Int = 1, mode: DispatchMode = .serialQueues
) -> CellID {
  CellID(
    subject: subject, workload: workload, nodeCount: nodeCount, depth: 5, seed: 42, params: params,
    threads: threads, pool: mode)
}

func makeSample(
  _ cell: CellID = makeCell(), sequence: Int = 0, phase: SamplePhase = .measure,
  pass: MeasuringPass = .time, iterations: Int = 10, wall: UInt64? = 5_000_000
) -> SampleRecord {
  SampleRecord(
    runID: "run-1", sequence: sequence, utc: "2026-11-21T05:20:13.042Z", pass: pass, cell: cell, pid: 77,
    round: sequence, order: 0, phase: phase, iterations: iterations, wallNanoseconds: wall, checksum: 0.1)
}

func makeSamples(_ cell: CellID, _ walls: [UInt64]) -> [SampleRecord] {
  walls.enumerated().map { makeSample(cell, sequence: $0.offset, wall: $0.element) }
}

func makeSamples(_ walls: [UInt64]) -> [SampleRecord] { makeSamples(makeCell(), walls) }

func makeFullSample() -> SampleRecord {
  var sample = makeSample(makeCell("sp,ec", workload: "say \"hi\"\nthere", params: " ünï\r\n=1 "))
  sample.shard = 2
  sample.arm = .null
  sample.revision = "abc"
  sample.buildID = "b-1"
  sample.pair = 3
  sample.cpuNanoseconds = .max
  sample.queueWaitNanoseconds = 4
  sample.allocCount = 5
  sample.allocBytes = 6
  sample.peakResidentBytes = 7
  sample.involuntaryContextSwitches = 9
  sample.stealTicks = 0
  sample.instructionCount = 10
  sample.cycleCount = 11
  sample.branchMissCount = 12
  sample.cacheMissCount = 13
  sample.checksum = -1.0 / 3
  sample.status = .checksumChanged
  sample.busyNanoseconds = 10
  return sample
}

/// Runs no program, and answers what a test says.
struct FakeRunner: ProcessRunner {
  let answer:
    @Sendable ([String], _ environment: [String: String]) throws(ProcessRunnerError) -> ProcessResult

  func run(
    _ arguments: [String], environment: [String: String]
  ) throws(ProcessRunnerError) -> ProcessResult {
    try answer(arguments, environment)
  }
}

/// The `FileError` that `body` throws; nil if it throws none, or an error of another type.
func failure<Value>(_ body: () throws -> Value) -> FileError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? FileError
  }
}

/// Checks that reading a file ends with an error in this line, which says these words.
func expectFailure<Value>(
  line: Int?, says words: String, _ sourceLocation: SourceLocation = #_sourceLocation,
  _ read: () throws -> Value
) {
  let error = failure(read)
  #expect(error?.line == line, sourceLocation: sourceLocation)
  #expect(error?.message.contains(words) == true, "\(error?.message ?? "")", sourceLocation: sourceLocation)
}

/// Checks that a text is the one in the folder `Snapshots`. With `LAYOUTBENCH_RECORD` in the environment it is written there
/// anew: look at what changed before you keep it.
func expectRecorded(_ text: String, as name: String, _ sourceLocation: SourceLocation = #_sourceLocation)
  throws
{
  let file = recording(name)
  if ProcessInfo.processInfo.environment["LAYOUTBENCH_RECORD"] != nil { try file.write(text) }
  let recorded = try file.text()
  guard text != recorded else { return }
  let lines = [recorded, text].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
  let same = zip(lines[0], lines[1]).prefix { $0 == $1 }.count
  let (old, new) = (lines[0].dropFirst(same).first ?? "the end", lines[1].dropFirst(same).first ?? "the end")
  Issue.record(
    "\(name) is not as recorded: line \(same + 1) was\n\(old)\nand is\n\(new)", sourceLocation: sourceLocation
  )
}

/// Checks what is said of the wrong files that a recording holds. A line of it that is neither a message nor begins with `#`
/// stands for the `%` of the last one that does.
func expectRecordedErrors(_ name: String, count: Int, _ read: (String) throws(FileError) -> Void) throws {
  var (text, file, found) = ("", "%", 0)
  let recorded = try recording(name).text().split(separator: "\n")
  for line in recorded where !line.hasPrefix("  ") {
    text += "\(line)\n"
    if line.hasPrefix("# ") {
      file = String(line.dropFirst(2))
      continue
    }
    found += 1
    do throws(FileError) {
      try read(file.replacing("%", with: line))
      text += "  none\n"
    } catch {
      text += "  \(error)\n"
    }
  }
  #expect(found == count)
  try expectRecorded(text, as: name)
}

/// Checks what is made of the texts of a recording: each is below its name, and lines that begin with `>` are its results.
func expectRecordedResults(_ name: String, count: Int, _ results: (String) throws -> [String]) throws {
  let parts = try recording(name).text().split(separator: "===== ")
  #expect(parts.count == count + 1)
  let texts = try parts.dropFirst().map { part in
    let lines = part.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("> ") }
    let text = lines.dropFirst().joined(separator: "\n")
    return "===== \(lines[0])\n\(text)" + (try results(text).map { "> \($0)\n" }).joined()
  }
  try expectRecorded("\(parts[0])" + texts.joined(), as: name)
}

private func recording(_ name: String) -> URL {
  URL.package.appending(path: "Tests/BenchmarkingTests/Snapshots/\(name)")
}

/// One text of several, each below its name.
func sections(_ texts: some Sequence<(name: String, text: String)>) -> String {
  texts.map { "===== \($0.name)\n\($0.text)" }.joined()
}

func makeDescription(
  _ id: String = "run-1", suite: String = "quick", seed: UInt64 = 42, shard: Shard? = nil,
  revision: String = "abc", started: String = "2026-11-21T05:20:13.000Z", ending: RunEnding? = .complete,
  cpuModel: String = "Fast", cells: [CellOutcome] = []
) -> RunDescription {
  let threads = [1]
  let asked = ["feed(1000)", "wide(10)", "deep(3)", "grid(3, 2)"].map {
    RunRequest.Cell(source: .workload($0), subject: "spec", threads: threads)
  }
  var description = RunDescription(
    runID: id, commandLine: ["layoutbench", "run"],
    request: RunRequest(suiteFile: "\(id).json", shard: shard, cells: asked), suite: suite,
    seed: seed, rounds: 20, startedUTC: started, git: GitState(revision: revision, isDirty: false),
    build: BuildFacts(swiftVersion: "6.3", configuration: .release),
    machineAtStart: MachineFacts(cpuModel: cpuModel, logicalCores: 2), cells: cells)
  description.ending = ending
  description.parts?[0].ending = ending
  return description
}

/// - Parameter samples: nil for a run without a file of samples.
@discardableResult
func makeRun(
  at url: URL, _ description: RunDescription = makeDescription(), samples: [SampleRecord]? = []
) throws -> RunFolder {
  try url.makeFolder()
  let folder = RunFolder(url: url)
  try folder.write(description)
  if let samples {
    let writer = try folder.makeSampleWriter()
    for sample in samples { try writer.append(sample) }
  }
  return folder
}
