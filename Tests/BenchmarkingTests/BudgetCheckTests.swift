import Foundation
import Testing

@testable import Benchmarking

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

  @Test func `An allocation more exceeds the budget, and 2% more references; fewer are a saving`() throws {
    func check(allocations: Int, references: Int) throws -> BudgetCheck {
      var budgets = budgets([("a", 1_000)])
      budgets.budgets[0].counts = JobCounts(instructions: 1_000, allocations: 5, references: 100)
      return try BudgetCheck(of: budgets) { _, _ in
        JobCounts(instructions: 1_000, allocations: allocations, references: references)
      }
    }
    #expect(try check(allocations: 5, references: 102).excesses.isEmpty)
    #expect(
      try check(allocations: 6, references: 103).excesses == [
        "a feed(1) grew by 20.0%, from 5 to 6 allocations a job",
        "a feed(1) grew by 3.0%, from 100 to 103 references counted a job",
      ])
    #expect(
      try check(allocations: 4, references: 100).savings == [
        "a feed(1) shrank by 20.0%, from 5 to 4 allocations a job"
      ])
  }

  @Test func `A cell that grew names the functions that grew the most`() throws {
    var budgets = budgets([("a", 1_000)])
    budgets.budgets[0].counts = JobCounts(instructions: 1_000, functions: ["f": 600, "g": 390])
    let check = try BudgetCheck(of: budgets) { _, _ in
      JobCounts(instructions: 1_200, functions: ["f": 600, "g": 450, "h": 150])
    }
    #expect(
      check.excesses == [
        "a feed(1) grew by 20.0%, from 1,000 to 1,200 instructions a job: +140 in h, +60 in g"
      ])
  }

  @Test(
    arguments: [
      (1_000, 980, nil, nil), (1_000, 1_000, nil, nil), (1_000, 1_020, nil, nil),
      (39_695, 41_080.4, "grew by 3.5%, from 39,695 to 41,080 instructions a job", nil),
      (1_000, 1_021, "grew by 2.1%, from 1,000 to 1,021 instructions a job", nil),
      (2_000_000, 1_000_000, nil, "shrank by 50.0%, from 2,000,000 to 1,000,000 instructions a job"),
      (1_000, 979, nil, "shrank by 2.1%, from 1,000 to 979 instructions a job"),
      (nil, 12_345, "has no budget yet: a job takes 12,345 instructions", nil),
    ] as [(Int?, Double, String?, String?)])
  func `Counts may be 2% off budgets`(budget: Int?, count: Double, excess: String?, saving: String?) throws {
    let check = try check([("a", budget)], ["a": count])
    #expect(check.excesses == (excess.map { ["a feed(1) \($0)"] } ?? []))
    #expect(check.savings == (saving.map { ["a feed(1) \($0)"] } ?? []))
  }

  @Test func `A cell that cannot be counted is named`() {
    let error = #expect(throws: WorkerError.self) { try check([("a", 1), ("b", 1)], ["a": 1]) }
    #expect(error?.description == "b feed(1): ended by signal 9")
  }

  @Test func `The table has a line for each cell`() throws {
    let check = try check([("spec.cold", 39_695), ("new", nil)], ["spec.cold": 39_298, "new": 7])
    #expect(
      check.text == """
        workload subject   budget instructions change allocations references
        -------- --------- ------ ------------ ------ ----------- ----------
        feed(1)  spec.cold 39,695       39,298  -1.0%           0          0
        feed(1)  new                         7                  0          0

        """)
  }

  // MARK: Renewing

  @Test func `Renewed budgets are the counts, and those that still fit are kept`() throws {
    let check = try check(
      [("fits", 1_000), ("grew", 1_000), ("shrank", 1_000), ("new", nil)],
      ["fits": 1_004, "grew": 1_006.4, "shrank": 990, "new": 5])
    #expect(check.renewed(build: "old").budgets.map { $0.counts?.instructions } == [1_000, 1_006, 990, 5])
    let other = check.renewed(build: "new")
    #expect(other.build == "new")
    #expect(other.budgets.map { $0.counts?.instructions } == [1_004, 1_006, 990, 5])
  }

  // MARK: Counting

  @Test func `Cheap jobs are counted in large numbers, dear ones ten times, and always in even numbers`() {
    #expect(BudgetCheck.iterations(ofJobsWith: 5_350) == 748)
    #expect(BudgetCheck.iterations(ofJobsWith: 39_700) == 102)
    #expect(BudgetCheck.iterations(ofJobsWith: 1_164_187) == 10)
    #expect(BudgetCheck.iterations(ofJobsWith: 0) == 4_000_000)
  }

  @Test func `A cell without a budget is counted twice: first to know how many jobs it takes`() throws {
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
