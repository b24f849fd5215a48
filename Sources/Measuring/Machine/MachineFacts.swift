import Foundation

/// A machine's properties and load, as far as it reports them. nil = unsupported, which never means 0.
package struct MachineFacts: Hashable, Sendable, Codable {
  var cpuModel: String?
  /// Cores that the process may run on.
  var logicalCores: Int?
  /// The cores' worth of time that the process's control groups let it use; nil if they set no limit.
  var processorQuota: Double?
  /// The governor of the cores' clock rate, as `performance`; differing ones are joined by a plus sign.
  var governor: String?
  var kernel: String?
  package var operatingSystem: String?
  /// True if the machine is virtual.
  var hypervisor: Bool?
  /// Threads that were running or ready, averaged over a minute.
  var loadAverage: Double?
  /// The share of the cores' time that other programs used while this one waited; nil if not sampled.
  var busyShare: Double?
  /// Ticks that the host gave to other guests since the machine started.
  var stealTicks: UInt64?
}

extension MachineFacts {
  /// Returns a machine and a build in one line, without unknown parts, such as `Fast 9000; 4 cores; Debian 12; Swift 6.3,
  /// release build; jemalloc 5.3.0`.
  ///
  /// - Parameter note: a text between the machine and the build; nil, the default, for nothing.
  package func line(with build: BuildFacts, note: String? = nil) -> String {
    [
      cpuModel, logicalCores.map { NumberText.counted($0, "core") }, operatingSystem, note,
      "Swift \(build.swiftVersion), \(build.configuration.rawValue) build", build.allocator,
    ].compactMap { $0 }.joined(separator: "; ").onOneLine
  }

  /// The facts of this machine as it is now.
  package static var current: MachineFacts { MachineFacts(of: SystemMachine()) }

  /// Reads the facts that `source` reports. Takes some milliseconds on the machine itself; any thread.
  init(of source: some MachineSource) {
    let processors = source.text(atPath: "/proc/cpuinfo")
    self.init(
      cpuModel: source.systemControl("machdep.cpu.brand_string")
        ?? processors.flatMap { Self.value("model name", in: $0) },
      logicalCores: source.logicalCores(),
      processorQuota: Self.processorQuotas(source).min().flatMap { $0 < .infinity ? $0 : nil },
      governor: Self.governor(source), kernel: source.kernel(),
      operatingSystem: Self.operatingSystem(source),
      // The processor's own flag, which only x86 has.
      hypervisor: source.systemControl("kern.hv_vmm_present").map { $0 != "0" }
        ?? processors.flatMap { Self.value("flags", in: $0) }?.split(separator: " ").contains("hypervisor"),
      loadAverage: source.loadAverage(), stealTicks: source.processorTicks()?.steal)
  }

  /// Reads the facts and samples how busy the machine is now: the load average still counts programs that
  /// ended a minute ago, such as the build of this program.
  ///
  /// - Parameter wait: returns after a moment, default a fifth of a second.
  static func beforeMeasuring(
    on source: some MachineSource = SystemMachine(), wait: () -> Void = { usleep(200_000) }
  ) -> MachineFacts {
    var facts = MachineFacts(of: source)
    guard let before = source.processorTicks() else { return facts }
    wait()
    facts.busyShare = source.processorTicks()?.since(before)?.busyShare
    return facts
  }

  private static func governor(_ source: some MachineSource) -> String? {
    var names: [String] = []
    for core in 0..<(source.logicalCores() ?? 1) {
      let path = "/sys/devices/system/cpu/cpu\(core)/cpufreq/scaling_governor"
      if let name = source.word(atPath: path), !names.contains(name) { names.append(name) }
    }
    return names.isEmpty ? nil : names.joined(separator: "+")
  }

