extension MachineFacts {
  /// Returns warnings of what makes timings here less reliable than they look; none for unsupported facts.
  ///
  /// - Parameters:
  ///   - build: the build of the measuring program.
  ///   - threads: the most workers that a cell asks for.
  package func warnings(build: BuildFacts, threads: Int) -> [Warning] {
    var warnings = [MachineFinding.build(build)].compactMap(\.warning)
    if let logicalCores, logicalCores < threads {
      warnings.append(
        Warning(
          cause:
            "There \(logicalCores == 1 ? "is 1 logical core" : "are \(logicalCores) logical cores") for \(threads) threads, "
            + "which will take turns.",
          nextStep: logicalCores == 1
            ? "Ask for 1 thread, or do not read the rest as speed-up."
            : "Ask for \(logicalCores) threads or fewer, or do not read the rest as speed-up."))
    }
    return warnings
      + [loadFinding, governorFinding, virtualMachineFinding].compactMap { $0?.warning }
  }

  /// Returns warnings of what happened between a run's start, which these facts describe, and its end.
  package func warnings(atEnd end: MachineFacts, elapsed: TimeSpan) -> [Warning] {
    // A tick is 1/100 s on every Linux that reports them.
    guard let before = stealTicks, let after = end.stealTicks, let logicalCores, after > before,
      elapsed.seconds > 0
    else { return [] }
    let share = Double(after - before) / 100 / (elapsed.seconds * Double(logicalCores))
    guard share > 0.01 else { return [] }
    let percent = (share * 1_000).rounded() / 10
    return [
      Warning(
        cause: "The host took \(percent)% of the machine's time for other guests during the run.",
        nextStep: "Trust `cpu_ns_per_element` before wall time, and run again when the host is quieter.")
    ]
  }
}
