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

      Times of two runs get no verdict, since each saw the machine at another time: `layoutbench compare NAME` builds \
      the commit that a baseline measured, and measures it in turns with the working tree; `layoutbench budgets` checks \
      counts.

      EXAMPLES
        layoutbench baseline save main
        layoutbench baseline save v1 results/reference/quick
        layoutbench table main
        layoutbench compare v1
        layoutbench baseline list
        layoutbench baseline delete main
      """,
    subcommands: [Save.self, List.self, Delete.self])

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

    func validate() throws {
      guard ResultsFolder.isBaselineName(name) else {
        throw ValidationError("\"\(name)\" cannot be a baseline's name: \(ResultsFolder.baselineNameRule)")
      }
    }

    func run() throws {
      let run = try reference.folder(in: .current)
      try run.requireWhole()
      guard !run.holdsComparison else {
        throw CommandFailure.badInput(
          "\(run.url.path) is a comparison, and a baseline is a run; layoutbench compare prints it again")
      }
      try failingOnFiles {
        let baseline = try ResultsFolder.current.saveBaseline(named: name, of: run, replacing: force)
        let summary = Summary(of: try baseline.readSamples().samples)
        if let warning = summary.flagWarning(of: name) { StandardError.print("warning: \(warning)") }
        print("Saved \(run.url.path) as \(name): \(baseline.url.path)")
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the baselines.")

    func run() throws {
      var rows: [Row] = []
      for baseline in ResultsFolder.current.baselines() {
        do throws(FileError) {
          rows.append((baseline.name, try baseline.readDescription()))
        } catch {
          StandardError.print("warning: \(error)")
        }
      }
      guard !rows.isEmpty else {
        return print(ThisProgram.named("There are no baselines; `layoutbench baseline save NAME` makes one."))
      }
      print(Table(columns: [.left("name") { $0.name }] + columns, rows: rows).text(), terminator: "")
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a baseline and its files.")

    @Argument(help: "The baseline's name.")
    var name: String

    func run() throws {
      let deleted = try ResultsFolder.current.deleteBaseline(named: name)
      let words = deleted.map { run in columns.map { $0.value(("", run)) ?? "" }.joined(separator: ", ") }
      print("Deleted the baseline \(name)\(words.map { ": \($0) cells" } ?? "")")
    }
  }

  private typealias Row = (name: String, run: RunDescription)

  private static var columns: [TableColumn<Row>] {
    [
      .left("suite") { $0.run.suite }, .left("date") { String($0.run.startedUTC.prefix(10)) },
      .left("revision") { $0.run.git?.description ?? "no revision" },
      .left("machine") { $0.run.machineText },
      .right("cells") { row in String(row.run.cells.count { $0.status == .measured }) },
    ]
  }
}
