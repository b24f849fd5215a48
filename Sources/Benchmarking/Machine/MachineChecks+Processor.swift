/// Checks of what takes processor time away or changes the clock rate.
extension MachineChecks {
  /// The largest share of the busy time that may be stolen without a warning.
  private var stolenShareThatMatters: Double { 0.01 }

  func stolenTime(_ before: ChangingCounters, _ after: ChangingCounters) -> MachineFinding? {
    guard let earlier = before.ticks, let later = after.ticks, let share = later.since(earlier)?.stolenShare
    else { return nil }
    let sinceStart = later.stolenShare ?? 0
    let figures =
      "\(DecimalText.percentage(share)) of the time in which there was something to run just now, "
      + "\(DecimalText.percentage(sinceStart)) since it started"
    guard max(share, sinceStart) > stolenShareThatMatters else {
      return MachineFinding(.stolenTime, .ok, "The host takes little of this machine's time: \(figures).")
    }
    let isNow = share > stolenShareThatMatters
    return MachineFinding(
      .stolenTime, isNow ? .warning : .note,
      "The host took this machine's time for other guests: \(figures).",
      remedy: "Trust CPU time before wall time, and measure when the host is quieter.")
  }

  func throttling(_ before: ChangingCounters, _ after: ChangingCounters) -> MachineFinding? {
    guard let earlier = before.throttlings, let later = after.throttlings else { return nil }
    let remedy = "Cool the machine, or switch turbo off, so that it does not get as hot."
    if later > earlier {
      return MachineFinding(
        .throttling, .warning, "Cores are being slowed down because of heat.", remedy: remedy)
    }
    if later > 0 {
      return MachineFinding(
        .throttling, .note,
        "Cores were slowed down because of heat \(later) time\(later == 1 ? "" : "s") since the machine started.",
        remedy: remedy)
    }
    return MachineFinding(.throttling, .ok, "No core was slowed down because of heat.")
  }

  func turbo() -> MachineFinding? {
    let intel = "/sys/devices/system/cpu/intel_pstate/no_turbo"
    let boost = "/sys/devices/system/cpu/cpufreq/boost"
    let isOn: Bool
    let switchOff: String
    if let value = number(atPath: intel) {
      (isOn, switchOff) = (value == 0, "echo 1 | sudo tee \(intel)")
    } else if let value = number(atPath: boost) {
      (isOn, switchOff) = (value != 0, "echo 0 | sudo tee \(boost)")
    } else {
      return nil
    }
    guard isOn else { return MachineFinding(.turbo, .ok, "Turbo is off.") }
    return MachineFinding(
      .turbo, .note, "Turbo is on: the clock rate falls as cores grow warm and as more of them work.",
      remedy: "Run `\(switchOff)` while small changes or speed-ups are measured.")
  }

  /// Checks how many cores' worth of time the process's control group may use.
  func processorQuota() -> MachineFinding? {
    guard let limits = quotas(), let cores = limits.compactMap(\.cores).min() else {
      return quotas() == nil
        ? nil : MachineFinding(.processorQuota, .ok, "The process's CPU time is not limited.")
    }
    let figure = DecimalText.figure((cores * 100).rounded() / 100)
    if let logicalCores = facts.logicalCores, cores >= Double(logicalCores) {
      return MachineFinding(
        .processorQuota, .ok, "The process may use as much CPU time as \(figure) cores give, which is all.")
    }
    return MachineFinding(
      .processorQuota, .warning,
      "The process may use as much CPU time as \(figure) core\(cores == 1 ? "" : "s") give\(cores == 1 ? "s" : ""), and is stopped "
        + "when it has.",
      remedy:
        "Raise the container's CPU limit\(cores < 2 ? "" : ", or ask for \(Int(cores)) threads or fewer").")
  }

  private struct Quota {
    /// The limit in cores; nil = no limit.
    var cores: Double?
  }

  /// Returns the limits of the process's group and the groups around it; nil if no file states one.
  ///
  /// Version 2 of control groups has `cpu.max`, "max 100000" or "50000 100000" in microseconds, in each
  /// group's folder. Version 1 has a file for each figure, and a container sees its limit at the root.
  private func quotas() -> [Quota]? {
    var quotas: [Quota] = []
    for folder in groupFolders() {
      guard let words = source.text(atPath: folder + "/cpu.max")?.split(whereSeparator: \.isWhitespace),
        words.count == 2, let period = Double(words[1]), period > 0
      else { continue }
      quotas.append(Quota(cores: Double(words[0]).map { $0 / period }))
    }
    let first = "/sys/fs/cgroup/cpu/cpu.cfs_"
    if let quota = number(atPath: first + "quota_us"), let period = number(atPath: first + "period_us"),
      period > 0
    {
      quotas.append(Quota(cores: quota < 0 ? nil : Double(quota) / Double(period)))
    }
    return quotas.isEmpty ? nil : quotas
  }

  /// Returns the folders of the process's version 2 group and the groups around it, outermost first.
  private func groupFolders() -> [String] {
    let root = "/sys/fs/cgroup"
    let groups = source.text(atPath: "/proc/self/cgroup")?.split(separator: "\n") ?? []
    guard let group = groups.first(where: { $0.hasPrefix("0::") })?.dropFirst(3) else { return [root] }
    var folders = [root]
    for name in group.split(separator: "/") { folders.append("\(folders[folders.count - 1])/\(name)") }
    return folders
  }
}