  /// Returns the limits of the process's control groups and of the groups around them, in cores: infinity if a file says
  /// that there is no limit, nothing if no file says anything.
  ///
  /// Version 2 has `cpu.max`, "max 100000" or "50000 100000" in microseconds, in each group's folder. Version 1 has a file
  /// for each of the two numbers, and -1 for no limit, below a folder of the controller.
  static func processorQuotas(_ source: some MachineSource) -> [Double] {
    let root = "/sys/fs/cgroup"
    var groups: [(root: String, path: Substring)] = [(root, "")]
    for line in source.text(atPath: "/proc/self/cgroup")?.split(separator: "\n") ?? [] {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      if parts[1].isEmpty {
        groups.append((root, parts[2]))
      } else if parts[1].split(separator: ",").contains("cpu") {
        groups += [("\(root)/\(parts[1])", parts[2]), ("\(root)/cpu", parts[2])]
      }
    }
    let folders = groups.flatMap { root, path in
      path.split(separator: "/").reduce([root]) { $0 + ["\($0[$0.count - 1])/\($1)"] }
    }
    return folders.compactMap { folder in
      let old = ["cpu.cfs_quota_us", "cpu.cfs_period_us"].compactMap {
        source.word(atPath: "\(folder)/\($0)")
      }
      let words =
        source.text(atPath: "\(folder)/cpu.max")?.split(whereSeparator: \.isWhitespace).map(String.init)
        ?? old
      guard words.count == 2, let period = Double(words[1]), period > 0 else { return nil }
      let quota = Double(words[0]) ?? .infinity
      return quota < 0 ? .infinity : quota / period
    }
  }

  private static func operatingSystem(_ source: some MachineSource) -> String? {
    if let version = source.systemControl("kern.osproductversion") { return "macOS \(version)" }
    guard let text = source.text(atPath: "/etc/os-release") else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix("PRETTY_NAME=") {
      return trimmed(line.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" })
    }
    return nil
  }

  /// Returns the value of the first line `name : value`.
  static func value(_ name: String, in text: String) -> String? {
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":"), trimmed(line[..<colon]) == name else { continue }
      return trimmed(line[line.index(after: colon)...])
    }
    return nil
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    text.trimmingCharacters(in: .whitespaces)
  }
}

// MARK: - Warnings

extension MachineFacts {
  /// Returns warnings of facts that make timings less reliable than they look; none for unsupported facts.
  ///
  /// - Parameters:
  ///   - build: the build of the measuring program.
  ///   - threads: the most workers that a cell asks for.
  func warnings(build: BuildFacts, threads: Int) -> [Warning] {
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
      + [processorQuotaFinding, loadFinding, governorFinding, virtualMachineFinding].compactMap {
        $0?.warning
      }
  }

  /// Returns warnings of events between a run's start, which these facts describe, and its end.
  func warnings(atEnd end: MachineFacts, elapsed: TimeSpan) -> [Warning] {
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

/// A source of facts about a machine. nil = unsupported.
protocol MachineSource: Sendable {
  /// Returns the contents of a small text file.
  func text(atPath path: String) -> String?
  /// Returns a `sysctl` value by its name.
  func systemControl(_ name: String) -> String?
  /// Returns the kernel's name, release, version and machine type.
  func kernel() -> String?
  /// Returns the cores that this process may run on. A core with two hardware threads counts as two.
  func logicalCores() -> Int?
  /// Returns the threads that were running or ready, averaged over the last minute.
  func loadAverage() -> Double?
  /// Returns the names in a folder, in any order.
  func names(inFolder path: String) -> [String]?
  /// Returns the folders searched for programs.
  func searchPath() -> [String]?
  /// Returns true if there is a file that this process may execute.
  func isExecutable(atPath path: String) -> Bool
}

extension MachineSource {
  /// Returns a file's first word.
  func word(atPath path: String) -> String? {
    text(atPath: path)?.split(whereSeparator: \.isWhitespace).first.map(String.init)
  }

  /// Returns a file's first word if it is a number.
  func number(atPath path: String) -> Int? { word(atPath: path).flatMap { Int($0) } }

  /// Returns the time that the cores have spent in each state.
  func processorTicks() -> ProcessorTicks? {
    text(atPath: "/proc/stat").flatMap(ProcessorTicks.init(inStat:))
  }
}
