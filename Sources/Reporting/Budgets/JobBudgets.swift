import Foundation
import Measuring
import StrictJSON

/// The contents of `Benchmarks/budgets.json`: how many instructions, allocations and counted references a job of each hot path
/// may take.
package struct JobBudgets: Hashable, Sendable {
  /// The value of the file's `format` key.
  static let format = "layoutbench-budgets"
  /// The only version so far.
  static let version = 1

  /// The budget of a cell of one thread.
  package struct Budget: Hashable, Sendable {
    package var workload: String
    package var subject: String
    /// The counts that a job may reach, with at least 1 instruction; nil if they were never counted.
    var counts: JobCounts?
    /// The line of the budget in its file.
    package var line = 0

    /// The cell's name, as `spec.cold feed(10)`.
    package var name: String { "\(subject) \(workload)" }
  }

  /// The compiler, configuration and system of the program: counts of another build cannot be compared.
  package var build: String
  /// The budgets in the order of the file, each cell once; never empty.
  package var budgets: [Budget]

  /// Returns the text in `build` for a program on a machine.
  ///
  /// The compiler determines the program's instructions; the system's libraries and the allocator add more.
  package static func build(_ build: BuildFacts, on machine: MachineFacts) -> String {
    [build.description, BuildFacts.architecture, machine.operatingSystem].compactMap { $0 }
      .joined(separator: ", ")
  }
}

// MARK: - Reading

extension JobBudgets {
  /// Reads a file.
  ///
  /// - Throws: `FileError`, also if the file cannot be read.
  package init(contentsOf file: URL) throws(FileError) {
    try self.init(json: Data(readingFile: file.path), file: file.path)
  }

  /// Parses budgets strictly: anything unknown, repeated or of another type is an error with its place.
  ///
  /// - Parameter file: the file's name in errors.
  init(json data: Data, file: String) throws(FileError) {
    let object = try StrictObject(
      parsing: data, file: file, format: Self.format, version: Self.version, keys: ["build", "cells"])
    build = try object.string("build")
    budgets = try object.array("cells", of: object.budget)
    for (index, budget) in budgets.enumerated() {
      guard let first = budgets[..<index].first(where: { $0.name == budget.name }) else { continue }
      throw FileError(
        file: file, line: budget.line, message: "\(budget.name) has a budget in line \(first.line) already")
    }
  }
}

extension StrictObject {
  fileprivate func budget(_ value: JSONValue) throws(FileError) -> JobBudgets.Budget {
    let cell = try object(
      value,
      keys: ["workload", "subject", "functions"] + JobCounts.kinds.map(\.key))
    var budget = JobBudgets.Budget(
      workload: try cell.filledString("workload"), subject: try cell.filledString("subject"), line: cell.line)
    if cell.has("instructions") {
      var counts = JobCounts(instructions: try cell.count("instructions", from: 1))
      for kind in JobCounts.kinds.dropFirst() where cell.has(kind.key) {
        counts[keyPath: kind.count] = try cell.count(kind.key, from: 0)
      }
      if cell.has("functions") { counts.functions = try cell.counts("functions") }
      budget.counts = counts
    }
    return budget
  }

  /// Returns numbers by names.
  private func counts(_ key: String) throws(FileError) -> [String: Int] {
    guard let value = object[key], let members = value.members else {
      throw error(key, expected: "an object of numbers")
    }
    let functions = try object(value, keys: members.map(\.key))
    var counts: [String: Int] = [:]
    for member in members { counts[member.key] = try functions.integer(member.key) }
    return counts
  }

  private func count(_ key: String, from least: Int) throws(FileError) -> Int {
    let count = try integer(key)
    if count < least { throw error(key, expected: "a whole number, \(least) or more") }
    return count
  }
}

// MARK: - Writing

extension JobBudgets {
  /// Returns the file, with a line for each cell.
  package func json() -> Data {
    var json = JSONWriter(padsObjects: true)
    json.beginObject()
    json.member("format", Self.format)
    json.member("version", integer: Self.version)
    json.member("build", build)
    json.member("cells", of: budgets) { json, budget in
      json.beginObject(.line)
      json.member("workload", budget.workload)
      json.member("subject", budget.subject)
      if let counts = budget.counts {
        for kind in JobCounts.kinds where counts[keyPath: kind.count] > 0 || kind.isAlwaysWritten {
          json.member(kind.key, integer: counts[keyPath: kind.count])
        }
        if !counts.functions.isEmpty {
          json.key("functions")
          json.beginObject(.line)
          for (name, count) in counts.functions.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            json.member(name, integer: count)
          }
          json.endObject()
        }
      }
      json.endObject()
    }
    json.endObject()
    return Data(json.takeBytes())
  }
}

