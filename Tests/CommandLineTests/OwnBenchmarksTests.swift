import Foundation
import LayoutTestSupport
import Testing

@testable import LayoutBenchmark

/// `Examples/OwnBenchmarks`, a program with workloads and a subject of its own.
@Suite("Benchmarks of one's own")
struct OwnBenchmarksTests {
  private func run(_ arguments: String..., in folder: URL? = nil) throws -> Program.Outcome {
    try Program.start(with: arguments, in: folder, program: Program.executable(named: "OwnBenchmarks"))
  }

  @Test func `The list names the program's own workloads and subjects first, shipped ones later`() throws {
    let outcome = try run("list").expect(0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines[1].contains("inbox(N)") && lines[1].contains("a list of N messages"))
    #expect(lines[2].contains("header") && lines[3].contains("badges(N)"))
    #expect(lines[4].contains("decode(N)") && lines[4].hasSuffix("read from JSON (code)"))
    #expect(lines[6].hasSuffix("to an actor (asynchronous code)") && lines[7].contains("feed(N)"))
    let subjects = lines.firstIndex(of: "Subjects") ?? 0
    #expect(lines[subjects + 1].contains("own.rows") && lines[subjects + 2].contains("spec.cold"))
  }

  @Test func `Without a suite, workloads are measured with subjects that suit them, and its own`() throws {
    let out = try Program.makeFolder()
    let outcome = try run("run", "--rounds", "1", "--threads", "1", "--out", out.path).expect(0)
    let measured = Set(
      outcome.output.split(separator: "\n").map { line in
        line.split(separator: " ").prefix(2).joined(separator: " ")
      })
    let expected = [
      ("inbox(1)", ["spec.cold", "spec.resize", "spec.edit", "spec.build"]),
      ("inbox(100)", ["node.first", "node.relayout", "node.change", "node.edit"]),
      ("decode(100)", ["closure"]), ("sort(1000)", ["closure"]), ("deliver(100)", ["closure"]),
      ("header", ["spec.cold", "spec.build"]),
      ("badges(1000)", ["spec.tree", "spec.cold", "own.rows"]),
    ]
    for (workload, subjects) in expected {
      for subject in subjects {
        #expect(measured.contains("\(workload) \(subject)"), "\(workload) \(subject)")
      }
    }
    #expect(!measured.contains("header own.rows") && !measured.contains("header node.first"))
    #expect(!measured.contains("decode(100) own.rows"))
    let rates = outcome.output.split(separator: "\n").filter { $0.contains("closure") }.map { line in
      ["elements/s", "MB/s"].filter(line.contains)
    }
    #expect(rates.starts(with: [["elements/s"], ["MB/s"], []]), "\(outcome.output)")
    #expect(outcome.output.contains("closure is code of one's own: a job counts as a tree"))
    let summary = try #require(try out.paths().first { $0.hasSuffix("summary.csv") })
    let csv = try out.appending(path: summary).text()
    for (workload, rate) in [
      ("decode(100)", "elements_per_second,1/s"), ("sort(1000)", "bytes_per_second,bytes/s"),
    ] {
      #expect(csv.split(separator: "\n").contains { $0.contains(workload) && $0.contains(rate) })
    }
    #expect(outcome.output.contains("only rows of nodes are written by hand"))
    // Nothing links an allocator that counts.
    #expect(
      outcome.error.contains("Allocations are not counted, because OwnBenchmarks does not link jemalloc"))
  }

  @Test func `Shipped workloads are measured beside its own, which commands take like them`() throws {
    let folder = try Program.makeFolder()
    let suite = try Program.writeSuite(
      """
      "name": "both", "cells": [
        {"workload": "inbox(3)", "subjects": ["node.edit"]},
        {"workload": "feed(2)", "subjects": ["spec.cold", "own.rows", "closure"]},
        {"workload": "decode(1)", "subjects": ["spec.cold", "closure"]}]
      """, to: folder.appending(path: "suite.json"))
    try run("run", "--suite", suite.path, "--rounds", "1", "--out", folder.path).expect(
      0, output: "inbox(3)", "feed(2)", "it is a layout, and no code of its own",
      "it is code of its own, and no layout: only closure runs it")
    try run("profile", "inbox(2)").expect(0, output: "text")
    try run("generate", "header").expect(0, output: "Inbox")
  }

  @Test func `Code is profiled as such, has no layout to inspect, and a plan says what it is`() throws {
    try run("profile", "decode(1)", "--trace", "trace.json").expect(
      64, error: "--trace is of recorded layouts, without --subject")
    try run("profile", "decode(1)", "--subject", "spec.cold").expect(
      1, error: "it is code of its own, and no layout: only closure runs it")
    let inspected = try run("inspect", "decode(1)", "-o", "-").expect(
      65, error: "decode(1) is code, and no layout; ")
    #expect(inspected.error.contains("OwnBenchmarks profile 'decode(1)' shows where its time goes"))
    try run("run", "--dry-run", "--filter", "decode").expect(0, output: "closure is code of one's own")
  }

  @Test func `Help, usage and errors name the program, and not layoutbench`() throws {
    for arguments in [
      ["--help"], ["help", "run"], ["help", "compare"], ["help", "table"], ["help", "report"],
    ] {
      let help = try Program.start(with: arguments, program: Program.executable(named: "OwnBenchmarks"))
        .output
      #expect(help.contains("USAGE: OwnBenchmarks"))
      #expect(!help.contains("layoutbench run") && !help.contains("layoutbench compare"), "\(help)")
      #expect(!help.contains("quick"), "\(help)")
    }
    let suite = try run("run", "--suite", "frob").expect(65, error: "there is no suite \"frob\" in ")
    #expect(suite.error.hasSuffix("; there is own\n"), "\(suite.error)")
    let outcome = try run("profile", "inbx(1)").expect(65, error: "did you mean inbox(N)?")
    #expect(outcome.error.hasPrefix("OwnBenchmarks: "))
  }

  // MARK: init

  private func makePackage() throws -> URL {
    let folder = try Program.makeFolder()
    try Program.writeManifest(in: folder)
    return folder
  }

  @Test func `init writes a package that depends on the package around it, and says what to run`() throws {
    let folder = try makePackage()
    let outcome = try Program.start("init", "--layoutbench", URL.package.path, in: folder)
    outcome.expect(0, output: "\n  Benchmarks/bench run\n")
    #expect(FileManager.default.isExecutableFile(atPath: folder.appending(path: "Benchmarks/bench").path))
    let other = try Program.start("inspect", "profiles(3)", "-o", "-", in: folder).expect(65)
    #expect(
      other.error.hasSuffix(
        "\n  Benchmarks/bench has the layouts of this folder, and every command for them.\n"))
    // A program of the package names what starts it.
    let program = folder.appending(path: "Benchmarks/.build/Benchmarks")
    try program.deletingLastPathComponent().makeFolder()
    try Program.executable(named: "OwnBenchmarks").resolvingSymlinksInPath().copy(to: program)
    for (place, words) in [
      (folder, "`./Benchmarks/bench run"), (folder.appending(path: "Benchmarks"), "`./bench run"),
    ] {
      try Program.start("table", "latest", in: place, program: program).expect(65, error: words)
    }
    // A link to the script builds the same package, with what a `swift` in the path says.
    try folder.appending(path: "bin/swift").write(script: "#!/bin/sh\necho \"$@\"\n")
    let link = folder.appending(path: "bin/link")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.appending(path: "Benchmarks/bench"))
    let path = "\(folder.path)/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    try Program.shell("\(link.path) list", environment: ["PATH": path], in: folder).expect(
      0, output: "--package-path \(folder.resolvingSymlinksInPath().path)/Benchmarks Benchmarks list")
    #expect(outcome.output.contains("Write your own in Benchmarks/Sources/Benchmarks/Benchmarks.swift"))
    let manifest = try folder.appending(path: "Benchmarks/Package.swift").text()
    #expect(manifest.contains("path: \"..\"") && manifest.contains("name: \"Cells\""))
    #expect(manifest.contains("path: \"\(URL.package.path)\""))
    let ignored = try folder.appending(path: "Benchmarks/.gitignore").text()
    #expect(ignored == ".build/\nresults/\n")
  }

  @Test func `init refuses a package in a folder of the name of the one that it writes`() throws {
    let folder = try Program.makeFolder().appending(path: "benchmarks")
    try folder.makeFolder()
    try Program.writeManifest(in: folder)
    try Program.start("init", "--layoutbench", URL.package.path, in: folder).expectRefusal(
      "has the name of the package to write", "such as ..")
    #expect(folder.names == ["Package.swift"])
  }

  @Test func `init says that there is no swift to read the package with`() throws {
    let folder = try Program.makeFolder()
    try Program.writeManifest(in: folder)
    try Program.start(
      "init", "--layoutbench", URL.package.path, environment: ["PATH": "/nowhere"], in: folder
    )
    .expectRefusal("Package.swift cannot be read: the program could not be started: swift")
  }

  @Test func `init writes nothing over, and nothing where no package is that can be read`() throws {
    let folder = try makePackage()
    let benchmarks = folder.appending(path: "Benchmarks")
    try benchmarks.makeFolder()
    try Program.start("init", in: folder).expect(1, error: "is there already, and nothing is written over")
    #expect(benchmarks.names.isEmpty)
    try Program.start("init", in: try Program.makeFolder()).expect(65, error: "has no Package.swift")
    let other = try makePackage()
    try Program.start("init", "--layoutbench", "/", in: other).expect(
      65, error: "is no checkout of LayoutBench")
    try other.appending(path: "Package.swift").write("nonsense")
    try Program.start("init", in: other).expect(65, error: "Package.swift cannot be read")
  }
}

