import Foundation
import Testing

@testable import Benchmarking

@Suite("An examination in text and JSON")
struct ExaminationTextTests {
  @Test func `The examination of every machine is as recorded`() throws {
    try expectRecorded(
      sections([
        ("a machine without a fault", MachineFixtures.perfect.text()),
        ("a machine with every fault, the worst first", MachineFixtures.terrible.text()),
        ("a machine that tells nothing of some topics", MachineFixtures.silent.text()),
        ("another operating system", MachineFixtures.macLike.text()),
      ]), as: "doctor.txt")
    try expectRecorded(String(decoding: MachineFixtures.silent.json(), as: UTF8.self), as: "doctor.json")
  }

  @Test func `The severity alone is coloured, and nothing else changes`() {
    for examination in [MachineFixtures.perfect, MachineFixtures.terrible] {
      let coloured = examination.text(style: .ansi)
      #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == examination.text())
      for finding in examination.findings {
        let colour = [MachineFinding.Severity.ok: 32, .note: 33, .warning: 31][finding.severity] ?? 0
        #expect(coloured.contains("\u{1B}[\(colour)m\(finding.severity.rawValue)\u{1B}[0m"))
      }
    }
  }

  @Test("Lines are broken between words, and hold no more than their width", arguments: [1, 40, 60, 200])
  func linesAreBrokenBetweenWords(width: Int) {
    let text = MachineFixtures.terrible.text(width: width)
    let words = { (text: String) in text.split { $0 == " " || $0 == "\n" } }
    #expect(words(text) == words(MachineFixtures.terrible.text()))
    if width >= 60 {
      // The first line is the machine's own, and a path may be longer than a line.
      let long = text.split(separator: "\n").dropFirst().filter { $0.count > width && !$0.contains("/sys") }
      #expect(long.isEmpty, "\(long)")
    }
  }

  @Test func `The JSON has every topic, with a remedy if something is wrong`() throws {
    let json = try #require(
      JSONSerialization.jsonObject(with: MachineFixtures.terrible.json()) as? [String: Any]
    )
    let findings = try #require(json["findings"] as? [[String: String]])
    #expect(findings.count == MachineFinding.Topic.allCases.count)
    #expect(findings.allSatisfy { $0.keys.sorted() == ["found", "remedy", "severity", "topic"] })
  }
}
