import Foundation
import Testing

@Suite("The peers' worker program")
struct PeerWorkerTests {
  @Test(
    "Its own tests pass, which need Python alone", .enabled(if: hasPython, "There is no Python 3.10 here."))
  func ownTests() throws {
    let outcome = try python(
      "-B", "-m", "unittest", "discover", "Benchmarks/peers/tests",
      environment: ["PYTHONPATH": "Benchmarks/peers"])
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    // Of no tests at all it says that they are fine.
    #expect(!outcome.error.contains("Ran 0 tests"), "\(outcome.error)")
  }

  private static var hasPython: Bool {
    (try? python("-c", "import sys; sys.exit(sys.version_info < (3, 10))"))?.exitCode == 0
  }
}

private func python(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Outcome {
  try Program.start(["python3"] + arguments, environment: environment, program: Program.onPath)
}
