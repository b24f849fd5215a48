import Foundation
import Testing

/// Code under test that prints, exits, crashes or hangs, in a program of its own: `MisbehavingBenchmarks`.
@Suite("Code under test that misbehaves")
struct MisbehavingTests {
  private static let bad = ["exits", "crashes", "hangs"]

  private let folder: URL

  init() throws { folder = try Program.makeFolder() }

  private func run(
    _ arguments: String..., cells: [String], environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    try Program.start(
      "run", with: arguments + cells.flatMap { ["--filter", " \($0) 1 "] } + ["--out", folder.path],
      environment: environment.merging(Self.brief) { $1 },
      program: Program.executable(named: "MisbehavingBenchmarks"))
  }

  /// Without backtraces, which take longer than the limits here.
  private static let brief = ["SWIFT_BACKTRACE": "enable=no"]

  /// Checks the reason on a failed cell's line.
  private func expectNamed(_ bad: [String], in error: String) {
    let reasons = [
      "exits": "ended with exit code 0", "crashes": "crashes on purpose",
      "hangs": "did not answer within ",
    ]
    for name in bad {
      let line = error.split(separator: "\n").first { $0.hasPrefix("failed: closure \(name) ") }
      #expect(line?.contains(reasons[name] ?? "") == true, "\(name): \(error)")
    }
  }

