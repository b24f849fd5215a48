import Foundation
import Testing

@testable import Measuring
@testable import Reporting

@Suite("Checks of budgets")
struct BudgetCheckTests {
  /// Budgets by the names of their cells; nil for a cell without one.
  private func budgets(_ instructions: [(String, Int?)]) -> JobBudgets {
    JobBudgets(
      build: "old",
      budgets: instructions.map {
        .init(workload: "feed(1)", subject: $0.0, counts: $0.1.map { JobCounts(instructions: $0) }, line: 1)
      })
  }

  /// Checks budgets with simulated counts by the names of the subjects.
  private func check(
    _ instructions: [(String, Int?)], _ counts: [String: Double]
  ) throws(WorkerError) -> BudgetCheck {
    try BudgetCheck(of: budgets(instructions)) { budget, _ throws(WorkerError) in
      guard let count = counts[budget.subject] else { throw WorkerError("ended by signal 9") }
      return JobCounts(instructions: Int(count.rounded()))
    }
  }

  @Test func `Every budget is checked as recorded: its line of the table, and what grew or shrank`() throws {
    let few = JobCounts(instructions: 1_000, allocations: 5, references: 100)
    let known = JobCounts(instructions: 1_000, functions: ["f": 600, "g": 390])
    let cells: [(name: String, budget: JobCounts?, count: JobCounts)] = [
      ("equal", few, few), ("2% less", few, JobCounts(instructions: 980, allocations: 5, references: 98)),
      ("2% more", few, JobCounts(instructions: 1_020, allocations: 5, references: 102)),
      ("less", few, JobCounts(instructions: 979, allocations: 4, references: 97)),
      ("more", few, JobCounts(instructions: 1_021, allocations: 6, references: 103)),
      ("half", JobCounts(instructions: 2_000_000), JobCounts(instructions: 1_000_000)),
      ("functions", known, JobCounts(instructions: 1_200, functions: ["f": 600, "g": 450, "h": 150])),
      ("new", nil, JobCounts(instructions: 12_345)),
    ]
    let budgets = JobBudgets(
      build: "old",
      budgets: cells.map { .init(workload: "feed(1)", subject: $0.name, counts: $0.budget, line: 1) })
    let check = try BudgetCheck(of: budgets) { budget, _ in
      cells.first { $0.name == budget.subject }?.count ?? JobCounts(instructions: 0)
    }
    func lines(_ sentences: [String]) -> String { sentences.map { $0 + "\n" }.joined() }
    try expectRecorded(
      sections([("table", check.text), ("grew", lines(check.excesses)), ("shrank", lines(check.savings))]),
      as: "budget-check.txt")
  }

  @Test func `Renewed budgets are the counts, those that fit are kept, and failures are named`() throws {
    #expect(throws: WorkerError("b feed(1): ended by signal 9")) {
      try self.check([("a", 1), ("b", 1)], ["a": 1])
    }
    let check = try check(
      [("fits", 1_000), ("grew", 1_000), ("shrank", 1_000), ("new", nil)],
      ["fits": 1_004, "grew": 1_006.4, "shrank": 990, "new": 5])
    #expect(check.renewed(build: "old").budgets.map { $0.counts?.instructions } == [1_000, 1_006, 990, 5])
    let other = check.renewed(build: "new")
    #expect(other.build == "new")
    #expect(other.budgets.map { $0.counts?.instructions } == [1_004, 1_006, 990, 5])
  }

  @Test func `Cheap jobs are counted in large numbers, dear ones ten times, unknown ones twice`() throws {
    let numbers = [5_350, 39_700, 1_164_187, 0].map { BudgetCheck.iterations(ofJobsWith: $0) }
    #expect(numbers == [748, 102, 10, 4_000_000])
    var asked: [Int] = []
    _ = try BudgetCheck(of: budgets([("a", nil), ("b", 5_350)])) { _, iterations in
      asked.append(iterations)
      return JobCounts(instructions: 39_700)
    }
    #expect(asked == [10, 102, 748])
  }
}

@Suite("Files of budgets")
struct JobBudgetsTests {
  private func budgets(_ json: String) throws(FileError) -> JobBudgets {
    try JobBudgets(json: Data(json.utf8), file: "budgets.json")
  }

  @Test func `A file is read, and written as it was, with a line for each cell`() throws {
    let file = """
      {
        "format": "layoutbench-budgets",
        "version": 1,
        "build": "Swift 6.3, x86_64",
        "cells": [
          { "workload": "feed(10)", "subject": "spec.cold", "instructions": 39695, "allocations": 2, "references": 7, "functions": { "f(_:)": 30000, "g": 9000 } },
          { "workload": "grid(2, 2)", "subject": "spec.edit" }
        ]
      }

      """
    let budgets = try budgets(file)
    #expect(budgets.build == "Swift 6.3, x86_64")
    #expect(
      budgets.budgets == [
        .init(
          workload: "feed(10)", subject: "spec.cold",
          counts: JobCounts(
            instructions: 39_695, allocations: 2, references: 7, functions: ["f(_:)": 30_000, "g": 9_000]),
          line: 6),
        .init(workload: "grid(2, 2)", subject: "spec.edit", counts: nil, line: 7),
      ])
    #expect(String(decoding: budgets.json(), as: UTF8.self) == file)
  }

  @Test func `A mistake is named with its place, as recorded`() throws {
    try expectRecordedErrors("budget-errors.txt", count: 16) { json throws(FileError) in _ = try budgets(json)
    }
  }

  @Test func `The build names all that instructions depend on`() {
    var machine = MachineFacts()
    machine.operatingSystem = "Debian 12"
    let facts = BuildFacts(swiftVersion: "6.3", configuration: .release, allocator: "jemalloc 5.3.0")
    #expect(
      JobBudgets.build(facts, on: machine)
        == "Swift 6.3, release build, jemalloc 5.3.0, \(BuildFacts.architecture), Debian 12")
  }
}
