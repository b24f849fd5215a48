import Foundation
import Testing

@Suite("scripts/install", .temporaryFolders)
struct InstallTests {
  private func run(_ program: URL, _ arguments: String..., in folder: URL) throws -> Program.Outcome {
    // No other checkout is named, and no other renderer.
    try Program.start(arguments, in: folder, program: program)
  }

  @Test func `An installed program finds its suites and budgets, and names a script beside them`() throws {
    let folder = try Program.makeFolder()
    let prefix = folder.appending(path: "prefix")
    let elsewhere = folder.appending(path: "elsewhere")
    try elsewhere.makeFolder()
    let script = URL.package.appending(path: "scripts/install")
    let install = try Program.start(
      [prefix.path], environment: ["LAYOUTBENCH_BUILT": try Program.executable().path], in: elsewhere,
      program: script)
    try #require(install.exitCode == 0, "\(install.error)")
    let program = prefix.appending(path: "bin/layoutbench")

    try run(program, "run", "--suite", "tiny", "--dry-run", in: elsewhere).expect(0)
    // They are those of a release, of which counting takes a minute.
    if Program.releases == nil {
      let budgets = try run(program, "budgets", in: elsewhere)
      #expect(budgets.exitCode == 0 && budgets.output.hasPrefix("Nothing is checked"), "\(budgets.error)")
    }

    let manual = try prefix.appending(path: "share/man/man1/layoutbench.1").text()
    let overview = try run(program, "--help", in: elsewhere).output
    let commands = overview.matches(of: /\n  ([a-z]+)  +[A-Z]/).map(\.output.1)
    #expect(commands.count > 15)
    for section in commands.map({ "\"layoutbench \($0)\"" }) + ["COMMANDS", "EXAMPLES", "\"EXIT STATUS\""] {
      let lines = manual.split(separator: "\n").drop { $0 != ".SH \(section)" }.dropFirst()
      #expect(lines.prefix { !$0.hasPrefix(".SH") }.contains { $0.hasPrefix("  ") }, "\(section)")
    }
    // A macro of one or two capitals, or `.nf` and `.fi`: no line of a help is taken for one.
    #expect(!manual.contains(/\n\.(?!SH |SS |TH |TP\n|I |IR |B |nf\n|fi\n)/) && !manual.contains("\n'"))

    let renderer = prefix.appending(path: "share/layoutbench/scripts/install-renderer")
    let reference = URL.package.appending(path: "results/reference/nodes").path
    try run(program, "report", reference, "-o", "bare.html", in: elsewhere).expect(
      0, error: "run \(renderer.path)\n")
    try Program.start(["--help"], in: elsewhere, program: renderer).expect(
      0, output: "Installs what draws the charts")

    // As that script leaves it, with a Python that draws the same whatever it is asked for.
    let charts = prefix.appending(path: "share/layoutbench/Benchmarks/charts")
    let python = charts.appending(path: ".venv/bin/python")
    try python.write(
      script: """
        #!/bin/sh
        [ -f "$2" ] || exit 1
        while [ "$1" != -- ]; do shift; done
        shift
        for file; do echo '<svg>drawn</svg>' >"${file%vl.json}svg"; done
        """)
    try FileManager.default.copyItem(
      at: charts.appending(path: "requirements.txt"),
      to: charts.appending(path: ".venv/installed.txt"))
    try run(program, "report", reference, "-o", "drawn.html", in: elsewhere).expect(0)
    let page = try elsewhere.appending(path: "drawn.html").text()
    #expect(page.contains("<svg>drawn</svg>"))

    try Program.start(["--uninstall", prefix.path], in: elsewhere, program: script).expect(0)
    let left = FileManager.default.enumerator(atPath: prefix.path)?.compactMap { $0 as? String } ?? []
    #expect(!left.contains { $0.hasSuffix("layoutbench") || $0.contains("layoutbench.") }, "\(left)")
  }
}

@Suite("scripts/bench", .temporaryFolders)
struct BenchScriptTests {
  /// The program that the script starts in these tests: it prints a table, and leaves a run in the folder of `--out`.
  private static let program = """
    #!/usr/bin/env bash
    echo table
    while [ $# -gt 0 ]; do
      case "$1" in
      --out=*) out=${1#*=} ;;
      --out) out=$2 ;;
      esac
      shift
    done
    if [ -n "${out:-}" ]; then
      mkdir -p "$out/20260102T000000Z-quick-new"
      touch "$out/20260102T000000Z-quick-new/run.json"
    fi
    """

  @Test(arguments: [
    ([], "latest"), (["tiny", "--format", "json"], "latest"),
    (["--out", "my results"], #"my\ results/20260102T000000Z-quick-new"#),
    (["quick", "--out=mine", "--rounds", "1"], "mine/20260102T000000Z-quick-new"),
    (["--resume", "some-run"], "some-run"), (["--resume=some-run"], "some-run"),
  ])
  func `Results go to standard output, and the page is of that run`(options: [String], run: String) throws {
    let folder = try makeCheckout()
    // An older run whose name sorts last.
    for parent in ["mine", "my results"] {
      let file = folder.appending(path: "\(parent)/zzz/run.json")
      try file.write("")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: file.path)
    }
    let outcome = try bench(options, in: folder)
    #expect(outcome.exitCode == 0 && outcome.output == "table\n")
    let table = "All cells: scripts/layoutbench table \(run)"
    let page = "a page to send to somebody: scripts/layoutbench report \(run) -o report.html"
    #expect(outcome.error == "\(table); \(page)\n")
  }

  @Test(arguments: ["--dry-run", "--help"])
  func `Without a run there is no page`(option: String) throws {
    let folder = try makeCheckout()
    let outcome = try bench(["tiny", option], in: folder)
    #expect(outcome.exitCode == 0 && outcome.output == "table\n" && outcome.error.isEmpty)
  }

  private func makeCheckout() throws -> URL {
    let folder = try Program.makeFolder()
    let scripts = folder.appending(path: "scripts")
    try scripts.appending(path: "layoutbench").write(script: Self.program)
    try FileManager.default.copyItem(
      at: URL.package.appending(path: "scripts/bench"), to: scripts.appending(path: "bench")
    )
    return folder
  }

  private func bench(_ options: [String], in folder: URL) throws -> Program.Outcome {
    try Program.start(options, in: folder, program: folder.appending(path: "scripts/bench"))
  }
}
