import Foundation
import Testing

@Suite("Explain and profile")
struct ExplainTests {
  private let header = "Benchmarks/trees/header-left-right.json"

  @Test func `layout and explain take a workload as inspect and profile do, and its seed changes its texts`()
    throws
  {
    let frames = try Program.run("layout", "feed(1)").expect(0).output
    #expect(frames.hasPrefix("stack {0, 0} {375, ") && frames.split(separator: "\n").count == 13)
    #expect(try Program.run("layout", "feed(1)", "--seed", "3").expect(0).output != frames)
    #expect(try Program.run("explain", "feed(1)", "root.children[0]").expect(0).output.contains("inset"))
    try Program.run("layout", "feed(0.5)").expectRefusal("feed(0.5)")
  }

  @Test func `explain says why an element is as large as it is, up to the root`() throws {
    let outcome = try Program.run("explain", header, "username", "--width", "200").expect(0)
    #expect(outcome.output.hasPrefix("TextNode \"username\" is "))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("  ") } == 10)
    #expect(lines.contains("Width") && lines.contains("Height") && lines.contains("Lines"))
    #expect(lines.last == "  1. \"hannahmbanana\", characters 1 to 13, is 104 points wide: the text ends.")
    let byPath = try Program.run(
      "explain", header, "root.child.children[0].children[0]", "--width", "200")
    #expect(byPath.output == outcome.output)
    // In JSON it is the element with those around it, or the whole tree.
    let elements = try Program.run("explain", header, "username", "--format", "json").json()["elements"]
    #expect(
      elements.items.map { $0["path"].string } == [
        "root.child.children[0].children[0]", "root.child.children[0]", "root.child", "root",
      ])
    let width = elements[3]["width"]
    #expect(width["length"].number == 320 && width["rule"]["name"].string != nil)
    #expect(!width["given"].items.isEmpty && width["sentence"].string != nil)
    let all = try Program.run("explain", header, "--format", "json")
    #expect(all.output.contains("\"root.child.children[1]\""))
  }

  @Test func `profile prints tables, and writes a trace of nested slices`() throws {
    let folder = try Program.makeFolder()
    let trace = folder.appending(path: "t.json")
    let outcome = try Program.run("profile", "feed(20)", "--trace", trace.path).expect(0)
    #expect(outcome.output.hasPrefix("kind"))
    #expect(outcome.output.contains("root.children["))
    #expect(outcome.error.contains("recording makes a layout take "))
    try checkNesting(JSON(trace.text())["traceEvents"].items)
  }

  /// That the slices lie within each other or apart, in one layout.
  private func checkNesting(_ events: [JSON]) throws {
    var layoutCount = 0
    var open: [(begin: Int, end: Int)] = []
    for event in events {
      let begin = Int((try #require(event["ts"].number) * 1000).rounded())
      let end = begin + Int((try #require(event["dur"].number) * 1000).rounded())
      while let last = open.last, last.end <= begin, last.end < end || last.begin < begin {
        open.removeLast()
      }
      if let around = open.last { #expect(around.begin <= begin && end <= around.end, "\(event)") }
      open.append((begin, end))
      if event["cat"].string == "layout" { layoutCount += 1 }
    }
    #expect(layoutCount == 1)
  }

  @Test func `A trace on standard output is alone there, the table on standard error`() throws {
    for name in ["-", "/dev/stdout"] {
      let trace = try Program.run("profile", header, "--trace", name).expect(0)
      #expect(throws: Never.self) { try trace.json() }
      #expect(trace.error.hasPrefix("kind ") && trace.error.contains("recording makes a layout take "))
    }
  }

  @Test func `profile takes documents, and lists as many elements as are asked for`() throws {
    let outcome = try Program.run("profile", header, "--top", "2", "--range", "320,0..inf").expect(0)
    let tables = outcome.output.components(separatedBy: "\n\n").map { $0.split(separator: "\n") }
    #expect(tables.map(\.count) == [6, 4], "Two lines of heads; three kinds, and what is of none.")
  }
}

@Suite("layoutbench lint")
struct LintCommandTests {
  private static let folder = "Tests/LayoutDocumentsTests/Snapshots/Lint"

  @Test func `Findings go to standard output, their number to standard error, and 0 is silent`() throws {
    let outcome = try Program.run("lint", "\(Self.folder)/tags.json").expect(1)
    let recorded = try URL.package.appending(path: "\(Self.folder)/tags.txt").text()
    let expected = recorded.replacingOccurrences(of: "tags.json:", with: "\(Self.folder)/tags.json:")
    #expect(outcome.output == expected)
    #expect(outcome.error == "5 findings\n")
    let none = try Program.run(
      "lint", "Benchmarks/trees/animal-card.json", "Benchmarks/trees/feed-item.json")
    #expect(none.exitCode == 0 && none.output.isEmpty && none.error.isEmpty)
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
    let outcome = try Program.run("lint", "\(Self.folder)/tags.json", "--format", "json").expect(1)
    let report = try outcome.json()
    let (findings, tags) = (report["findings"], report["findings"][2])
    #expect(outcome.error.isEmpty && report["schema"].number == 1 && findings.items.count == 5)
    #expect(tags["rule"].string == "wrap-in-unbounded-main-axis" && tags["path"].string == "root.children[1]")
    #expect(tags["line"].number == 10 && tags["column"].number == 7)
    #expect(tags["name"].string == "tags" && tags["type"].string == "stack")
    #expect(tags["fix"].string?.hasPrefix("Give the stack") == true)
    #expect(findings[4]["others"].strings == ["root"])

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

    let rules = try Program.run("lint", "--rules").expect(0)
    #expect(rules.output.split(separator: "\n").count == 29)
    #expect(rules.output.hasPrefix("flex-outside-stack           flexGrow, "))

    let document = """
      {"format": "layout-spec", "version": 1, "constrainedSize": {"min": [0, 0], "max": [320, null]},
       "root": {"type": "ratio", "ratio": 1, "child": {"type": "text", "text": "x", "style": {"flexGrow": 1}}}}
      """
    let piped = try Program.run("lint", "-", input: document)
    #expect(piped.output.hasPrefix("standard input:2:49: root.child: flex-outside-stack\n"))
  }
}
