import Foundation

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

/// A sample with every field filled in.
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

/// A folder that is there while `body` runs.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}
