import ArgumentParser
import Benchmarking
import Foundation

/// A check of this program against the counts of an earlier run.
struct BaselineCheck {
  private let folder: RunFolder
  private let description: RunDescription
  private let request: RunRequest

  init(of folder: RunFolder) throws {
    self.folder = folder
    description = try folder.readDescription()
    guard !folder.holdsComparison, let request = description.request else {
      throw CommandFailure.badInput(
        "\(folder.url.path) is no run that says what was measured, as runs of this version do")
    }
    self.request = request
  }

  /// Measures once, prints what differs, and throws the exit code of a regression.
  func run(gate: RegressionGate, width: Int?) throws {
    let samples = try measure()
    let counts = CountComparison(
      base: try folder.readSamples(countedBy: description).samples, candidate: samples)
    let rows = counts.rows
    for cell in counts.missing { StandardError.print("warning: \(cell)") }
    let check = try countInstructions()
    guard !rows.isEmpty || check != nil else {
      throw CommandFailure.badInput(
        "\(folder.url.path) has no counts: allocations are counted with jemalloc, and instructions by "
          + "baseline save --instructions")
    }
    let comparison = Comparison(
      runID: samples.first?.runID ?? "",
      base: Comparison.Side(
        name: folder.url.lastPathComponent, revision: description.git?.revision,
        isDirty: description.git?.isDirty ?? false),
      candidate: Comparison.Side(
        name: "this program", revision: ThisProgram.git?.revision, isDirty: ThisProgram.git?.isDirty ?? false),
      rows: rows)
    print(comparison.text(style: .ofStandardOutput, width: width), terminator: "")
    if let check { print("\n" + check.text, terminator: "") }
    let regressions =
      rows.filter { $0.verdict == .different }.map { "\($0.cell): the layouts differ." }
      + gate.matches(in: comparison).map(\.description) + (check?.excesses ?? [])
    for regression in regressions { StandardError.print("regression: \(regression)") }
    if !regressions.isEmpty { throw ExitCode(ComparisonExit.regression.rawValue) }
  }

  /// Returns the samples of one round, whose files are not kept.
  private func measure() throws -> [SampleRecord] {
    let results = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: results) }
    let run = try SuiteRun(
      suite: description.suite ?? "run", request: request, seed: description.seed, rounds: 1, budget: nil,
      printer: nil)
    let cells = NumberText.counted(run.knownCells.count, "cell")
    StandardError.print("Measuring \(cells) in one round, for their counts ...")
    let outcome = try failingOnFiles { try run.measure(in: results) }
    if outcome.ending == .interrupted { throw ExitCode(130) }
    guard let measured = ResultsFolder(url: results).runs().first else {
      throw CommandFailure.failed("nothing was measured")
    }
    return try measured.readSamples().samples
  }

  // MARK: Instructions

  /// The instructions of a baseline's cells, in the form of a file of budgets.
  static func budgetsFile(of folder: RunFolder) -> URL { folder.url.appendingPathComponent("budgets.json") }

  /// Counts the instructions of a run's workloads with one thread; documents have no budgets.
  static func countInstructions(of folder: RunFolder) throws -> InstructionBudgets {
    let run = try BaselineCheck(of: folder)
    let cells = run.request.cells.filter { $0.threads.contains(1) }
    var budgets: [InstructionBudgets.Budget] = []
    for cell in cells {
      guard let workload = cell.workload else { continue }
      let budget = InstructionBudgets.Budget(workload: workload, subject: cell.subject)
      if !budgets.contains(where: { $0.name == budget.name }) { budgets.append(budget) }
    }
    guard !budgets.isEmpty else {
      throw CommandFailure.badInput(
        "\(folder.url.path) has no workload of one thread, whose instructions count")
    }
    let build = BudgetsCommand.build
    return try BudgetsCommand.count(InstructionBudgets(build: build, budgets: budgets)).renewed(build: build)
  }

  /// Returns the instructions beside those of the baseline; nil if it has none, or those of another build.
  private func countInstructions() throws -> BudgetCheck? {
    let file = Self.budgetsFile(of: folder)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let budgets = try InstructionBudgets(contentsOf: file)
    guard budgets.build == BudgetsCommand.build else {
      StandardError.print(
        "note: no instructions are compared: the baseline's are of \(budgets.build), and this program is of "
          + BudgetsCommand.build)
      return nil
    }
    return try BudgetsCommand.count(budgets)
  }
}
