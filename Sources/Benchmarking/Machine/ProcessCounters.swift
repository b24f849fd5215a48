import Foundation

/// Counters of the process and the machine that are cheap enough to read around each batch.
///
/// nil = unsupported. The thread that drives the pool reads them, outside the timed part.
package protocol ProcessCounters: Sendable {
  /// Returns the process's peak resident memory since it began, in bytes.
  func peakResidentBytes() -> UInt64?

  /// Returns how often the process's threads were preempted while still able to run.
  func involuntaryContextSwitches() -> UInt64?

  /// Returns the ticks that the host gave to other guests while this machine had work to do, on all cores.
  func stealTicks() -> UInt64?
}

/// The system's own counters: `getrusage`, and `/proc` on Linux.
package struct SystemProcessCounters: ProcessCounters {
  package init() {}

  package func peakResidentBytes() -> UInt64? {
    #if os(Linux)
    if let status = TextFile.contents(atPath: "/proc/self/status"),
      let peak = Self.peakResidentBytes(inStatus: status)
    {
      return peak
    }
    #endif
    guard let usage = Self.usage else { return nil }
    #if canImport(Darwin)
    return UInt64(usage.ru_maxrss)
    #else
    return UInt64(usage.ru_maxrss) * 1_024
    #endif
  }

  package func involuntaryContextSwitches() -> UInt64? {
    Self.usage.map { UInt64($0.ru_nivcsw) }
  }

  package func stealTicks() -> UInt64? {
    TextFile.contents(atPath: "/proc/stat").flatMap(ProcessorTicks.init(inStat:))?.steal
  }

  static func peakResidentBytes(inStatus text: String) -> UInt64? {
    for line in text.split(separator: "\n") where line.hasPrefix("VmHWM:") {
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.count > 1 ? UInt64(words[1]).map { $0 * 1_024 } : nil
    }
    return nil
  }

  private static var usage: rusage? {
    var usage = rusage()
    #if canImport(Glibc)
    let status = getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
    let status = getrusage(RUSAGE_SELF, &usage)
    #endif
    return status == 0 ? usage : nil
  }
}
