import ArgumentParser
import Foundation
import Measurement
import Reporting

/// `layoutbench compare`: whether one revision is slower than another.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two revisions: what became slower, what faster, and what could have been seen.")

  @Argument(help: "A branch, a tag or a commit.")
  var base: String

  @Argument(help: "The same, or . for the working tree with its changes.")
  var candidate = "."

  @OptionGroup
  var selection: SuiteSelection

  @Option(help: "Begin nothing new after this long: 90s, 2m. Default: no limit.")
  var budget: TimeSpan?

  func run() throws {
    try reportingFailures {
      let run = try RevisionComparison(options: self)
      try run.measure()
    }
  }
}
