import ArgumentParser
import Benchmarking
import Foundation
import LayoutWorkloads

/// `layoutbench doctor --calibrate`: compares this program with itself.
struct ProcedureCalibration {
  /// A subject and a workload.
  let cell: String
  let pairs: Int
  let comparisons: Int
  let isJSON: Bool

  func run() throws {
    guard BuildFacts.ownConfiguration == .release else {
      throw CommandFailure.failed(
        "a debug build tells nothing of a release's times; build one with: swift build -c release")
    }
    let compared = try comparedCell()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "layoutbench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let build = try copy(into: folder)
    let environment = RunEnvironment(counting: ThisProgram.allocations)
    let start = environment.clock.wallNanoseconds()
    let study = ProcedureStudy(pairs: pairs, comparisons: comparisons)
    var line = StatusLine()
    let findings: [ProcedureStudy.Finding]
    Signals.watch()
    do {
      findings = try study.run(
        compared, launcher: BuildLauncher(base: build, candidate: build), environment: environment
      ) {
        line.show("\($0) of \($1) pairs")
      }
    } catch let error as WorkerError {
      line.clear()
      throw CommandFailure.failed(error)
    }
    line.clear()
    let report = CalibrationReport(
      cell: compared.description, machine: MachineFacts(of: SystemMachine()),
      build: BuildFacts(allocator: ThisProgram.allocations.allocatorName), findings: findings,
      elapsedNanoseconds: environment.clock.wallNanoseconds() - start)
    if isJSON {
      StandardOutput.write(try report.json())
    } else {
      print(report.text(), terminator: "")
    }
  }

  private func comparedCell() throws -> Cell {
    let words = cell.split(separator: " ").map(String.init)
    let subject = try subject(named: words[0])
    let input = try BenchmarkInput(.workload(words[1]), seed: 42, suiteFile: URL(fileURLWithPath: "/"))
    return Cell(
      description: input.cell(of: subject, threads: 1), splitsLayouts: subject.splitsLayouts(of: input.tree))
  }

  /// Copies this program, so that a later build does not change it under the workers.
  private func copy(into folder: URL) throws -> BuildCache.Build {
    guard let program = Bundle.main.executableURL else {
      throw CommandFailure.failed("the program cannot find itself")
    }
    let copy = folder.appendingPathComponent("layoutbench")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: program.resolvingSymlinksInPath(), to: copy)
    } catch {
      throw CommandFailure.failed("\(folder.path) cannot be written: \(error.localizedDescription)")
    }
    return BuildCache.Build(executable: copy, identifier: "this program")
  }
}
