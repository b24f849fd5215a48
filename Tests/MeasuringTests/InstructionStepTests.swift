import Testing

@testable import Measuring

@Suite("Counting instructions after a comparison")
struct InstructionStepTests {
  /// Keeps what is said.
  private final class Host: MeasuringHost {
    let commandLine: [String] = []
    let git: GitState? = nil
    let build = BuildFacts(swiftVersion: "6.3", configuration: .release)
    let warnings: [Warning] = []
    var said: [String] = []

    func say(_ line: String) { said.append(line) }
    func show(_ line: String) {}
    func clear() {}
    func interruptible<Result>(
      _ interruption: Interruption, saying message: String, hurry: (@Sendable () -> Void)?,
      _ work: () throws -> Result
    ) rethrows -> Result { try work() }
  }

  @Test func `A longer time is advised for cells without a time, and not for those that failed`() throws {
    let ids = ["not begun", "refused", "failed"].map { makeCell($0) }
    let runner = FakeRunner { _, _ in ProcessResult(exitCode: 0, output: "", errors: "") }
    let build = BuildCache.Build(executable: .package, identifier: "")
    var step = InstructionStep(
      counter: try InstructionCounter(runner: runner), base: build, candidate: build,
      interruption: Interruption(), isAsked: true, minimumChange: 0.002)
    let host = Host()
    _ = step.rows(
      [], cells: ids.map { Cell(id: $0) },
      failures: [
        .leftOut(ids[0], reason: CellOutcome.notBegun), .leftOut(ids[1], reason: "No."),
        CellOutcome(cell: ids[2], status: .failed, reason: "No."),
      ], host)
    #expect(
      host.said.count == 1 && host.said[0].contains("no instructions of a cell whose time"), "\(host.said)")
  }
}
