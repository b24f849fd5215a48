import Foundation
import Testing

/// `Examples/OwnBenchmarks`, a program with workloads and a subject of its own.
@Suite("Benchmarks of one's own", .temporaryFolders)
struct OwnBenchmarksTests {
  private func run(_ arguments: String..., in folder: URL? = nil) throws -> Program.Outcome {
    try Program.start(arguments, in: folder, program: Program.executable(named: "OwnBenchmarks"))
  }

  @Test("The list names the program's own workloads and subjects first, and the shipped ones after them")
  func list() throws {
    let outcome = try run("list")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines[1].contains("inbox(N)") && lines[1].contains("a list of N messages"))
    #expect(lines[2].contains("header") && lines[3].contains("badges(N)"))
    #expect(lines[4].contains("decode(N)") && lines[5].contains("feed(N)"))
    let subjects = lines.firstIndex(of: "Subjects") ?? 0
    #expect(lines[subjects + 1].contains("own.rows") && lines[subjects + 2].contains("spec.cold"))
  }

  @Test("Without a suite, each workload is measured with the subjects that suit it, and the program's own")
  func ownSuite() throws {
    let out = try Program.makeFolder()
    let outcome = try run("run", "--rounds", "1", "--threads", "1", "--out", out.path)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let measured = Set(
      outcome.output.split(separator: "\n").map { line in
        line.split(separator: " ").prefix(2).joined(separator: " ")
      })
    let expected = [
      ("inbox(1)", ["spec.cold", "spec.resize", "spec.edit", "spec.build"]),
      ("inbox(100)", ["node.first", "node.relayout", "node.edit"]),
      ("decode(100)", ["closure"]), ("header", ["spec.cold", "spec.build"]),
      ("badges(1000)", ["spec.tree", "spec.cold", "own.rows"]),
    ]
    for (workload, subjects) in expected {
      for subject in subjects {
        #expect(measured.contains("\(workload) \(subject)"), "\(workload) \(subject)")
      }
    }
    #expect(!measured.contains("header own.rows") && !measured.contains("header node.first"))
    #expect(!measured.contains("decode(100) own.rows"))
    #expect(outcome.output.contains("only rows of nodes are written by hand"))
    // Nothing links an allocator that counts.
    #expect(
      outcome.error.contains("Allocations are not counted, because OwnBenchmarks does not link jemalloc"))
  }

  @Test func `Shipped workloads are measured beside its own, by a suite file`() throws {
    let folder = try Program.makeFolder()
    let suite = try Program.writeSuite(
      """
      "name": "both", "cells": [
        {"workload": "inbox(3)", "subjects": ["node.edit"]},
        {"workload": "feed(2)", "subjects": ["spec.cold", "own.rows", "closure"]},
        {"workload": "decode(1)", "subjects": ["spec.cold", "closure"]}]
      """, to: folder.appendingPathComponent("suite.json"))
    let outcome = try run("run", "--suite", suite.path, "--rounds", "1", "--out", folder.path)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.output.contains("inbox(3)") && outcome.output.contains("feed(2)"))
    #expect(outcome.output.contains("it is a layout, and no code of its own"))
    #expect(outcome.output.contains("it is code of its own, and no layout: only closure runs it"))
  }

  @Test func `Help, usage and errors name the program, and not layoutbench`() throws {
    for arguments in [
      ["--help"], ["help", "run"], ["help", "compare"], ["help", "table"], ["help", "report"],
    ] {
      let help = try Program.start(arguments, program: Program.executable(named: "OwnBenchmarks")).output
      #expect(help.contains("USAGE: OwnBenchmarks"))
      #expect(!help.contains("layoutbench run") && !help.contains("layoutbench compare"), "\(help)")
      #expect(!help.contains("quick"), "\(help)")
    }
    let suite = try run("run", "--suite", "frob")
    #expect(suite.exitCode == 65 && suite.error.contains("there is no suite \"frob\" in "))
    #expect(suite.error.hasSuffix("; there is own\n"), "\(suite.error)")
    let outcome = try run("profile", "inbx(1)")
    #expect(outcome.exitCode == 65 && outcome.error.contains("did you mean inbox(N)?"))
    #expect(outcome.error.hasPrefix("OwnBenchmarks: "))
  }

  @Test func `A workload of its own is profiled and generated like a shipped one`() throws {
    let profile = try run("profile", "inbox(2)")
    #expect(profile.exitCode == 0 && profile.output.contains("text"), "\(profile.error)")
    let document = try run("generate", "header")
    #expect(document.exitCode == 0 && document.output.contains("Inbox"))
  }

  // MARK: init

  private func makePackage() throws -> URL {
    let folder = try Program.makeFolder()
    try Program.writeManifest(in: folder)
    return folder
  }

  @Test func `init writes a package that depends on the package around it, and says what to run`() throws {
    let folder = try makePackage()
    let outcome = try Program.start("init", "--layoutbench", Program.package.path, in: folder)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.output.contains("\n  Benchmarks/bench run\n"))
    #expect(
      FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent("Benchmarks/bench").path))
    let other = try Program.start("inspect", "profiles(3)", "-o", "-", in: folder)
    #expect(
      other.exitCode == 65
        && other.error.hasSuffix(
          "\n  Benchmarks/bench has the layouts of this folder, and every command for them.\n")
    )
    #expect(outcome.output.contains("Write your own in Benchmarks/Sources/Benchmarks/Benchmarks.swift"))
    let manifest = try contents(of: folder.appendingPathComponent("Benchmarks/Package.swift"))
    #expect(manifest.contains("path: \"..\"") && manifest.contains("name: \"Cells\""))
    #expect(manifest.contains("path: \"\(Program.package.path)\""))
    let ignored = try contents(of: folder.appendingPathComponent("Benchmarks/.gitignore"))
    #expect(ignored == ".build/\nresults/\n")
  }

  @Test func `init writes nothing over, and nothing where no package is`() throws {
    let folder = try makePackage()
    let benchmarks = folder.appendingPathComponent("Benchmarks")
    try FileManager.default.createDirectory(at: benchmarks, withIntermediateDirectories: true)
    let again = try Program.start("init", in: folder)
    #expect(again.exitCode == 1 && again.error.contains("is there already, and nothing is written over"))
    #expect(names(in: benchmarks).isEmpty)
    let nowhere = try Program.start("init", in: try Program.makeFolder())
    #expect(nowhere.exitCode == 65 && nowhere.error.contains("has no Package.swift"))
    let noCheckout = try Program.start("init", "--layoutbench", "/", in: try makePackage())
    #expect(noCheckout.exitCode == 65 && noCheckout.error.contains("is no checkout of LayoutBench"))
  }

  @Test func `A manifest that SwiftPM cannot read is named with its error`() throws {
    let folder = try makePackage()
    try "nonsense".write(
      to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
    let outcome = try Program.start("init", in: folder)
    #expect(outcome.exitCode == 65 && outcome.error.contains("Package.swift cannot be read"))
  }
}
