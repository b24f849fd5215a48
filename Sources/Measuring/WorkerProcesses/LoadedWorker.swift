/// A worker's description of the cell that it loaded.
struct LoadedWorker: Hashable, Sendable, Codable {
  /// Elements per job.
  var nodeCount: Int
  /// Levels of the deepest tree.
  var depth: Int
  /// Distinct jobs: always 1. The key stays because older programs require it.
  var jobCount = 1
  /// True if a job has several threads, which work on one layout. Added later.
  var splitsLayouts: Bool?
  /// True if the worker is a `SelfTimedWorker`. Added later.
  var timesItself: Bool?
  /// The bytes that a job of code processes, if the code gives a number. Added later.
  var byteCount: Int?
}
