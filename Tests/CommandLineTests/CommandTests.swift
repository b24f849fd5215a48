import ArgumentParser
import Foundation
import LayoutBenchmark
import Testing

@Suite("Commands")
struct CommandTests {
  @Test func `layout shows frames, boxes and JSON, in another width too, and of standard input`() throws {
    let frames = try Program.run("layout", "Benchmarks/trees/header-left-right.json").expect(0)
    #expect(
      frames.output == """
        inset "margins" {0, 0} {320, 40}
          stack "header" {10, 0} {300, 40}
            stack "left" {0, 0} {236, 40}
              text "username" {0, 0} {236, 20}
              text "location" {0, 20} {236, 20}
            text "time" {276, 10} {24, 20}

        """)
    let boxes = try Program.run("layout", "--format", "ascii", "Benchmarks/trees/header-left-right.json")
    #expect(boxes.output.contains("|  |  -----StackLayoutSpec (left)-----  TextNode (time)  |  |\n"))
    let report = try Program.run("layout", "--format", "json", "Benchmarks/trees/header-left-right.json")
      .json()
    let elements = report["elements"]
    #expect(report["size"].numbers == [320, 40] && elements.items.count == 6)
    #expect(elements[5]["path"].string == "root.child.children[1]")
    #expect(elements[5]["nodeFrame"].numbers == [286, 10, 24, 20] && elements[0]["nodeFrame"].isNull)
    let document = """
      {"format": "layout-spec", "version": 1, "constrainedSize": {"min": [0, 0], "max": [320, null]},
       "root": {"type": "text", "text": "one two"}}
      """
    #expect(try Program.run("layout", "-", input: document).output == "text {0, 0} {56, 20}\n")
    #expect(
      try Program.run("layout", "-", "--width", "40", input: document).output == "text {0, 0} {24, 40}\n")
    #expect(try Program.run("layout", "-", "--range", "0..inf,0..9999999", input: document).exitCode == 0)
  }

  @Test func `A hyphen is standard output for every option that names a file to write`() throws {
    let folder = try Program.makeFolder()
    for (arguments, start) in [
      (["generate", "feed(1)", "-o", "-"], "{"), (["inspect", "feed(1)", "-o", "-"], "<!DOCTYPE html>"),
      (["profile", "feed(1)", "--trace", "-"], "{"),
    ] {
      let outcome = try Program.start(with: arguments, in: folder)
      #expect(outcome.exitCode == 0 && outcome.output.hasPrefix(start), "\(arguments): \(outcome.error)")
      #expect(!outcome.output.isEmpty)
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `list names workloads, subjects and suites, in every format, and shells complete them`() throws {
    let text = try Program.run("list").expect(0)
    for name in ["feed(N)", "fit_nesting", "  spec.cold ", "  naive ", "  quick "] {
      #expect(text.output.contains(name))
    }
    let lists = try Program.run("list", "--format", "json").json()
    for (kind, name) in [("subjects", "spec.cold"), ("workloads", "feed(N)"), ("suites", "quick")] {
      #expect(lists[kind].items.contains { $0["name"].string == name }, "\(name)")
    }
    // Shells complete them.
    try Program.run("--generate-completion-script", "bash").expect(0, output: "layoutbench")
    let suites = try Program.run("---completion", "run", "--", "--suite", "0", "0")
    #expect(suites.output.contains("quick") && suites.output.contains("engine"), "\(suites.output)")
  }

  @Test(arguments: ["0", "-5"])
  func `Help has its words on a terminal that does not know its width`(columns: String) throws {
    try Program.start("help", "list", environment: ["COLUMNS": columns]).expect(0, output: "text or json")
  }

  @Test func `The help names the main job and all exit codes, in lines of 80 characters`() throws {
    let help = try Program.start("--help").expect(0)
    #expect(
      try Program.start("layout", "--help", environment: ["COLUMNS": "400"]).output
        .contains("a layout that measures each element once never fails"))
    let lines = help.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.contains { $0.hasPrefix("  layoutbench compare main . ") })
    // Not broken in two: each example is a command and its effect.
    #expect(lines.filter { $0.hasPrefix("  layoutbench ") }.allSatisfy { $0.dropFirst(2).contains("  ") })
    for code in ["0 ", "1 ", "2 ", "3 ", "64", "65", "130"] {
      #expect(lines.contains { $0.hasPrefix("  \(code)  ") }, "\(code)")
    }
    for command in ["generate", "verify", "worker"] {
      #expect(!help.output.contains(command), "\(command) is for developers")
    }
    #expect(try Program.start("help").output == help.output)
    #expect(try Program.run("help", "results", "merge").output.hasPrefix("OVERVIEW: Put the shards"))
  }

  @Test func `verify counts exact cases, shows what differs, and fails then`() throws {
    let exact = try Program.run("verify", "Tests/ConformanceTests/Cases/documented.json").expect(0)
    #expect(exact.output == "Tests/ConformanceTests/Cases/documented.json: 258 of 258 cases exact\n")
    let wrong = """
      {"format": "layout-spec-cases", "version": 1, "cases": [{"id": "a", "constrainedSize": {"min": [0, 0], "max": [9, 9]},
       "root": {"type": "spec"}, "expected": [[0, 0, 1, 0]], "nodeFrames": [null]}]}
      """
    let outcome = try Program.run("verify", "-", input: wrong).expect(1)
    #expect(outcome.output.hasPrefix("-: 0 of 1 cases exact\n  a\n    root"))
  }

  @Test func `generate writes a document that lays out`() throws {
    let file = try Program.makeFolder().appending(path: "feed.json")
    #expect(try Program.run("generate", "feed(3)", "-o", file.path).exitCode == 0)
    #expect(try Program.run("generate", "feed(3)").output == file.text())
    #expect(try Program.run("generate", "feed(3)", "--seed", "7").output != file.text())
    #expect(try Program.run("layout", file.path).output.hasPrefix("stack {0, 0} {375, "))
  }

  @Test func `doctor says what is wrong, with exit code 0 unless it is to be strict`() throws {
    let text = try Program.start("doctor", environment: ["LC_ALL": "de_DE.UTF-8"]).expect(0)
    #expect(text.error.isEmpty)
    #expect(!text.output.contains("\u{1B}"))
    for word in ["  build  ", "  clock  ", "jemalloc"] { #expect(text.output.contains(word)) }

    let strict = try Program.run("doctor", "--format", "json", "--strict")
    let report = try strict.json()
    #expect(report["schema"].number == 1)
    // These tests are no release build.
    #expect(report["findings"].items.contains { $0["severity"].string == "warning" } && strict.exitCode == 1)
  }
}

