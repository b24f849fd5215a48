import CSystemCalls
import Foundation

/// Counters of the process and the machine that are cheap enough to read around each batch.
///
/// nil = unsupported. The thread that drives the pool reads them, outside the timed part.
protocol ProcessCounters: Sendable {
  /// Returns the process's peak resident memory since it began, in bytes.
  func peakResidentBytes() -> UInt64?

  /// Returns the resources that the process has used so far.
  func usage() -> ProcessUsage?

  /// Returns the ticks that the host gave to other guests while this machine had work to do, on all cores.
  func stealTicks() -> UInt64?
}

/// The system's own counters: `getrusage`, and `/proc` on Linux.
struct SystemProcessCounters: ProcessCounters {
  func peakResidentBytes() -> UInt64? {
    #if os(Linux)
    let status = SystemMachine().text(atPath: "/proc/self/status")
    if let peak = status.flatMap(Self.peakResidentBytes(inStatus:)) { return peak }
    #endif
    guard let usage = Self.resourceUsage else { return nil }
    #if canImport(Darwin)
    return UInt64(usage.ru_maxrss)
    #else
    return UInt64(usage.ru_maxrss) * 1_024
    #endif
  }

  func usage() -> ProcessUsage? {
    Self.resourceUsage.map {
      ProcessUsage(
        pageFaults: UInt64($0.ru_minflt), voluntaryContextSwitches: UInt64($0.ru_nvcsw),
        involuntaryContextSwitches: UInt64($0.ru_nivcsw))
    }
  }

  func stealTicks() -> UInt64? { SystemMachine().processorTicks()?.steal }

  static func peakResidentBytes(inStatus text: String) -> UInt64? {
    let kibibytes = MachineFacts.value("VmHWM", in: text)?.split(separator: " ").first.flatMap { UInt64($0) }
    return kibibytes.map { $0 * 1_024 }
  }

  private static var resourceUsage: rusage? {
    var usage = rusage()
    #if canImport(Glibc)
    let status = getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
    let status = getrusage(RUSAGE_SELF, &usage)
    #endif
    return status == 0 ? usage : nil
  }
}

/// The system's resources that all threads of a process have used.
struct ProcessUsage: Hashable, Sendable {
  /// The pages of memory that the system had to find, without reading a disk.
  var pageFaults: UInt64
  /// How often a thread gave its processor up to wait.
  var voluntaryContextSwitches: UInt64
  /// How often a thread was preempted while still able to run.
  var involuntaryContextSwitches: UInt64

  /// Returns the use since an earlier reading; nil without one.
  func since(_ earlier: ProcessUsage?) -> ProcessUsage? {
    earlier.map {
      ProcessUsage(
        pageFaults: pageFaults - min($0.pageFaults, pageFaults),
        voluntaryContextSwitches: voluntaryContextSwitches
          - min($0.voluntaryContextSwitches, voluntaryContextSwitches),
        involuntaryContextSwitches: involuntaryContextSwitches
          - min($0.involuntaryContextSwitches, involuntaryContextSwitches))
    }
  }
}

/// The time that a machine's cores, all together, have spent in each state since it started. A tick is 1/100
/// s on every Linux that reports them.
struct ProcessorTicks: Hashable, Sendable {
  /// Running programs or the system.
  var busy: UInt64
  /// Taken by the host for other guests while there was something to run.
  var steal: UInt64
  /// With nothing to run.
  var idle: UInt64 = 0
}

extension ProcessorTicks {
  /// Reads the first line of `/proc/stat`, see proc_stat(5); nil if it has no figure for stolen time.
  init?(inStat text: String) {
    let words = text.prefix { $0 != "\n" }.split(separator: " ")
    guard words.count > 8, words[0] == "cpu" else { return nil }
    let ticks = words[1...8].compactMap { UInt64($0) }
    guard ticks.count == 8 else { return nil }
    // user, nice, system, irq and softirq; then idle and iowait.
    busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]
    idle = ticks[3] + ticks[4]
    steal = ticks[7]
  }

  /// The stolen share of the time with something to run, 0 to 1; nil if there was no such time.
  var stolenShare: Double? {
    busy + steal > 0 ? Double(steal) / Double(busy + steal) : nil
  }

  /// The share of the time with something to run, 0 to 1; nil if no time passed.
  var busyShare: Double? {
    let asked = busy + steal
    return asked + idle > 0 ? Double(asked) / Double(asked + idle) : nil
  }

  /// Returns the ticks added since an earlier reading. nil if a figure decreased, as it may when a virtual
  /// machine moves to another host.
  func since(_ earlier: ProcessorTicks) -> ProcessorTicks? {
    guard busy >= earlier.busy, steal >= earlier.steal else { return nil }
    // Idle time includes waiting for disks, which may decrease: see proc_stat(5).
    return ProcessorTicks(
      busy: busy - earlier.busy, steal: steal - earlier.steal, idle: idle - min(earlier.idle, idle))
  }
}

/// Binds the calling thread, and the processes that it starts, to processors.
protocol ProcessorPinning: Sendable {
  /// Returns the processors that the calling thread may run on, ascending; empty if unsupported.
  func processors() -> [Int]
  /// Binds the calling thread, and programs that it starts later. Returns false if unsupported.
  func pin(to processors: [Int]) -> Bool
}

extension ProcessorPinning {
  /// Runs `work` on one of the processors that the calling thread may use, and then restores the thread's
  /// choice. Without a choice of processors, just runs `work`.
  ///
  /// - Parameter choice: any number; equal numbers select the same processor.
  func onOneProcessor<Result>(_ choice: UInt64, _ work: () throws -> Result) rethrows -> Result {
    let before = processors()
    guard before.count > 1, pin(to: [before[Int(choice % UInt64(before.count))]]) else { return try work() }
    defer { _ = pin(to: before) }
    return try work()
  }
}

/// Pins threads by the system's means: Linux supports it, macOS does not.
struct SystemProcessorPinning: ProcessorPinning {
  /// Room for 8,192 processors, the most that a Linux kernel can be built for.
  private static let byteCount = 1_024

  func processors() -> [Int] {
    #if os(Linux)
    var mask = [UInt8](repeating: 0, count: Self.byteCount)
    guard sched_getaffinity(0, mask.count, &mask) == 0 else { return [] }
    return mask.indices.flatMap { byte in (0..<8).filter { mask[byte] >> $0 & 1 == 1 }.map { byte * 8 + $0 } }
    #else
    return []
    #endif
  }

  func pin(to processors: [Int]) -> Bool {
    #if os(Linux)
    var mask = [UInt8](repeating: 0, count: Self.byteCount)
    for processor in processors where processor >= 0 && processor < mask.count * 8 {
      mask[processor / 8] |= 1 << UInt8(processor % 8)
    }
    return sched_setaffinity(0, mask.count, mask) == 0
    #else
    return false
    #endif
  }
}

/// Returns how far a counter has moved; nil if a reading is missing or the counter ran backwards.
func increase(from before: UInt64?, to after: UInt64?) -> UInt64? {
  guard let after, let before, after >= before else { return nil }
  return after - before
}
