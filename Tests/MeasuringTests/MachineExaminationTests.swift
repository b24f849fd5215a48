import Foundation
import Testing

@testable import Measuring
@testable import Reporting

@Suite("Examinations of machines")
struct MachineExaminationTests {
  @Test func `Counters are read before and after the machine was busy; this one can be examined`() {
    var count = 0
    let silent = MachineExamination(
      of: PretendedMachine(), build: BuildFacts(), clock: ManualClock(stepNanoseconds: 5)
    ) { _ in count += 1 }
    #expect(count == 1 && silent.clockResolutionNanoseconds == 5)
    let slow = ManualClock(stepNanoseconds: 1_000_000)
    MachineExamination.occupyOneCore(slow)
    #expect((1_000_000_000...1_003_000_000).contains(slow.wallNanoseconds()))
    let examination = MachineExamination(build: BuildFacts()) { _ in }
    #expect(examination.findings.contains { $0.topic == .cores })
    #expect(Set(examination.findings.map(\.topic)).isDisjoint(with: examination.notTold))
    #expect(examination.findings.count + examination.notTold.count == MachineFinding.Topic.allCases.count)
  }

  @Test func `What is found in machines that tell one thing is as recorded`() throws {
    let silent = MachineFixtures.silent.findings
    try expectRecordedResults("machine-findings.txt", count: 57) { text in
      let examination = PretendedMachine.examined(text)
      return examination.findings.filter { !silent.contains($0) }.map { finding in
        // A finding has a remedy exactly if something is wrong.
        #expect((finding.remedy == nil) == (finding.severity == .ok), "\(finding)")
        let sentences = [finding.found, finding.remedy].compactMap(\.self).joined(separator: " -> ")
        return "\(finding.severity.rawValue) \(finding.topic.title): \(sentences)"
      }
    }
  }

  @Test func `Ticks are read from the line of all cores`() {
    #expect(ProcessorTicks(inStat: "cpu  1 2 3 4 5 6 7 8 9 0\n")?.busy == 1 + 2 + 3 + 6 + 7)
    #expect(ProcessorTicks(inStat: "cpu  1 2 3 4 5 6 7 8 9 0\n")?.steal == 8)
    #expect(ProcessorTicks(inStat: "cpu 1 2 3 4 5 6 7\n") == nil)
    #expect(ProcessorTicks(inStat: "cpu0 1 2 3 4 5 6 7 8 9 0\n") == nil)
    #expect(ProcessorTicks(inStat: "cpu x 2 3 4 5 6 7 8 9 0\n") == nil)
  }

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

  @Test func `The severity alone is coloured, and the JSON has every topic`() throws {
    #expect(MachineFixtures.terrible.hasWarnings && !MachineFixtures.perfect.hasWarnings)
    for examination in [MachineFixtures.perfect, MachineFixtures.terrible] {
      let coloured = examination.text(style: .ansi)
      #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == examination.text())
      for finding in examination.findings {
        let colour = [MachineFinding.Severity.ok: 32, .note: 33, .warning: 31][finding.severity] ?? 0
        #expect(coloured.contains("\u{1B}[\(colour)m\(finding.severity.rawValue)\u{1B}[0m"))
      }
    }
    let json = try JSONSerialization.jsonObject(with: MachineFixtures.terrible.json()) as? [String: Any]
    let findings = try #require(json?["findings"] as? [[String: String]])
    #expect(findings.count == MachineFinding.Topic.allCases.count)
    #expect(findings.allSatisfy { $0.keys.sorted() == ["found", "remedy", "severity", "topic"] })
  }

  @Test(arguments: [1, 40, 60, 200])
  func `Lines are broken between words, and hold no more than their width`(width: Int) {
    let text = MachineFixtures.terrible.text(width: width)
    let words = { (text: String) in text.split { $0 == " " || $0 == "\n" } }
    #expect(words(text) == words(MachineFixtures.terrible.text()))
    if width >= 60 {
      // The first line is the machine's own, and a path may be longer than a line.
      let long = text.split(separator: "\n").dropFirst().filter { $0.count > width && !$0.contains("/sys") }
      #expect(long.isEmpty, "\(long)")
    }
  }
}
