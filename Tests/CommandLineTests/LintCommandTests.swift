import Foundation
import Testing

@Suite("layoutbench lint")
struct LintCommandTests {
  private static let folder = "Tests/LayoutDocumentsTests/Snapshots/Lint"

  @Test func `Findings go to standard output, their number to standard error, the exit code is 1`() throws {
    let outcome = try Program.run("lint", "\(Self.folder)/tags.json")
    outcome.expect(1)
    let recorded = try URL.package.appending(path: "\(Self.folder)/tags.txt").text()
    let expected = recorded.replacingOccurrences(of: "tags.json:", with: "\(Self.folder)/tags.json:")
    #expect(outcome.output == expected)
    #expect(outcome.error == "5 findings\n")
  }

  @Test func `Without findings nothing is said, and the exit code is 0`() throws {
    let outcome = try Program.run(
      "lint", "Benchmarks/trees/animal-card.json", "Benchmarks/trees/feed-item.json")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.isEmpty && outcome.error.isEmpty)
  }

  @Test func `A file that is no document is exit code 65, and the others are looked at`() throws {
    let outcome = try Program.run("lint", "no such file.json", "\(Self.folder)/tags.json", "README.md")
    outcome.expect(65, output: "wrap-in-unbounded-main-axis")
    #expect(
      outcome.error.hasPrefix("layoutbench: no such file.json: no such file; expected a readable file\n"))
    #expect(outcome.error.contains("layoutbench: README.md:1:1: "))
    #expect(outcome.error.filter { $0 == "\n" }.count == 2)
  }

  @Test func `JSON has every part of a finding`() throws {
    let outcome = try Program.run("lint", "\(Self.folder)/tags.json", "--format", "json")
    outcome.expect(1)
    #expect(outcome.error.isEmpty)
    let report: [String: Any] = try outcome.json()
    #expect(report["schema"] as? Int == 1)
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(findings.count == 5)
    #expect(findings[2]["rule"] as? String == "wrap-in-unbounded-main-axis")
    #expect(findings[2]["path"] as? String == "root.children[1]")
    #expect(findings[2]["line"] as? Int == 10 && findings[2]["column"] as? Int == 7)
    #expect(findings[2]["name"] as? String == "tags" && findings[2]["type"] as? String == "stack")
    #expect((findings[2]["fix"] as? String)?.hasPrefix("Give the stack") == true)
    #expect(findings[4]["others"] as? [String] == ["root"])

    try Program.run("lint", "Benchmarks/trees/animal-card.json", "--format", "json").expect(
      0, output: #""findings": []"#)
  }

  @Test func `Rules are chosen, left out and listed; another width and standard input are taken`() throws {
    let file = "\(Self.folder)/tags.json"
    let chosen = try Program.run("lint", file, "--rule", "zero-size", "--rule", "does-not-grow")
    #expect(chosen.output.contains(": zero-size\n") && !chosen.output.contains(": ignored-property\n"))
    #expect(chosen.error == "1 finding\n")
    #expect(try !Program.run("lint", file, "--ignore", "zero-size").output.contains(": zero-size\n"))
    #expect(
      try Program.run("lint", file, "--width", "400", "--rule", "zero-size").exitCode == 0)

    let rules = try Program.run("lint", "--rules")
    rules.expect(0)
    #expect(rules.output.split(separator: "\n").count == 20)
    #expect(rules.output.hasPrefix("flex-outside-stack           flexGrow, "))

    let document = """
      {"format": "layout-spec", "version": 1, "constrainedSize": {"min": [0, 0], "max": [320, null]},
       "root": {"type": "ratio", "ratio": 1, "child": {"type": "text", "text": "x", "style": {"flexGrow": 1}}}}
      """
    let piped = try Program.run("lint", "-", input: document)
    #expect(piped.output.hasPrefix("standard input:2:49: root.child: flex-outside-stack\n"))
  }
}
