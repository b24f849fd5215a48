import Testing

@testable import Measuring
@testable import Reporting

private func row(_ metric: ComparedMetric, _ ratio: Double, _ verdict: Verdict) -> MetricComparison {
  makeRow(metric: metric, base: 100, ratio: ratio, spread: 0, excluded: nil, verdict: verdict)
}

private let fromNothing = makeCount(.allocCount, 0, 3)

@Suite("Gates against regressions")
struct RegressionGateTests {
  @Test(arguments: [
    ("slower>2%", "slower>2%"), (" slower > 2.25 % ", "slower>2.25%"), ("faster>0%", "faster>0%"),
    ("wall_ns>7%", "wall_ns>7%"), ("cpu_ns>0.05%", "cpu_ns>0.05%"), ("alloc_count>0", "alloc_count>0"),
    ("alloc_bytes>1024", "alloc_bytes>1024"),
    ("overall>0.5%", "overall>0.5%"), ("group>1%", "group>1%"),
    ("instruction_count>0.5%", "instruction_count>0.5%"), ("alloc_count>0.5", "alloc_count>0.5"),
    ("slower>2%,alloc_count>0, wall_ns>1%", "slower>2%,alloc_count>0,wall_ns>1%"),
  ])
  func `Terms are read, with spaces between parts, and written again`(text: String, written: String) throws {
    let gate = try RegressionGate(parsing: text)
    #expect(gate.terms.map(\.description).joined(separator: ",") == written)
    #expect(try RegressionGate(parsing: written) == gate)
  }

  @Test func `What is no gate is named by its term, with what there is, as recorded`() throws {
    try expectRecordedErrors("gate-errors.txt", count: 15) { text throws(FileError) in
      do throws(RegressionGateError) {
        _ = try RegressionGate(parsing: text)
      } catch {
        throw FileError(file: error.term, message: error.message)
      }
    }
    #expect(throws: RegressionGateError.self) { try RegressionGate(parsing: "") }
  }

  @Test(arguments: [
    ("slower>2%", row(.wallNanoseconds, 1.021, .slower), true),
    ("slower>2%", row(.cpuNanoseconds, 1.021, .slower), true),
    ("slower>2%", row(.wallNanoseconds, 1.02, .slower), false),
    ("slower>2%", row(.wallNanoseconds, 1.05, .unresolved), false),
    ("slower>2%", row(.wallNanoseconds, 1.05, .different), false),
    ("overall>0%,group>0%", row(.wallNanoseconds, 1.05, .slower), false),
    ("slower>2%", row(.wallNanoseconds, 1.05, .slower), true),
    ("slower>2%", row(.allocCount, 1.05, .slower), false),
    ("slower>2%", row(.wallNanoseconds, 0.5, .faster), false),
    ("faster>5%", row(.wallNanoseconds, 0.94, .faster), true),
    ("faster>5%", row(.wallNanoseconds, 0.95, .faster), false),
    ("wall_ns>2%", row(.wallNanoseconds, 1.03, .slower), true),
    ("wall_ns>2%", row(.cpuNanoseconds, 1.03, .slower), false),
    ("alloc_count>0", row(.allocCount, 1.01, .slower), true),
    ("alloc_count>1", row(.allocCount, 1.01, .slower), false),
    ("alloc_count>0", row(.allocCount, 1, .same), false),
    ("alloc_count>0", row(.allocCount, 0.5, .faster), false),
    ("alloc_count>0", fromNothing, true), ("alloc_count>3", fromNothing, false),
    ("alloc_count>1000%", fromNothing, true),
    ("instruction_count>0", row(.instructionCount, 1.000_1, .same), false),
    ("instruction_count>0.1%", row(.instructionCount, 1.002, .slower), true),
    ("slower>9%,alloc_bytes>5%", row(.allocBytes, 1.06, .slower), true),
  ])
  func `A term matches what is sure and beyond`(text: String, row: MetricComparison, isMatch: Bool) throws {
    let gate = try RegressionGate(parsing: text)
    #expect(gate.matches(in: makeComparison([row])).map(\.row) == (isMatch ? [row] : []))
  }

  @Test(arguments: [
    ("instruction_count>0.05%", 1.000_8, true), ("instruction_count>0.05%", 1.000_4, false),
    ("instruction_count>0", 1.000_2, true), ("instruction_count>0", 1.000_09, false),
  ])
  func `A limit on instructions is as exact as counts`(text: String, ratio: Double, isMatch: Bool) throws {
    let cell = row(.instructionCount, 1, .same).cell
    let counted = MetricComparison(
      cell: cell, metric: .instructionCount, base: 1_000_000, candidate: 1_000_000 * ratio, null: 1_000_010)
    #expect(try !RegressionGate(parsing: text).matches(in: makeComparison([counted])).isEmpty == isMatch)
    // Several threads wait for one another, which takes instructions too.
    let threads = MetricComparison(
      cell: cell, metric: .instructionCount, base: 1_000_000, candidate: 1_000_000 * ratio, null: 1_000_010,
      share: 0.005)
    #expect(try RegressionGate(parsing: text).matches(in: makeComparison([threads])).isEmpty)
  }

