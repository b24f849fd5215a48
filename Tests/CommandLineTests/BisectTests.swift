import Foundation
import Testing

@Suite("layoutbench bisect, history and cache")
struct BisectTests {
  private let checkout: ComparedCheckout

  /// Makes five commits, of which the fourth and the fifth say that a batch allocates a billion times.
  init() throws {
    checkout = try ComparedCheckout()
    for name in ["Second", "Third"] {
      try checkout.write(name, to: "Sources/notes")
      try checkout.commit(name)
    }
    try checkout.write(
      """
      #!/bin/sh
      "$LAYOUTBENCH_TESTED" "$@" | sed -u 's/"allocCount":[0-9]*/"allocCount":999999999/'

      """, to: "Sources/program")
    try checkout.commit("Allocates")
    try checkout.write("Fifth", to: "Sources/notes")
    try checkout.commit("Fifth")
  }

  private func bisect(_ arguments: String...) throws -> Program.Outcome {
    try checkout.start(
      "bisect", with: arguments + ["--filter", "spec.cold", "--budget", "1s", "--fail-on", "alloc_count>0"])
  }

  @Test func `The first commit with a regression is found among those between two revisions`() throws {
    try bisect("HEAD~4", "HEAD").expect(
      0, output: "The first slower commit is ", ": Allocates\n", "(alloc_count>0)",
      "  See it by: layoutbench compare ", " --filter spec.cold --fail-on 'alloc_count>0'\n",
      error: "among 4, in 3 comparisons at most")
    #expect(checkout.runs().count == 3)
  }

  @Test
  func `Commits that do not build are passed over, and named if the first slower one may be among them`()
    throws
  {
    let slow = try checkout.folder.appending(path: "Sources/program").text()
    try checkout.git("checkout", "--quiet", "-b", "other", "HEAD~2")
    try checkout.write("no such thing", to: "Sources/broken")
    try checkout.commit("Broken")
    try checkout.folder.appending(path: "Sources/broken").remove()
    try checkout.write(slow, to: "Sources/program")
    try checkout.commit("Mended")
    try bisect("HEAD~4", "HEAD").expect(
      0, output: "The first slower commit is one of 2, of which only the last can be measured:\n",
      ": Broken\n", ": Mended\n", "(alloc_count>0)", error: "passed over: ", "does not build")
  }

  @Test func `A history says where revisions differ, on a page too; what does not build is a gap`() throws {
    try checkout.write("no such thing", to: "Sources/broken")
    try checkout.commit("Broken")
    func history(_ arguments: String...) throws -> Program.Outcome {
      try checkout.start("history", with: arguments + ["--filter", "spec.cold", "--budget", "1ms"])
    }
    let outcome = try history("HEAD~5..HEAD", "-o", "history.html")
    outcome.expect(
      0, output: "A gap: ", "does not build: main.swift:1:1: error: no such thing",
      error: "Comparing 5 revisions with HEAD~5", "gap: ")
    let last = try #require(outcome.output.split(separator: "\n").last)
    #expect(last.contains("allocations") && last.contains(": Allocates"), "\(outcome.output)")
    let page = try checkout.folder.appending(path: "history.html").text()
    #expect(page.contains("Allocates") && page.contains("</html>"))
    #expect(checkout.runs().count == 4)

    try checkout.start("report", with: checkout.runs().map(\.path) + ["-o", "-"]).expect(
      0, output: "Allocates")
    #expect(try history("HEAD~5..HEAD", "-o", "history.html").exitCode == 1)
    #expect(try history("HEAD~5", "--every", "3").error.contains("Comparing 2 revisions"))
    #expect(try history("HEAD..HEAD~5").exitCode == 65)
  }

