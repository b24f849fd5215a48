import Testing

@testable import Benchmarking

@Suite("Ratios of two pieces of code")
struct InterleavedRatioTests {
  @Test func `The ratio is that of the medians, so that one disturbed batch does not count`() {
    let clock = ManualClock()
    var (bases, others) = (0, 0)
    let ratio = InterleavedRatio(
      rounds: 5, batchNanoseconds: 1_000, clock: clock,
      base: {
        bases += 1
        // One batch is disturbed.
        clock.advance(wallNanoseconds: bases == 15 ? 100_000 : 100)
      },
      other: {
        others += 1
        clock.advance(wallNanoseconds: 350)
      })
    #expect(ratio.ratio == 3.5)
    #expect(ratio.baseNanoseconds == 100 && ratio.otherNanoseconds == 350)
    #expect(ratio.rounds == 5)
    // Ten runs fill a batch of 1,000 ns; one run more of each comes before.
    #expect(bases == 51 && others == 51)
  }

  @Test func `The two take turns, and the one that begins changes from round to round`() {
    let clock = ManualClock()
    var order = ""
    _ = InterleavedRatio(
      rounds: 3, batchNanoseconds: 1, clock: clock,
      base: {
        order += "a"
        clock.advance(wallNanoseconds: 10)
      },
      other: {
        order += "b"
        clock.advance(wallNanoseconds: 10)
      })
    #expect(order == "ba" + "ab" + "ba" + "ab")
  }

  @Test func `No round begins after the time is up`() {
    let clock = ManualClock()
    let ratio = InterleavedRatio(
      rounds: 100, longest: 1_000, clock: clock, base: { clock.advance(wallNanoseconds: 600) },
      other: { clock.advance(wallNanoseconds: 600) })
    #expect(ratio.rounds < 3 && ratio.ratio == 1)
  }

  @Test func `A clock that stands still gives no ratio`() {
    let ratio = InterleavedRatio(rounds: 1, batchNanoseconds: 5, clock: ManualClock(), base: {}, other: {})
    #expect(ratio.ratio.isNaN && ratio.rounds == 1)
  }
}