  @Test func `What is not judged is a sentence, and the standard gate is judged by whatever there is`() throws
  {
    let comparison = makeComparison([row(.cpuNanoseconds, 1, .same), makeRow(makeCell("other"))])
    func lack(_ text: String) throws -> String? { try RegressionGate(parsing: text).unjudged(in: comparison) }
    #expect(
      try lack("slower>1%,wall_ns>0%")
        == "wall_ns>0% is not judged: 2 cells of 2 have no wall time; --clock wall gives them")
    #expect(
      try lack("instruction_count>0%")
        == "instruction_count>0% is not judged: 2 cells of 2 have no instructions; --why gives them")
    #expect(try lack("cells_made>0") == "cells_made>0 is not judged: 2 cells of 2 have no cells made")
    #expect(try lack("cpu_ns>0%,slower>0%") == nil)
    #expect(RegressionGate.standard.unjudged(in: comparison) == nil)
    #expect(try RegressionGate(parsing: "slower>1%,atomic_count>0").needsCallgrind)
    #expect(try !RegressionGate(parsing: "alloc_count>0").needsCallgrind)
    #expect(!RegressionGate.standard.needsCallgrind)
  }

  @Test func `All cells together and groups have terms of their own; a match is a sentence`() throws {
    let changes = [
      makeShared(1.006, .slower, cells: 11), makeShared(1.02, .slower, subject: "spec.cold"),
      makeShared(0.9, .faster, workload: "feed(10)"), makeShared(1.05, .same, workload: "grid"),
    ]
    let comparison = makeComparison([row(.cpuNanoseconds, 1, .same)], shared: changes)
    func matches(_ text: String) throws -> [String] {
      try RegressionGate(parsing: text).matches(in: comparison).map(\.description)
    }
    #expect(try matches("overall>0.5%") == ["all cells: 0.6% more time together (overall>0.5%)."])
    #expect(try matches("overall>1%,slower>0%") == [])
    #expect(try matches("group>1%") == ["spec.cold: 2% more time together (group>1%)."])
    #expect(RegressionGate.standard.matches(in: comparison).count == 2)
    let gate = try RegressionGate(parsing: "slower>2%,faster>1%,alloc_count>0,alloc_bytes>0")
    let rows = [
      row(.wallNanoseconds, 1.0215, .slower), row(.cpuNanoseconds, 0.9, .faster), fromNothing,
      row(.allocBytes, 1.25, .slower),
    ]
    let cell = "spec.cold feed(1000) × 1 thread: "
    #expect(
      gate.matches(in: makeComparison(rows)).map(\.description) == [
        "\(cell)2.2% more wall time (slower>2%).", "\(cell)10% less CPU time (faster>1%).",
        "\(cell)3 more allocations (alloc_count>0).", "\(cell)25% more bytes allocated (alloc_bytes>0).",
      ])
  }
}

@Suite("What a comparison comes to")
struct ComparisonExitTests {
  private static let failed = CellOutcome(cell: row(.allocCount, 1, .same).cell, status: .failed)
  private static let leftOut = CellOutcome.leftOut(failed.cell, reason: "No.")
  private static let same = excluding(1.01)
  private static func excluding(_ ratio: Double) -> MetricComparison {
    makeRow(metric: .wallNanoseconds, spread: 0, excluded: ratio)
  }

  private static let slower = row(.wallNanoseconds, 1.006, .slower)
  private static let faster = row(.cpuNanoseconds, 0.9, .faster)
  private static let otherTime = makeRow(makeCell("other"), spread: 0, excluded: 1.01)
  /// The time of a cell whose instructions are the same.
  private static func sameWork(_ ratio: Double) -> [MetricComparison] {
    [row(.cpuNanoseconds, ratio, .slower), row(.instructionCount, 1, .same)]
  }
  private static let unresolved = row(.wallNanoseconds, 1, .unresolved)

  /// A comparison with its exit codes: by itself, and if it has to exclude 2%.
  typealias Case = (
    name: String, comparison: Comparison, gate: RegressionGate, plain: ComparisonExit, strict: ComparisonExit
  )

  private static func make(
    _ name: String, _ rows: [MetricComparison], shared: [SharedChange] = [], failures: [CellOutcome] = [],
    ending: RunEnding = .complete, gate: String? = nil, _ plain: ComparisonExit,
    strict: ComparisonExit? = nil
  ) throws -> Case {
    (
      name, makeComparison(rows, shared: shared, failures: failures, ending: ending),
      try gate.map { try RegressionGate(parsing: $0) } ?? .standard, plain, strict ?? plain
    )
  }

