import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

func makeCell(
  _ subject: String = "spec", workload: String = "feed(1000)", nodeCount: Int = 1_000, params: String = "",
  threads: Int = 1, mode: DispatchMode = .serialQueues
) -> CellID {
  CellID(
    subject: subject, workload: workload, nodeCount: nodeCount, depth: 5, seed: 42, params: params,
    threads: threads, pool: mode)
}

/// The value with these changes.
func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}

func makeSample(
  _ cell: CellID = makeCell(), run: String = "run-1", sequence: Int = 0, phase: SampleRecord.Phase = .measure,
  pass: MeasuringPass = .time, iterations: Int = 10, wall: UInt64? = 5_000_000, cpu: UInt64? = nil,
  wait: UInt64? = nil, status: SampleRecord.Status = .ok, busy: UInt64? = nil
) -> SampleRecord {
  SampleRecord(
    runID: run, sequence: sequence, utc: "2026-11-21T05:20:13.042Z", pass: pass, cell: cell, pid: 77,
    round: sequence, order: 0, phase: phase, iterations: iterations, wallNanoseconds: wall,
    cpuNanoseconds: cpu, queueWaitNanoseconds: wait, checksum: 0.1, status: status, busyNanoseconds: busy)
}

func makeSamples(_ cell: CellID, _ walls: [UInt64]) -> [SampleRecord] {
  walls.enumerated().map { makeSample(cell, sequence: $0.offset, wall: $0.element) }
}

func makeSamples(_ walls: [UInt64]) -> [SampleRecord] { makeSamples(makeCell(), walls) }

/// A sample with a value in every column, and odd names.
func makeFullSample() -> SampleRecord {
  SampleRecord(
    runID: "run-1", shard: 2, sequence: 0, utc: "2026-11-21T05:20:13.042Z", arm: .null, revision: "abc",
    buildID: "b-1", cell: makeCell("sp,ec", workload: "say \"hi\"\nthere", params: " ünï\r\n=1 "), pair: 3,
    pid: 77, round: 0, order: 0, phase: .measure, iterations: 10, wallNanoseconds: 5_000_000,
    cpuNanoseconds: .max, queueWaitNanoseconds: 4, allocCount: 5, allocBytes: 6, peakResidentBytes: 7,
    involuntaryContextSwitches: 9, stealTicks: 0, checksum: -1.0 / 3, status: .checksumChanged,
    busyNanoseconds: 10, pageFaults: 14, voluntaryContextSwitches: 15, byteCount: 16)
}

/// Runs no program, and answers what a test says.
struct FakeRunner: ProcessRunner {
  let answer: @Sendable ([String], _ environment: [String: String]) -> ProcessResult

  func run(_ arguments: [String], environment: [String: String]) -> ProcessResult {
    answer(arguments, environment)
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

/// Checks the errors of the wrong files in a recording. A line that is neither a message nor begins with `#` replaces the
/// `%` in the last line that begins with `#`.
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

/// Checks the results of the texts in a recording: a text is below its name, and lines that begin with `>` are its results.
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

func recording(_ name: String) -> URL {
  URL.package.appending(path: "Tests/MeasuringTests/Snapshots/\(name)")
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
  let machine = MachineFacts(cpuModel: cpuModel, logicalCores: 2)
  return RunDescription(
    runID: id, commandLine: ["layoutbench", "run"],
    request: RunRequest(suiteFile: "\(id).json", shard: shard, cells: asked), suite: suite,
    seed: seed, rounds: 20, startedUTC: started, git: GitState(revision: revision, isDirty: false),
    build: BuildFacts(swiftVersion: "6.3", configuration: .release),
    machineAtStart: machine, cells: cells, ending: ending,
    parts: [
      RunPart(
        commandLine: ["layoutbench", "run"], startedUTC: started, ending: ending, machineAtStart: machine)
    ])
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
    let writer = try folder.openSamples(isNew: true)
    for sample in samples { try writer.append(sample) }
  }
  return folder
}