// MARK: - Checking

/// Budgets, and the present counts of a job of each of their cells.
package struct BudgetCheck: Hashable, Sendable {
  /// The share by which instructions and counted references may exceed their budget. Allocations may not.
  static let tolerance = 0.02

  /// The share by which counts of one program may differ. If a count is this near to its budget, the budget
  /// is kept, so that the file changes only if the program did.
  private static let scatter = 0.005

  /// The fewest jobs that are counted, after which arrays have grown as far as they will.
  private static let fewestIterations = 10

  /// The fewest instructions behind a count: starting and ending a process scatter by thousands.
  private static let countedInstructions = 8_000_000

  struct Row: Hashable, Sendable {
    let budget: JobBudgets.Budget
    let counts: JobCounts

    /// The change against the budget, as a share of the budget; nil without a budget.
    var change: Double? { budget.counts.map { Double(counts.instructions) / Double($0.instructions) - 1 } }
  }

  private let budgets: JobBudgets
  private let rows: [Row]

  /// Counts every cell.
  ///
  /// - Parameter count: Returns the counts of one job, given the number of jobs for `InstructionCounter`.
  /// - Throws: the error of a count, with the name of its cell.
  package init(
    of budgets: JobBudgets,
    counting count: (JobBudgets.Budget, _ iterations: Int) throws(WorkerError) -> JobCounts
  ) throws(WorkerError) {
    self.budgets = budgets
    rows = try budgets.budgets.map { budget throws(WorkerError) in
      do {
        let expected = try budget.counts ?? count(budget, Self.fewestIterations)
        let iterations = Self.iterations(ofJobsWith: Double(expected.instructions))
        return Row(budget: budget, counts: try count(budget, iterations))
      } catch {
        throw WorkerError("\(budget.name): \(error)")
      }
    }
  }

  /// Returns an even number of jobs: an edit alternates between two states.
  static func iterations(ofJobsWith instructions: Double) -> Int {
    // A count is the difference between a batch of these jobs and a batch of three times as many.
    let iterations = Double(countedInstructions) / 2 / max(instructions, 1)
    return max(fewestIterations, 2 * Int((iterations / 2).rounded(.up)))
  }

  /// Returns budgets with these counts, for a build.
  package func renewed(build: String) -> JobBudgets {
    var renewed = budgets
    renewed.build = build
    for (index, row) in rows.enumerated() {
      if build == budgets.build, let budget = row.budget.counts, row.counts.isNear(budget, Self.scatter) {
        continue
      }
      renewed.budgets[index].counts = row.counts
    }
    return renewed
  }

  // MARK: Verdicts

  /// A sentence for each count that exceeds its budget, and for each cell without a budget: the check fails then.
  package var excesses: [String] {
    rows.flatMap { row in
      guard let budget = row.budget.counts else {
        let count = NumberText.grouped(row.counts.instructions)
        return ["\(row.budget.name) has no budget yet: a job takes \(count) instructions"]
      }
      return differences(of: row, from: budget, areExcesses: true)
    }
  }

  /// A sentence for each cell so far below its budget that a growth would be missed.
  package var savings: [String] {
    rows.flatMap { row in
      row.budget.counts.map { differences(of: row, from: $0, areExcesses: false) } ?? []
    }
  }

  private func differences(of row: Row, from budget: JobCounts, areExcesses: Bool) -> [String] {
    JobCounts.kinds.compactMap { kind in
      let (allowed, count) = (budget[keyPath: kind.count], row.counts[keyPath: kind.count])
      let difference = (Double(count) - Double(allowed)) * (areExcesses ? 1 : -1)
      let slack = Double(budget.instructions) / kind.instructionsPerSlack
      guard difference > max(Double(allowed) * kind.tolerance, slack) else { return nil }
      let amount =
        allowed == 0
        ? NumberText.grouped(count) : NumberText.change(abs(Double(count) / Double(allowed) - 1))
      let functions =
        areExcesses && kind.count == \.instructions ? row.counts.grownFunctions(since: budget) : ""
      return "\(row.budget.name) \(areExcesses ? "grew" : "shrank") by \(amount), from "
        + "\(NumberText.grouped(allowed)) to \(NumberText.grouped(count)) \(kind.noun) a job\(functions)"
    }
  }

  // MARK: Table

  /// A line for each cell.
  package var text: String {
    Table(
      columns: [
        .left("workload") { $0.budget.workload }, .left("subject") { $0.budget.subject },
        .right("budget") { $0.budget.counts.map { NumberText.grouped($0.instructions) } },
        .right("instructions") { NumberText.grouped($0.counts.instructions) },
        .right("change") { $0.change.map { NumberText.change($0, isSigned: true) } },
        .right("allocations") { NumberText.grouped($0.counts.allocations) },
        .right("references") { NumberText.grouped($0.counts.references) },
      ], rows: rows
    ).text()
  }
}