@Suite("Workflows for GitHub")
struct GitHubWorkflowTests {
  private static let url = "https://example.org/LayoutBench.git"

  private func makeRepository() throws -> (top: URL, package: URL) {
    let top = try Program.makeFolder()
    let package = top.appending(path: "My App")
    try Program.writeManifest(in: package)
    #expect(try Program.shell("git init -q", in: top).exitCode == 0)
    return (top, package)
  }

  private func workflow(_ name: String, in top: URL) throws -> String {
    try top.appending(path: ".github/workflows/\(name)").text()
  }

  @Test func `The workflows go to the repository's top, and name the package and a version`() throws {
    let (top, package) = try makeRepository()
    try Program.start("init", "--github", "--layoutbench", Self.url, in: package).expect(0)
    #expect(try workflow("benchmark.yml", in: top).contains("--package-path 'My App/Benchmarks'"))
    #expect(try workflow("benchmark-comment.yml", in: top).contains("workflows: [Benchmark]"))
    let manifest = try package.appending(path: "Benchmarks/Package.swift").text()
    #expect(manifest.contains(".package(url: \"\(Self.url)\", from: \"0.1.0\", traits: [.defaults])"))
    // Files that are there already are neither overwritten nor mixed with new ones.
    try Program.start("init", "--github", "--layoutbench", Self.url, in: package).expect(
      1, error: "benchmark.yml is there already")
    // There is nothing to compare without a repository.
    let (other, alone) = try makeRepository()
    try other.appending(path: ".git").remove()
    try Program.start("init", "--github", "--layoutbench", Self.url, in: alone).expect(
      65, error: "is in no git repository")
  }

