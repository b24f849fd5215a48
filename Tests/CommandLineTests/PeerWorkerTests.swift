import Foundation
import Testing

@Suite("The peers' worker programs", .temporaryFolders)
struct PeerWorkerTests {
  @Test(.enabled(if: hasPython, "There is no Python 3.10 here."))
  func `Their own tests pass, which need Python and a C compiler alone`() throws {
    let outcome = try python(
      "-B", "-m", "unittest", "discover", "Benchmarks/peers/tests",
      environment: ["PYTHONPATH": "Benchmarks/peers"])
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    // Of no tests at all it says that they are fine.
    #expect(!outcome.error.contains("Ran 0 tests"), "\(outcome.error)")
  }

  @Test(.enabled(if: hasCompiler, "There is no C compiler here."))
  func `The worker in C passes the kit with an engine that knows columns alone, and refuses rows`() throws {
    let folder = try Program.makeFolder()
    let engine = folder.appendingPathComponent("columns").path
    let peers = Program.package.appendingPathComponent("Benchmarks/peers").path
    let built = try Program.start(
      [
        "sh", "-c",
        "cc -I '\(peers)/native' '\(peers)'/native/*.c '\(peers)/tests/columns.c' -ldl -lm -o '\(engine)'",
      ],
      program: Program.onPath)
    #expect(built.exitCode == 0, "\(built.error)")
    let outcome = try Program.start("check-peer", engine)
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.hasSuffix("12 passed, 0 failed\n"), "\(outcome.output)")
    #expect(outcome.output.components(separatedBy: "a row\n").count == 7, "\(outcome.output)")
    try doesAllWork(in: folder)
  }

  /// Expects that a suite measures the three kinds of work, and that all end in the same frames.
  private func doesAllWork(in folder: URL) throws {
    let text = #"{"type": "text", "text": "words that do not fit in a line of a hundred points"}"#
    try Data(
      """
      {"format": "layout-spec", "version": 1, "constrainedSize": {"min": [100, 0], "max": [100, null]},
       "root": {"type": "stack", "direction": "vertical", "children": [\(text), \(text), {"type": "node"}]}}
      """.utf8
    ).write(to: folder.appendingPathComponent("column.json"))
    let works = ["cold", "build", "edit"]
    let commands = works.map {
      ["name": $0, "command": ["./columns"], "texts": "measured", "work": $0] as [String: Any]
    }
    let suite: [String: Any] = [
      "format": "layoutbench-suite", "version": 1, "name": "works", "threads": [1, 2], "commands": commands,
      "cells": [["document": "column.json", "subjects": ["spec.cold"] + works]],
    ]
    let file = folder.appendingPathComponent("suite.json")
    try JSONSerialization.data(withJSONObject: suite).write(to: file)
    let out = folder.appendingPathComponent("out")
    let outcome = try Program.start("run", "--suite", file.path, "--rounds", "3", "--out", out.path)
    #expect(
      outcome.exitCode == 0 && !outcome.output.contains("Left out"), "\(outcome.output)\(outcome.error)")
    let rows = try RunFiles(onlyIn: out).rows().filter { $0["phase"] == "measure" }
    #expect(Set(rows.compactMap { $0["subject"] }) == Set(works + ["spec.cold"]))
    #expect(Set(rows.compactMap { $0["checksum"] }).count == 1, "\(rows)")
    #expect(rows.allSatisfy { $0["status"] == "ok" }, "\(rows)")
  }

  private static var hasCompiler: Bool {
    (try? Program.start(["cc", "--version"], program: Program.onPath))?.exitCode == 0
  }

  private static var hasPython: Bool {
    (try? python("-c", "import sys; sys.exit(sys.version_info < (3, 10))"))?.exitCode == 0
  }
}

private func python(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Outcome {
  try Program.start(["python3"] + arguments, environment: environment, program: Program.onPath)
}
