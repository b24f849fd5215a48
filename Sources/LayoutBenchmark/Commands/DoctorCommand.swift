import ArgumentParser
import Benchmarking
import Foundation

/// `layoutbench doctor`: the problems of this machine.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find what disturbs measuring on this machine, and say what to do.",
    discussion: """
      Checks the build, the cores and what takes their time, the clock, memory and the required programs. It \
      keeps one core busy for a second, to measure what the host takes of it. Nothing is changed.

      --calibrate tests the verdicts of `layoutbench compare` on this machine: this program is measured against \
      itself, and comparisons are simulated from that. It prints how often identical code is called changed, and \
      how often slowdowns of known size are found. It takes a minute in which nothing else should run.

      Exit code 0, also with warnings; 1 with --strict and a warning.

      EXAMPLES
        layoutbench doctor
        layoutbench doctor --calibrate
        layoutbench doctor --format json --strict
      """)

  @Option(help: "text or json.")
  var format = ReportFormat.text

  @Flag(help: "Exit with 1 if there is a warning. Notes do not count.")
  var strict = false

  @Flag(help: "Test the comparison on this machine: false alarms, and slowdowns of known size.")
  var calibrate = false

  @Option(
    help: """
      With --calibrate: pairs of processes. Default: 200; at least \(ProcedureStudy.leastPairs).
      """)
  var pairs: Int?

  @Option(help: "With --calibrate: simulated comparisons of one cell for each size. Default: 1000.")
  var comparisons: Int?

  @Option(help: "With --calibrate: the subject and the workload to measure. Default: \(defaultCell).")
  var cell: String?

  private static let defaultCell = "spec.cold feed(100)"

  func validate() throws {
    if !calibrate && (pairs != nil || comparisons != nil || cell != nil) {
      throw ValidationError("--pairs, --comparisons and --cell go with --calibrate")
    }
    try require("--pairs", pairs, from: ProcedureStudy.leastPairs)
    try require("--comparisons", comparisons, from: 1)
    if let cell, cell.split(separator: " ").count != 2 {
      throw ValidationError("--cell takes a subject and a workload, such as \"\(Self.defaultCell)\"")
    }
  }

  func run() throws {
    try reportingFailures {
      if calibrate {
        try ProcedureCalibration(
          cell: cell ?? Self.defaultCell, pairs: pairs ?? 200,
          comparisons: comparisons ?? 1_000, isJSON: format == .json
        ).run()
        return
      }
      let build = BuildFacts(allocator: ThisProgram.allocations.allocatorName)
      let examination = MachineExamination(build: build)
      if format == .json {
        StandardOutput.write(try examination.json())
      } else {
        print(examination.text(style: .ofStandardOutput), terminator: "")
      }
      if strict && examination.hasWarnings { throw ExitCode.failure }
    }
  }
}
