/// The time that a machine's cores, all together, have spent in each state since it started. A tick is 1/100
/// s on every Linux that reports them.
struct ProcessorTicks: Hashable, Sendable {
  /// Running programs or the system.
  var busy: UInt64
  /// Taken by the host for other guests while there was something to run.
  var steal: UInt64
  /// With nothing to run.
  var idle: UInt64

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

  init(busy: UInt64, steal: UInt64, idle: UInt64 = 0) {
    self.busy = busy
    self.steal = steal
    self.idle = idle
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
