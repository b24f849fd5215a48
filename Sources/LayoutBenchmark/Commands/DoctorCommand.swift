import ArgumentParser
import Benchmarking
import Foundation

/// `layoutbench doctor`: the problems of this machine.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what is wrong with this machine for measuring on it, and what to do.",
    discussion: """
      Looks at the build, the cores and what takes their time, the clock, memory and the programs that are needed. It keeps one core
      busy for a second, to see what the host takes of it. Nothing is changed.

      --calibrate tries how good the verdicts of `layoutbench compare` are on this machine: this very program against itself, and
      against itself with 1% and 2% more work. It prints how often identical code was called different, how often the slowdowns were
      found, and the smallest slowdown that would have been. It takes some minutes in which nothing else should run.

      Exit code 0, with warnings too; 1 with --strict and a warning.

      EXAMPLES
        layoutbench doctor
        layoutbench doctor --calibrate
        layoutbench doctor --json --strict
      """)

  @Flag(help: "JSON instead of text.")
  var json = false

  @Flag(help: "Exit code 1 if there is a warning. Notes are none.")
  var strict = false

  @Flag(help: "Try the comparison on this machine: false alarms, and slowdowns of known size.")
  var calibrate = false

  @Option(help: "With --calibrate: pairs of processes for each amount of work, 80 or more.")
  var pairs = 80

  @Option(help: "With --calibrate: simulated comparisons for each amount of work.")
  var comparisons = 1_000

  @Option(help: "With --calibrate: what is measured, as a subject and a workload.")
  var cell = "spec.cold feed(100)"

  func validate() throws {
    if pairs < 80 { throw ValidationError("--pairs takes 80 or more: a simulated comparison needs up to 80") }
    if comparisons < 1 { throw ValidationError("--comparisons takes a whole number above 0") }
    if cell.split(separator: " ").count != 2 {
      throw ValidationError("--cell takes a subject and a workload, such as \"spec.cold feed(100)\"")
    }
  }

  func run() throws {
    try reportingFailures {
      if calibrate {
        let calibration = ProcedureCalibration(
          cell: cell, pairs: pairs, comparisons: comparisons, isJSON: json)
        try calibration.run()
        return
      }
      let examination = MachineExamination(
        build: BuildFacts(allocator: LayoutBench.allocations.allocatorName))
      try show(examination)
      if strict && examination.hasWarnings { throw ExitCode.failure }
    }
  }

  private func show(_ examination: MachineExamination) throws {
    if json {
      StandardOutput.write(try ExaminationJSON.data(of: examination))
    } else {
      print(ExaminationText(examination).text(style: .ofStandardOutput), terminator: "")
    }
  }
}
