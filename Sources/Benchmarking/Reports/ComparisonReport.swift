/// A comparison as it is printed: the machine that measured it, and what a gate makes of it.
package struct ComparisonReport {
  package let comparison: Comparison
  /// The machine and build as `MachineLine` describes them; nil if unknown.
  let machine: String?
  /// When it was measured, ISO 8601; nil if that was just now.
  private let startedUTC: String?
  /// The definition of a regression, default `RegressionGate.standard`.
  package var gate = RegressionGate.standard
  /// The slowdown that every cell must exclude, as a share; nil, the default, if none must.
  package var strictShare: Double?
  /// True if an improvement has an exit code; default false.
  package var failsOnImprovement = false
  /// Of text, default plain.
  package var style = TerminalStyle.plain
  /// The characters that a line of text has room for: sentences are broken, and the table lacks details so that it
  /// fits. nil, the default, for lines of any length.
  package var width: Int?

  /// A comparison that was just measured.
  package init(_ comparison: Comparison, machine: String? = nil) {
    (self.comparison, self.machine, startedUTC) = (comparison, machine, nil)
  }

  /// Reads a comparison that was measured before.
  package init(of folder: RunFolder) throws(FileError) {
    let description = try folder.readDescription()
    comparison = try folder.readComparison()
    machine = MachineLine.text(machine: description.machineAtStart, build: description.build)
    startedUTC = description.startedUTC
  }

  /// True if it was just measured, and interrupted.
  package var isInterrupted: Bool { startedUTC == nil && comparison.ending == .interrupted }

  package var exit: ComparisonExit {
    ComparisonExit(
      of: comparison, gate: gate, strictShare: strictShare, failsOnImprovement: failsOnImprovement)
  }

  /// The warnings for people. Those of a stored comparison have a date, and no advice, which would be out of date.
  package var warnings: [Warning] {
    guard let startedUTC else { return comparison.warnings }
    return comparison.warnings.map {
      Warning(cause: "When this was measured, on \(startedUTC.prefix(10)): \($0.cause)", nextStep: "")
    }
  }

  /// The regressions by the gate.
  package var regressions: [RegressionGate.Match] { gate.matches(in: comparison) }
}
