import Foundation

/// A machine's properties and load, as far as it reports them. nil = unsupported, which never means 0.
package struct MachineFacts: Hashable, Sendable, Codable {
  package var cpuModel: String?
  /// Cores that the process may run on.
  package var logicalCores: Int?
  /// The governor of the cores' clock rate, as `performance`; differing ones are joined by a plus sign.
  package var governor: String?
  package var kernel: String?
  package var operatingSystem: String?
  /// True if the machine is virtual.
  package var hypervisor: Bool?
  package var memoryBytes: UInt64?
  /// Threads that were running or ready, averaged over a minute.
  package var loadAverage: Double?
  /// The share of the cores' time that other programs used while this one waited; nil if not sampled.
  package var busyShare: Double?
  /// Ticks that the host gave to other guests since the machine started.
  package var stealTicks: UInt64?

  package init(
    cpuModel: String? = nil, logicalCores: Int? = nil, governor: String? = nil, kernel: String? = nil,
    operatingSystem: String? = nil, hypervisor: Bool? = nil, memoryBytes: UInt64? = nil,
    loadAverage: Double? = nil, busyShare: Double? = nil, stealTicks: UInt64? = nil
  ) {
    self.cpuModel = cpuModel
    self.logicalCores = logicalCores
    self.governor = governor
    self.kernel = kernel
    self.operatingSystem = operatingSystem
    self.hypervisor = hypervisor
    self.memoryBytes = memoryBytes
    self.loadAverage = loadAverage
    self.busyShare = busyShare
    self.stealTicks = stealTicks
  }

  /// Reads the facts that `source` reports. Takes some milliseconds on the machine itself; any thread.
  package init(of source: some MachineSource = SystemMachine()) {
    let processors = source.text(atPath: "/proc/cpuinfo")
    self.init(
      cpuModel: source.systemControl("machdep.cpu.brand_string")
        ?? processors.flatMap { Self.value("model name", in: $0) },
      logicalCores: source.logicalCores(), governor: Self.governor(source), kernel: source.kernel(),
      operatingSystem: Self.operatingSystem(source),
      hypervisor: source.systemControl("kern.hv_vmm_present").map { $0 != "0" }
        ?? processors.flatMap(Self.hypervisor(inProcessors:)),
      memoryBytes: source.memoryBytes(), loadAverage: source.loadAverage(),
      stealTicks: source.text(atPath: "/proc/stat").flatMap(ProcessorTicks.init(inStat:))?.steal)
  }

  /// Reads the facts and samples how busy the machine is now, since the load average still counts what ended
  /// a minute ago, such as the build of this program.
  ///
  /// - Parameter wait: returns after a moment, default a fifth of a second.
  package static func beforeMeasuring(
    on source: some MachineSource = SystemMachine(), wait: () -> Void = { usleep(200_000) }
  ) -> MachineFacts {
    func ticks() -> ProcessorTicks? {
      source.text(atPath: "/proc/stat").flatMap(ProcessorTicks.init(inStat:))
    }
    var facts = MachineFacts(of: source)
    guard let before = ticks() else { return facts }
    wait()
    facts.busyShare = ticks()?.since(before)?.busyShare
    return facts
  }

  private static func governor(_ source: some MachineSource) -> String? {
    var names: [String] = []
    for core in 0..<(source.logicalCores() ?? 1) {
      let path = "/sys/devices/system/cpu/cpu\(core)/cpufreq/scaling_governor"
      guard let text = source.text(atPath: path) else { continue }
      let name = trimmed(text[...])
      if !name.isEmpty && !names.contains(name) { names.append(name) }
    }
    return names.isEmpty ? nil : names.joined(separator: "+")
  }

  private static func operatingSystem(_ source: some MachineSource) -> String? {
    if let version = source.systemControl("kern.osproductversion") { return "macOS \(version)" }
    guard let text = source.text(atPath: "/etc/os-release") else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix("PRETTY_NAME=") {
      return trimmed(line.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" }[...])
    }
    return nil
  }

  /// Returns the processor's own flag, which only x86 has.
  private static func hypervisor(inProcessors text: String) -> Bool? {
    value("flags", in: text).map { $0.split(separator: " ").contains("hypervisor") }
  }

  /// Returns the value of the first line `name : value`.
  private static func value(_ name: String, in text: String) -> String? {
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":"), trimmed(line[..<colon]) == name else { continue }
      return trimmed(line[line.index(after: colon)...])
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
