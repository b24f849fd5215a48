import Foundation

/// Worker processes that run under a tool, such as valgrind or perf, which leaves files about them.
enum WorkerUnderTool {
  /// Runs jobs of a cell, ends the process, and returns the result of `read` for the tool's file. The process has a folder of its own,
  /// which is removed afterwards with all files of the tool. Hashes are the same in each process.
  ///
  /// - Parameters:
  ///   - tool: Returns the tool and its arguments for the file that it is to write.
  ///   - jobs: Runs the jobs, once the cell is loaded.
  static func run<Result>(
    _ executable: URL, _ cell: Cell, tool: (_ file: String) -> [String],
    jobs: (ProcessWorkerSession) throws(WorkerError) -> Void, read: (URL) throws(WorkerError) -> Result
  ) throws(WorkerError) -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tool-\(UUID().uuidString)")
    let file = folder.appendingPathComponent("output")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    } catch {
      throw WorkerError("\(folder.path) cannot be made a folder: \(error.reason)")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    func runJobs() throws(WorkerError) {
      let session = try ProcessWorkerSession(
        executable: URL(fileURLWithPath: "/usr/bin/env"),
        arguments: ["SWIFT_DETERMINISTIC_HASHING=1"] + tool(file.path) + [executable.path, "worker"],
        environment: nil, limit: 600, patience: 60)
      defer { session.end() }
      _ = try session.load(cell, isChecked: false)
      try jobs(session)
    }
    try runJobs()
    return try read(file)
  }
}
