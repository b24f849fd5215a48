import ArgumentParser
import Foundation
import Measuring

/// `layoutbench doctor`: finds problems of this machine.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find what disturbs measuring on this machine, and say what to do.",
    discussion: """
      Checks the build, the cores and what takes their time, the clock, memory and the required programs. It \
      keeps one core busy for a second, to measure what the host takes of it. Nothing is changed.

      Exit code 0, also with warnings; 1 with --strict and a warning.

      EXAMPLES
        \(ProgramName.command) doctor
        \(ProgramName.command) doctor --format json --strict
      """)

  @Option(help: "text or json.")
  var format = ReportFormat.text

  @Flag(help: "Exit with 1 if there is a warning. Notes do not count.")
  var strict = false

  func run() throws {
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
