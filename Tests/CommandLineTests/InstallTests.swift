import Foundation
import Testing

@Suite("scripts/install", .temporaryFolders)
struct InstallTests {
  private func run(_ program: URL, _ arguments: String..., in folder: URL) throws -> Program.Outcome {
    // No other checkout is named, and no other renderer.
    try Program.start(arguments, in: folder, program: program)
  }

  @Test(
    "An installed program finds its suites and budgets, and names a script beside them that it can draw with")
  func installed() throws {
    let folder = try Program.makeFolder()
    let prefix = folder.appendingPathComponent("prefix")
    let elsewhere = folder.appendingPathComponent("elsewhere")
    try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
    let script = Program.package.appendingPathComponent("scripts/install")
    let install = try Program.start(
      [prefix.path], environment: ["LAYOUTBENCH_BUILT": try Program.executable().path], in: elsewhere,
      program: script)
    try #require(install.exitCode == 0, "\(install.error)")
    let program = prefix.appendingPathComponent("bin/layoutbench")

    let plan = try run(program, "run", "--suite", "tiny", "--dry-run", in: elsewhere)
    #expect(plan.exitCode == 0, "\(plan.error)")
    // They are those of a release, of which counting takes a minute.
    if Program.releases == nil {
      let budgets = try run(program, "budgets", in: elsewhere)
      #expect(budgets.exitCode == 0 && budgets.output.hasPrefix("Nothing is checked"), "\(budgets.error)")
    }

    let manual = try contents(of: prefix.appendingPathComponent("share/man/man1/layoutbench.1"))
    let overview = try run(program, "--help", in: elsewhere).output
    let commands = overview.matches(of: /\n  ([a-z]+)  +[A-Z]/).map(\.output.1)
    #expect(commands.count > 15)
    for section in commands.map({ "\"layoutbench \($0)\"" }) + ["COMMANDS", "EXAMPLES", "\"EXIT STATUS\""] {
      let lines = manual.split(separator: "\n").drop { $0 != ".SH \(section)" }.dropFirst()
      #expect(lines.prefix { !$0.hasPrefix(".SH") }.contains { $0.hasPrefix("  ") }, "\(section)")
    }
    // A macro of one or two capitals, or `.nf` and `.fi`: no line of a help is taken for one.
    #expect(!manual.contains(/\n\.(?!SH |SS |TH |TP\n|I |IR |B |nf\n|fi\n)/) && !manual.contains("\n'"))

    let renderer = prefix.appendingPathComponent("share/layoutbench/scripts/install-renderer")
    let reference = Program.package.appendingPathComponent("results/reference/nodes").path
    let bare = try run(program, "report", reference, "-o", "bare.html", in: elsewhere)
    #expect(bare.exitCode == 0 && bare.error.contains("run \(renderer.path)\n"), "\(bare.error)")
    let help = try Program.start(["--help"], in: elsewhere, program: renderer)
    #expect(help.exitCode == 0 && help.output.contains("Installs what draws the charts"))

    // As that script leaves it, with a Python that draws the same whatever it is asked for.
    let charts = prefix.appendingPathComponent("share/layoutbench/Benchmarks/charts")
    let python = charts.appendingPathComponent(".venv/bin/python")
    try Program.write(
      script: """
        #!/bin/sh
        [ -f "$2" ] || exit 1
        while [ "$1" != -- ]; do shift; done
        shift
        for file; do echo '<svg>drawn</svg>' >"${file%vl.json}svg"; done
        """, to: python)
    try FileManager.default.copyItem(
      at: charts.appendingPathComponent("requirements.txt"),
      to: charts.appendingPathComponent(".venv/installed.txt"))
    let drawn = try run(program, "report", reference, "-o", "drawn.html", in: elsewhere)
    #expect(drawn.exitCode == 0, "\(drawn.error)")
    let page = try contents(of: elsewhere.appendingPathComponent("drawn.html"))
    #expect(page.contains("<svg>drawn</svg>"))

    let removal = try Program.start(["--uninstall", prefix.path], in: elsewhere, program: script)
    #expect(removal.exitCode == 0)
    let left = FileManager.default.enumerator(atPath: prefix.path)?.compactMap { $0 as? String } ?? []
    #expect(!left.contains { $0.hasSuffix("layoutbench") || $0.contains("layoutbench.") }, "\(left)")
  }
}
