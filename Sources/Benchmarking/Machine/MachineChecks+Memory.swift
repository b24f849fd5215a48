/// Checks of the clock and of memory.
extension MachineChecks {
  /// Checks the clock's resolution and source.
  ///
  /// - Parameter resolutionNanoseconds: the smallest step observed.
  func clock(resolutionNanoseconds: UInt64) -> MachineFinding {
    let name = word(
      atPath: "/sys/devices/system/clocksource/clocksource0/current_clocksource")
    let source = name.map { ", and is read from `\($0)`" } ?? ""
    let found = "The clock moves in steps of \(TimeSpan(nanoseconds: resolutionNanoseconds))\(source)."
    // Clocks that are read from a device or advance with the timer's interrupt.
    if let name, ["hpet", "acpi_pm", "pit", "jiffies", "refined-jiffies"].contains(name) {
      return MachineFinding(
        .clock, .warning, "\(found) Reading it is slow.",
        remedy:
          "Find out with `dmesg | grep -i clocksource` why the kernel does not use the processor's counter.")
    }
    if resolutionNanoseconds > 1_000 {
      return MachineFinding(
        .clock, .warning, "\(found) That is coarse.",
        remedy: "Measure workloads of which a batch takes long: a thousand steps are a sample's least length."
      )
    }
    return MachineFinding(.clock, .ok, found)
  }

  func memory() -> MachineFinding? {
    guard let text = source.text(atPath: "/proc/meminfo") else { return nil }
    func kibibytes(_ name: String) -> Double? {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    }
    guard let total = kibibytes("MemTotal"), let available = kibibytes("MemAvailable"), total > 0 else {
      return nil
    }
    let swapped = (kibibytes("SwapTotal") ?? 0) - (kibibytes("SwapFree") ?? 0)
    let swap =
      swapped > 0 ? "\(DecimalText.figure((swapped / 1_024).rounded(.up))) MiB of swap are" : "no swap is"
    let found = "\(DecimalText.percentage(available / total)) of memory is available, and \(swap) in use."
    if available < total / 10 {
      return MachineFinding(.memory, .warning, found, remedy: "Stop programs that hold much memory.")
    }
    if swapped > 0 {
      return MachineFinding(
        .memory, .note, found,
        remedy:
          "Stop programs that hold much memory, or be sure that they do not run while something is measured.")
    }
    return MachineFinding(.memory, .ok, found)
  }

  /// Checks that addresses are random. Where code and data lie changes how fast they are, so a comparison of
  /// processes with one common layout also compares the layouts. Mytkowicz, Diwan, Hauswirth and Sweeney,
  /// "Producing Wrong Data Without Doing Anything Obviously Wrong!", ASPLOS 2009.
  func addressLayout() -> MachineFinding? {
    guard let level = number(atPath: "/proc/sys/kernel/randomize_va_space") else { return nil }
    // ADDR_NO_RANDOMIZE of personality(2).
    let addressesNotRandom: UInt32 = 0x004_0000
    let personality = word(atPath: "/proc/self/personality").flatMap { UInt32($0, radix: 16) } ?? 0
    let isOffHere = personality & addressesNotRandom != 0
    guard level == 0 || isOffHere else {
      return MachineFinding(
        .addressLayout, .ok, "Addresses are random, so that a comparison's processes average over them.")
    }
    return MachineFinding(
      .addressLayout, .warning,
      "Addresses are the same in every process, so that a lucky one looks like a faster program.",
      remedy: isOffHere
        ? "Run without `setarch -R`, and outside of a debugger."
        : "Run `sudo sysctl kernel.randomize_va_space=2`.")
  }
}
