import ArgumentParser
import Foundation
import LayoutBenchmark
import Testing

/// The help of every command, without running the program.
@Suite("Help")
struct HelpTests {
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
            let path = Program.package.appendingPathComponent(script).path
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

  @Test func `An example that the program does not take is found`() throws {
    let words = Self.commandLines(
      in: "layoutbench layout 'my cell.json' --ascii   and show it | layoutbench lint -")
    #expect(words == [["layoutbench", "layout", "my cell.json", "--ascii"]])
    #expect(throws: (any Error).self) { try LayoutBench.parse(Array(words[0].dropFirst())) }
    let pipe = Self.commandLines(in: "layoutbench generate 'feed(1)' | layoutbench layout - > a.txt")
    #expect(pipe == [["layoutbench", "generate", "feed(1)"], ["layoutbench", "layout", "-"]])
  }

  @Test func `After two hyphens a negative number is an argument, and so it is after a value`() throws {
    #expect(throws: Never.self) { try LayoutBench.parse(["layout", "--", "-1"]) }
    #expect(throws: (any Error).self) { try LayoutBench.parse(["layout", "a.json", "-1"]) }
    #expect(throws: Never.self) { try LayoutBench.parse(["run", "--filter", "-1"]) }
  }

  /// A command with all commands in it.
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
