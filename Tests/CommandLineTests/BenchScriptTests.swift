import Foundation
import Testing

@Suite("scripts/bench", .temporaryFolders)
struct BenchScriptTests {
  /// What the script's program is in these tests: it prints a table, and leaves a run in the folder of `--out`.
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
    "Results alone go to standard output, and the page is of the run that was just measured",
    arguments: [
      ([], "latest"), (["tiny", "--format", "json"], "latest"),
      (["--out", "my results"], #"my\ results/20260102T000000Z-quick-new"#),
      (["quick", "--out=mine", "--rounds", "1"], "mine/20260102T000000Z-quick-new"),
      (["--resume", "some-run"], "some-run"), (["--resume=some-run"], "some-run"),
    ])
  func page(options: [String], run: String) throws {
    let folder = try makeCheckout()
    // An older run whose name sorts last.
    for parent in ["mine", "my results"] {
      let file = folder.appendingPathComponent("\(parent)/zzz/run.json")
      try Program.write("", to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: file.path)
    }
    let outcome = try bench(options, in: folder)
    #expect(outcome.exitCode == 0 && outcome.output == "table\n")
    let table = "All cells: scripts/layoutbench table \(run)"
    let page = "a page to send to somebody: scripts/layoutbench report \(run) -o report.html"
    #expect(outcome.error == "\(table); \(page)\n")
  }

  @Test("Without a run there is no page", arguments: ["--dry-run", "--help"])
  func noRun(option: String) throws {
    let folder = try makeCheckout()
    let outcome = try bench(["tiny", option], in: folder)
    #expect(outcome.exitCode == 0 && outcome.output == "table\n" && outcome.error.isEmpty)
  }

  private func makeCheckout() throws -> URL {
    let folder = try Program.makeFolder()
    let scripts = folder.appendingPathComponent("scripts")
    try Program.write(script: Self.program, to: scripts.appendingPathComponent("layoutbench"))
    try FileManager.default.copyItem(
      at: Program.package.appendingPathComponent("scripts/bench"), to: scripts.appendingPathComponent("bench")
    )
    return folder
  }

  private func bench(_ options: [String], in folder: URL) throws -> Program.Outcome {
    try Program.start(options, in: folder, program: folder.appendingPathComponent("scripts/bench"))
  }
}
