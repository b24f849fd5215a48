import ArgumentParser
import Benchmarking
import Foundation

/// `layoutbench baseline`: runs stored under names.
struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Store runs under names.",
    discussion: """
      A baseline is a copy of a finished run's folder in results/baselines. Its name stands for the run in \
      every command. A warning reports cells whose flags make their times unfit as a reference.

      `baseline check` measures the cells of a baseline once more with this program and compares what can be \
      compared without turns: frames, allocations, and instructions if the baseline was saved with them. Times \
      of two runs get no verdict; `layoutbench compare` compares those.

      EXAMPLES
        layoutbench baseline save main
        layoutbench baseline save v1 results/reference/quick
        layoutbench table main
        layoutbench baseline save v1 latest --instructions
        layoutbench baseline check v1
        layoutbench baseline list
        layoutbench baseline delete main

      EXIT CODES of check
        0    no more of anything
        1    failed while measuring
        2    a regression
        65   bad input
        130  interrupted
      """,
    subcommands: [Save.self, Check.self, List.self, Delete.self])

  struct Save: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Store a finished run under a name.")

    @Argument(help: "The name: letters, digits, '-', '_' and '.', beginning with a letter, a digit or '_'.")
    var name: String

    @Argument(
      help: ArgumentHelp("A run: its folder, its name in the results, or a baseline's.", valueName: "run"),
      completion: .directory)
    var reference = RunReference(RunReference.latest)

    @Flag(help: "Replace a baseline of that name.")
    var force = false

    @Flag(
      help: """
        Count the instructions of the cells of one thread too, under valgrind's callgrind, for check. Takes seconds \
        per cell.
        """)
    var instructions = false

    func validate() throws {
      guard Baseline.isValid(name: name) else {
        throw ValidationError("\"\(name)\" cannot be a baseline's name: \(Baseline.nameRule)")
      }
    }

    func run() throws {
      try reportingFailures {
        let run = try reference.folder(in: .current)
        try run.requireWhole()
        guard !run.holdsComparison else {
          throw CommandFailure.badInput(
            "\(run.url.path) is a comparison, and a baseline is a run; layoutbench compare prints it again")
        }
        let counts = instructions ? try BaselineCheck.countInstructions(of: run) : nil
        try failingOnFiles {
          let baseline = try ResultsFolder.current.saveBaseline(named: name, of: run, replacing: force)
          if let counts { try counts.json().writeWhole(to: BaselineCheck.budgetsFile(of: baseline.folder)) }
          let summary = Summary(of: try baseline.folder.readSamples().samples)
          if let warning = summary.flagWarning(of: name) { StandardError.print("warning: \(warning)") }
          print("Saved \(run.url.path) as \(name): \(baseline.folder.url.path)")
        }
      }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check that this program needs no more than a baseline: counts, not times.")

    @Argument(
      help: ArgumentHelp("A baseline, or another run.", valueName: "name"),
      completion: .custom(Completion.runs))
    var reference: RunReference

    @Option(
      help: """
        The definition of a regression: terms separated by commas, such as alloc_count>2 or alloc_bytes>1%. More \
        than 2% more instructions are one too. Default: \(RegressionGate.ofCounts).
        """, transform: { try RegressionGate(parsing: $0) })
    var failOn: RegressionGate = .ofCounts

    @OptionGroup
    var table: TableOptions

    func validate() throws {
      if let term = failOn.timedTerm {
        throw ValidationError(
          "--fail-on \(term): times of two runs are not compared; layoutbench compare does")
      }
    }

    func run() throws {
      try reportingFailures {
        let check = try BaselineCheck(of: reference.folder(in: .current))
        try check.run(gate: failOn, width: table.width)
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the baselines.")

    func run() throws {
      let table = BaselineTable(of: ResultsFolder.current.baselines())
      for warning in table.warnings { StandardError.print("warning: \(warning)") }
      print(ThisProgram.named(table.text()), terminator: "")
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a baseline and its files.")

    @Argument(help: "The baseline's name.")
    var name: String

    func run() throws {
      try reportingFailures {
        let deleted = try ResultsFolder.current.deleteBaseline(named: name)
        print("Deleted the baseline \(name)\(deleted.map { ": \(BaselineTable.line(of: $0))" } ?? "")")
      }
    }
  }
}
