#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What is wrong with a machine for measuring on it, and what to do about it.
package struct MachineExamination: Hashable, Sendable {
  package var machine: MachineFacts
  package var build: BuildFacts
  /// The smallest step that the clock was seen to take.
  package var clockResolutionNanoseconds: UInt64
  /// In the order of their topics, one a topic at most.
  package var findings: [MachineFinding]
  /// Topics of which the machine tells nothing.
  package var notTold: [MachineFinding.Topic]

  /// Looks at everything once, and at what changes twice: before and after the machine was kept busy for a while, since a host takes only
  /// time that is asked for.
  ///
  /// - Parameters:
  ///   - source: the machine, default the one that the program runs on.
  ///   - build: how the measuring program was built.
  ///   - clock: the clock that it measures with.
  ///   - occupy: keeps the machine busy, default one core for a second.
  ///   - wait: lets a moment pass in which this program does nothing.
  package init(
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

    let found: [MachineFinding.Topic: MachineFinding?] = [
      .build: .build(build), .allocator: .allocator(build), .cores: machine.coresFinding,
      .processorQuota: checks.processorQuota(), .virtualMachine: machine.virtualMachineFinding,
      .load: machine.loadFinding, .stolenTime: checks.stolenTime(before, after),
      .governor: machine.governorFinding, .turbo: checks.turbo(),
      .throttling: checks.throttling(before, after),
      .clock: checks.clock(resolutionNanoseconds: clockResolutionNanoseconds), .memory: checks.memory(),
      .addressLayout: checks.addressLayout(), .hardwareCounters: checks.hardwareCounters(),
      .callgrind: checks.callgrind(), .git: checks.git(), .swift: checks.swift(),
    ]
    findings = MachineFinding.Topic.allCases.compactMap { found[$0] ?? nil }
    let told = Set(findings.map(\.topic))
    notTold = MachineFinding.Topic.allCases.filter { !told.contains($0) }
  }

  /// Whether anything makes times worth less than they look.
  package var hasWarnings: Bool { findings.contains { $0.severity == .warning } }

  /// Reads the clock for a second.
  package static func occupyOneCore(_ clock: any MonotonicClock) {
    let start = clock.wallNanoseconds()
    while clock.wallNanoseconds() - start < 1_000_000_000 {}
  }
}
