import Foundation

/// The processor's counts during a job, by Linux's `perf stat`: cycles, and events that cost them.
///
/// Two processes run different numbers of jobs, and the difference of their counts belongs to the jobs. Most virtual
/// machines lack these counters; then there is no figure, and not 0. Counts are of all threads, without the kernel.
package struct HardwareCounters: Hashable, Sendable {
  /// The counts per job by the events' names; an event that the machine does not count is missing.
  let counts: [String: Double]

  private static let events = ["instructions:u", "cycles:u", "branch-misses:u", "cache-misses:u"]

  /// Counts jobs in two worker processes. The first runs `iterations`; the second runs an eighth of a second more, or
  /// twice as many, so that the varying cost of starting hardly counts.
  ///
  /// - Throws: an error if the machine counts none of the events, or `perf` is missing.
  package init(_ executable: URL, cell: Cell, iterations: Int) throws(WorkerError) {
    let few = try Self.process(executable, cell, iterations)
    let more = iterations * Int(min(max(125e6 / max(few.nanoseconds, 1), 1), 50))
    let many = try Self.process(executable, cell, iterations + more)
    self.init(few: few.counts, many: many.counts, jobs: more)
  }

  /// - Parameter jobs: The number of additional jobs in the process of `many`.
  init(few: [String: Double], many: [String: Double], jobs: Int) {
    counts = many.reduce(into: [:]) { counts, event in
      if let first = few[event.key] { counts[event.key] = max(event.value - first, 0) / Double(jobs) }
    }
  }

  /// Returns true if `perf` is there and may be used, and the processor counts for it.
  static func areSupported(runner: any ProcessRunner = SystemProcessRunner()) -> Bool {
    let result = try? runner.run(command + ["--log-fd", "1", "--", "true"], environment: [:])
    return result.map { !counts(in: $0.output).isEmpty } ?? false
  }

  private static let command = ["perf", "stat", "-x", ",", "-e", events.joined(separator: ",")]

  private static func process(
    _ executable: URL, _ cell: Cell, _ iterations: Int
  ) throws(WorkerError) -> (counts: [String: Double], nanoseconds: Double) {
    var nanoseconds = 0.0
    let counts = try WorkerUnderTool.run(
      executable, cell, tool: { command + ["-o", $0, "--"] },
      jobs: { session throws(WorkerError) in
        nanoseconds = Double(try session.run(iterations: iterations).wallNanoseconds)
      },
      read: { file throws(WorkerError) in
        let counts = Self.counts(in: (try? String(contentsOf: file, encoding: .utf8)) ?? "")
        guard !counts.isEmpty else { throw WorkerError("this machine does not support them") }
        return counts
      })
    return (counts, nanoseconds)
  }

  /// Returns a count of events in so many jobs; nil if the machine does not count the event.
  func count(of event: String, jobs: Int) -> UInt64? {
    counts[event].map { UInt64(min(($0 * Double(jobs)).rounded(), 1e18)) }
  }

  /// Reads the output of `perf stat -x ,`: a count, its unit, the event, and more. A count is `<not supported>` if the
  /// machine lacks it, and `<not counted>` if the machine had no time for it.
  static func counts(in text: String) -> [String: Double] {
    text.split(separator: "\n").reduce(into: [:]) { counts, line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count > 2, let count = Double(fields[0]) else { return }
      counts[fields[2].split(separator: ":").first.map(String.init) ?? ""] = count
    }
  }

  /// Compares another program's counts with these in a few words: `in hardware 812 cycles in place of 640, 1.2 branch misses
  /// in place of 1.2`.
  package func change(from base: HardwareCounters) -> String {
    let parts = [("cycles", "cycles"), ("branch-misses", "branch misses"), ("cache-misses", "cache misses")]
      .compactMap { event, noun in
        counts[event].flatMap { count in
          base.counts[event].map {
            "\(NumberText.figure(count)) \(noun) in place of \(NumberText.figure($0))"
          }
        }
      }
    return "in hardware \(parts.joined(separator: ", "))"
  }

  /// The sentence about a job: `In hardware: 1,204 instructions in 640 cycles (1.88 a cycle), 1.2 branch misses.`
  package var sentence: String {
    var parts: [String] = []
    func add(_ event: String, _ noun: String) {
      if let count = counts[event] { parts.append("\(NumberText.figure(count)) \(noun)") }
    }
    add("instructions", "instructions")
    if let cycles = counts["cycles"] {
      let rate =
        counts["instructions"].map { " (\(NumberText.figure($0 / cycles)) instructions a cycle)" } ?? ""
      parts.append("\(NumberText.figure(cycles)) cycles\(rate)")
    }
    add("branch-misses", "branch misses")
    add("cache-misses", "cache misses")
    return "In hardware a job takes \(parts.joined(separator: ", "))."
  }
}
