/// Budgets, and the instructions that a program now takes for a job of their cells.
package struct BudgetCheck: Hashable, Sendable {
  /// The share by which a count may differ from its budget.
  static let tolerance = 0.02

  /// The share by which counts of one program may differ. A budget that is this near is kept, so that the
  /// file changes only if the program did.
  private static let scatter = 0.005

  /// The fewest jobs that are counted, after which arrays have grown as far as they will.
  private static let fewestIterations = 10

  /// The instructions that a count is made of, at least: starting and ending a process scatter by thousands.
  private static let countedInstructions = 16_000_000

  struct Row: Hashable, Sendable {
    let budget: InstructionBudgets.Budget
    let instructions: Int

    /// The change against the budget as a share of it; nil without one.
    var change: Double? { budget.instructions.map { Double(instructions) / Double($0) - 1 } }
  }

  private let budgets: InstructionBudgets
  private let rows: [Row]

  /// Counts every cell.
  ///
  /// - Parameter count: Returns the instructions of one job, from a number of jobs as `InstructionCounter`
  ///   takes it.
  /// - Throws: the error of a count, with the name of its cell.
  package init(
    of budgets: InstructionBudgets,
    counting count: (InstructionBudgets.Budget, _ iterations: Int) throws(WorkerError) -> Double
  ) throws(WorkerError) {
    self.budgets = budgets
    rows = try budgets.budgets.map { budget throws(WorkerError) in
      do {
        let expected = try budget.instructions.map(Double.init) ?? count(budget, Self.fewestIterations)
        let instructions = try count(budget, Self.iterations(ofJobsWith: expected))
        return Row(budget: budget, instructions: max(1, Int(instructions.rounded())))
      } catch {
        throw WorkerError("\(budget.name): \(error)")
      }
    }
  }

  /// Returns an even number of jobs: an edit alternates between two states.
  static func iterations(ofJobsWith instructions: Double) -> Int {
    // A count is the difference of one and five times as many.
    let iterations = Double(countedInstructions) / 4 / max(instructions, 1)
    return max(fewestIterations, 2 * Int((iterations / 2).rounded(.up)))
  }

  /// Returns the budgets that these counts give a build.
  package func renewed(build: String) -> InstructionBudgets {
    var renewed = budgets
    renewed.build = build
    for (index, row) in rows.enumerated() {
      if build == budgets.build, let change = row.change, abs(change) <= Self.scatter { continue }
      renewed.budgets[index].instructions = row.instructions
    }
    return renewed
  }

  // MARK: Verdicts

  /// A sentence for each cell that exceeds its budget or has none: it fails the check.
  package var excesses: [String] {
    rows.compactMap { row in
      guard let budget = row.budget.instructions else {
        let count = NumberText.grouped(row.instructions)
        return "\(row.budget.name) has no budget yet: a job takes \(count) instructions"
      }
      let most = Double(budget) * (1 + Self.tolerance)
      return Double(row.instructions) > most ? sentence("grew by", of: row, from: budget) : nil
    }
  }

  /// A sentence for each cell that takes so much less than its budget that it could grow unseen.
  package var savings: [String] {
    rows.compactMap { row in
      guard let budget = row.budget.instructions else { return nil }
      let least = Double(budget) * (1 - Self.tolerance)
      return Double(row.instructions) < least ? sentence("shrank by", of: row, from: budget) : nil
    }
  }

  private func sentence(_ verb: String, of row: Row, from budget: Int) -> String {
    let share = NumberText.change(abs(row.change ?? 0))
    return "\(row.budget.name) \(verb) \(share), from \(NumberText.grouped(budget)) to "
      + "\(NumberText.grouped(row.instructions)) instructions a job"
  }

  // MARK: Table

  /// A line for each cell.
  package var text: String {
    Table(
      columns: [
        .left("workload") { $0.budget.workload }, .left("subject") { $0.budget.subject },
        .right("budget") { $0.budget.instructions.map(NumberText.grouped) },
        .right("instructions") { NumberText.grouped($0.instructions) },
        .right("change") { $0.change.map { NumberText.change($0, isSigned: true) } },
      ], rows: rows
    ).text()
  }
}
