import Foundation

/// Counts the instructions of a job in worker processes under valgrind's callgrind.
///
/// Two processes run different numbers of jobs. The difference of their counts belongs to the additional jobs
/// alone, because the instructions to start, load and end are in both. `SWIFT_DETERMINISTIC_HASHING` makes
/// hashing the same each time. For a cell of one thread, what remains differs by less than 0.002% from run to
/// run, whatever else the machine does; 0.01% counts as a change.
///
/// Callgrind slows a program down about fifty times: a cell takes seconds. Nothing timed may run meanwhile.
package struct InstructionCounter {
  /// - Throws: an error if valgrind is missing.
  package init(runner: any ProcessRunner = SystemProcessRunner()) throws(WorkerError) {
    let result = try? runner.run("valgrind", "--version")
    guard result?.exitCode == 0 else {
      throw WorkerError(
        "instructions are counted with valgrind, which is missing; install it, on Debian with: sudo apt-get install valgrind"
      )
    }
  }

  /// Returns the share by which counts of equal programs may differ.
  ///
  /// Threads that wait for one another execute instructions meanwhile: with two threads, counts of one
  /// program differed by up to 0.15%.
  package static func share(of cell: Cell) -> Double { cell.needsOneProcessor ? 0.000_1 : 0.005 }

  /// Returns the instructions of one job of a build's cell.
  ///
  /// - Parameter iterations: jobs in a batch that is long enough to be timed. The difference is taken over
  ///   four times as many.
  package func count(
    _ executable: URL, cell: WorkerCell, iterations: Int
  ) throws(WorkerError) -> Double {
    let few = try total(executable, cell, iterations)
    let many = try total(executable, cell, 5 * iterations)
    guard many > few else {
      throw WorkerError("callgrind counted no instructions for \(4 * iterations) jobs")
    }
    return Double(many - few) / Double(4 * iterations)
  }

  /// Returns all instructions of a process that runs `iterations` jobs.
  private func total(
    _ executable: URL, _ cell: WorkerCell, _ iterations: Int
  ) throws(WorkerError) -> UInt64 {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("callgrind-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let session = try ProcessWorkerSession(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      arguments: [
        "SWIFT_DETERMINISTIC_HASHING=1", "valgrind", "--tool=callgrind", "--callgrind-out-file=\(file.path)",
        executable.path, "worker",
      ], environment: nil, limit: 600, patience: 60)
    _ = try session.load(cell, isChecked: false)
    _ = try session.run(iterations: iterations, isCounted: false)
    session.end()
    guard let text = try? String(contentsOf: file, encoding: .utf8), let total = Self.total(in: text) else {
      throw WorkerError("callgrind left no count of instructions")
    }
    return total
  }

  /// Returns the figure after `totals:` or `summary:` in callgrind's file.
  static func total(in text: String) -> UInt64? {
    for line in text.split(separator: "\n").reversed() {
      for key in ["totals:", "summary:"] where line.hasPrefix(key) {
        return UInt64(line.dropFirst(key.count).filter { $0 != " " })
      }
    }
    return nil
  }
}
