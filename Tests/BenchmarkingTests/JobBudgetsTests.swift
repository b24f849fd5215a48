import Foundation
import Testing

@testable import Benchmarking

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
    try expectRecordedErrors("budget-errors.txt", count: 15) { json throws(FileError) in _ = try budgets(json)
    }
  }

  @Test func `A cell with two budgets is a mistake, whatever they are`() throws {
    let file = """
      {"format": "layoutbench-budgets", "version": 1, "build": "b", "cells": [{"workload":"w","subject":"s","instructions":1},
       {"workload":"w","subject":"s","instructions":2}]}
      """
    let error = #expect(throws: FileError.self) { try budgets(file) }
    #expect(error?.description == "budgets.json:2: s w has a budget in line 1 already.")
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