@Suite("Help")
struct HelpTests {
  @Test func `FORCE_COLOR colours what goes into a file, and NO_COLOR nothing`() throws {
    func doctor(_ environment: [String: String]) throws -> String {
      try Program.run(with: ["doctor"], environment: environment).output
    }
    #expect(try doctor(["FORCE_COLOR": "1", "NO_COLOR": ""]).contains("\u{1B}["))
    #expect(try !doctor(["FORCE_COLOR": "1", "NO_COLOR": "1"]).contains("\u{1B}["))
  }

  @Test func `Each command in the examples of a help is one that the program takes`() throws {
    var count = 0
    for command in Self.commands(below: LayoutBench.self) {
      for line in Self.examples(in: command.configuration.discussion) {
        for words in Self.commandLines(in: line) {
          count += 1
          switch words[0] {
          case "layoutbench", "scripts/layoutbench":
            #expect(throws: Never.self, "\(line)") { try LayoutBench.parse(Array(words.dropFirst())) }
          case let script where script.contains("/"):
            let path = URL.package.appending(path: script).path
            #expect(FileManager.default.isExecutableFile(atPath: path), "\(line)")
          default:
            // A program that reads what one of ours writes.
            break
          }
        }
      }
    }
    #expect(count > 80)
  }

  @Test(arguments: ["run", "compare", "chart", "doctor"])
  func `The text of an option is broken where the terminal ends, and nowhere else`(command: String) throws {
    let help = try Program.start("help", command, environment: ["COLUMNS": "2000"]).output
    let options = try #require(help.components(separatedBy: "\nOPTIONS:\n").last)
    // A text is on the line of its option, or on the next one.
    let isBelow = options.components(separatedBy: "\n").map { $0.hasPrefix("     ") }
    #expect(!zip(isBelow, isBelow.dropFirst()).contains { $0 && $1 }, "\(options)")
  }

