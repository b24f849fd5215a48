import Foundation
import Testing

@Suite("Standard output that cannot be written")
struct UnwritableOutputTests {
  private static let document = "Benchmarks/trees/header-left-right.json"

  /// Every command that prints something without measuring, in each of its forms.
  static let commands: [[String]] = [
    ["--help"], ["--version"], ["help", "layout"],
    ["layout", document], ["layout", document, "--format", "ascii"],
    ["layout", document, "--format", "json"],
    ["layout", document, "--format", "svg"],
    ["explain", document], ["explain", document, "username"], ["explain", document, "--format", "json"],
    ["lint", document, "--format", "json"], ["lint", "--rules"],
    ["lint", "Tests/LayoutDocumentsTests/Snapshots/Lint/tags.json"],
    ["profile", document],
    ["verify", "Tests/ConformanceTests/Cases/documented.json"], ["generate", "feed(3)"],
    ["list"], ["doctor"], ["doctor", "--format", "json"],
    ["table", "results/reference/quick"], ["table", "results/reference/quick", "--by-subject"],
    ["run", "--suite", "tiny", "--dry-run"], ["compare", "results/reference/compare-slower"],
    ["compare", "results/reference/compare-slower", "--format", "markdown"],
    ["compare", "results/reference/compare-slower", "--format", "json"],
  ]

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: commands)
  func `A full disk is one line on standard error and exit code 1`(command: [String]) throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let outcome = try Program.run(with: command, output: full).expect(1)
    let lines = outcome.error.split(separator: "\n").filter { $0.hasPrefix("layoutbench: ") }
    #expect(
      lines == ["layoutbench: standard output cannot be written: \(String(cString: strerror(ENOSPC)))"])
    #expect(!outcome.error.contains("Fatal error"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `What is printed beside files is no less lost`() throws {
    let merged = try Program.makeFolder().appending(path: "merged")
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    try Program.run(
      "results", "merge", "results/reference/quick", "-o", merged.path, output: full
    ).expect(1, error: "layoutbench: standard output cannot be written: ")
    #expect(merged.names.contains("samples.csv"))
  }

  @Test(arguments: [":", "trap '' PIPE"])
  func `A pipe that nobody reads is no error that is told`(trap: String) throws {
    let outcome = try Program.shell("\(trap); { \"$0\" generate 'feed(2000)'; echo $? >&2; } | head -1")
    #expect(outcome.output == "{\n")
    #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error)")
  }

  @Test func `A closed standard output is a failure, and no file that is opened takes its place`() throws {
    let folder = try Program.makeFolder()
    let arguments = "run --suite tiny --rounds 1 --filter 'spec.cold nested(2)' --out '\(folder.path)'"
    try Program.shell("\"$0\" \(arguments) >&-").expect(
      1, error: "layoutbench: standard output cannot be written: ")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "csv" {
      #expect(try !file.text().contains("Written to"))
    }
  }

  @Test func `Standard error that cannot be written changes no exit code, and results are printed`() throws {
    try Program.shell("\"$0\" layout 'no such file.json' 2>&-").expect(65)
    try Program.shell(
      "\"$0\" lint Tests/LayoutDocumentsTests/Snapshots/Lint/tags.json 2>/dev/full || exit $?"
    ).expect(1, output: ": zero-size\n")
  }
}
