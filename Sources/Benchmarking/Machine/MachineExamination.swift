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

  /// Examines a machine. What changes is read twice, before and after the machine was kept busy for a while,
  /// since a host only takes time that a guest asks for.
  ///
  /// - Parameters:
  ///   - source: the machine, default the one that the program runs on.
  ///   - build: the build of the measuring program.
  ///   - clock: the clock that it measures with.
  ///   - occupy: keeps the machine busy, default one core for a second.
  ///   - wait: waits a moment in which this program is idle, default a fifth of a second.
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

    let found: [MachineFinding?] = [
      .build(build), .allocator(build), machine.coresFinding, checks.processorQuota(),
      machine.virtualMachineFinding, machine.loadFinding, checks.stolenTime(before, after),
      machine.governorFinding, checks.turbo(), checks.throttling(before, after),
      checks.clock(resolutionNanoseconds: clockResolutionNanoseconds), checks.memory(),
      checks.addressLayout(), checks.hardwareCounters(), checks.callgrind(), checks.sampling(), checks.git(),
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
