import Foundation
import Testing

@Suite("Explain and profile", .temporaryFolders)
struct ExplainTests {
  private let header = "Benchmarks/trees/header-left-right.json"

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
  }

  @Test func `explain writes JSON: of an element and those around it, and of a whole tree`() throws {
    let one = try Program.run("explain", header, "username", "--format", "json")
    let report: [String: Any] = try one.json()
    let elements = try #require(report["elements"] as? [[String: Any]])
    #expect(
      elements.map { $0["path"] as? String } == [
        "root.child.children[0].children[0]", "root.child.children[0]", "root.child", "root",
      ])
    let width = try #require(elements[3]["width"] as? [String: Any])
    #expect(width["length"] as? Double == 320)
    #expect((width["rule"] as? [String: Any])?["name"] as? String != nil)
    #expect(width["given"] as? [Any] != nil && width["sentence"] as? String != nil)
    let all = try Program.run("explain", header, "--format", "json")
    #expect(all.output.contains("\"root.child.children[1]\""))
  }

  @Test func `profile prints tables, and writes a trace of nested slices and stacks that add up`() throws {
    let folder = try Program.makeFolder()
    let (trace, folded) = (folder.appending(path: "t.json").path, folder.appending(path: "t.folded").path)
    let arguments = [
      "profile", "feed(20)", "--threads", "2", "--trees", "4", "--trace", trace, "--folded", folded,
    ]
    let outcome = try Program.run(arguments).expect(0)
    #expect(outcome.output.hasPrefix("kind"))
    #expect(outcome.output.contains("root.children["))
    #expect(outcome.error.contains("recording makes a layout take "))

    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: trace)))
    let events = try #require((json as? [String: Any])?["traceEvents"] as? [[String: Any]])
    let layoutNanoseconds = try checkNesting(events)
    let lines = try String(contentsOfFile: folded, encoding: .utf8).split(separator: "\n")
    let weights = lines.compactMap { Int($0.split(separator: " ").last ?? "") }
    #expect(weights.count == lines.count && weights.reduce(0, +) == layoutNanoseconds)
    #expect(lines.allSatisfy { $0.hasPrefix("measure") || $0.hasPrefix("place") })

    #expect(try Program.run(arguments + ["--force", "--folded-by", "count"]).exitCode == 0)
    #expect(try String(contentsOfFile: folded, encoding: .utf8).contains("\nmeasure;stack;"))
  }

  /// That the slices of each track lie within each other or apart. Returns how long the layouts took together, in nanoseconds.
  private func checkNesting(_ events: [[String: Any]]) throws -> Int {
    var layouts = 0
    var waits = 0
    var open: [Int: [(begin: Int, end: Int)]] = [:]
    for event in events where event["ph"] as? String == "X" {
      let track = try #require(event["tid"] as? Int)
      let begin = Int((try #require(event["ts"] as? Double) * 1000).rounded())
      let end = begin + Int((try #require(event["dur"] as? Double) * 1000).rounded())
      while let last = open[track]?.last, last.end <= begin, last.end < end || last.begin < begin {
        open[track]?.removeLast()
      }
      if let around = open[track]?.last { #expect(around.begin <= begin && end <= around.end, "\(event)") }
      open[track, default: []].append((begin, end))
      if event["cat"] as? String == "layout" { layouts += end - begin }
      if event["cat"] as? String == "wait" { waits += 1 }
    }
    #expect(waits == 4)
    return layouts
  }

  @Test func `A trace or stacks on standard output are alone there, the table on standard error`() throws {
    for name in ["-", "/dev/stdout"] {
      let trace = try Program.run("profile", header, "--trace", name).expect(0)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(trace.output.utf8)) }
      #expect(trace.error.hasPrefix("kind ") && trace.error.contains("recording makes a layout take "))
      let folded = try Program.run("profile", header, "--folded", name).expect(0)
      #expect(
        folded.output.split(separator: "\n").allSatisfy { $0.hasPrefix("measure") || $0.hasPrefix("place") }
      )
      #expect(folded.error.hasPrefix("kind "))
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

  @Test func `Findings go to standard output, their number to standard error, the exit code is 1`() throws {
    let outcome = try Program.run("lint", "\(Self.folder)/tags.json").expect(1)
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
    let outcome = try Program.run("lint", "\(Self.folder)/tags.json", "--format", "json").expect(1)
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

    let rules = try Program.run("lint", "--rules").expect(0)
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
