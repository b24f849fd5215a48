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
    let counts = files.compactMap { source.number(atPath: $0) }
    return ChangingCounters(
      ticks: source.processorTicks(), throttlings: counts.isEmpty ? nil : counts.reduce(0, +))
  }

  /// Returns a finding about a program that should be installed.
  private func program(
    _ name: String, _ topic: MachineFinding.Topic, missing: String, remedy: String
  ) -> MachineFinding? {
    guard let folders = source.searchPath() else { return nil }
    let paths = folders.lazy.map { "\($0)/\(name)" }
    if let path = paths.first(where: source.isExecutable(atPath:)) {
      return MachineFinding(topic, .ok, "Found as `\(path)`.")
    }
    return MachineFinding(topic, .note, missing, remedy: remedy)
  }

  func callgrind() -> MachineFinding? {
    program(
      "valgrind", .callgrind, missing: "There is no valgrind, so that instructions cannot be counted.",
      remedy: "Install valgrind where there is one for this system: scripts/install-profilers.")
  }

  func sampling() -> MachineFinding? {
    // Other systems have none.
    guard source.names(inFolder: "/sys/bus/event_source/devices") != nil else { return nil }
    let perf = program(
      "perf", .sampling, missing: "There is no perf, so that profiles have no times.",
      remedy: "Install it: scripts/install-profilers.")
    // Above 2, users may not even sample their own processes.
    guard perf?.severity == .ok, let level = source.number(atPath: "/proc/sys/kernel/perf_event_paranoid"),
      level > 2
    else { return perf }
    return MachineFinding(
      .sampling, .note, "Profiles have no times: `kernel.perf_event_paranoid` is \(level).",
      remedy: "Run `sudo sysctl kernel.perf_event_paranoid=2`.")
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
}

// MARK: - The processor

/// Checks for anything that takes processor time away or changes the clock rate.
extension MachineChecks {
  func stolenTime(_ before: ChangingCounters, _ after: ChangingCounters) -> MachineFinding? {
    guard let earlier = before.ticks, let later = after.ticks, let share = later.since(earlier)?.stolenShare
    else { return nil }
    let sinceStart = later.stolenShare ?? 0
    // The largest share of the busy time that may be stolen without a warning.
    let limit = 0.01
    let figures =
      "\(NumberText.shortPercentage(share)) of the time in which there was something to run just now, "
      + "\(NumberText.shortPercentage(sinceStart)) since it started"
    guard max(share, sinceStart) > limit else {
      return MachineFinding(.stolenTime, .ok, "The host takes little of this machine's time: \(figures).")
    }
    return MachineFinding(
      .stolenTime, share > limit ? .warning : .note,
      "The host took this machine's time for other guests: \(figures).",
      remedy: "Trust CPU time before wall time, and measure when the host is quieter.")
  }

  func throttling(_ before: ChangingCounters, _ after: ChangingCounters) -> MachineFinding? {
    guard let earlier = before.throttlings, let later = after.throttlings else { return nil }
    let remedy = "Cool the machine, or switch turbo off, so that it does not get as hot."
    if later > earlier {
      return MachineFinding(
        .throttling, .warning, "Cores are being slowed down because of heat.", remedy: remedy)
    }
    if later > 0 {
      return MachineFinding(
        .throttling, .note,
        "Cores were slowed down because of heat \(NumberText.counted(later, "time")) since the machine started.",
        remedy: remedy)
    }
    return MachineFinding(.throttling, .ok, "No core was slowed down because of heat.")
  }

  func turbo() -> MachineFinding? {
    let intel = "/sys/devices/system/cpu/intel_pstate/no_turbo"
    let boost = "/sys/devices/system/cpu/cpufreq/boost"
    let isOn: Bool
    let switchOff: String
    if let value = source.number(atPath: intel) {
      (isOn, switchOff) = (value == 0, "echo 1 | sudo tee \(intel)")
    } else if let value = source.number(atPath: boost) {
      (isOn, switchOff) = (value != 0, "echo 0 | sudo tee \(boost)")
    } else {
      return nil
    }
    guard isOn else { return MachineFinding(.turbo, .ok, "Turbo is off.") }
    return MachineFinding(
      .turbo, .note, "Turbo is on: the clock rate falls as cores grow warm and as more of them work.",
      remedy: "Run `\(switchOff)` while small changes or speed-ups are measured.")
  }

