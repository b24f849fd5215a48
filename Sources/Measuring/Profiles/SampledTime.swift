import Foundation

/// The time that a job spends in each function, from samples that Linux's `perf` takes while the job runs.
///
/// Counts of instructions do not tell how long a program takes, but samples do: an atomic instruction counts as one,
/// and takes about twenty cycles. Samples scatter, so figures are of a second or more.
package struct SampledTime: Sendable {
  /// A function, of the program or of a library.
  package struct Row: Hashable, Sendable {
    package let name: String
    package let share: Double
    /// Its share of the instructions; nil if valgrind runs another function in its place, as it does for some of libc's.
    package let instructionShare: Double?
  }

  /// The functions, by time in descending order.
  package let rows: [Row]
  /// The time of a job while samples were taken, in nanoseconds.
  let jobNanoseconds: Double

  /// The fewest samples that are worth showing.
  private static let fewestSamples = 200

  /// Runs a cell's jobs for a second and a half in a worker process.
  ///
  /// - Throws: an error if `perf` is missing, or the machine forbids it.
  package init(
    of profile: FunctionProfile, _ executable: URL, cell: Cell,
    runner: any ProcessRunner = SystemProcessRunner()
  ) throws(WorkerError) {
    guard runner.run("perf", "--version").exitCode == 0 else { throw Self.missing }
    var nanoseconds = 0.0
    let symbols = try WorkerUnderTool.run(
      executable, cell,
      tool: { ["perf", "record", "-q", "-F", "4999", "-o", $0, "--"] },
      jobs: { session throws(WorkerError) in
        let first = try session.runBatch(2)
        let jobs = 1.5e9 / max(Double(first.wallNanoseconds) / 2, 1)
        let count = 2 * Int(min(max(jobs / 2, 1), 1e8))
        let batch = try session.runBatch(count)
        nanoseconds = Double(batch.wallNanoseconds) / Double(count)
      },
      read: { file throws(WorkerError) in
        let script = runner.run("perf", "script", "-i", file.path, "-F", "ip,sym")
        guard script.exitCode == 0 else { throw Self.missing }
        return Self.symbols(in: script.output)
      })
    guard symbols.count >= Self.fewestSamples else {
      throw WorkerError(
        "perf took \(symbols.count) samples only: the job waits, or the machine does not allow it to")
    }
    self.init(symbols: symbols, jobNanoseconds: nanoseconds, profile: profile, runner: runner)
  }

  package init(
    symbols: [String], jobNanoseconds: Double = 0, profile: FunctionProfile, runner: any ProcessRunner
  ) {
    self.jobNanoseconds = jobNanoseconds
    let functions = Set(symbols).map { CallGraph.Function(name: $0, object: "") }
    let names = FunctionNames(of: functions, runner: runner)
    var counts: [String: Int] = [:]
    for symbol in symbols {
      counts[names(CallGraph.Function(name: symbol, object: "")), default: 0] += 1
    }
    var instructions: [String: Double] = [:]
    for (place, title) in profile.titles.enumerated() {
      instructions[title, default: 0] += profile.graph.instructions[place]
    }
    rows = counts.map { name, count in
      Row(
        name: name, share: Double(count) / Double(symbols.count),
        instructionShare: instructions[name].map { $0 / max(profile.total, 1) })
    }.sorted { ($1.share, $0.name) < ($0.share, $1.name) }
  }

  private static let missing = WorkerError(
    "time is sampled with Linux's perf, which is missing or may not be used here; on Debian: scripts/install-profilers"
  )

  /// Returns the function of each sample: each line has an address, and the function's name behind it.
  static func symbols(in script: String) -> [String] {
    script.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 1)
      guard fields.count == 2 else { return nil }
      return fields[1] == "[unknown]" ? "???" : String(fields[1])
    }
  }
}
