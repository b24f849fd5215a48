import Foundation
import Testing

@testable import Measuring
@testable import Reporting

@Suite("The machine")
struct MachineTests {
  private let machine = PretendedMachine(
    files: [
      "/proc/cpuinfo": "processor\t: 0\nmodel name\t: Fast: 9000\nflags\t\t: fpu hypervisor sse\n",
      "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave\n",
      "/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor": "performance\n",
      "/etc/os-release": "NAME=\"D\"\nPRETTY_NAME=\"Debian 12\"\n",
      "/proc/stat": "cpu  1 2 3 4 5 6 7 88 9 0\ncpu0 0 0 0 0 0 0 0 11 0 0\n",
    ], cores: 2, load: 0.5)

  @Test func `Facts about a Linux machine are read from its files; what it does not tell is not known`() {
    #expect(
      MachineFacts(of: machine)
        == MachineFacts(
          cpuModel: "Fast: 9000", logicalCores: 2, governor: "powersave+performance",
          operatingSystem: "Debian 12", hypervisor: true, loadAverage: 0.5, stealTicks: 88))
    #expect(MachineFacts(of: PretendedMachine()) == MachineFacts())
    let contained = PretendedMachine(files: ["/sys/fs/cgroup/cpu.max": "150000 100000\n"])
    #expect(MachineFacts(of: contained) == MachineFacts(processorQuota: 1.5))
    #expect(MachineFacts(of: PretendedMachine(files: ["/proc/stat": "cpu 1 2\n"])).stealTicks == nil)
    #expect(MachineFacts(of: PretendedMachine(files: ["/proc/cpuinfo": "flags : fpu\n"])).hypervisor == false)
    #expect(MachineFacts(of: PretendedMachine(files: ["/proc/cpuinfo": "Features : fp\n"])).hypervisor == nil)
  }

  @Test func `A machine is busy if other programs run now, whatever its load average still counts`() {
    /// A machine on which so many of a hundred ticks pass with something to run.
    func warnings(busy: Int, stolen: Int = 0) -> [String] {
      let machine = PretendedMachine(
        files: ["/proc/stat": "cpu 0 0 0 500 0 0 0 0 0 0\n"],
        laterFiles: ["/proc/stat": "cpu \(busy) 0 0 \(600 - busy - stolen) 0 0 0 \(stolen) 0 0\n"],
        cores: 2, load: 9)
      let facts = MachineFacts.beforeMeasuring(on: machine) { machine.letTimePass() }
      return facts.warnings(build: BuildFacts(configuration: .release), threads: 1).map(\.cause)
    }
    #expect(warnings(busy: 10) == [])
    #expect(warnings(busy: 25) == [])
    #expect(warnings(busy: 50) == ["The machine is busy: other programs use 50% of its cores' time."])
    #expect(warnings(busy: 20, stolen: 20).count == 1)
    // Where nothing can be looked at, the load average has to do.
    let mac = MachineFacts.beforeMeasuring(on: PretendedMachine(cores: 2, load: 9)) {}
    #expect(mac.busyShare == nil && mac.loadFinding?.severity == .warning)
    let still = MachineFacts.beforeMeasuring(
      on: PretendedMachine(files: ["/proc/stat": "cpu 1 2 3 4 5 6 7 8 9 0\n"])
    ) {}
    #expect(still.busyShare == nil)
  }

  @Test func `This machine has cores and memory; this process a peak and context switches`() throws {
    let own = MachineFacts(of: SystemMachine())
    #expect(try #require(own.logicalCores) >= 1)
    #expect(own.kernel?.isEmpty == false)
    #expect(SystemProcessCounters.peakResidentBytes(inStatus: "VmPeak:\t1 kB\nVmHWM:\t  12 kB\n") == 12_288)
    #expect(SystemProcessCounters.peakResidentBytes(inStatus: "VmPeak:\t1 kB\n") == nil)
    let counters = SystemProcessCounters()
    #expect(try #require(counters.peakResidentBytes()) > 1 << 20)
    #expect(counters.usage()?.involuntaryContextSwitches != nil)
  }

  @Test func `Each fault of a machine or build has its own warning`() {
    let release = BuildFacts(configuration: .release)
    func causes(_ facts: MachineFacts, _ build: BuildFacts, threads: Int = 1) -> [String] {
      facts.warnings(build: build, threads: threads).map(\.cause)
    }
    #expect(causes(MachineFacts(), BuildFacts(configuration: .debug))[0].contains("debug build"))
    #expect(
      causes(MachineFacts(logicalCores: 2), release, threads: 3)[0].hasPrefix(
        "There are 2 logical cores for 3 threads"))
    #expect(
      causes(MachineFacts(logicalCores: 1), release, threads: 2)
        == ["There is 1 logical core for 2 threads, which will take turns."])
    #expect(causes(MachineFacts(logicalCores: 2, loadAverage: 1.01), release)[0].contains("1.01"))
    #expect(causes(MachineFacts(governor: "powersave"), release)[0].contains("powersave"))
    #expect(causes(MachineFacts(hypervisor: true), release)[0].contains("virtual"))
    #expect(
      causes(MachineFacts(logicalCores: 2, processorQuota: 1.5), release)
        == ["The process may use as much CPU time as 1.5 cores give, and is stopped when it has."])
    #expect(causes(MachineFacts(logicalCores: 2, processorQuota: 2), release).isEmpty)
    // Stolen time has one at the end if it was a tenth of the run, and none if it was little.
    let start = MachineFacts(logicalCores: 2, stealTicks: 100)
    func warnings(_ ticks: UInt64?) -> [Warning] {
      start.warnings(atEnd: MachineFacts(logicalCores: 2, stealTicks: ticks), elapsed: .seconds(10))
    }
    #expect(warnings(110).isEmpty)
    #expect(warnings(50).isEmpty)
    #expect(warnings(nil).isEmpty)
    #expect(warnings(300).first?.cause.contains("10.0%") == true)
  }
}