  @Test func `A commit with the first one's sources is compared at once, and shown as equal`() throws {
    try checkout.write("Other words", to: "README.md")
    try checkout.commit("Words")
    let outcome = try checkout.start("history", "HEAD~1..HEAD", "-o", "history.html").expect(
      0, output: ": Words\n", "No change seen among 2 revisions.", error: " has the same sources as HEAD~1.")
    #expect(checkout.runs().isEmpty && !outcome.output.contains("A gap"))
    #expect(try checkout.folder.appending(path: "history.html").text().contains("2 revisions"))
  }

  @Test func `A page or a folder that cannot be written is an error before anything is built`() throws {
    func history(_ arguments: [String]) throws -> Program.Outcome {
      try checkout.start("history", "HEAD~1", "--filter", "spec.cold", "--budget", "1ms", with: arguments)
    }
    for options in [[], ["--force"]] {
      try history(["-o", "none/page.html"] + options).expectRefusal(
        "layoutbench: none/page.html cannot be written: there is no folder none; make it first\n", exitCode: 1
      )
    }
    try checkout.folder.appending(path: "file").write("")
    let results = try history(["--out", "file/results"])
    results.expectRefusal(exitCode: 1)
    #expect(results.error.hasSuffix(" is no folder\n") && !results.error.contains("Building"))
    #expect(checkout.runs().isEmpty)
  }

  @Test func `A history interrupted in a build shows what it has; a base without a build ends it`() throws {
    try checkout.git("checkout", "--quiet", "-b", "slow", "HEAD~3")
    try checkout.write("", to: "Sources/endless")
    try checkout.commit("Endless")
    let outcome = try checkout.start(
      "history", "HEAD~2..HEAD", "--filter", "spec.cold", "--budget", "1ms",
      interruptWhen: { checkout.isThere("building") })
    outcome.expect(130, output: ": Second\n", error: "Interrupted: what was compared is kept and shown.")
    #expect(!outcome.output.contains("Endless"), "\(outcome.output)")
    #expect(!outcome.error.contains("gap") && checkout.isThere("asked") && checkout.runs().count == 1)
    #expect(try checkout.leftovers() == [])

    try checkout.folder.appending(path: "Sources/endless").remove()
    try checkout.write("no such thing", to: "Sources/broken")
    try checkout.commit("Broken")
    try checkout.folder.appending(path: "Sources/broken").remove()
    try checkout.commit("Mended")
    let base = try checkout.start("history", "HEAD~1..HEAD").expect(1, error: "HEAD~1 (")
    #expect(!base.error.contains("gap"), "\(base.error)")
  }

  @Test func `The cache lists the builds, and removes what was not used for so many days`() throws {
    func cache(_ arguments: String...) throws -> Program.Outcome {
      try checkout.start("cache", with: arguments)
    }
    #expect(try cache().output.contains("/cache: 0 builds, 0 MB"))
    try bisect("HEAD", "HEAD~2").expect(65, error: "there is no commit after HEAD up to HEAD~2")
    try bisect("HEAD~4", "HEAD~2").expect(3, error: "HEAD~2 is not slower than HEAD~4")
    #expect(checkout.runs().count == 1, "Without a regression nothing is looked for.")
    let two = try cache().expect(0, output: "/cache: 2 builds")
    #expect(two.output.split(separator: "\n").count == 3)
    #expect(try cache("--prune", "1").output == "Removed 0 builds, 0 MB.\n")
    #expect(try cache("--prune", "0").output.hasPrefix("Removed 2 builds"))
    #expect(try cache().output.contains("/cache: 0 builds"))
    // The log of a build that failed is not left either.
    try checkout.write("no such thing", to: "Sources/broken")
    _ = try checkout.start("compare", "HEAD")
    func logs() -> [String] { checkout.folder.appending(path: "cache").names.filter { $0.hasSuffix(".log") } }
    try #require(logs().count == 1)
    try cache("--prune", "1").expect(0)
    #expect(logs().count == 1)
    try cache("--prune", "0").expect(0)
    #expect(logs().isEmpty)
  }
}
