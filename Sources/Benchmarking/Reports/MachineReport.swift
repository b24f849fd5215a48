import Foundation
import StrictJSON

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

extension MachineExamination {
  /// Returns the problems as text in lines with line ends: the worst first, each with what to do about it.
  ///
  /// - Parameter width: the width of a line in characters, default 100; longer words are not broken.
  package func text(style: TerminalStyle = .plain, width: Int = 100) -> String {
    let line = MachineLine.text(machine: machine, build: build)
    var lines = [line, ""]
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
