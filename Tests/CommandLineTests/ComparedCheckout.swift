import Foundation
import Testing

/// A git checkout with a suite, and a `swift` that builds at once: it "builds" the program beside the tests, or
/// what a file `Sources/program` in the revision says.
struct ComparedCheckout: Checkout {
  let folder: URL
  let environment: [String: String]

  private static let swift = """
    #!/bin/sh
    [ "$1" = --version ] && { echo "Swift in a test"; exit 0; }
    while [ $# -gt 0 ]; do
      case "$1" in --package-path) sources=$2 ;; --scratch-path) scratch=$2 ;;
        --product) product=$2 ;; esac
      shift
    done
    [ -f "$sources/Sources/endless" ] && {
      trap 'touch "$LAYOUTBENCH_CACHE/asked"; exit 1' INT
      touch "$LAYOUTBENCH_CACHE/building"
      while :; do sleep 0.1; done
    }
    [ -f "$sources/Sources/deaf" ] && { trap '' INT; touch "$LAYOUTBENCH_CACHE/building"; while :; do sleep 0.1; done; }
    [ -f "$sources/Sources/broken" ] && { echo "main.swift:1:1: error: $(cat "$sources/Sources/broken")"; exit 1; }
    mkdir -p "$scratch/release"
    if [ -f "$sources/Sources/program" ]; then cp "$sources/Sources/program" "$scratch/release/$product"
    else printf '#!/bin/sh\\nexec "%s" "$@"\\n' "$LAYOUTBENCH_TESTED" >"$scratch/release/$product"; fi
    chmod +x "$scratch/release/$product"
    """

  init() throws {
    folder = try Program.makeFolder()
    try folder.appending(path: "Sources/layoutbench/main.swift").write("")
    let bin = folder.appending(path: "tools")
    try bin.appending(path: "swift").write(script: Self.swift)
    // This path tells the checkout's processes from the processes of other tests.
    let tested = bin.appending(path: "tested")
    try FileManager.default.createSymbolicLink(at: tested, withDestinationURL: try Program.executable())
    environment = [
      "PATH": "\(bin.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
      "LAYOUTBENCH_CACHE": folder.appending(path: "cache").path, "LAYOUTBENCH_TESTED": tested.path,
      "GIT_CONFIG_GLOBAL": "/dev/null", "LC_ALL": "de_DE.UTF-8",
    ]
    try writeCells(#"{"workload": "feed(1)", "subjects": ["spec.cold", "spec.edit"]}"#)
    try git("init", "--quiet", "--initial-branch=main")
    try write("tools\ncache\nresults\n", to: ".gitignore")
    try commit("First")
  }

  /// Compares `spec.cold` of the last commit with the working tree.
  func compare(
    _ options: String..., environment: [String: String] = [:], interruptWhen isReady: (() -> Bool)? = nil,
    by signal: Int32 = SIGINT, isForGroup: Bool = false
  ) throws -> Program.Outcome {
    try start(
      "compare", "HEAD", "--identical", "--filter", "spec.cold", with: options, environment: environment,
      interruptWhen: isReady, by: signal, isForGroup: isForGroup)
  }

  func git(_ arguments: String...) throws {
    let identity = ["-c", "user.name=Someone", "-c", "user.email=someone@example.org"]
    let outcome = try Program.start("git", with: identity + arguments, in: folder, program: Program.onPath)
    try #require(outcome.exitCode == 0, "\(outcome.error)")
  }

  func write(_ text: String, to name: String) throws { try folder.appending(path: name).write(text) }

  /// Writes the suite that is compared, of these cells.
  func writeCells(_ cells: String) throws {
    try Program.writeSuite(
      #""name": "compare", "threads": [1], "cells": [\#(cells)]"#,
      to: folder.appending(path: "Benchmarks/suites/compare.json"))
  }

  /// Makes the program of the working tree a worker that says hello, answers the next request with `answer`, and then
  /// runs `last`.
  func writeWorker(answering answer: String, then last: String = "") throws {
    try write(
      #"""
      #!/bin/sh
      answer() { read -r line || exit 0; echo "$1"; }
      answer '{"version":1}'
      answer '\#(answer)'
      \#(last)
      """#, to: "Sources/program")
  }

  func commit(_ message: String) throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "-m", message)
  }

  func isMeasuring() -> Bool {
    runs().contains {
      let text = try? $0.appending(path: "samples.csv").text()
      return (text?.split(separator: "\n").count ?? 0) > 100
    }
  }

  /// Whether every cell has a whole pair: the second pair has begun.
  func hasWholePairs() -> Bool {
    runs().contains { RunFiles(folder: $0).rows().contains { $0["pair"] == "1" } }
  }

  func isThere(_ name: String) -> Bool { folder.appending(path: "cache/\(name)").exists }

  /// The leftovers of a program that has ended: its processes, and copies of programs for them.
  func leftovers() throws -> [String] {
    let processes = try Program.start("ps", "-A", "-o", "args=", program: Program.onPath)
    try #require(processes.exitCode == 0)
    let files = FileManager.default.enumerator(atPath: folder.appending(path: "cache").path)
    return processes.output.split(separator: "\n").map(String.init).filter {
      $0.contains(folder.lastPathComponent)
    } + (files?.compactMap { $0 as? String }.filter { $0.contains("running-") } ?? [])
  }

  func comparison() throws -> JSON {
    let folders = runs()
    try #require(folders.count == 1)
    return try JSON(folders[0].appending(path: "compare.json").text())
  }
}
