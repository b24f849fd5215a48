import Foundation

@testable import Benchmarking

func makeDescription(
  _ id: String = "run-1", suite: String = "quick", seed: UInt64 = 42, shard: Shard? = nil,
  revision: String = "abc", started: String = "2026-11-21T05:20:13.000Z", ending: RunEnding? = .complete,
  cells: [CellOutcome] = []
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
    machineAtStart: MachineFacts(cpuModel: "Fast", logicalCores: 2), cells: cells)
  description.ending = ending
  description.parts?[0].ending = ending
  return description
}

/// Makes a run's folder with these rows.
@discardableResult
func makeRun(
  at url: URL, _ description: RunDescription = makeDescription(), samples: [SampleRecord] = []
) throws -> RunFolder {
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  let folder = RunFolder(url: url)
  try folder.write(description)
  let writer = try folder.makeSampleWriter()
  for sample in samples { try writer.append(sample) }
  return folder
}

func text(of url: URL) throws -> String {
  try String(contentsOf: url, encoding: .utf8)
}
