import Foundation
import Testing

@testable import Benchmarking

/// What is found, and where the bounds lie. How it reads is tested with the text.
@Suite("Examinations of machines")
struct MachineExaminationTests {
  private func checks(_ machine: PretendedMachine = PretendedMachine()) -> MachineChecks<PretendedMachine> {
    MachineChecks(source: machine, facts: MachineFacts(of: machine))
  }

  private func severity(_ finding: MachineFinding?) -> MachineFinding.Severity? {
    // What is not as it should be has something to do about it, and nothing else has.
    #expect(
      (finding?.remedy == nil) == (finding == nil || finding?.severity == .ok), "\(finding.debugDescription)")
    return finding?.severity
  }

  @Test func `Counters are read before and after the machine was busy`() {
    var count = 0
    let silent = MachineExamination(
      of: PretendedMachine(), build: BuildFacts(), clock: ManualClock(stepNanoseconds: 5)
    ) { _ in count += 1 }
    #expect(count == 1 && silent.clockResolutionNanoseconds == 5)
    let slow = ManualClock(stepNanoseconds: 1_000_000)
    MachineExamination.occupyOneCore(slow)
    #expect((1_000_000_000...1_003_000_000).contains(slow.wallNanoseconds()))
  }

  @Test func `This machine can be examined`() {
    let examination = MachineExamination(build: BuildFacts()) { _ in }
    #expect(examination.findings.contains { $0.topic == .cores })
    #expect(Set(examination.findings.map(\.topic)).isDisjoint(with: examination.notTold))
    #expect(examination.findings.count + examination.notTold.count == MachineFinding.Topic.allCases.count)
  }

  @Test func `What files and folders of a machine tell is as recorded`() throws {
    let silent = MachineFixtures.silent.findings
    try expectRecordedResults("machine-findings.txt", count: 43) { text in
      let facts = text.split(separator: "\n").reduce(into: [String: String]()) { facts, line in
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        facts[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
      }
      let devices = "/sys/bus/event_source/devices"
      let machine = PretendedMachine(
        files: facts.mapValues { $0.replacing(" | ", with: "\n") + "\n" },
        cores: facts["cores"].flatMap { Int($0) },
        folders: facts["\(devices)/"].map { [devices: $0.split(separator: " ").map(String.init)] } ?? [:])
      let examination = machine.examined(
        MachineFixtures.releaseBuild, clockStep: facts["clock"].flatMap { UInt64($0) } ?? 21)
      return examination.findings.filter { !silent.contains($0) }.map { finding in
        let sentences = [finding.found, finding.remedy].compactMap(\.self).joined(separator: " -> ")
        return "\(severity(finding)?.rawValue ?? "") \(finding.topic.title): \(sentences)"
      }
    }
  }

  @Test(
    arguments: [
      (100, 1, .ok), (98, 2, .warning), (99, 1, .ok), (0, 5, .warning), (0, 0, nil),
    ] as [(UInt64, UInt64, MachineFinding.Severity?)])
  func `Stolen time counts of busy time`(busy: UInt64, steal: UInt64, expected: MachineFinding.Severity?) {
    let before = ProcessorTicks(busy: 100_000, steal: 0)
    let after = ProcessorTicks(busy: 100_000 + busy, steal: steal)
    #expect(severity(checks().stolenTime(.init(ticks: before), .init(ticks: after))) == expected)
  }

  @Test func `Time stolen earlier is a note, and counters that ran backwards tell nothing`() {
    let before = ProcessorTicks(busy: 100, steal: 50)
    let after = ProcessorTicks(busy: 200, steal: 50)
    #expect(severity(checks().stolenTime(.init(ticks: before), .init(ticks: after))) == .note)
    #expect(checks().stolenTime(.init(ticks: after), .init(ticks: before)) == nil)
    #expect(checks().stolenTime(.init(), .init(ticks: after)) == nil)
  }

  @Test func `Ticks are read from the line of all cores`() {
    #expect(ProcessorTicks(inStat: "cpu  1 2 3 4 5 6 7 8 9 0\n")?.busy == 1 + 2 + 3 + 6 + 7)
    #expect(ProcessorTicks(inStat: "cpu  1 2 3 4 5 6 7 8 9 0\n")?.steal == 8)
    #expect(ProcessorTicks(inStat: "cpu 1 2 3 4 5 6 7\n") == nil)
    #expect(ProcessorTicks(inStat: "cpu0 1 2 3 4 5 6 7 8 9 0\n") == nil)
    #expect(ProcessorTicks(inStat: "cpu x 2 3 4 5 6 7 8 9 0\n") == nil)
  }

  @Test func `Cores that are throttled now are a warning, and earlier a note`() {
    func found(_ before: Int?, _ after: Int?) -> MachineFinding.Severity? {
      severity(checks().throttling(.init(throttlings: before), .init(throttlings: after)))
    }
    #expect(found(nil, nil) == nil)
    #expect(found(0, 0) == .ok)
    #expect(found(3, 3) == .note)
    #expect(found(3, 4) == .warning)
    let folder = "/sys/devices/system/cpu/cpu"
    let machine = PretendedMachine(
      files: [
        "\(folder)0/thermal_throttle/core_throttle_count": "1\n",
        "\(folder)1/thermal_throttle/package_throttle_count": "2\n",
      ], cores: 2)
    #expect(checks(machine).changingCounters().throttlings == 3)
  }

  @Test func `Programs are looked for where programs are`() {
    #expect(checks(PretendedMachine()).git() == nil)
    let machine = PretendedMachine(programs: ["git"])
    #expect(severity(checks(machine).git()) == .ok)
    #expect(checks(machine).git()?.found.contains("/usr/bin/git") == true)
    #expect(severity(checks(machine).swift()) == .note)
    #expect(severity(checks(machine).callgrind()) == .note)
    // perf is Linux's.
    #expect(checks(machine).sampling() == nil)
    let linux = PretendedMachine(folders: ["/sys/bus/event_source/devices": ["software"]], programs: ["git"])
    #expect(severity(checks(linux).sampling()) == .note)
  }

  @Test func `Without jemalloc allocations are not counted`() {
    #expect(severity(.allocator(BuildFacts(allocator: "jemalloc 5.3.0"))) == .ok)
    #expect(severity(.allocator(BuildFacts(allocator: "glibc"))) == .note)
    #expect(severity(.allocator(BuildFacts())) == .note)
  }
}

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
    #expect(MachineFixtures.terrible.hasWarnings && !MachineFixtures.perfect.hasWarnings)
    for examination in [MachineFixtures.perfect, MachineFixtures.terrible] {
      let coloured = examination.text(style: .ansi)
      #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == examination.text())
      for finding in examination.findings {
        let colour = [MachineFinding.Severity.ok: 32, .note: 33, .warning: 31][finding.severity] ?? 0
        #expect(coloured.contains("\u{1B}[\(colour)m\(finding.severity.rawValue)\u{1B}[0m"))
      }
    }
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

  @Test func `The JSON has every topic, with a remedy if something is wrong`() throws {
    let json = try #require(
      JSONSerialization.jsonObject(with: MachineFixtures.terrible.json()) as? [String: Any]
    )
    let findings = try #require(json["findings"] as? [[String: String]])
    #expect(findings.count == MachineFinding.Topic.allCases.count)
    #expect(findings.allSatisfy { $0.keys.sorted() == ["found", "remedy", "severity", "topic"] })
  }
}
