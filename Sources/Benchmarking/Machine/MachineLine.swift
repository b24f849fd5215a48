/// A machine and a build in one line, such as `Fast 9000; 4 cores; Debian 12; Swift 6.3, release build;
/// jemalloc 5.3.0`.
package enum MachineLine {
  /// Returns the line of a run: its machine, or the number of kinds of machine.
  package static func text(of run: RunDescription) -> String {
    guard run.machines.count > 1 else { return text(machine: run.machineAtStart, build: run.build) }
    return "\(run.machineText); \(text(machine: MachineFacts(), build: run.build))"
  }

  /// Returns the line without what is unknown.
  ///
  /// - Parameter note: what stands between the machine and the build; nil, the default, for nothing.
  package static func text(machine: MachineFacts, note: String? = nil, build: BuildFacts) -> String {
    let parts: [String?] = [
      machine.cpuModel, machine.logicalCores.map { NumberText.counted($0, "core") },
      machine.operatingSystem, note, "Swift \(build.swiftVersion), \(build.configuration.rawValue) build",
      build.allocator,
    ]
    return parts.compactMap { $0 }.joined(separator: "; ").onOneLine
  }
}
