import Foundation
import Testing

/// Cells that one of two revisions cannot measure.
@Suite("layoutbench compare, with cells that a revision lacks", .temporaryFolders)
struct CompareLeftOutTests {
  @Test("What the base does not have yet is left out with the reason, and the rest is compared")
  func missingInTheBase() throws {
    let checkout = try ComparedCheckout()
    // A revision from before the workload wide, the subject spec.edit, and the mark of what is unknown.
    try checkout.write(
      """
      #!/bin/sh
      sed -u 's/"wide(/"wider(/; s/spec.edit/spec.edited/' | "$LAYOUTBENCH_TESTED" "$@" |
        sed -u 's/it has no/this revision has no/; s/it does not know the workload: //; s/"isUnknown":true,//' |
        sed -u 's/,"isUnknown":true//'

      """, to: "Sources/program")
    try checkout.write(
      """
      {"format": "layoutbench-suite", "version": 1, "name": "compare", "cells": [
        {"workload": "feed(1)", "subjects": ["spec.cold", "spec.edit"]},
        {"workload": "wide(3)", "subjects": ["spec.cold"]}]}
      """, to: "Benchmarks/suites/compare.json")
    try checkout.commit("Old")
    try FileManager.default.removeItem(at: checkout.folder.appendingPathComponent("Sources/program"))
    let outcome = try checkout.start("compare", "HEAD", "--identical", "--budget", "1s")
    #expect([0, 3].contains(outcome.exitCode), "\(outcome.error)")
    #expect(!outcome.error.contains("failed:"), "\(outcome.error)")
    #expect(outcome.output.contains("Not compared: spec.cold wide(3): HEAD has no workload wide(3)"))
    #expect(outcome.output.contains("Not compared: spec.edit feed(1): HEAD has no subject spec.edit"))
    let comparison = try checkout.comparison()
    let failures = try #require(comparison["failures"] as? [[String: Any]])
    #expect(failures.map { $0["status"] as? String } == ["leftOut", "leftOut"])
    let rows = try #require(comparison["rows"] as? [[String: Any]])
    #expect(Set(rows.map { ($0["cell"] as? [String: Any])?["subject"] as? String }) == ["spec.cold"])
  }

  @Test func `A workload that one revision does not know is left out, and the others are compared`() throws {
    let checkout = try ComparedCheckout()
    try checkout.writeWorker(answering: #"{"error":"it does not know the workload","isUnknown":true}"#)
    let outcome = try checkout.start("compare", "HEAD", "--identical", "--filter", "spec.cold")
    #expect(outcome.exitCode == 3, "\(outcome.error)")
    #expect(
      outcome.output.contains(
        "Not compared: spec.cold feed(1): the working tree has no workload feed(1)"),
      "\(outcome.output)")
  }
}
