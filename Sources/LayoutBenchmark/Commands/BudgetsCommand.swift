import ArgumentParser
import Foundation
import LayoutWorkloads
import Measuring
import Reporting

/// `layoutbench budgets`: checks that hot paths take no more instructions than their budgets.
struct BudgetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "budgets",
    abstract: "Check the instructions, allocations and other counts of hot paths against their budgets.",
    discussion: """
      Counts the instructions, allocations, retains and releases, system calls and cache misses of a job of each cell in \
      the file, under valgrind's callgrind, which takes about a minute. Counts are the same whatever else the machine \
      does. A cell exceeds its budget if it takes an allocation or a system call more, over 2% more instructions or \
      references, or half as many cache misses again; then the functions are named whose instructions grew the most. If it takes over 2% less, the output asks to renew the budgets, so that it stays so.

      Counts depend on the compiler, the architecture, the system and the allocator. If this \
      program was built in another way than the budgets, nothing is checked: the output says so, and the exit code \
      is 0.

      A new cell is a line in the file without instructions; --renew counts it.

      EXAMPLES
        scripts/layoutbench budgets           build a release, and check it
        scripts/layoutbench budgets --renew   after a change that saves, or costs
        \(ProgramName.command) budgets mine.json         budgets of your own

      EXIT CODES
        0    within budget, or nothing to compare with
        1    instructions could not be counted
        2    a cell exceeds its budget, or has none
        65   bad input
      """)

  @Argument(
    help: "The file of budgets. Default: Benchmarks/budgets.json in the checkout.",
    completion: .file(extensions: ["json"]), transform: nonEmptyName)
  var file: String?

  @Flag(help: "Write the counts into the file as the new budgets.")
  var renew = false

  func run() throws {
    let file = try file ?? Self.defaultFile()
    let budgets = try JobBudgets(contentsOf: URL(fileURLWithPath: file))
    for budget in budgets.budgets { try requireMeasurable(budget, in: file) }
    let build = Self.build
    guard renew || budgets.build == build else {
      print("Nothing is checked: the budgets are of \(budgets.build), and this program is of \(build).")
      return
    }
    let check = try Self.count(budgets)
    print(check.text, terminator: "")
    if renew {
      try WholeFile.write(check.renewed(build: build).json(), to: file, force: true)
      print("Written to \(file)")
    } else {
      try judge(check)
    }
  }

  private func judge(_ check: BudgetCheck) throws {
    for saving in check.savings { StandardError.print("note: \(saving)") }
    for excess in check.excesses { StandardError.print("regression: \(excess)") }
    if !check.excesses.isEmpty {
      StandardError.print("If that is meant, renew the budgets: scripts/layoutbench budgets --renew")
      throw ExitCode(ComparisonExit.regression.rawValue)
    }
    if !check.savings.isEmpty {
      StandardError.print("Renew the budgets, so that it stays so: scripts/layoutbench budgets --renew")
    }
  }

  /// The build whose counts are comparable with this program's.
  static var build: String {
    JobBudgets.build(
      BuildFacts(allocator: ThisProgram.allocations.allocatorName), on: .current)
  }

  static func count(_ budgets: JobBudgets) throws -> BudgetCheck {
    let program = try ThisProgram.requireExecutable()
    Signals.watch()
    var status = StatusLine()
    defer { status.clear() }
    let counter = try InstructionCounter()
    return try BudgetCheck(of: budgets) { budget, iterations throws(WorkerError) in
      status.show("Counting instructions: \(budget.name)")
      let cell = CellID(
        subject: budget.subject, workload: budget.workload, seed: Workload.defaultSeed, threads: 1)
      return JobCounts(of: try counter.profile(program, cell: Cell(id: cell), iterations: iterations))
    }
  }

  // MARK: The file

  private static func defaultFile() throws -> String {
    let file = PackageFolder.current?.benchmarks.appendingPathComponent("budgets.json").path
    guard let file, FileManager.default.fileExists(atPath: file) else {
      throw CommandFailure.badInput(
        "there is no Benchmarks/budgets.json in this folder or above it; name a file of budgets")
    }
    return file
  }

  /// Throws an error with the line of a budget whose cell cannot be measured.
  private func requireMeasurable(_ budget: JobBudgets.Budget, in file: String) throws {
    func fail(_ reason: String) -> FileError {
      FileError(file: file, line: budget.line, message: "\(budget.name) cannot be measured: \(reason)")
    }
    guard let subject = Catalogue.subjects.first(where: { $0.name == budget.subject }) else {
      throw fail("there is no subject \"\(budget.subject)\"; \(ProgramName.command) list has all of them")
    }
    do {
      let input = BenchmarkInput(try Catalogue.workload(budget.workload), seed: Workload.defaultSeed)
      try input.requireSupport(by: subject)
    } catch  where error is WorkloadError || error is Refusal {
      throw fail("\(error)")
    }
  }
}
