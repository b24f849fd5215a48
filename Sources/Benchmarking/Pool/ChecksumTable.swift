/// The checksums of a batch, one for each distinct job, kept without clearing and without allocating.
///
/// Checksums are compared as bit patterns, so that a NaN agrees with itself and -0 does not pass for 0.
struct ChecksumTable {
  private struct Entry {
    var bits: UInt64 = 0
    /// The batch that wrote the entry: an older one counts as empty.
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

  /// Notes that a job ran in a batch, and so needs a checksum. O(1). `batch` is never 0.
  mutating func note(job: Int, batch: UInt64) {
    entries[job].batch = batch
  }

  /// Fills in the checksums of the jobs that were noted. O(jobs), besides what the checksums take.
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

  /// Takes over what another worker's table holds of this batch. O(jobs).
  mutating func merge(_ other: ChecksumTable, batch: UInt64) {
    if let job = other.disagreeingJob { note(disagreement: job) }
    for job in other.entries.indices where other.entries[job].batch == batch {
      record(bits: other.entries[job].bits, job: job, batch: batch)
    }
  }

  /// The sum over the jobs that ran, in the order of their indices. O(jobs).
  func sum(batch: UInt64) -> Double {
    var sum = 0.0
    for entry in entries where entry.batch == batch { sum += Double(bitPattern: entry.bits) }
    return sum
  }

  private mutating func note(disagreement job: Int) {
    disagreeingJob = min(disagreeingJob ?? job, job)
  }
}