  @Test func `run measures the others, names each with its reason, and prints its table alone`() throws {
    let outcome = try run(
      "--rounds", "2", "--job-limit", "3s", "--format", "csv", cells: Self.bad + ["prints", "good", "fine"])
    outcome.expect(1)
    expectNamed(Self.bad, in: outcome.error)
    #expect(!outcome.output.contains("printed"), "What the code prints is no result.")
    #expect(outcome.output.hasPrefix("run_id,"))
    let files = try RunFiles(onlyIn: folder)
    let cells = try files.description()["cells"].items
    let statuses = Dictionary(
      uniqueKeysWithValues: cells.map { ($0["cell"]["workload"].string, $0["status"].string) })
    for name in Self.bad { #expect(statuses[name] == "failed") }
    for name in ["prints", "good", "fine"] {
      #expect(statuses[name] == "measured")
      #expect(files.rows().count { $0["workload"] == name && $0["phase"] == "measure" } == 2 + 1)
    }
    #expect(files.rows().allSatisfy { !$0.isEmpty })
  }

  @Test(arguments: ["exits", "crashes"])
  func `run of nothing else fails, too`(name: String) throws {
    let outcome = try run(cells: [name]).expect(1)
    expectNamed([name], in: outcome.error)
    #expect(try RunFiles(onlyIn: folder).description()["ending"].string == "complete")
  }

  @Test func `A cell that crashed keeps its reason in the run's files, and is tried again`() throws {
    try run("--rounds", "2", cells: ["mends", "good"]).expect(
      1, error: "failed: closure mends ", "not mended yet")
    let files = try RunFiles(onlyIn: folder)
    let rows = files.rowCount
    let failed = try files.description()["cells"].items.first { $0["status"].string == "failed" }
    #expect(failed?["reason"].string?.contains("not mended yet") == true)
    func resume(_ environment: [String: String] = [:]) throws -> Program.Outcome {
      try Program.start(
        "run", "--resume", files.folder.path, environment: environment.merging(Self.brief) { $1 },
        program: Program.executable(named: "MisbehavingBenchmarks"))
    }
    try resume().expect(1, error: "failed: closure mends ")
    #expect(files.rowCount == rows)
    try resume(["MENDED": "1"]).expect(0, output: "mends")
    let added = files.rows().dropFirst(rows)
    #expect(!added.isEmpty && added.allSatisfy { $0["workload"] == "mends" })
    try resume().expect(0, error: "Nothing is left to do")
  }

  @Test func `Allocations are those of all threads, also of one that goes on living`() throws {
    try run("--rounds", "1", cells: ["threads"]).expect(0)
    let row = try #require(try RunFiles(onlyIn: folder).rows().first { $0["pass"] == "alloc" })
    #expect(try RunFiles.perJob("alloc_count", row) == 1)
    // The size that jemalloc has for 500 bytes.
    #expect(try RunFiles.perJob("alloc_bytes", row) == 512)
  }

  @Test func `A worker ends with its program, also in the middle of a job`() throws {
    var worker: String?
    func workers() -> [String] {
      let list = try? Program.start("ps", "-A", "-o", "pid=,ppid=,args=", program: Program.onPath).output
      return (list ?? "").split(separator: "\n").map(String.init).filter { $0.contains(" worker") }
    }
    let program = folder.appending(path: "hanging-\(UUID().uuidString)")
    try FileManager.default.createSymbolicLink(
      at: program, withDestinationURL: Program.executable(named: "MisbehavingBenchmarks"))
    let before = Set(workers().map { $0.split(separator: " ")[0] })
    let outcome = try Program.start(
      "run", "--filter", " hangs 1 ", "--out", folder.path,
      interruptWhen: {
        worker = workers().first { !before.contains($0.split(separator: " ")[0]) }
        return worker != nil
      }, by: SIGKILL, program: program)
    #expect(outcome.exitCode == SIGKILL)
    let identifier = try #require(worker?.split(separator: " ").first.flatMap { pid_t($0) })
    for _ in 0..<600 where kill(identifier, 0) == 0 { Thread.sleep(forTimeInterval: 0.1) }
    #expect(kill(identifier, 0) != 0, "\(worker ?? "")")
  }

  // MARK: Comparisons and profiles

  /// A package with two commits, whose program is the misbehaving one.
  private func makeCheckout() throws -> (checkout: ComparedCheckout, program: URL) {
    let checkout = try ComparedCheckout()
    try checkout.write("tools\ncache\nresults\n.build\n", to: ".gitignore")
    try checkout.write("// A package", to: "Package.swift")
    try checkout.commit("Second")
    try checkout.write("// The same package", to: "Package.swift")
    try checkout.commit("Third")
    try checkout.folder.appending(path: ".build").makeFolder()
    let program = checkout.folder.appending(path: ".build/MisbehavingBenchmarks")
    try Program.executable(named: "MisbehavingBenchmarks").resolvingSymlinksInPath().copy(to: program)
    return (checkout, program)
  }

  @Test(arguments: [
    (["compare", "HEAD~1", "HEAD"], Self.bad, "12s"), (["history", "HEAD~1..HEAD"], ["exits"], "4s"),
  ])
  func `A comparison measures the others, and names each with its reason`(
    command: [String], bad: [String], budget: String
  ) throws {
    let (checkout, program) = try makeCheckout()
    let environment = checkout.environment.merging(Self.brief) { $1 }
      .merging(["LAYOUTBENCH_TESTED": program.path]) { $1 }
    let outcome = try Program.start(
      with: command + (bad + ["prints", "good"]).flatMap { ["--filter", " \($0) 1 "] }
        + ["--budget", budget, "--job-limit", "2s"], environment: environment, in: checkout.folder,
      program: program)
    outcome.expect(1)
    expectNamed(bad, in: outcome.error.replacingOccurrences(of: "The base: ", with: ""))
    #expect(!(outcome.output + outcome.error).contains("nonsense"))
    let compared = try checkout.comparison()["rows"].items.compactMap { $0["cell"]["workload"].string }
    #expect(Set(compared) == ["prints", "good"])
  }

  @Test(arguments: ["exits", "crashes", "prints"])
  func `A profile of it fails with the reason, and what is printed is no answer`(name: String) throws {
    let valgrind = folder.appending(path: "valgrind")
    // Runs the worker, and leaves no count.
    try valgrind.write(
      script: "#!/bin/sh\nwhile [ \"${1#--}\" != \"$1\" ]; do shift; done\n[ $# = 0 ] || exec \"$@\"\n")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let outcome = try Program.start(
      "profile", name, "--subject", "closure",
      environment: ["PATH": "\(folder.path):\(path)"].merging(Self.brief) { $1 },
      program: Program.executable(named: "MisbehavingBenchmarks"))
    let reason = ["exits": "ended with exit code 0", "crashes": "crashes on purpose"][name]
    outcome.expect(1, error: reason ?? "callgrind left no count of instructions")
    #expect(!outcome.output.contains("printed"))
  }
}
