import Foundation
import Testing

@testable import Benchmarking

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

  @Test func `Facts about a Linux machine are read from its files`() {
    #expect(
      MachineFacts(of: machine)
        == MachineFacts(
          cpuModel: "Fast: 9000", logicalCores: 2, governor: "powersave+performance",
          operatingSystem: "Debian 12", hypervisor: true, loadAverage: 0.5, stealTicks: 88))
  }

  @Test func `What a machine does not tell is not known, and not zero`() {
    #expect(MachineFacts(of: PretendedMachine()) == MachineFacts())
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

  @Test func `This machine has cores, memory and a kernel`() throws {
    let own = MachineFacts(of: SystemMachine())
    #expect(try #require(own.logicalCores) >= 1)
    #expect(own.kernel?.isEmpty == false)
  }

  @Test func `Peaks of memory are read in kibibytes`() {
    #expect(SystemProcessCounters.peakResidentBytes(inStatus: "VmPeak:\t1 kB\nVmHWM:\t  12 kB\n") == 12_288)
    #expect(SystemProcessCounters.peakResidentBytes(inStatus: "VmPeak:\t1 kB\n") == nil)
  }

  @Test func `This process has a peak of memory, and counts context switches`() throws {
    let counters = SystemProcessCounters()
    #expect(try #require(counters.peakResidentBytes()) > 1 << 20)
    #expect(counters.involuntaryContextSwitches() != nil)
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
    let lonely = MachineFacts(logicalCores: 1).warnings(build: release, threads: 2)[0].description
    #expect(
      lonely
        == "There is 1 logical core for 2 threads, which will take turns. Ask for 1 thread, or do not read the "
        + "rest as speed-up.")
    #expect(causes(MachineFacts(logicalCores: 2, loadAverage: 1.01), release)[0].contains("1.01"))
    #expect(causes(MachineFacts(governor: "powersave"), release)[0].contains("powersave"))
    #expect(causes(MachineFacts(hypervisor: true), release)[0].contains("virtual"))
  }

  @Test func `Stolen time is warned of at the end if it was a tenth of the run, and not if it was little`() {
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

/// A machine that tells what it is made to tell, and of which some files change when time passes.
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

enum MachineFixtures {
  private static let cpu = "/sys/devices/system/cpu"
  private static let clockSource = "/sys/devices/system/clocksource/clocksource0/current_clocksource"

  static let releaseBuild = BuildFacts(
    swiftVersion: "6.3", configuration: .release, allocator: "jemalloc 5.3.0")

  static var perfect: MachineExamination {
    PretendedMachine(
      files: [
        "/proc/cpuinfo": "model name : Fast 9000\nflags : fpu sse\n",
        "/etc/os-release": "PRETTY_NAME=\"Debian 12\"\n",
        "\(cpu)/cpu0/cpufreq/scaling_governor": "performance\n",
        "\(cpu)/intel_pstate/no_turbo": "1\n", "\(cpu)/cpu0/thermal_throttle/core_throttle_count": "0\n",
        "/proc/stat": "cpu  1000 0 0 9000 0 0 0 0 0 0\n", clockSource: "tsc\n",
        "/proc/meminfo":
          "MemTotal: 1000 kB\nMemFree: 100 kB\nMemAvailable: 800 kB\nSwapTotal: 10 kB\nSwapFree: 10 kB\n",
        "/proc/sys/kernel/randomize_va_space": "2\n", "/proc/self/personality": "00000000\n",
        "/proc/sys/kernel/perf_event_paranoid": "2\n", "/proc/self/cgroup": "0::/user.slice\n",
        "/sys/fs/cgroup/user.slice/cpu.max": "max 100000\n",
      ],
      laterFiles: ["/proc/stat": "cpu  1100 0 0 9000 0 0 0 0 0 0\n"], cores: 16, load: 0.25,
      folders: ["/sys/bus/event_source/devices": ["cpu", "software"]],
      programs: ["valgrind", "perf", "git", "swift"]
    ).examined(releaseBuild)
  }

  static var terrible: MachineExamination {
    PretendedMachine(
      files: [
        "/proc/cpuinfo": "model name : Slow\u{1B}[31m\nflags : fpu hypervisor\n",
        "\(cpu)/cpu0/cpufreq/scaling_governor": "ondemand\n", "\(cpu)/cpufreq/boost": "1\n",
        "\(cpu)/cpu0/thermal_throttle/core_throttle_count": "5\n",
        "\(cpu)/cpu0/thermal_throttle/package_throttle_count": "7\n",
        "/proc/stat": "cpu  1000 0 0 9000 0 0 0 100 0 0\n", clockSource: "hpet\n",
        "/proc/meminfo": "MemTotal: 1000 kB\nMemAvailable: 50 kB\nSwapTotal: 9999 kB\nSwapFree: 999 kB\n",
        "/proc/sys/kernel/randomize_va_space": "0\n", "/proc/self/cgroup": "1:cpu:/\n0::/a/b\n",
        "/sys/fs/cgroup/a/cpu.max": "50000 100000\n", "/sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
      ],
      laterFiles: [
        "/proc/stat": "cpu  1080 0 0 9000 0 0 0 120 0 0\n",
        "\(cpu)/cpu0/thermal_throttle/core_throttle_count": "6\n",
      ], cores: 1, load: 3.14159, folders: ["/sys/bus/event_source/devices": ["software"]], programs: []
    ).examined(BuildFacts(swiftVersion: "6.3", configuration: .debug), clockStep: 4_000_000)
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
