/// A machine and a build in one line, such as `Fast 9000; 4 cores; Debian 12; Swift 6.3, release build;
/// jemalloc 5.3.0`.
package enum MachineLine {
  /// Returns the line without unknown parts.
  ///
  /// - Parameter note: a text between the machine and the build; nil, the default, for nothing.
  package static func text(machine: MachineFacts, note: String? = nil, build: BuildFacts) -> String {
    let parts: [String?] = [
      machine.cpuModel, machine.logicalCores.map { NumberText.counted($0, "core") },
      machine.operatingSystem, note, "Swift \(build.swiftVersion), \(build.configuration.rawValue) build",
      build.allocator,
    ]
    return parts.compactMap { $0 }.joined(separator: "; ").onOneLine
  }
}
