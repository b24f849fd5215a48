import Foundation
import Testing

@Suite("The peers' worker programs")
struct PeerWorkerTests {
  @Test(
    "Their own tests pass, which need Python and a C compiler alone",
    .enabled(if: hasPython, "There is no Python 3.10 here."))
  func ownTests() throws {
    let outcome = try python(
      "-B", "-m", "unittest", "discover", "Benchmarks/peers/tests",
      environment: ["PYTHONPATH": "Benchmarks/peers"])
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    // Of no tests at all it says that they are fine.
    #expect(!outcome.error.contains("Ran 0 tests"), "\(outcome.error)")
  }

  @Test(
    "The worker in C passes the kit with an engine that knows columns alone, and refuses rows",
    .enabled(if: hasCompiler, "There is no C compiler here."))
  func native() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let engine = folder.appendingPathComponent("columns").path
    let peers = Program.package.appendingPathComponent("Benchmarks/peers").path
    let built = try Program.start(
      [
        "sh", "-c",
        "cc -I '\(peers)/native' '\(peers)'/native/*.c '\(peers)/tests/columns.c' -ldl -lm -o '\(engine)'",
      ],
      program: Program.onPath)
    #expect(built.exitCode == 0, "\(built.error)")
    let outcome = try Program.start("check-peer", engine)
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.hasSuffix("12 passed, 0 failed\n"), "\(outcome.output)")
    #expect(outcome.output.components(separatedBy: "a row\n").count == 7, "\(outcome.output)")
  }

  private static var hasCompiler: Bool {
    (try? Program.start(["cc", "--version"], program: Program.onPath))?.exitCode == 0
  }

  private static var hasPython: Bool {
    (try? python("-c", "import sys; sys.exit(sys.version_info < (3, 10))"))?.exitCode == 0
  }
}

private func python(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Outcome {
  try Program.start(["python3"] + arguments, environment: environment, program: Program.onPath)
}