  static let cases = try! [
    make("nothing", [], .inconclusive),
    make("nothing but cells left out", [], failures: [leftOut], .inconclusive),
    make("all failed", [], failures: [failed], .failed),
    make("same", [same], .fine),
    make("same, and one left out", [same], failures: [leftOut], .fine),
    make("slower", [same, slower], .regression),
    make("slower by less than the gate", [slower], gate: "slower>1%", .fine),
    make(
      "slower, and the gate looks elsewhere", [slower, row(.allocCount, 1, .same)], gate: "alloc_count>0",
      .fine),
    make("slower, and what the gate looks at is not known", [slower], gate: "alloc_count>0", .inconclusive),
    make("slower, and a cell by another clock", [slower, otherTime], gate: "wall_ns>9%", .inconclusive),
    make("slower by one clock", [slower], gate: "wall_ns>9%", .fine),
    make(
      "instructions of one of two cells", sameWork(1) + [otherTime], gate: "instruction_count>0",
      .inconclusive),
    make("instructions of all cells", sameWork(1), gate: "instruction_count>0", .fine),
    make("one cell, and a gate on all together", [same], gate: "overall>0%", .inconclusive),
    make(
      "all cells, and a gate on groups", [same], shared: [makeShared(1, .same)], gate: "group>0%",
      .inconclusive),
    make("all slower together", [same], shared: [makeShared(1.004, .slower)], .regression),
    make("all the same together", [same], shared: [makeShared(1.004, .same)], .fine),
    make(
      "a group is slower", [same], shared: [makeShared(1, .same), makeShared(1.01, .slower, subject: "a")],
      .regression),
    make("too short", [same], ending: .budget, .fine, strict: .inconclusive),
    make("interrupted", [same], ending: .interrupted, .fine, strict: .inconclusive),
    make("slower, and too short", [slower], ending: .budget, .regression),
    make("failed, and too short", [same], failures: [failed], ending: .budget, .failed),
    make("slower and failed", [slower], failures: [failed], .failed),
    make("1.1 times slower with the same instructions", sameWork(1.1), .regression),
    make("1.5 times slower with the same instructions", sameWork(1.5), .regression),
    make("3 times slower with the same instructions", sameWork(3), .regression),
    make("more page faults", [row(.pageFaultCount, 1.1, .slower)], .regression),
    make("more waits", [row(.voluntarySwitchCount, 1.1, .slower)], .regression),
    make("more system calls", [row(.systemCallCount, 1.1, .slower)], .regression),
    make("more cache misses", [row(.cacheMissCount, 1.1, .slower)], .regression),
    make("more mispredicted branches", [row(.branchMissCount, 1.1, .slower)], .fine),
    make("not begun", [same], failures: [.leftOut(failed.cell, reason: CellOutcome.notBegun)], .inconclusive),
    make(
      "slower, and others not begun", [slower],
      failures: [.leftOut(failed.cell, reason: CellOutcome.notBegun)], .regression),
    make("slower and faster", [slower, faster], .regression),
    make("other layouts", [row(.wallNanoseconds, 1, .different), slower], .failed),
    make("more allocations", [row(.allocCount, 1.1, .slower)], .regression),
    make("more allocations from nothing", [fromNothing], .regression),
    make("more bytes", [row(.allocBytes, 1.1, .slower)], .fine),
    make("more instructions", [row(.instructionCount, 1.1, .slower)], .regression),
    make("excludes 2% and not 1%", [excluding(1.015)], .fine, strict: .fine),
    make("does not exclude 2%", [excluding(1.025)], .fine, strict: .inconclusive),
    make("unresolved", [same, unresolved], .inconclusive),
    make("unresolved and slower", [slower, unresolved], .regression),
    make("unresolved and faster", [faster, unresolved], .inconclusive),
    make("faster", [same, faster], .fine),
    make("faster, gated", [faster], gate: "faster>5%", .regression),
    make("fewer allocations", [row(.allocCount, 0.5, .faster)], .fine),
  ]

  @Test(arguments: cases)
  func `The exit code says the worst`(example: Case) {
    func exit(strict: Bool = false) -> ComparisonExit {
      ComparisonExit(of: example.comparison, gate: example.gate, strictShare: strict ? 0.02 : nil)
    }
    #expect(exit() == example.plain, "\(example.name)")
    #expect(exit(strict: true) == example.strict, "\(example.name)")
    #expect(ComparisonExit.allCases.map(\.rawValue) == [0, 1, 2, 3], "Codes are the documented ones.")
  }
}
