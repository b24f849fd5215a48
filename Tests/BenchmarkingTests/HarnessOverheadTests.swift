import Testing

@testable import Benchmarking

@Suite("The harness's overhead")
struct HarnessOverheadTests {
  private func samples(
    _ cell: CellID, iterations: Int, wall: UInt64, wait: UInt64
  ) -> [SampleRecord] {
    // A batch of warming up that would double everything, and one that went wrong.
    var warmup = makeSample(cell, phase: .warmup, iterations: iterations, wall: wall * 2)
    warmup.queueWaitNanoseconds = wait * 2
    var wrong = makeSample(cell, iterations: iterations, wall: wall * 9)
    wrong.status = .checksumChanged
    return [warmup, wrong]
      + [wall, wall - 1_000, wall + 1_000].enumerated().map { index, wall in
        var sample = makeSample(cell, sequence: index, iterations: iterations, wall: wall)
        sample.queueWaitNanoseconds = wait
        return sample
      }
  }

  /// 5 ms and 2 µs for 1,000,000 empty jobs: 5 ns a job. Of a batch of 4,000 jobs in 5 ms that is 20 µs, and 2 µs.
  @Test("The overhead is that of the empty subject, as a share of the batch that it weighs most in")
  func theOverheadIsThatOfAnEmptySubject() throws {
    let all =
      samples(makeCell("empty"), iterations: 1_000_000, wall: 5_002_000, wait: 2_000)
      + samples(makeCell("spec", workload: "feed(10)"), iterations: 4_000, wall: 5_000_000, wait: 1_000)
      + samples(makeCell("spec"), iterations: 10, wall: 5_000_000, wait: 1_000)
      + samples(makeCell("spec", threads: 2), iterations: 9_000, wall: 5_000_000, wait: 1_000)
    let overhead = try #require(HarnessOverhead.all(in: all).first)
    #expect(HarnessOverhead.all(in: all).count == 1)
    #expect(overhead.nanosecondsPerJob == 5)
    #expect(overhead.nanosecondsPerBatch == 2_000)
    #expect(overhead.worstCell == makeCell("spec", workload: "feed(10)"))
    #expect(overhead.share.map { ($0 * 1e6).rounded() } == 4_400)
    #expect(
      overhead.text
        == "overhead (1 thread, serialQueues): 5.00 ns a job, 2,000 ns a batch, 0.440% of a batch at most (spec feed(10))\n"
    )
  }

  @Test func `The jobs' overhead is shared among threads, and each dispatch mode has its own`() {
    let blocks = makeCell("empty", threads: 2, mode: .concurrentQueue)
    let all =
      samples(makeCell("empty", threads: 2), iterations: 1_000_000, wall: 5_010_000, wait: 10_000)
      + samples(blocks, iterations: 10_000, wall: 5_000_000, wait: 400)
    #expect(
      HarnessOverhead.all(in: all).map(\.text) == [
        "overhead (2 threads, serialQueues): 10.0 ns a job, 10,000 ns a batch, 0.200% of the shortest batch\n",
        "overhead (2 threads, concurrentQueue): 1,000 ns a job\n",
      ])
  }

  /// 1,000 jobs of 10 ns on each of two workers, and 10 µs, in 5 ms.
  @Test func `What several workers do at once counts once in the share`() {
    let all =
      samples(makeCell("empty", threads: 2), iterations: 1_000_000, wall: 5_010_000, wait: 10_000)
      + samples(makeCell(threads: 2), iterations: 2_000, wall: 5_000_000, wait: 1_000)
    #expect(HarnessOverhead.all(in: all).map { $0.share.map { ($0 * 1e6).rounded() } } == [4_000])
  }

  @Test func `Without a measured empty subject there is no overhead to report`() {
    #expect(HarnessOverhead.all(in: samples(makeCell(), iterations: 1, wall: 5_000, wait: 1)).isEmpty)
    #expect(HarnessOverhead.all(in: [makeSample(makeCell("empty"), iterations: 0)]).isEmpty)
    #expect(HarnessOverhead.all(in: [makeSample(makeCell("empty"), wall: 0)]).isEmpty)
  }
}
