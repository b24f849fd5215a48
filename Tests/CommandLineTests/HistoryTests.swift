import Foundation
import Testing

@Suite("layoutbench history")
struct HistoryTests {
  /// A checkout of six commits. The fourth does not build, and from the fifth on a batch allocates a billion times.
  private func makeCheckout() throws -> ComparedCheckout {
    let checkout = try ComparedCheckout()
    for name in ["Second", "Third"] {
      try checkout.write(name, to: "notes")
      try checkout.commit(name)
    }
    try checkout.write("cannot find 'x' in scope", to: "broken")
    try checkout.commit("Broken")
    try FileManager.default.removeItem(at: checkout.folder.appendingPathComponent("broken"))
    try checkout.write(
      """
      #!/bin/sh
      "$LAYOUTBENCH_TESTED" "$@" | sed -u 's/"allocCount":[0-9]*/"allocCount":999999999/'

      """, to: "program")
    try checkout.commit("Allocates")
    try checkout.write("Sixth", to: "notes")
    try checkout.commit("Sixth")
    return checkout
  }

  private func history(
    _ checkout: ComparedCheckout, _ arguments: String..., interruptWhen isReady: (() -> Bool)? = nil
  ) throws -> Program.Outcome {
    try Program.run(
      ["history"] + arguments, environment: checkout.environment, in: checkout.folder, interruptWhen: isReady)
  }

  @Test("Every commit is compared with the first; a change is told with its commit, a broken one is a gap")
  func all() throws {
    let checkout = try makeCheckout()
    defer { checkout.remove() }
    let page = checkout.folder.appendingPathComponent("page.html").path
    let outcome = try history(
      checkout, "HEAD~5..HEAD", "--filter", "spec.cold", "--budget", "300ms", "-o", page)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.error.contains("Measuring 6 of 6 commits, every one"), "\(outcome.error)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("revision ") && lines[0].contains("feed(1) spec.cold"), "\(outcome.output)")
    for title in ["First", "Second", "Third", "Broken", "Allocates", "Sixth"] {
      #expect(lines.contains { $0.hasSuffix(" \(title)") }, "\(title)")
    }
    let gap = lines.first { $0.hasPrefix("Not measured at ") }
    #expect(gap?.contains("does not build: main.swift:1:1: error: cannot find 'x' in scope") == true)
    // The broken commit may have made the change as well.
    let last = try #require(lines.last)
    #expect(last.contains("more allocations a tree") && last.contains("in the 2 commits up to "), "\(last)")
    #expect(last.contains("layoutbench bisect "))

    let folder = try #require(checkout.results().first)
    #expect(checkout.results().count == 1 && folder.lastPathComponent.contains("-history-"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.count == 1 + 4 && files.contains("history.csv"), "\(files)")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("<!DOCTYPE html>") && html.contains("Allocates") && html.contains("history.csv"))

    let again = try history(checkout, folder.path)
    #expect(again.exitCode == 0 && again.output == outcome.output && again.error.isEmpty, "\(again.error)")
    let kept = try history(checkout, folder.path, "-o", page)
    #expect(kept.exitCode == 1 && kept.error.contains("--force"), "\(kept.error)")
  }

  @Test("Of many commits every N-th and the last are measured; what a commit lacks is a gap of its cell")
  func everySecond() throws {
    let checkout = try ComparedCheckout()
    defer { checkout.remove() }
    for name in ["Second", "Third", "Fourth"] {
      try checkout.write(name, to: "notes")
      try checkout.commit(name)
    }
    try checkout.write(
      """
      #!/bin/sh
      sed -u 's/spec.edit/spec.edited/' | "$LAYOUTBENCH_TESTED" "$@"

      """, to: "program")
    try checkout.commit("Without edits")
    let outcome = try history(checkout, "HEAD~4..", "--every", "3", "--budget", "300ms")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.error.contains("Measuring 3 of 5 commits, one of 3"), "\(outcome.error)")
    #expect(outcome.output.contains(" Fourth\n") && !outcome.output.contains(" Third\n"))
    #expect(outcome.output.contains("feed(1) spec.edit: "), "\(outcome.output)")
    #expect(outcome.output.contains(" has no subject spec.edit\n"), "\(outcome.output)")
  }

  @Test("Interrupted, it keeps and shows what was measured")
  func interrupted() throws {
    let checkout = try makeCheckout()
    defer { checkout.remove() }
    // The third commit's build does not end by itself.
    try checkout.git("checkout", "--quiet", "-b", "slow", "HEAD~4")
    try checkout.write("", to: "endless")
    try checkout.commit("Endless")
    let outcome = try history(checkout, "HEAD~2..HEAD", "--filter", "spec.cold", "--budget", "300ms") {
      checkout.isThere("building")
    }
    #expect(outcome.exitCode == 130, "\(outcome.error)")
    #expect(outcome.output.contains(" First\n") && outcome.output.contains(" Second\n"), "\(outcome.output)")
    #expect(!outcome.output.contains("Endless"), "\(outcome.output)")
    #expect(checkout.isThere("asked"))
    #expect(try checkout.leftovers() == [])
    let folder = try #require(checkout.results().first)
    #expect(try history(checkout, folder.path).output == outcome.output)
  }

  @Test("Mistakes are told before anything is built")
  func mistakes() throws {
    let checkout = try ComparedCheckout()
    defer { checkout.remove() }
    func expect(_ arguments: [String], _ exitCode: Int32, _ message: String) throws {
      let outcome = try Program.run(
        ["history"] + arguments, environment: checkout.environment, in: checkout.folder)
      #expect(outcome.exitCode == exitCode, "\(arguments): \(outcome.error)")
      #expect(outcome.error.contains(message), "\(outcome.error)")
      #expect(!checkout.isThere("builds") && checkout.results().isEmpty)
    }
    try expect(["main"], 64, "neither FIRST..LAST, as in v1.0..main, nor the folder of a history")
    try expect(["a...b"], 64, "neither FIRST..LAST")
    try expect(["HEAD..", "--every", "0"], 64, "--every takes 1 or more commits")
    try expect(["HEAD..HEAD"], 65, "there is no commit after HEAD up to HEAD")
    try expect(["nowhere..HEAD"], 65, "there is no revision \"nowhere\"")
    try expect(["HEAD..."], 64, "neither FIRST..LAST")
    try expect(["Sources"], 65, "history.csv")
  }
}
