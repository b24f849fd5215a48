/// How long a machine's cores did what since it started, all cores together, in ticks: 1/100 s on every Linux that reports them.
struct ProcessorTicks: Hashable, Sendable {
  /// Running programs or the system.
  var busy: UInt64
  /// Taken by the host for other guests while there was something to run.
  var steal: UInt64
  /// With nothing to run.
  var idle: UInt64

  /// Reads the first line of `/proc/stat`, see proc_stat(5); nil where it has no figure for stolen time.
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

  /// What was stolen of the time in which there was something to run, 0 to 1; nil where there was nothing.
  var stolenShare: Double? {
    busy + steal > 0 ? Double(steal) / Double(busy + steal) : nil
  }

  /// The share of the time in which there was something to run, 0 to 1; nil where there was no time.
  var busyShare: Double? {
    let asked = busy + steal
    return asked + idle > 0 ? Double(asked) / Double(asked + idle) : nil
  }

  /// What was added since an earlier reading; nil where a figure ran backwards, as it may when a virtual machine moves to another host.
  func since(_ earlier: ProcessorTicks) -> ProcessorTicks? {
    guard busy >= earlier.busy, steal >= earlier.steal else { return nil }
    // Time spent waiting for disks, which is idle time, may run backwards: see proc_stat(5).
    return ProcessorTicks(
      busy: busy - earlier.busy, steal: steal - earlier.steal, idle: idle - min(earlier.idle, idle))
  }
}