  /// Checks how many cores' worth of time the process's control groups let it use.
  func processorQuota() -> MachineFinding? {
    facts.processorQuotaFinding
      ?? (MachineFacts.processorQuotas(source).isEmpty
        ? nil : MachineFinding(.processorQuota, .ok, "The process's CPU time is not limited."))
  }
}

// MARK: - Clock and memory

extension MachineChecks {
  /// Checks the clock's resolution and source.
  ///
  /// - Parameter resolutionNanoseconds: the smallest step observed.
  func clock(resolutionNanoseconds: UInt64) -> MachineFinding {
    let name = source.word(atPath: "/sys/devices/system/clocksource/clocksource0/current_clocksource")
    let origin = name.map { ", and is read from `\($0)`" } ?? ""
    let found = "The clock moves in steps of \(TimeSpan(nanoseconds: resolutionNanoseconds))\(origin)."
    // Clocks that are read from a device or advance with the timer's interrupt.
    if let name, ["hpet", "acpi_pm", "pit", "jiffies", "refined-jiffies"].contains(name) {
      return MachineFinding(
        .clock, .warning, "\(found) Reading it is slow.",
        remedy:
          "Find out with `dmesg | grep -i clocksource` why the kernel does not use the processor's counter.")
    }
    if resolutionNanoseconds > 1_000 {
      return MachineFinding(
        .clock, .warning, "\(found) That is coarse.",
        remedy: "Measure workloads of which a batch takes long: a thousand steps are a sample's least length."
      )
    }
    return MachineFinding(.clock, .ok, found)
  }

  func memory() -> MachineFinding? {
    guard let text = source.text(atPath: "/proc/meminfo") else { return nil }
    func kibibytes(_ name: String) -> Double? {
      MachineFacts.value(name, in: text)?.split(separator: " ").first.flatMap { Double($0) }
    }
    guard let total = kibibytes("MemTotal"), let available = kibibytes("MemAvailable"), total > 0 else {
      return nil
    }
    let swapped = (kibibytes("SwapTotal") ?? 0) - (kibibytes("SwapFree") ?? 0)
    let swap =
      swapped > 0 ? "\(NumberText.short((swapped / 1_024).rounded(.up))) MiB of swap are" : "no swap is"
    let found = "\(NumberText.shortPercentage(available / total)) of memory is available, and \(swap) in use."
    if available < total / 10 {
      return MachineFinding(.memory, .warning, found, remedy: "Stop programs that hold much memory.")
    }
    if swapped > 0 {
      return MachineFinding(
        .memory, .note, found,
        remedy:
          "Stop programs that hold much memory, or be sure that they do not run while something is measured.")
    }
    return MachineFinding(.memory, .ok, found)
  }

  /// Checks that addresses are random. Where code and data lie changes how fast they are, so a comparison of
  /// processes with one common layout also compares the layouts. Mytkowicz, Diwan, Hauswirth and Sweeney,
  /// "Producing Wrong Data Without Doing Anything Obviously Wrong!", ASPLOS 2009.
  func addressLayout() -> MachineFinding? {
    guard let level = source.number(atPath: "/proc/sys/kernel/randomize_va_space") else { return nil }
    // ADDR_NO_RANDOMIZE of personality(2).
    let addressesNotRandom: UInt32 = 0x004_0000
    let personality = source.word(atPath: "/proc/self/personality").flatMap { UInt32($0, radix: 16) } ?? 0
    let isOffHere = personality & addressesNotRandom != 0
    guard level == 0 || isOffHere else {
      return MachineFinding(
        .addressLayout, .ok, "Addresses are random, so that a comparison's processes average over them.")
    }
    return MachineFinding(
      .addressLayout, .warning,
      "Addresses are the same in every process, so that a lucky one looks like a faster program.",
      remedy: isOffHere
        ? "Run without `setarch -R`, and outside of a debugger."
        : "Run `sudo sysctl kernel.randomize_va_space=2`.")
  }
}
