/// Checks of a machine that need more than its facts. A check returns nil if the machine does not support it.
struct MachineChecks<Source: MachineSource> {
  let source: Source
  let facts: MachineFacts

  /// Counters read before and after the machine was busy.
  struct ChangingCounters {
    var ticks: ProcessorTicks?
    /// The number of times that cores were slowed down because of heat; nil if no core reports it.
    var throttlings: Int?
  }

  func changingCounters() -> ChangingCounters {
    let files = (0..<(facts.logicalCores ?? 1)).flatMap { core in
      ["core", "package"].map { "/sys/devices/system/cpu/cpu\(core)/thermal_throttle/\($0)_throttle_count" }
    }
    let counts = files.compactMap { number(atPath: $0) }
    return ChangingCounters(
      ticks: source.text(atPath: "/proc/stat").flatMap(ProcessorTicks.init(inStat:)),
      throttlings: counts.isEmpty ? nil : counts.reduce(0, +))
  }

  /// Returns a file's first word.
  func word(atPath path: String) -> String? {
    source.text(atPath: path)?.split(whereSeparator: \.isWhitespace).first.map(String.init)
  }

  func number(atPath path: String) -> Int? { word(atPath: path).flatMap { Int($0) } }

  /// Returns the path of a program, or nil if there is none. Call it only if there is a search path.
  private func path(ofProgram name: String) -> String? {
    source.searchPath()?.lazy.map { "\($0)/\(name)" }.first(where: source.isExecutable(atPath:))
  }

  /// Returns a finding about a program that should be installed.
  private func program(
    _ name: String, _ topic: MachineFinding.Topic, missing: String, remedy: String
  ) -> MachineFinding? {
    guard source.searchPath() != nil else { return nil }
    if let path = path(ofProgram: name) { return MachineFinding(topic, .ok, "Found as `\(path)`.") }
    return MachineFinding(topic, .note, missing, remedy: remedy)
  }

  func callgrind() -> MachineFinding? {
    program(
      "valgrind", .callgrind, missing: "There is no valgrind, so that instructions cannot be counted.",
      remedy: "Install valgrind where there is one for this system.")
  }

  func git() -> MachineFinding? {
    program(
      "git", .git,
      missing: "There is no git: runs do not say which revision they are of, and none can be compared.",
      remedy: "Install git.")
  }

  func swift() -> MachineFinding? {
    program(
      "swift", .swift, missing: "There is no swift, so that revisions to compare cannot be built.",
      remedy: "Install Swift, or put the folder of its programs into PATH.")
  }

  func hardwareCounters() -> MachineFinding? {
    guard let devices = source.names(inFolder: "/sys/bus/event_source/devices") else { return nil }
    // x86 names the device cpu, or cpu_core and cpu_atom if cores differ; ARM names it after the core.
    guard devices.contains(where: { $0 == "cpu" || $0.hasPrefix("cpu_") || $0.hasPrefix("arm") }) else {
      return MachineFinding(
        .hardwareCounters, .note, "The processor's counters are not there, as on most virtual machines.",
        remedy: "Count instructions under callgrind instead.")
    }
    // Above 2, users may not count events even in their own processes.
    guard let level = number(atPath: "/proc/sys/kernel/perf_event_paranoid"), level > 2 else {
      return MachineFinding(.hardwareCounters, .ok, "The processor's counters are there and may be read.")
    }
    return MachineFinding(
      .hardwareCounters, .note,
      "The processor's counters may not be read: `kernel.perf_event_paranoid` is \(level).",
      remedy: "Run `sudo sysctl kernel.perf_event_paranoid=2`.")
  }
}