  @Test func `Examples that are not taken are found; a negative number needs two hyphens`() throws {
    let words = Self.commandLines(
      in: "layoutbench layout 'my cell.json' --ascii   and show it | layoutbench lint -")
    #expect(words == [["layoutbench", "layout", "my cell.json", "--ascii"]])
    #expect(throws: (any Error).self) { try LayoutBench.parse(Array(words[0].dropFirst())) }
    let pipe = Self.commandLines(in: "layoutbench generate 'feed(1)' | layoutbench layout - > a.txt")
    #expect(pipe == [["layoutbench", "generate", "feed(1)"], ["layoutbench", "layout", "-"]])
    #expect(throws: Never.self) { try LayoutBench.parse(["layout", "--", "-1"]) }
    #expect(throws: (any Error).self) { try LayoutBench.parse(["layout", "a.json", "-1"]) }
    #expect(throws: Never.self) { try LayoutBench.parse(["run", "--filter", "-1"]) }
  }

  private static func commands(below command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    [command] + command.configuration.subcommands.flatMap { commands(below: $0) }
  }

  /// The lines under EXAMPLES, without their indentation.
  private static func examples(in discussion: String) -> [String] {
    let lines = discussion.split(separator: "\n", omittingEmptySubsequences: false)
    guard let heading = lines.firstIndex(of: "EXAMPLES") else { return [] }
    return lines[(heading + 1)...].prefix { !$0.isEmpty }.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The words of each command in a line of a shell. Two spaces begin the explanation of an example.
  private static func commandLines(in line: String) -> [[String]] {
    let parts = line.split(separator: "'", omittingEmptySubsequences: false)
    // Spaces in quotes belong to their word.
    let joined = parts.indices.map { index in
      index % 2 == 0 ? String(parts[index]) : parts[index].replacingOccurrences(of: " ", with: "\u{0}")
    }.joined()
    let command = joined.components(separatedBy: "  ")[0]
    return command.components(separatedBy: " | ").map { part in
      part.components(separatedBy: " > ")[0].split(separator: " ").map {
        $0.replacingOccurrences(of: "\u{0}", with: " ")
      }
    }
  }
}

@Suite("layoutbench layout --format svg")
struct PictureCommandTests {
  private static let document = "Benchmarks/trees/header-left-right.json"

  @Test func `The picture is written whole, into the working folder too, and nothing is printed`() throws {
    let file = try Program.makeFolder().appending(path: "header.svg")
    let written = try Program.run("layout", Self.document, "--format", "svg", "-o", file.path)
    #expect(written.exitCode == 0 && written.output.isEmpty && written.error.isEmpty)
    let svg = try file.text()
    #expect(svg.hasPrefix("<svg xmlns") && svg.hasSuffix("</svg>\n"))
    #expect(try Program.run("layout", Self.document, "--format", "svg").output == svg)
    let folder = try Program.makeFolder()
    let document = URL.package.appending(path: Self.document).path
    #expect(try Program.start("layout", document, "-o", "x", in: folder).exitCode == 0)
    #expect(folder.names == ["x"])
    let below = try Program.start("layout", document, "-o", "x/y", in: folder).expect(1)
    #expect(below.error == "layoutbench: x/y cannot be written: x is no folder\n")
  }

  @Test func `Standard output by its name, and pipes of a shell, are written to without --force`() throws {
    let folder = try Program.makeFolder()
    let frames = try Program.run("layout", Self.document).output
    func shell(_ script: String) throws -> Program.Outcome {
      try Program.shell(script, URL.package.appending(path: Self.document).path, folder.path)
    }
    for script in [
      #""$0" layout "$1" -o /dev/stdout"#, #""$0" layout "$1" -o /dev/stdout --force"#,
      #""$0" layout "$1" -o /dev/fd/3 3>&1"#, #""$0" layout "$1" -o >(cat) | cat"#,
      #""$0" layout "$1" -o /dev/stdout >"$2/file"; cat "$2/file""#,
    ] {
      let outcome = try shell(script)
      #expect(outcome.exitCode == 0 && outcome.output == frames && outcome.error.isEmpty, "\(script)")
    }
    let onError = try shell(#""$0" layout "$1" -o /dev/stderr"#)
    #expect(onError.output.isEmpty && onError.error == frames)
  }

  #if !Text
  @Test func `A program without real fonts says what to install for --font, and lays nothing out`() throws {
    let result = try Program.run("layout", Self.document, "--font", "DejaVu Sans 12")
    result.expectRefusal(exitCode: 64)
    #expect(
      result.error.hasPrefix("layoutbench: --font needs real fonts, which this program was built without."))
    #expect(result.error.contains("scripts/install-text"))
  }
  #endif
}
