/// A batch's measurements from a worker process. nil = not measured.
struct WorkerBatch: Hashable, Sendable, Codable {
  var wallNanoseconds: UInt64
  /// The sum over all threads.
  var cpuNanoseconds: UInt64?
  var queueWaitNanoseconds: UInt64?
  /// The bit pattern of the frames' checksum, since JSON has no NaN.
  var checksumBits: UInt64
  var allocCount: UInt64?
  var allocBytes: UInt64?
  /// The peak of the whole process since it began.
  var peakResidentBytes: UInt64?
  var involuntaryContextSwitches: UInt64?
  /// Only for counted batches, like the next count. Added later.
  var pageFaults: UInt64?
  var voluntaryContextSwitches: UInt64?
  /// The busy time of all workers together. Added later, like all that follows.
  var busyNanoseconds: UInt64?
  /// True if two workers of a cell in a slot gave different checksums; without a slot that is an error.
  var workersDisagree: Bool?

  var checksum: Double { Double(bitPattern: checksumBits) }
}
