import Foundation

/// The problems of a machine for measuring, and their remedies.
package struct MachineExamination: Hashable, Sendable, Encodable {
  /// The version of the JSON's keys. New keys do not raise it.
  private var schema = 1
  var machine: MachineFacts
  var build: BuildFacts
  /// The smallest step of the clock that was observed.
  var clockResolutionNanoseconds: UInt64
  /// The findings in the order of their topics, at most one per topic.
  var findings: [MachineFinding]
  /// Topics about which the machine reports nothing.
  var notTold: [MachineFinding.Topic]

  /// Examines this machine, for a second.
  ///
  /// - Parameter build: the build of the measuring program.
  package init(build: BuildFacts) { self.init(of: SystemMachine(), build: build) }

  /// Examines a machine. Changing counters are read before and after the machine is kept busy for a while,
  /// since a host only takes time that a guest asks for.
  ///
  /// - Parameters:
  ///   - source: the machine, default the machine that the program runs on.
  ///   - build: the build of the measuring program.
  ///   - clock: the clock to measure with.
  ///   - occupy: keeps the machine busy, default one core for a second.
  ///   - wait: waits a moment in which this program is idle, default a fifth of a second.
  init(
    of source: some MachineSource = SystemMachine(), build: BuildFacts,
    clock: some MonotonicClock = SystemClock(),
    occupy: (any MonotonicClock) -> Void = Self.occupyOneCore, wait: () -> Void = { usleep(200_000) }
  ) {
    machine = .beforeMeasuring(on: source, wait: wait)
    self.build = build
    clockResolutionNanoseconds = clock.measuredResolutionNanoseconds()
    let checks = MachineChecks(source: source, facts: machine)
    let before = checks.changingCounters()
    occupy(clock)
    let after = checks.changingCounters()

    let found: [MachineFinding?] = [
      .build(build), .allocator(build), machine.coresFinding, checks.processorQuota(),
      machine.virtualMachineFinding, machine.loadFinding, checks.stolenTime(before, after),
      machine.governorFinding, checks.turbo(), checks.throttling(before, after),
      checks.clock(resolutionNanoseconds: clockResolutionNanoseconds), checks.memory(),
      checks.addressLayout(), checks.callgrind(), checks.sampling(), checks.git(),
      checks.swift(),
    ]
    findings = found.compactMap { $0 }
    let told = Set(findings.map(\.topic))
    notTold = MachineFinding.Topic.allCases.filter { !told.contains($0) }
  }

  /// True if a finding makes times less reliable than they look.
  package var hasWarnings: Bool { findings.contains { $0.severity == .warning } }

  /// Keeps a core busy for a second by reading the clock.
  static func occupyOneCore(_ clock: any MonotonicClock) {
    let start = clock.wallNanoseconds()
    while clock.wallNanoseconds() - start < 1_000_000_000 {}
  }
}

/// A fact about a machine that affects measuring, its severity, and a remedy.
struct MachineFinding: Hashable, Sendable, Codable {
  enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
    /// All is well.
    case ok
    /// Good to know: something is not measured, or must be read with care.
    case note
    /// Times measured here are less reliable than they look.
    case warning
  }

  /// A subject of examination.
  enum Topic: String, Hashable, Sendable, Codable, CaseIterable {
    case build
    case allocator
    case cores
    case processorQuota
    case virtualMachine
    case load
    case stolenTime
    case governor
    case turbo
    case throttling
    case clock
    case memory
    case addressLayout
    case callgrind
    case sampling
    case git
    case swift

    /// The topic's name for people.
    var title: String {
      switch self {
      case .processorQuota: "CPU quota"
      case .virtualMachine: "virtual machine"
      case .stolenTime: "stolen time"
      case .addressLayout: "address layout"
      default: rawValue
      }
    }
  }

  var topic: Topic
  var severity: Severity
  /// The fact, as a sentence.
  var found: String
  /// The remedy, as a sentence; nil if none is needed.
  var remedy: String?

  init(_ topic: Topic, _ severity: Severity, _ found: String, remedy: String? = nil) {
    self.topic = topic
    self.severity = severity
    self.found = found
    self.remedy = remedy
  }

  /// The finding as a run's warning; nil if all is as it should be.
  var warning: Warning? {
    guard severity != .ok, let remedy else { return nil }
    return Warning(cause: found, nextStep: remedy)
  }
}

// MARK: - Findings from facts

// Runs warn of these findings too. nil if unsupported.

extension MachineFinding {
  static func build(_ build: BuildFacts) -> MachineFinding {
    guard build.configuration == .debug else {
      return MachineFinding(.build, .ok, "This is a release build, by Swift \(build.swiftVersion).")
    }
    return MachineFinding(
      .build, .warning, "This is a debug build, which measures checks and unoptimised code.",
      remedy: "Build with `swift build -c release`.")
  }

  static func allocator(_ build: BuildFacts) -> MachineFinding {
    if let allocator = build.allocator, allocator.hasPrefix("jemalloc") {
      return MachineFinding(.allocator, .ok, "Memory comes from \(allocator), which counts allocations.")
    }
    return MachineFinding(
      .allocator, .note, "Allocations are not counted: memory does not come from jemalloc.",
      remedy: "Install jemalloc (libjemalloc-dev, or jemalloc of Homebrew), and build again.")
  }
}

