import Testing

@testable import Benchmarking

@Suite("The counts of two runs")
struct CountComparisonTests {
  /// A counted batch of 11 allocations a job, and two of its own.
  private func batch(jobs: Int, allocations: Int? = nil) -> SampleRecord {
    let cell = CellDescription(
      subject: "spec", workload: "feed(10)", nodeCount: 10, depth: 3, seed: 1, threads: 1)
    return SampleRecord(
      runID: "r", sequence: 0, utc: "", pass: .alloc, cell: cell, pid: 1, round: 0, order: 0, phase: .measure,
      iterations: jobs, allocCount: UInt64(allocations ?? 11 * jobs + 2), allocBytes: UInt64(jobs * 96),
      checksum: 1)
  }

  private func verdicts(_ base: SampleRecord, _ candidate: SampleRecord) -> [ComparedMetric: Verdict] {
    let rows = CountComparison(base: [base], candidate: [candidate]).rows
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.metric, $0.verdict) })
  }

  @Test("Counts of batches of one size are judged")
  func equalBatches() {
    #expect(verdicts(batch(jobs: 5), batch(jobs: 5))[.allocCount] == .same)
    #expect(verdicts(batch(jobs: 5), batch(jobs: 5, allocations: 58))[.allocCount] == .slower)
    #expect(verdicts(batch(jobs: 5), batch(jobs: 5, allocations: 56))[.allocCount] == .faster)
  }

  @Test("Times are not compared")
  func times() {
    var sample = batch(jobs: 5)
    (sample.pass, sample.wallNanoseconds) = (.time, 1_000)
    #expect(CountComparison(base: [sample], candidate: [sample]).rows.isEmpty)
  }

  @Test("Other frames are said instead of counts")
  func frames() {
    var other = batch(jobs: 5)
    other.checksum = 2
    let rows = CountComparison(base: [batch(jobs: 5)], candidate: [other]).rows
    #expect(rows.map(\.verdict) == [.different])
  }

  @Test("Cells that one of them lacks are named")
  func missing() {
    let counts = CountComparison(base: [batch(jobs: 5)], candidate: [])
    #expect(counts.rows.isEmpty)
    #expect(counts.missing == ["spec feed(10) × 1 thread is in the base alone."])
  }

  @Test("Of batches of different sizes nothing is said but that they are equal")
  func otherBatches() {
    let verdicts = verdicts(batch(jobs: 5), batch(jobs: 4))
    #expect(verdicts[.allocCount] == .unresolved)
    #expect(verdicts[.allocBytes] == .same)
  }
}
