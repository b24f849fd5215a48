import Foundation
import Testing

/// A git checkout with a suite, and a `swift` that builds at once: what it "builds" is the program beside the tests, or what a file
/// `program` in the revision says.
private struct ComparedCheckout {
  let folder: URL
  let environment: [String: String]

  init() throws {
    folder = try Program.makeFolder()
    let suites = folder.appendingPathComponent("Benchmarks/suites")
    let bin = folder.appendingPathComponent("tools")
    for url in [suites, bin] {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    try """
    {"format": "layoutbench-suite", "version": 1, "name": "compare", "threads": [1],
     "cells": [{"workload": "feed(1)", "subjects": ["spec.cold", "spec.edit"]}]}
    """.write(to: suites.appendingPathComponent("compare.json"), atomically: true, encoding: .utf8)
    let swift = bin.appendingPathComponent("swift")
    try """
    #!/bin/sh
    [ "$1" = --version ] && { echo "Swift in a test"; exit 0; }
    while [ $# -gt 0 ]; do
      case "$1" in --package-path) sources=$2 ;; --scratch-path) scratch=$2 ;; esac
      shift
    done
    [ -f "$sources/broken" ] && { echo "main.swift:1:1: error: $(cat "$sources/broken")"; exit 1; }
    mkdir -p "$scratch/release"
    if [ -f "$sources/program" ]; then cp "$sources/program" "$scratch/release/layoutbench"
    else printf '#!/bin/sh\\nexec "%s" "$@"\\n' "$LAYOUTBENCH_TESTED" >"$scratch/release/layoutbench"; fi
    chmod +x "$scratch/release/layoutbench"
    """.write(to: swift, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
    environment = [
      "PATH": "\(bin.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
      "LAYOUTBENCH_CACHE": folder.appendingPathComponent("cache").path,
      "LAYOUTBENCH_TESTED": try Program.executable().path,
      "GIT_CONFIG_GLOBAL": "/dev/null", "LC_ALL": "de_DE.UTF-8",
    ]
    try git("init", "--quiet", "--initial-branch=main")
    try "tools\ncache\nresults\n".write(
      to: folder.appendingPathComponent(".gitignore"), atomically: true, encoding: .utf8)
    try commit("First")
  }

  func git(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["git", "-C", folder.path, "-c", "user.name=Someone", "-c", "user.email=someone@example.org"]
      + arguments
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// Writes a file of the revision to come.
  func write(_ text: String, to name: String) throws {
    try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  func commit(_ message: String) throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "-m", message)
  }

  /// The folders of comparisons.
  func results() -> [URL] {
    let results = folder.appendingPathComponent("results")
    return
      ((try? FileManager.default.contentsOfDirectory(at: results, includingPropertiesForKeys: nil)) ?? [])
      .sorted { $0.path < $1.path }
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }
}

@Suite("layoutbench compare")
struct CompareTests {
  private func withCheckout(_ body: (ComparedCheckout) throws -> Void) throws {
    let checkout = try ComparedCheckout()
    defer { checkout.remove() }
    try body(checkout)
  }

  @Test("Two revisions are built, measured in turns and judged; the files say what was printed")
  func revisions() throws {
    try withCheckout { checkout in
      try checkout.write("x", to: "notes")
      let outcome = try Program.run(
        "compare", "HEAD", "--filter", "spec.cold", "--budget", "2s", environment: checkout.environment,
        in: checkout.folder)
      // A machine on which everything runs at once may be found unfit.
      #expect([0, 3].contains(outcome.exitCode), "\(outcome.error)")
      #expect(outcome.output.contains("Base:      HEAD"), "\(outcome.output)")
      #expect(outcome.output.contains("feed(1)"))
      let folder = try #require(checkout.results().first)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(files) == ["samples.csv", "compare.csv", "compare.json", "run.json"])
      let samples = try String(contentsOf: folder.appendingPathComponent("samples.csv"), encoding: .utf8)
      for arm in ["base", "cand", "null"] { #expect(samples.contains(",\(arm),"), "\(arm)") }

      let again = try Program.run(
        "compare", folder.path, environment: checkout.environment, in: checkout.folder)
      #expect(again.output.contains("feed(1)") && again.output.contains("Base:      HEAD"), "\(again.output)")
      let json = try Program.run(
        "compare", folder.path, "--format", "json", environment: checkout.environment, in: checkout.folder)
      let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      #expect((object?["candidate"] as? [String: Any])?["isDirty"] as? Bool == true)
      let markdown = try Program.run(
        "compare", folder.path, "--format", "markdown", environment: checkout.environment, in: checkout.folder
      )
      #expect(markdown.output.contains("| "))
    }
  }

  @Test("Nothing of the checkout is touched, and equal sources are built once")
  func leavesTheCheckoutAlone() throws {
    try withCheckout { checkout in
      try checkout.commit("Second")
      let outcome = try Program.run(
        "compare", "HEAD~1", "HEAD", "--filter", "spec.cold", "--budget", "1s", "--out", "elsewhere",
        environment: checkout.environment, in: checkout.folder)
      #expect([0, 3].contains(outcome.exitCode), "\(outcome.error)")
      #expect(outcome.error.contains("have the same sources"))
      #expect(outcome.error.components(separatedBy: "Building ").count == 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: checkout.folder.path).contains("elsewhere"))
      #expect(checkout.results().isEmpty)
    }
  }

  @Test("Revisions with different versions of dependencies are compared, and that is said")
  func otherDependencies() throws {
    try withCheckout { checkout in
      func pin(_ version: String) throws {
        try checkout.write(
          #"{"pins": [{"identity": "numbers", "state": {"version": "\#(version)"}}], "version": 3}"#,
          to: "Package.resolved")
      }
      try pin("1.0.0")
      // Whatever the user's git ignores.
      try checkout.git("add", "--force", "Package.resolved")
      try checkout.commit("Second")
      try pin("1.2.0")
      let outcome = try Program.run(
        "compare", "HEAD", "--filter", "spec.cold", "--budget", "1s", environment: checkout.environment,
        in: checkout.folder)
      #expect(
        outcome.error.contains(
          "HEAD and . are built with different versions of dependencies: numbers 1.0.0 and 1.2.0."),
        "\(outcome.error)")
    }
  }

  @Test("What is not there is refused before anything is built")
  func missing() throws {
    try withCheckout { checkout in
      let revision = try Program.run(
        "compare", "nowhere", environment: checkout.environment, in: checkout.folder)
      #expect(revision.exitCode == 65)
      #expect(revision.error.hasPrefix("layoutbench: there is no revision \"nowhere\""), "\(revision.error)")
      let cell = try Program.run(
        "compare", "HEAD", "--filter", "nothing", environment: checkout.environment, in: checkout.folder)
      #expect(cell.exitCode == 65)
      let gate = try Program.run(
        "compare", "HEAD", "--fail-on", "slower>two", environment: checkout.environment, in: checkout.folder)
      #expect(gate.exitCode == 64)
      #expect(gate.error.contains("slower>two"))
      #expect(checkout.results().isEmpty)
    }
  }

  @Test("A build that fails in one arm is told in the compiler's words")
  func brokenBuild() throws {
    try withCheckout { checkout in
      try checkout.write("cannot find 'x' in scope", to: "broken")
      let outcome = try Program.run("compare", "HEAD", environment: checkout.environment, in: checkout.folder)
      #expect(outcome.exitCode == 1)
      #expect(outcome.error.contains(". ("), "\(outcome.error)")
      #expect(outcome.error.contains("does not build"))
      #expect(outcome.error.contains("main.swift:1:1: error: cannot find 'x' in scope"))
      #expect(checkout.results().isEmpty)
    }
  }

  @Test("A revision without workers, and workers that die, are named")
  func badWorkers() throws {
    try withCheckout { checkout in
      try checkout.write(
        "#!/bin/sh\necho \"Error: Unexpected argument 'worker'\" >&2\nexit 64\n", to: "program")
      let old = try Program.run("compare", "HEAD", environment: checkout.environment, in: checkout.folder)
      #expect(old.exitCode == 1)
      #expect(old.error.contains("cannot be measured"), "\(old.error)")
      #expect(old.error.contains("Unexpected argument 'worker'"))

      try checkout.write(
        #"#!/bin/sh\#nread line; echo '{"version":1,"configuration":"release"}'; read line; echo broken >&2; exit 9\#n"#,
        to: "program")
      let dying = try Program.run(
        "compare", "HEAD", "--filter", "spec.cold", environment: checkout.environment, in: checkout.folder)
      #expect(dying.exitCode == 1)
      #expect(dying.error.contains("failed: spec.cold feed(1)"), "\(dying.error)")
      #expect(dying.error.contains("exit code 9: broken"))

      try checkout.write(
        #"#!/bin/sh\#nread line; echo '{"version":1}'; sleep 60\#n"#, to: "program")
      let hanging = try Program.run(
        "compare", "HEAD", "--filter", "spec.cold",
        environment: checkout.environment.merging(["LAYOUTBENCH_WORKER_LIMIT": "1"]) { $1 },
        in: checkout.folder)
      #expect(hanging.exitCode == 1)
      #expect(hanging.error.contains("did not answer within 1.0 s"), "\(hanging.error)")
    }
  }

  @Test("Two plain runs are compared, with a warning and without a verdict on times")
  func runs() throws {
    try withCheckout { checkout in
      for _ in 0..<2 {
        let run = try Program.run(
          "run", "--suite", "compare", "--rounds", "6", "--filter", "spec.cold",
          environment: checkout.environment,
          in: checkout.folder)
        #expect(run.exitCode == 0, "\(run.error)")
      }
      let folders = checkout.results()
      try #require(folders.count == 2)
      let outcome = try Program.run(
        "compare", folders[0].path, folders[1].path, environment: checkout.environment, in: checkout.folder)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      #expect(outcome.error.contains("not measured in turns"), "\(outcome.error)")
      let files = try Program.run(
        "compare", folders[0].path + "/samples.csv", folders[1].path + "/samples.csv",
        environment: checkout.environment, in: checkout.folder)
      #expect(files.exitCode == 0, "\(files.error)")
      let mixed = try Program.run(
        "compare", folders[0].path, "HEAD", environment: checkout.environment, in: checkout.folder)
      #expect(mixed.exitCode == 65)
      let single = try Program.run(
        "compare", folders[0].path, environment: checkout.environment, in: checkout.folder)
      #expect(single.exitCode == 65)
      #expect(single.error.contains("nothing to compare it with"), "\(single.error)")
    }
  }

  @Test("Interrupted, it keeps and judges what it has")
  func interrupted() throws {
    try withCheckout { checkout in
      let outcome = try Program.run(
        "compare", "HEAD", "--filter", "spec.cold", environment: checkout.environment, in: checkout.folder,
        interruptWhen: {
          checkout.results().contains {
            let text = try? String(contentsOf: $0.appendingPathComponent("samples.csv"), encoding: .utf8)
            return (text?.split(separator: "\n").count ?? 0) > 100
          }
        })
      #expect(outcome.exitCode == 130, "\(outcome.error)")
      let folder = try #require(checkout.results().first)
      #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("compare.csv").path))
    }
  }
}
