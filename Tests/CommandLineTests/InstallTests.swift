import Foundation
import Testing

@Suite("scripts/install")
struct InstallTests {
  @Test func `An installed program finds its suites and budgets, and names a script beside them`() throws {
    let folder = try Program.makeFolder()
    let prefix = folder.appending(path: "prefix")
    let elsewhere = folder.appending(path: "elsewhere")
    try elsewhere.makeFolder()
    let script = URL.package.appending(path: "scripts/install")
    let install = try Program.start(
      prefix.path, environment: ["LAYOUTBENCH_BUILT": try Program.executable().path], in: elsewhere,
      program: script)
    try #require(install.exitCode == 0, "\(install.error)")
    let program = prefix.appending(path: "bin/layoutbench")
    func run(_ arguments: String...) throws -> Program.Outcome {
      try Program.start(with: arguments, in: elsewhere, program: program)
    }

    try run("run", "--suite", "tiny", "--dry-run").expect(0)
    // The budgets are for a release, and counting a release takes a minute.
    if Program.releases == nil {
      let budgets = try run("budgets")
      #expect(budgets.exitCode == 0 && budgets.output.hasPrefix("Nothing is checked"), "\(budgets.error)")
    }

    let manual = try prefix.appending(path: "share/man/man1/layoutbench.1").text()
    let overview = try run("--help").output
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
    try run("report", reference, "-o", "bare.html").expect(0, error: "run \(renderer.path)\n")
    try Program.start("--help", in: elsewhere, program: renderer).expect(
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
    try charts.appending(path: "requirements.txt").copy(to: charts.appending(path: ".venv/installed.txt"))
    try run("report", reference, "-o", "drawn.html").expect(0)
    #expect(try elsewhere.appending(path: "drawn.html").text().contains("<svg>drawn</svg>"))

    try Program.start("--uninstall", prefix.path, in: elsewhere, program: script).expect(0)
    let left = FileManager.default.enumerator(atPath: prefix.path)?.compactMap { $0 as? String } ?? []
    #expect(!left.contains { $0.hasSuffix("layoutbench") || $0.contains("layoutbench.") }, "\(left)")
  }
}

@Suite("scripts/bench")
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

  @Test(
    arguments: [
      ([], "latest"), (["tiny", "--format", "json"], "latest"), (["tiny", "--dry-run"], nil),
      (["tiny", "--help"], nil),
      (["--out", "my results"], #"my\ results/20260102T000000Z-quick-new"#),
      (["quick", "--out=mine", "--rounds", "1"], "mine/20260102T000000Z-quick-new"),
      (["--resume", "some-run"], "some-run"), (["--resume=some-run"], "some-run"),
    ] as [([String], String?)])
  func `Results go to standard output, the page is of the run`(options: [String], run: String?) throws {
    let folder = try Program.makeFolder()
    let scripts = folder.appending(path: "scripts")
    try scripts.appending(path: "layoutbench").write(script: Self.program)
    try URL.package.appending(path: "scripts/bench").copy(to: scripts.appending(path: "bench"))
    // An older run whose name sorts last.
    for parent in ["mine", "my results"] {
      let file = folder.appending(path: "\(parent)/zzz/run.json")
      try file.write("")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: file.path)
    }
    let outcome = try Program.start(with: options, in: folder, program: scripts.appending(path: "bench"))
    #expect(outcome.exitCode == 0 && outcome.output == "table\n")
    let sentences = run.map {
      "All cells: scripts/layoutbench table \($0); "
        + "a page to send to somebody: scripts/layoutbench report \($0) -o report.html\n"
    }
    #expect(outcome.error == sentences ?? "")
  }
}
