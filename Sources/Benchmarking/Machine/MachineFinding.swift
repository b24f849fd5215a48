/// A fact about a machine that affects measuring, its severity, and a remedy.
package struct MachineFinding: Hashable, Sendable, Codable {
  package enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
    /// As it should be.
    case ok
    /// Good to know: something is not measured, or must be read with care.
    case note
    /// Times measured here are less reliable than they look.
    case warning
  }

  /// A subject of examination.
  package enum Topic: String, Hashable, Sendable, Codable, CaseIterable {
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
    case hardwareCounters
    case callgrind
    case git
    case swift

    /// The topic's name for people.
    package var title: String {
      switch self {
      case .build, .allocator, .cores, .load, .governor, .turbo, .throttling, .clock, .memory, .callgrind,
        .git,
        .swift:
        rawValue
      case .processorQuota: "CPU quota"
      case .virtualMachine: "virtual machine"
      case .stolenTime: "stolen time"
      case .addressLayout: "address layout"
      case .hardwareCounters: "hardware counters"
      }
    }
  }

  package var topic: Topic
  package var severity: Severity
  /// The fact, as a sentence.
  package var found: String
  /// The remedy, as a sentence; nil if none is needed.
  package var remedy: String?

  package init(_ topic: Topic, _ severity: Severity, _ found: String, remedy: String? = nil) {
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
