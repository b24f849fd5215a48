import Foundation

@testable import Benchmarking

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
  func memoryBytes() -> UInt64? { nil }
  func names(inFolder path: String) -> [String]? { folders[path] }
  func searchPath() -> [String]? { programs.map { _ in ["/nowhere", "/usr/bin"] } }
  func isExecutable(atPath path: String) -> Bool {
    programs?.contains { path == "/usr/bin/\($0)" } ?? false
  }

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

  static var silent: MachineExamination {
    PretendedMachine().examined(releaseBuild)
  }

  static var macLike: MachineExamination {
    PretendedMachine(
      controls: [
        "machdep.cpu.brand_string": "Apple M2", "kern.osproductversion": "15.1", "kern.hv_vmm_present": "0",
      ], cores: 8, load: 1.5, programs: ["git", "swift"]
    ).examined(releaseBuild, clockStep: 42)
  }
}
