import Foundation

/// Worker processes that run under a tool, such as valgrind or perf, which leaves a file about them.
enum WorkerUnderTool {
  /// Runs jobs of a cell, ends the process, and returns what `read` makes of the tool's file, which is then removed.
  ///
  /// Hashing is the same each time.
  ///
  /// - Parameters:
  ///   - tool: Returns the tool and its arguments for the file that it is to write.
  ///   - jobs: Runs the jobs, once the cell is loaded.
  static func run<Result>(
    _ executable: URL, _ cell: Cell, tool: (_ file: String) -> [String],
    jobs: (ProcessWorkerSession) throws(WorkerError) -> Void, read: (URL) throws(WorkerError) -> Result
  ) throws(WorkerError) -> Result {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("tool-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let session = try ProcessWorkerSession(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      arguments: ["SWIFT_DETERMINISTIC_HASHING=1"] + tool(file.path) + [executable.path, "worker"],
      environment: nil, limit: 600, patience: 60)
    do throws(WorkerError) {
      _ = try session.load(cell, isChecked: false)
      try jobs(session)
    } catch {
      session.end()
      throw error
    }
    session.end()
    return try read(file)
  }
}
