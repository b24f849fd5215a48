import Foundation
import LayoutTestSupport
import Testing

@testable import LayoutBenchmark

/// `layoutbench init --github`.
@Suite("Workflows for GitHub", .temporaryFolders)
struct GitHubWorkflowTests {
  private static let url = "https://example.org/LayoutBench.git"

  /// A repository with a package in a folder of it.
  private func makeRepository() throws -> (top: URL, package: URL) {
    let top = try Program.makeFolder()
    let package = top.appendingPathComponent("My App")
    try Program.writeManifest(in: package)
    #expect(try Program.shell("git init -q", in: top).exitCode == 0)
    return (top, package)
  }

  private func workflow(_ name: String, in top: URL) throws -> String {
    try contents(of: top.appendingPathComponent(".github/workflows/\(name)"))
  }

  @Test
  func `The workflows go to the repository's top, and name the package below it, which depends on a version`()
    throws
  {
    let (top, package) = try makeRepository()
    let outcome = try Program.start("init", "--github", "--layoutbench", Self.url, in: package)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(try workflow("benchmark.yml", in: top).contains("--package-path 'My App/Benchmarks'"))
    #expect(try workflow("benchmark-comment.yml", in: top).contains("workflows: [Benchmark]"))
    let manifest = try contents(of: package.appendingPathComponent("Benchmarks/Package.swift"))
    #expect(manifest.contains(".package(url: \"\(Self.url)\", from: \"0.1.0\", traits: [.defaults])"))
    // What is there is neither written over nor mixed with something new.
    let again = try Program.start("init", "--github", "--layoutbench", Self.url, in: package)
    #expect(again.exitCode == 1 && again.error.contains("benchmark.yml is there already"), "\(again.error)")
  }

  @Test func `A package of benchmarks that is there gets the workflows alone`() throws {
    let (top, package) = try makeRepository()
    #expect(try Program.start("init", "--layoutbench", Self.url, in: package).exitCode == 0)
    let program = package.appendingPathComponent("Benchmarks/Sources/Benchmarks/Benchmarks.swift")
    try "// mine".write(to: program, atomically: true, encoding: .utf8)
    let outcome = try Program.start("init", "--github", in: package)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(try !workflow("benchmark.yml", in: top).isEmpty)
    #expect(try contents(of: program) == "// mine")
  }

  @Test(
    "A runner has no folder of this machine: a LayoutBench by its path is refused, before anything is written"
  )
  func localDependency() throws {
    let (top, package) = try makeRepository()
    let outcome = try Program.start("init", "--github", "--layoutbench", Program.package.path, in: package)
    #expect(outcome.exitCode == 65 && outcome.error.contains("--layoutbench https://"), "\(outcome.error)")
    #expect(!FileManager.default.fileExists(atPath: package.appendingPathComponent("Benchmarks").path))
    #expect(try Program.start("init", "--layoutbench", Program.package.path, in: package).exitCode == 0)
    let later = try Program.start("init", "--github", in: package)
    #expect(later.exitCode == 65 && later.error.contains("in \(package.path)/Benchmarks/Package.swift"))
    #expect(!FileManager.default.fileExists(atPath: top.appendingPathComponent(".github").path))
  }

  @Test func `There is nothing to compare without a repository`() throws {
    let (top, package) = try makeRepository()
    try FileManager.default.removeItem(at: top.appendingPathComponent(".git"))
    let outcome = try Program.start("init", "--github", "--layoutbench", Self.url, in: package)
    #expect(outcome.exitCode == 65 && outcome.error.contains("is in no git repository"), "\(outcome.error)")
  }

  // MARK: The comment

  /// The script of the workflow's last step.
  private func commentScript() throws -> String {
    let text = try #require(GitHubWorkflows.files(benchmarks: "Benchmarks").last?.text)
    let script = try #require(text.components(separatedBy: "run: |\n").last)
    return script.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  /// Runs the script with a `gh` that writes down what it is asked, and answers as if the pull request were at `head` and
  /// had this comment.
  private func comment(number: String, text: String, head: String, known: String) throws -> (
    Int32, asked: String
  ) {
    let folder = try Program.makeFolder()
    let gh = """
      #!/bin/bash
      echo "$*" >> asked
      case "$*" in
      *pulls*) echo \(head) ;;
      *issues/7/comments*--jq*) echo \(known) ;;
      esac
      """
    try Program.write(script: gh, to: folder.appendingPathComponent("gh"))
    try Program.write(number, to: folder.appendingPathComponent("number"))
    try Program.write(text, to: folder.appendingPathComponent("comment.md"))
    let path = folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let status = try Program.shell(
      "set -euo pipefail; touch asked\n" + commentScript(),
      environment: ["PATH": path, "REPOSITORY": "ada/app", "HEAD": "c0ffee"], in: folder
    ).exitCode
    let asked = try contents(of: folder.appendingPathComponent("asked"))
    let body = try? contents(of: folder.appendingPathComponent("body.md"))
    #expect(body.map { $0 == "<!-- layoutbench -->\n" + text } ?? true)
    return (status, asked)
  }

  @Test func `The first answer is a new comment, and a later one replaces it`() throws {
    let first = try comment(number: "7\n", text: "**Slower**\n", head: "c0ffee", known: "")
    #expect(first.0 == 0)
    #expect(first.asked.contains("--method POST repos/ada/app/issues/7/comments -F body=@body.md"))
    let second = try comment(number: "7", text: "fine", head: "c0ffee", known: "42")
    #expect(second.0 == 0)
    #expect(
      second.asked.contains("--method PATCH repos/ada/app/issues/comments/42")
        && !second.asked.contains("POST"))
  }

  @Test("What a pull request wrote is taken for a number and a text, and for no other pull request's")
  func untrusted() throws {
    for number in ["", "7; touch pwned", "$(touch pwned)", "../8"] {
      let outcome = try comment(number: number, text: "x", head: "c0ffee", known: "")
      #expect(outcome.0 == 1 && outcome.asked.isEmpty, "\(number)")
    }
    let other = try comment(number: "7", text: "x", head: "badc0de", known: "")
    #expect(other.0 == 0 && !other.asked.contains("--method"))
    let empty = try comment(number: "7", text: "", head: "c0ffee", known: "")
    #expect(empty.0 == 0 && empty.asked.isEmpty)
  }
}