extension MachineFacts {
  var coresFinding: MachineFinding? {
    guard let logicalCores else { return nil }
    switch logicalCores {
    case ...1:
      return MachineFinding(
        .cores, .warning, "There is 1 logical core: whatever else runs is in the way of what is measured.",
        remedy: "Measure with 1 thread, and trust CPU time before wall time.")
    case 2...3:
      return MachineFinding(
        .cores, .note,
        "There are \(logicalCores) logical cores: with as many threads, none is left for the system.",
        remedy:
          "Ask for \(logicalCores - 1) thread\(logicalCores == 2 ? "" : "s") where small changes matter.")
    default:
      return MachineFinding(.cores, .ok, "There are \(logicalCores) logical cores.")
    }
  }

  var processorQuotaFinding: MachineFinding? {
    guard let processorQuota else { return nil }
    let figure = NumberText.short((processorQuota * 100).rounded() / 100)
    if let logicalCores, processorQuota >= Double(logicalCores) {
      return MachineFinding(
        .processorQuota, .ok, "The process may use as much CPU time as \(figure) cores give, which is all.")
    }
    let cores = processorQuota == 1 ? "core gives" : "cores give"
    return MachineFinding(
      .processorQuota, .warning,
      "The process may use as much CPU time as \(figure) \(cores), and is stopped when it has.",
      remedy:
        "Raise the container's CPU limit\(processorQuota < 2 ? "" : ", or ask for \(Int(processorQuota)) threads or fewer")."
    )
  }

  var virtualMachineFinding: MachineFinding? {
    guard let hypervisor else { return nil }
    guard hypervisor else { return MachineFinding(.virtualMachine, .ok, "This is no virtual machine.") }
    return MachineFinding(
      .virtualMachine, .note, "This is a virtual machine, which shares its cores with others.",
      remedy: "Compare only what was measured in one run, and look at `steal_ticks`.")
  }

  var loadFinding: MachineFinding? {
    if let busyShare {
      let found = "other programs use \(NumberText.shortPercentage(busyShare)) of its cores' time"
      // Half a core of two.
      guard busyShare > 0.25 else { return MachineFinding(.load, .ok, "The machine is quiet: \(found).") }
      return MachineFinding(
        .load, .warning, "The machine is busy: \(found).", remedy: "Stop other programs, and run again.")
    }
    guard let loadAverage, let logicalCores else { return nil }
    let rounded = (loadAverage * 100).rounded() / 100
    let figures =
      "the load average is \(rounded) on \(NumberText.counted(logicalCores, "logical core"))"
    guard loadAverage > Double(logicalCores) / 2 else {
      return MachineFinding(.load, .ok, "The machine is quiet: \(figures).")
    }
    return MachineFinding(
      .load, .warning, "The machine is busy: \(figures).",
      remedy: "Stop other programs, or wait a minute if one has just ended, and run again.")
  }

  var governorFinding: MachineFinding? {
    guard let governor else { return nil }
    guard governor != "performance" else {
      return MachineFinding(.governor, .ok, "The cores' clock rate is governed by `performance`.")
    }
    return MachineFinding(
      .governor, .warning,
      "The cores' clock rate is governed by `\(governor)` and may change while measuring.",
      remedy: "Run `sudo cpupower frequency-set -g performance`.")
  }
}

// MARK: - Text

extension MachineExamination {
  /// Returns the problems as text in lines with line ends: the worst first, each with a remedy.
  ///
  /// - Parameter width: the width of a line in characters, default 100; longer words are not broken.
  package func text(style: TerminalStyle = .plain, width: Int = 100) -> String {
    var lines = [machine.line(with: build), ""]
    let severityWidth = MachineFinding.Severity.allCases.map(\.rawValue.count).max() ?? 0
    let topicWidth = findings.map(\.topic.title.count).max() ?? 0
    let indent = severityWidth + 2 + topicWidth + 2
    for severity in MachineFinding.Severity.allCases.reversed() {
      // Colours take no room in a line.
      let gap = "".padded(to: severityWidth - severity.rawValue.count + 2)
      for finding in findings where finding.severity == severity {
        let remedy = finding.remedy.map { $0.onOneLine.wrapped(width: width - indent - 3) } ?? []
        let wrapped =
          finding.found.onOneLine.wrapped(width: width - indent)
          + remedy.enumerated().map { ($0.offset == 0 ? "-> " : "   ") + $0.element }
        let start =
          style.painted(severity.rawValue, severity.ink) + gap
          + finding.topic.title.padded(to: topicWidth + 2)
        lines += wrapped.enumerated().map { ($0.offset == 0 ? start : "".padded(to: indent)) + $0.element }
      }
    }
    lines += [""] + ending.wrapped(width: width)
    return lines.map { $0 + "\n" }.joined()
  }

  private var ending: String {
    func count(_ severity: MachineFinding.Severity, _ name: String) -> String {
      let count = findings.count { $0.severity == severity }
      return "\(count == 0 ? "no" : "\(count)") \(NumberText.plural(name, count))"
    }
    let counts = "\(count(.warning, "warning")) and \(count(.note, "note"))"
    var text = counts.capitalizedFirst + "."
    if !notTold.isEmpty {
      text += " Not told by this machine: \(notTold.map(\.title).joined(separator: ", "))."
    }
    return text
  }

  /// Returns JSON in UTF-8 with a line end at the end. Keys are in alphabetical order; those with unknown
  /// values are absent. An infinite load is `"inf"`.
  package func json() throws -> Data { try StableJSON.data(of: self) }
}

extension MachineFinding.Severity {
  fileprivate var ink: TerminalStyle.Ink? {
    switch self {
    case .ok: .green
    case .note: .yellow
    case .warning: .red
    }
  }
}