/// The instructions, allocations and counted references of one job.
package struct JobCounts: Hashable, Sendable {
  var instructions: Int
  var allocations = 0
  /// Retains and releases.
  var references = 0
  var systemCalls = 0
  /// Misses of a cache of 1 MiB.
  var cacheMisses = 0
  /// The functions that cost a hundredth of the job or more, with their instructions and their libraries'.
  var functions: [String: Int] = [:]

  /// A count that has a budget: its key, its name, and the share by which it may exceed the budget.
  struct Kind: Sendable {
    let key: String
    let noun: String
    let count: WritableKeyPath<JobCounts, Int> & Sendable
    let tolerance: Double
    /// The count may also exceed the budget by 1 for so many instructions.
    var instructionsPerSlack = Double.infinity
    /// False for a count that is 0 in most jobs, and then not written.
    var isAlwaysWritten = true
  }

  static let kinds = [
    Kind(key: "instructions", noun: "instructions", count: \.instructions, tolerance: BudgetCheck.tolerance),
    Kind(key: "allocations", noun: "allocations", count: \.allocations, tolerance: 0),
    Kind(
      key: "references", noun: "references counted", count: \.references, tolerance: BudgetCheck.tolerance),
    Kind(
      key: "system_calls", noun: "system calls", count: \.systemCalls, tolerance: 0, isAlwaysWritten: false),
    Kind(
      key: "cache_misses", noun: "cache misses", count: \.cacheMisses, tolerance: 0.5,
      instructionsPerSlack: ComparedMetric.instructionsPerMiss, isAlwaysWritten: false),
  ]

  private static let keptShare = 0.01
}

extension JobCounts {
  package init(of profile: FunctionProfile) {
    let events = profile.events
    self.init(
      instructions: max(1, Int(profile.total.rounded())), allocations: Int(events.allocations.rounded()),
      references: Int((events.retains + events.releases).rounded()),
      systemCalls: Int(profile.systemCalls.rounded()), cacheMisses: Int(profile.cacheMisses.rounded()))
    for row in profile.rows where row.cost >= Self.keptShare * profile.total {
      functions[row.name] = Int(row.cost.rounded())
    }
  }

  /// True if the counts differ by no more than this share, and allocations not at all.
  fileprivate func isNear(_ budget: JobCounts, _ share: Double) -> Bool {
    func isNear(_ count: Int, _ other: Int) -> Bool { Double(abs(count - other)) <= share * Double(other) }
    return isNear(instructions, budget.instructions) && isNear(references, budget.references)
      && allocations == budget.allocations && systemCalls == budget.systemCalls
      && abs(cacheMisses - budget.cacheMisses) <= budget.instructions
        / Int(ComparedMetric.instructionsPerMiss)
      && functions.isEmpty == budget.functions.isEmpty
  }

  /// Returns the functions that grew the most, as the end of a sentence; empty if the budget has none.
  fileprivate func grownFunctions(since budget: JobCounts) -> String {
    guard !budget.functions.isEmpty else { return "" }
    let growth = instructions - budget.instructions
    // The former cost of a function below the limit is unknown: its growth is counted from the limit on.
    let small = Int(Self.keptShare * Double(budget.instructions))
    let grown = functions.map { (name: $0.key, by: $0.value - (budget.functions[$0.key] ?? small)) }
      .filter { 5 * $0.by >= growth }.sorted { ($1.by, $0.name) < ($0.by, $1.name) }
    guard !grown.isEmpty else { return "" }
    return ": "
      + grown.prefix(3).map { "+\(NumberText.grouped($0.by)) in \($0.name)" }.joined(separator: ", ")
  }
}
