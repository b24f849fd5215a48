import ArgumentParser
import Foundation
import Measurement
import Reporting

/// `layoutbench table`: prints the table of a run again.
struct TableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Print the table of a run again, from its files alone.",
    discussion: """
      EXAMPLE
        layoutbench table results/reference/quick
        layoutbench table results/reference/engine --by-subject
      """)

  @Argument(help: "A run's folder.", completion: .directory)
  var folder: String

  @Flag(help: "A row a workload and a column a subject: nanoseconds an element with one worker.")
  var bySubject = false

  func run() throws {
    try reportingFailures {
      do throws(FileError) {
        let folder = RunFolder(url: URL(fileURLWithPath: folder, isDirectory: true))
        let samples = try folder.readSamples()
        for warning in samples.warnings { StandardError.print("warning: \(warning)") }
        let description = try folder.readDescription()
        print(heading(description))
        let summary = Summary(of: samples.samples)
        print(
          bySubject
            ? SubjectTable(summary: summary).text()
            : ResultTable(summary: summary, outcomes: description.cells, subject: ColdSubject().name).text())
      } catch {
        throw CommandFailure.badInput(error)
      }
    }
  }

  /// When, of what and where the run was.
  private func heading(_ run: RunDescription) -> String {
    let machine = run.machineAtStart
    let parts: [String?] = [
      "\(run.suite ?? "run"), \(run.startedUTC.prefix(10))",
      run.git.map { "revision \($0.revision.prefix(10))\($0.isDirty ? " with changes" : "")" },
      machine.cpuModel, machine.logicalCores.map { "\($0) cores" }, machine.operatingSystem,
      "Swift \(run.build.swiftVersion), \(run.build.configuration.rawValue) build", run.build.allocator,
    ]
    return parts.compactMap { $0 }.joined(separator: "; ") + "\n"
  }
}
