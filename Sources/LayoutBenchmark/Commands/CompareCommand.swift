import ArgumentParser
import Foundation
import Measuring
import Reporting

/// `layoutbench compare`: the change in speed between two revisions.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two revisions: what is slower, what is faster, and what change would have been found.",
    discussion: """
      Both revisions are exported from git and built outside the checkout, each once: builds are cached by \
      their sources, dependencies, compiler and flags in a folder (LAYOUTBENCH_CACHE names another), which \
      may be deleted at any time. A revision without a Package.resolved is built with the other's, or with \
      the checkout's. The checkout is not changed. Worker processes of both then take \
      turns for 4 seconds and 4 more a cell, at most two minutes. Documentation/Comparing.md describes how they are judged. Each comparison leaves a \
      folder with samples.csv, compare.csv, compare.json and run.json.

      EXAMPLES
        \(ProgramName.command) compare HEAD~1            the last commit and my changes
        \(ProgramName.command) compare main .            what my changes do
        \(ProgramName.command) compare v1.0 main \(ThisProgram.isOwn ? "" : "--suite engine ")--budget 10m
        \(ProgramName.command) compare main . --filter spec.cold --why
        \(ProgramName.command) compare main one two three       three candidates, one after the other
        \(ProgramName.command) compare v1.0 main --dry-run      what it would build and measure
        \(ProgramName.command) compare main . --fail-on 'slower>2%,alloc_count>0'
        \(ProgramName.command) compare main . --format markdown
        \(ProgramName.command) compare results/20261121T161501Z-compare-1b2c    print it again

      EXIT CODES
        0    no regression
        1    failed while building or measuring, or layouts differ
        2    a regression
        3    nothing was compared, of a cell nothing is decided, or a term of
             --fail-on has no figures; with --strict also if a cell does not
             exclude a slowdown of that size
        64   wrong usage
        65   bad input
        130  interrupted; results are kept
      """)

  @Argument(
    help:
      "A branch, a tag or a commit; a run, for the commit that it measured; or a comparison, to print it again.",
    completion: .revisions)
  var base: String?

  @Argument(
    help:
      "The same; . is the working tree with its changes. Each of several is compared with the base. Default: .",
    completion: .revisions)
  var candidates: [String] = []

  @OptionGroup
  var options: ComparisonOptions

  @Option(
    help: """
      The clock that judges times: cpu, the processor time of the workers; wall; or auto, cpu but for split layouts, \
      code of your own and jobs that wait.
      """)
  var clock = ComparisonPlan.Clock.auto

  @Flag(
    name: [.customLong("why"), .customLong("instructions")],
    help: """
      Count the instructions of all cells by function, and say which functions changed; under valgrind's callgrind: takes seconds more per cell, and is exact to \
      0.01%, or 0.5% if several threads work on a cell. By default only those of cells that are slower or faster are \
      counted, for up to 25 seconds.
      """)
  var instructions = false

  @Option(
    help: "The smallest change of a cell's instructions that counts, above 0% and at most 100%.",
    transform: { try parsed($0, Percentage.expected) })
  var minInstructions: Percentage = Percentage(share: 0.002)

  @Option(
    help: """
      The definition of a regression: terms separated by commas, such as slower>2%, alloc_count>0 or \
      overall>0.5%, of all cells together. Default: any certain slowdown, and more allocations or instructions: \
      \(RegressionGate.standard).
      """, transform: { try RegressionGate(parsing: $0) })
  var failOn: RegressionGate = .standard

  @OptionGroup
  var table: TableOptions

  @Option(
    help: ArgumentHelp(
      "Exit with 3 if a cell does not exclude a slowdown of this size, such as 2%.", valueName: "share"),
    transform: { try parsed($0, Percentage.expected) })
  var strict: Percentage?

  @Option(
    help: """
      text; markdown, for a pull request; json; or github, \
      annotations, with the Markdown appended to the file that GITHUB_STEP_SUMMARY names.
      """)
  var format = ComparisonFormat.text

  @Flag(
    help: """
      Measure revisions with the same sources too, to test the comparison. By default they are called equal at once.
      """)
  var identical = false

  @Flag(help: "Print what would be built and compared, and build and measure nothing.")
  var dryRun = false

  func validate() throws {
    if format == .json && candidates.count > 1 {
      throw ValidationError("JSON has one comparison: compare the candidates one by one")
    }
  }

  func run() throws {
    // Not done while options are checked: an unknown option is to be reported first.
    guard let base else { throw ValidationError("name a revision to compare with") }
    if candidates.count < 2, let stored = try StoredComparison.report(base, candidates.first) {
      try requireUnsettled()
      try finish([(base, { stored })])
      return
    }
    try options.selection.job.limit { try begin(base) }
  }

  /// Throws an error if an option was given that says how to measure.
  private func requireUnsettled() throws {
    let selection = options.selection
    try selection.requireUnsettled(
      [
        "--job-limit": selection.job.jobLimit != ProcessWorkerSession.limit,
        "--budget": options.budget != nil, "--min-effect": options.minEffect.share != 0.005,
        "--clock": clock != .auto, "--why": instructions,
        "--min-instructions": minInstructions.share != 0.002,
        "--identical": identical, "--dry-run": dryRun,
      ],
      "is settled when a comparison begins; one that is stored goes with --fail-on, --strict, --format and --wide"
    )
  }

  private func begin(_ base: String) throws {
    try RevisionBuilds.requireOwnRepository()
    let comparisons = try (candidates.isEmpty ? ["."] : candidates).map { candidate in
      let (base, candidate) = (try StoredComparison.revision(base), try StoredComparison.revision(candidate))
      let comparison = try options.comparison(
        base, candidate, clock: clock, countsInstructions: instructions || failOn.needsCallgrind,
        minimumInstructions: minInstructions.share, measuresEqualSources: identical)
      return (base, candidate, comparison)
    }
    if dryRun {
      for (base, candidate, comparison) in comparisons {
        print(try RevisionBuilds(base: base, candidate: candidate, resolving: false).plan)
        print(comparison.plan.text(leftOut: comparison.leftOut), terminator: "")
      }
      return
    }
    // All names are looked up before the first comparison takes its minutes.
    try reportingFailure {
      let repository = try RevisionBuilds.repository()
      for (base, candidate, _) in comparisons { _ = try [base, candidate].map(repository.revision) }
    }
    try finish(
      comparisons.map { _, candidate, comparison in
        (
          candidate,
          {
            let (comparison, machine) = try failingOnFiles { try comparison.measure() }
            return ComparisonReport(comparison, machine: machine)
          }
        )
      })
  }

  /// Makes comparisons one after the other, prints each, and exits with the least code above 0. One of several candidates that
  /// cannot be measured has failed alone.
  private func finish(_ comparisons: [(candidate: String, measure: () throws -> ComparisonReport)]) throws {
    var lines: [String] = []
    var exits: [ComparisonExit] = []
    for (candidate, measure) in comparisons {
      if !lines.isEmpty { print() }
      let name = candidate == "." ? "the working tree" : candidate
      do {
        var report = try reportingFailure(of: measure)
        (report.gate, report.strictShare) = (failOn, strict?.share)
        (report.style, report.width) = (.ofStandardOutput, table.width)
        try show(report)
        if report.isInterrupted { throw ExitCode(130) }
        lines.append("  \(name): \(report.comparison.findings.headline)")
        exits.append(report.exit)
      } catch let error as UnmeasurableCandidate where comparisons.count > 1 {
        CommandFailure(error.reason).report()
        lines.append("  \(name): Cannot be measured.")
        exits.append(.failed)
      }
    }
    if lines.count > 1 && format == .text {
      print("\nCompared with \(base ?? ""):\n\(lines.joined(separator: "\n"))")
    }
    if let exit = exits.filter({ $0 != .fine }).map(\.rawValue).min() { throw ExitCode(exit) }
  }

  /// Does a part of the work; if that fails, prints the reason in the requested format.
  private func reportingFailure<Result>(of work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch {
      guard let failure = CommandFailure(error) else { throw error }
      func text(_ format: ComparisonFormat) -> String {
        format.failureText(failure.message, details: failure.details)
      }
      print(text(format), terminator: "")
      if format == .github { try appendToSummary(text(.markdown)) }
      throw error
    }
  }

  private func show(_ report: ComparisonReport) throws {
    for warning in report.warnings { StandardError.print("warning: \(warning)") }
    if let lack = report.gate.unjudged(in: report.comparison) {
      StandardError.print("inconclusive: \(lack)")
    }
    print(try format.text(of: report), terminator: "")
    if format == .text || format == .markdown {
      // A list that this program does not know, such as one of another revision, has no frames.
      let headroom = (try? HeadroomChange(of: report.comparison).text) ?? ""
      if !headroom.isEmpty { print("\n" + headroom.wrappingLines(width: table.width), terminator: "") }
    }
    // The annotations have an error for each regression, and the page of the job gets the Markdown.
    if format == .github {
      try appendToSummary(try ComparisonFormat.markdown.text(of: report))
    } else if !report.isInterrupted {
      printRegressions(report.regressions)
    }
  }

  /// The most regressions that are printed one by one.
  private static let mostRegressions = 5

  private func printRegressions(_ matches: [RegressionGate.Match]) {
    let shown = matches.prefix(Self.mostRegressions)
    for match in shown { StandardError.print("regression: \(match)") }
    if matches.count > shown.count {
      StandardError.print("regression: and \(matches.count - shown.count) more, which the table has")
    }
  }

  /// Appends to the summary of a job on GitHub's runners; nothing elsewhere.
  private func appendToSummary(_ markdown: String) throws {
    guard let path = ProgramRun.current.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    let failure = file < 0 ? errno : writeAll(Data(markdown.utf8), to: file)
    if file >= 0 { close(file) }
    if let failure {
      throw CommandFailure.failed(
        "\(path), which GITHUB_STEP_SUMMARY names, cannot be written: \(String(cString: strerror(failure)))")
    }
  }
}

extension ComparisonFormat: ExpressibleByArgument {}

extension ComparisonPlan.Clock: ExpressibleByArgument {}