  @Test func `A package of benchmarks that is there gets the workflows alone`() throws {
    let (top, package) = try makeRepository()
    #expect(try Program.start("init", "--layoutbench", Self.url, in: package).exitCode == 0)
    let program = package.appending(path: "Benchmarks/Sources/Benchmarks/Benchmarks.swift")
    try program.write("// mine")
    try Program.start("init", "--github", in: package).expect(0)
    #expect(try !workflow("benchmark.yml", in: top).isEmpty)
    #expect(try program.text() == "// mine")
  }

  @Test func `A runner has no folder of this machine: a LayoutBench by its path is refused at once`() throws {
    let (top, package) = try makeRepository()
    try Program.start("init", "--github", "--layoutbench", URL.package.path, in: package).expect(
      65, error: "--layoutbench https://")
    #expect(!package.appending(path: "Benchmarks").exists)
    #expect(try Program.start("init", "--layoutbench", URL.package.path, in: package).exitCode == 0)
    try Program.start("init", "--github", in: package).expect(
      65, error: "in \(package.path)/Benchmarks/Package.swift")
    #expect(!top.appending(path: ".github").exists)
  }

  // MARK: The comment

  /// The script of a step of the workflow that comments.
  private func script(_ step: String) throws -> String {
    let text = try #require(GitHubWorkflows.files(benchmarks: "Benchmarks").last?.text)
    let steps = text.components(separatedBy: "      - name: \(step)\n")
    try #require(steps.count == 2, "\(step)")
    let script = try #require(steps[1].components(separatedBy: "run: |\n").dropFirst().first)
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.prefix { $0.hasPrefix("          ") }.map { $0.dropFirst(10) }.joined(separator: "\n")
  }

  /// Runs the script with a `gh` that writes down its arguments, and answers as if the pull request were at `head` and
  /// had this comment.
  private func comment(
    number: String, text: String = "x", head: String = "c0ffee", known: String = ""
  ) throws -> (Int32, asked: String) {
    let folder = try Program.makeFolder()
    let gh = """
      #!/bin/bash
      echo "$*" >> asked
      case "$*" in
      *pulls*) echo \(head) ;;
      *issues/7/comments*--jq*) echo \(known) ;;
      esac
      """
    try folder.appending(path: "gh").write(script: gh)
    try folder.appending(path: "number").write(number)
    try folder.appending(path: "comment.md").write(text)
    let path = folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let status = try Program.shell(
      "set -euo pipefail; touch asked\n" + script("Comment"),
      environment: ["PATH": path, "REPOSITORY": "ada/app", "HEAD": "c0ffee"], in: folder
    ).exitCode
    let asked = try folder.appending(path: "asked").text()
    let body = try? folder.appending(path: "body.md").text()
    #expect(body.map { $0 == "<!-- layoutbench -->\n" + text } ?? true)
    return (status, asked)
  }

