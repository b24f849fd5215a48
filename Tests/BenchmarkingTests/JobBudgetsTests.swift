import Foundation
import Testing

@testable import Benchmarking

@Suite("Files of budgets")
struct JobBudgetsTests {
  private func budgets(_ json: String) throws(FileError) -> JobBudgets {
    try JobBudgets(json: Data(json.utf8), file: "budgets.json")
  }

  private func text(
    format: String = "\"layoutbench-budgets\"", version: String = "1", build: String = "\"Swift 6.3\"",
    cells: String = #"[{"workload":"feed(1)","subject":"spec.cold","instructions":5}]"#
  ) -> String {
    "{\"format\":\(format),\"version\":\(version),\"build\":\(build),\"cells\":\(cells)}"
  }

  @Test("A file is read, and written as it was, with a line for each cell")
  func roundTrip() throws {
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

  @Test(
    "A mistake in a file is named with its place",
    arguments: [
      ("{", "budgets.json:1: Is not JSON"),
      ("[]", "budgets.json:1: Expected an object, found an array"),
      (#"{"format":"layoutbench-suite","version":1}"#, #"format: Expected "layoutbench-budgets", found"#),
      (
        #"{"format":"layoutbench-budgets","version":2}"#,
        "version: Expected 1, the one version known, found 2"
      ),
      (#"{"format":"layoutbench-budgets","version":1,"cells":[]}"#, "build: Is missing."),
      (#"{"format":"layoutbench-budgets","version":1,"build":"b"}"#, "cells: Is missing."),
    ])
  func wholeFile(json: String, message: String) throws {
    let error = #expect(throws: FileError.self) { try budgets(json) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test(
    "A mistake in a cell is named with its place",
    arguments: [
      ("[]", "cells: Expected one element at least, found none."),
      ("[5]", "cells[0]: Expected an object, found the number 5."),
      (#"[{"workload":"w"}]"#, "cells[0].subject: Is missing."),
      (#"[{"workload":"","subject":"s"}]"#, "cells[0].workload: Expected a string with something in it."),
      (
        #"[{"workload":"w","subject":"s","instructions":0}]"#,
        "cells[0].instructions: Expected a whole number"
      ),
      (
        #"[{"workload":"w","subject":"s","instructions":1.5}]"#,
        "cells[0].instructions: Expected a whole number"
      ),
      (
        #"[{"workload":"w","subject":"s","instructions":1,"allocations":-1}]"#,
        "cells[0].allocations: Expected a whole number above -1"
      ),
      (
        #"[{"workload":"w","subject":"s","instructions":1,"functions":{"f":"1"}}]"#,
        "cells[0].functions.f: Expected a whole number"
      ),
      (#"[{"workload":"w","subject":"s","instruction":1}]"#, "cells[0].instruction: Is not a known key."),
    ])
  func cell(cells: String, message: String) throws {
    let error = #expect(throws: FileError.self) { try budgets(text(cells: cells)) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("A cell with two budgets is a mistake, whatever they are")
  func repeated() throws {
    let cells = """
      [{"workload":"w","subject":"s","instructions":1},
       {"workload":"w","subject":"s","instructions":2}]
      """
    let error = #expect(throws: FileError.self) { try budgets(text(cells: cells)) }
    #expect(error?.description == "budgets.json:2: s w has a budget in line 1 already.")
  }

  @Test("The build names all that instructions depend on")
  func build() {
    var machine = MachineFacts()
    machine.operatingSystem = "Debian 12"
    let facts = BuildFacts(swiftVersion: "6.3", configuration: .release, allocator: "jemalloc 5.3.0")
    #expect(
      JobBudgets.build(facts, on: machine)
        == "Swift 6.3, release build, jemalloc 5.3.0, \(BuildFacts.architecture), Debian 12")
  }
}
