#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Counters of the process and of the machine that are cheap enough to be read around each batch.
///
/// nil = not supported. Readings are taken outside the timed part, by the thread that drives the pool.
package protocol ProcessCounters: Sendable {
  /// The most memory that the process held at once, in bytes, since it began.
  func peakResidentBytes() -> UInt64?

  /// How often the process's threads were taken off a core though they could have gone on.
  func involuntaryContextSwitches() -> UInt64?

  /// Ticks that the host gave to other guests while this machine had work to do, on all cores together.
  func stealTicks() -> UInt64?
}

/// The system's own counters: `getrusage`, and on Linux `/proc`.
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