/// A machine with the given files and answers, some of whose files change when time passes.
final class PretendedMachine: MachineSource {
  private let lock = NSLock()
  // Both are guarded by the lock.
  nonisolated(unsafe) private var files: [String: String]
  private let laterFiles: [String: String]
  private let controls: [String: String]
  private let cores: Int?
  private let load: Double?
  private let folders: [String: [String]]
  private let programs: [String]?

  /// - Parameter programs: Those in `/usr/bin`, which is looked in after `/nowhere`; nil = there is no path.
  init(
    files: [String: String] = [:], laterFiles: [String: String] = [:], controls: [String: String] = [:],
    cores: Int? = nil, load: Double? = nil, folders: [String: [String]] = [:], programs: [String]? = nil
  ) {
    (self.files, self.laterFiles, self.controls) = (files, laterFiles, controls)
    (self.cores, self.load, self.folders, self.programs) = (cores, load, folders, programs)
  }

  func letTimePass() { lock.withLock { files.merge(laterFiles) { $1 } } }

  func text(atPath path: String) -> String? { lock.withLock { files[path] } }
  func systemControl(_ name: String) -> String? { controls[name] }
  func kernel() -> String? { nil }
  func logicalCores() -> Int? { cores }
  func loadAverage() -> Double? { load }
  func names(inFolder path: String) -> [String]? { folders[path] }
  func searchPath() -> [String]? { programs.map { _ in ["/nowhere", "/usr/bin"] } }
  func isExecutable(atPath path: String) -> Bool { programs?.contains { path == "/usr/bin/\($0)" } ?? false }

  func examined(_ build: BuildFacts, clockStep: UInt64 = 21) -> MachineExamination {
    MachineExamination(
      of: self, build: build, clock: ManualClock(stepNanoseconds: clockStep),
      occupy: { _ in letTimePass() }, wait: {})
  }
}

extension PretendedMachine {
  /// The findings in a machine that a text tells of, in the notation of the recording `machine-findings.txt`.
  static func examined(
    _ text: some StringProtocol, build: BuildFacts = MachineFixtures.releaseBuild
  ) -> MachineExamination {
    var (facts, later): ([String: String], [String: String]) = ([:], [:])
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let fact =
        parts[1].trimmingCharacters(in: .whitespaces).replacing(" | ", with: "\n")
        .replacing(#"\u{1B}"#, with: "\u{1B}") + "\n"
      let name = parts[0].trimmingPrefix("later ")
      if name == parts[0] { facts[String(name)] = fact } else { later[String(name)] = fact }
    }
    func words(_ fact: String) -> [String]? {
      facts[fact]?.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    let devices = "/sys/bus/event_source/devices"
    let machine = PretendedMachine(
      files: facts, laterFiles: later, cores: words("cores").flatMap { Int($0[0]) },
      load: words("load").flatMap { Double($0[0]) },
      folders: words("\(devices)/").map { [devices: $0] } ?? [:],
      programs: words("programs"))
    let build = changed(build) { if let allocator = words("allocator") { $0.allocator = allocator.first } }
    return machine.examined(build, clockStep: words("clock").flatMap { UInt64($0[0]) } ?? 21)
  }
}

enum MachineFixtures {
  static let releaseBuild = BuildFacts(
    swiftVersion: "6.3", configuration: .release, allocator: "jemalloc 5.3.0")

  /// The machine of this name in `machines.txt`.
  private static func told(_ name: String, build: BuildFacts = releaseBuild) -> MachineExamination {
    let machines = (try? recording("machines.txt").text()) ?? ""
    let text = machines.split(separator: "===== ").first { $0.hasPrefix("\(name)\n") } ?? ""
    return PretendedMachine.examined(text.drop { $0 != "\n" }, build: build)
  }

  static var perfect: MachineExamination { told("without a fault") }
  static var terrible: MachineExamination {
    told("with every fault", build: BuildFacts(swiftVersion: "6.3", configuration: .debug))
  }
  static var silent: MachineExamination { PretendedMachine().examined(releaseBuild) }

  static var macLike: MachineExamination {
    PretendedMachine(
      controls: [
        "machdep.cpu.brand_string": "Apple M2", "kern.osproductversion": "15.1", "kern.hv_vmm_present": "0",
      ], cores: 8, load: 1.5, programs: ["git", "swift"]
    ).examined(releaseBuild, clockStep: 42)
  }
}
