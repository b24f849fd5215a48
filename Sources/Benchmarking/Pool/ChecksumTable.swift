/// The checksums of a batch, one per distinct job. It is reused without clearing or allocating.
///
/// Checksums are compared as bit patterns, so NaN equals itself and -0 differs from 0.
struct ChecksumTable {
  private struct Entry {
    var bits: UInt64 = 0
    /// The batch that wrote the entry. An entry of an older batch counts as empty.
    var batch: UInt64 = 0
  }

  private var entries: [Entry]
  private(set) var disagreeingJob: Int?

  init(jobCount: Int) {
    entries = Array(repeating: Entry(), count: jobCount)
  }

  mutating func begin() {
    disagreeingJob = nil
  }

  /// Records that a job ran in a batch and needs a checksum. O(1). `batch` is never 0.
  mutating func note(job: Int, batch: UInt64) {
    entries[job].batch = batch
  }

  /// Fills in the checksums of the recorded jobs. O(jobs), not counting the checksums themselves.
  mutating func fill(batch: UInt64, _ checksum: (Int) -> Double) {
    for job in entries.indices where entries[job].batch == batch {
      entries[job].bits = checksum(job).bitPattern
    }
  }

  private mutating func record(bits: UInt64, job: Int, batch: UInt64) {
    if entries[job].batch == batch {
      if entries[job].bits != bits { note(disagreement: job) }
    } else {
      entries[job] = Entry(bits: bits, batch: batch)
    }
  }

  /// Merges another worker's entries of this batch. O(jobs).
  mutating func merge(_ other: ChecksumTable, batch: UInt64) {
    if let job = other.disagreeingJob { note(disagreement: job) }
    for job in other.entries.indices where other.entries[job].batch == batch {
      record(bits: other.entries[job].bits, job: job, batch: batch)
    }
  }

  /// Returns the sum over the jobs that ran, in the order of their indices. O(jobs).
  func sum(batch: UInt64) -> Double {
    var sum = 0.0
    for entry in entries where entry.batch == batch { sum += Double(bitPattern: entry.bits) }
    return sum
  }

  private mutating func note(disagreement job: Int) {
    disagreeingJob = min(disagreeingJob ?? job, job)
  }
}
