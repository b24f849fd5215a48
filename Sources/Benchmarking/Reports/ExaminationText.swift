/// The problems of a machine as text: the worst first, each with what to do about it.
package struct ExaminationText {
  private let examination: MachineExamination

  package init(_ examination: MachineExamination) {
    self.examination = examination
  }

  /// Returns lines with line ends.
  ///
  /// - Parameter width: the width of a line in characters, default 100; longer words are not broken.
  package func text(style: TerminalStyle = .plain, width: Int = 100) -> String {
    let machine = MachineLine.text(machine: examination.machine, build: examination.build)
    var lines = [VisibleText.escaped(machine), ""]
    let severityWidth = MachineFinding.Severity.allCases.map(\.rawValue.count).max() ?? 0
    let topicWidth = examination.findings.map(\.topic.title.count).max() ?? 0
    let indent = severityWidth + 2 + topicWidth + 2
    for severity in MachineFinding.Severity.allCases.reversed() {
      for finding in examination.findings where finding.severity == severity {
        let remedy =
          finding.remedy.map { Self.wrapped(VisibleText.escaped($0), width: width - indent - 3) } ?? []
        let wrapped =
          Self.wrapped(VisibleText.escaped(finding.found), width: width - indent)
          + remedy.enumerated().map { ($0.offset == 0 ? "-> " : "   ") + $0.element }
        for (number, line) in wrapped.enumerated() {
          let start =
            number == 0
            ? style.painted(severity.rawValue, severity.ink)
              + Self.spaces(severityWidth - severity.rawValue.count + 2)
              + finding.topic.title + Self.spaces(topicWidth - finding.topic.title.count + 2)
            : Self.spaces(indent)
          lines.append(start + line)
        }
      }
    }
    lines += [""] + Self.wrapped(ending, width: width)
    return lines.map { $0 + "\n" }.joined()
  }

  private var ending: String {
    func count(_ severity: MachineFinding.Severity, _ name: String) -> String {
      let count = examination.findings.filter { $0.severity == severity }.count
      return "\(count == 0 ? "no" : "\(count)") \(name)\(count == 1 ? "" : "s")"
    }
    let counts = "\(count(.warning, "warning")) and \(count(.note, "note"))"
    var text = counts.prefix(1).uppercased() + counts.dropFirst() + "."
    if !examination.notTold.isEmpty {
      text += " Not told by this machine: \(examination.notTold.map(\.title).joined(separator: ", "))."
    }
    return text
  }

  /// Returns lines broken between words; the spaces at the breaks are removed.
  private static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
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