  // MARK: The check

  /// Runs a step on a check with a `gh` that writes down its arguments, and knows this check of the commit. Returns them, and
  /// the summary.
  private func check(
    _ step: String, status: String? = nil, conclusion: String = "success", answer: String? = nil,
    known: String = ""
  ) throws -> (asked: String, summary: String?) {
    let folder = try Program.makeFolder()
    try folder.appending(path: "gh").write(
      script:
        "#!/bin/bash\necho \"$*\" >> asked\ncase \"$*\" in *check_name=layoutbench*) echo \(known) ;; esac\n")
    if let status { try folder.appending(path: "status").write(status) }
    if let answer { try folder.appending(path: "comment.md").write(answer) }
    let path = folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let outcome = try Program.shell(
      "set -euo pipefail\n" + script(step),
      environment: [
        "PATH": path, "REPOSITORY": "ada/app", "HEAD": "c0ffee", "RUN": "https://example.org/7",
        "CONCLUSION": conclusion,
      ], in: folder)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    return (
      try folder.appending(path: "asked").text(), try? folder.appending(path: "summary.md").text()
    )
  }

  @Test func `A check is in progress while a pull request is measured, and ends with the answer`() throws {
    let begun = try check("Begin the check").asked
    #expect(
      begun.contains("--method POST repos/ada/app/check-runs") && begun.contains("-f head_sha=c0ffee")
        && begun.contains("-f status=in_progress"))
    let ended = try check(
      "End the check", status: "2\n", conclusion: "failure", answer: "**Slower**\n", known: "42")
    #expect(
      ended.asked.contains("--method PATCH repos/ada/app/check-runs/42 ") && ended.summary == "**Slower**\n")
    #expect(
      ended.asked.contains("-f status=completed -f conclusion=failure") && ended.asked.contains("=Slower "))
    // One that was never begun is made.
    let late = try check("End the check", status: "0", answer: "x").asked
    #expect(
      late.contains("--method POST repos/ada/app/check-runs -f head_sha=c0ffee") && late.contains("=success"))
  }

  @Test(
    arguments: [
      ("0", "success", "success"), ("2", "failure", "failure"), ("3", "success", "neutral"),
      ("4", "success", "success"), ("1", "failure", "failure"), (nil, "failure", "failure"),
      (nil, "cancelled", "cancelled"), ("$(touch pwned)", "success", "failure"),
      ("; 0", "success", "failure"),
    ] as [(String?, String, String)])
  func `A check's conclusion follows from the exit code of compare`(
    status: String?, run: String, expected: String
  ) throws {
    let ended = try check("End the check", status: status, conclusion: run)
    #expect(ended.asked.contains(" -f conclusion=\(expected) "), "\(ended.asked)")
    #expect(ended.summary?.hasSuffix(".\n") == true, "It says in words what there is no answer for")
  }

  @Test func `This project's own workflow comments as the one that init writes`() throws {
    let written = try #require(GitHubWorkflows.files(benchmarks: "Benchmarks").last?.text)
    let own = try URL.package.appending(path: ".github/workflows/compare-comment.yml").text()
    func steps(_ text: String) -> Substring {
      text[(text.range(of: "\njobs:")?.lowerBound ?? text.endIndex)...]
    }
    #expect(!steps(own).isEmpty && steps(own) == steps(written))
    #expect(own.contains("workflows: [Compare]") && own.contains("checks: write"))
  }

  // MARK: The answer

  @Test func `The first answer is a new comment, and a later one replaces it`() throws {
    let first = try comment(number: "7\n", text: "**Slower**\n")
    #expect(first.0 == 0)
    #expect(first.asked.contains("--method POST repos/ada/app/issues/7/comments -F body=@body.md"))
    let second = try comment(number: "7", known: "42")
    #expect(second.0 == 0)
    #expect(
      second.asked.contains("--method PATCH repos/ada/app/issues/comments/42")
        && !second.asked.contains("POST"))
  }

  @Test func `What a pull request wrote is taken for a number and a text, of no other request`() throws {
    for number in ["", "7; touch pwned", "$(touch pwned)", "../8"] {
      let outcome = try comment(number: number)
      #expect(outcome.0 == 1 && outcome.asked.isEmpty, "\(number)")
    }
    let other = try comment(number: "7", head: "badc0de")
    #expect(other.0 == 0 && !other.asked.contains("--method"))
    let empty = try comment(number: "7", text: "")
    #expect(empty.0 == 0 && empty.asked.isEmpty)
  }
}
