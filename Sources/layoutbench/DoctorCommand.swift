import ArgumentParser
import Foundation
import Measurement
import Reporting

/// `layoutbench doctor`: what is wrong with this machine.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what is wrong with this machine for measuring on it, and what to do.",
    discussion: """
      Looks at the build, the cores and what takes their time, the clock, memory and the programs that are needed. It keeps one core
      busy for a second, to see what the host takes of it. Nothing is changed.

      Exit code 0, with warnings too; 1 with --strict and a warning.

      EXAMPLES
        layoutbench doctor
        layoutbench doctor --json --strict
      """)

  @Flag(help: "JSON instead of text.")
  var json = false

  @Flag(help: "Exit code 1 if there is a warning. Notes are none.")
  var strict = false

  func run() throws {
    try reportingFailures {
      let examination = MachineExamination(build: BuildFacts(allocator: Jemalloc.version))
      try show(examination)
      if strict && examination.hasWarnings { throw ExitCode.failure }
    }
  }

  private func show(_ examination: MachineExamination) throws {
    if json {
      FileHandle.standardOutput.write(try ExaminationJSON.data(of: examination))
    } else {
      print(ExaminationText(examination).text(style: .ofStandardOutput), terminator: "")
    }
  }
}
