import Testing

@testable import Benchmarking

@Suite("Holm's correction")
struct HolmCorrectionTests {
  private func expect(_ pValues: [Double], gives expected: [Double]) {
    let adjusted = HolmCorrection.adjusted(pValues)
    #expect(adjusted.count == expected.count)
    #expect(zip(adjusted, expected).allSatisfy { abs($0 - $1) < 1e-12 }, "\(adjusted)")
  }

  /// R: p.adjust(c(…), "holm")
  @Test("Adjusted p-values are those of R")
  func references() {
    expect([0.01, 0.02, 0.03, 0.04, 0.05], gives: [0.05, 0.08, 0.09, 0.09, 0.09])
    expect([0.01, 0.04, 0.03, 0.005], gives: [0.03, 0.06, 0.06, 0.02])
    expect([0.5, 0.001, 0.9], gives: [1, 0.003, 1])
  }

  @Test("One test is left as it is, and none are none")
  func small() {
    expect([0.03], gives: [0.03])
    expect([], gives: [])
    expect([0, 1], gives: [0, 1])
  }

  @Test("Equal p-values stay equal, whatever their order")
  func ties() {
    expect([0.02, 0.02, 0.02], gives: [0.06, 0.06, 0.06])
    expect([0.02, 0.01, 0.02, 0.01], gives: [0.04, 0.04, 0.04, 0.04])
  }

  @Test("Of tests that are all false alarms, a family has one as often as it should", arguments: [1, 5, 20])
  func familyWiseErrorRate(count: Int) {
    var generator = SplitMix64(seed: 7)
    let families = 2_000
    let alarms = (0..<families).count { _ in
      let pValues = (0..<count).map { _ in Double(generator.next() >> 11) / Double(1 << 53) }
      return HolmCorrection.adjusted(pValues).contains { $0 <= 0.05 }
    }
    // 100 are expected; more than 150 or fewer than 60 come by chance once in a million times.
    #expect((60...150).contains(alarms), "\(alarms)")
  }
}

@Suite("Intervals of proportions")
struct ProportionIntervalTests {
  /// scipy.stats.binomtest(k, n).proportion_ci(level, method="exact"); 682 of 925 is the example of R's binom.test.
  @Test(
    "Bounds are Clopper's and Pearson's",
    arguments: [
      (0, 10, 0.95, 0, 0.308497107818763), (5, 10, 0.95, 0.187086028447405, 0.812913971552595),
      (10, 10, 0.95, 0.691502892181237, 1), (1, 100, 0.95, 0.000253146032682, 0.054459385392081),
      (682, 925, 0.95, 0.707668264079039, 0.765406558241478),
      (3, 200, 0.99, 0.001696380988278, 0.053803445228658), (0, 1, 0.95, 0, 0.975),
      (2, 1_000, 0.95, 0.000242301116882, 0.007205838911937),
      (50_000, 100_000, 0.95, 0.496896062491800, 0.503103937508200),
    ])
  func references(count: Int, trials: Int, level: Double, low: Double, high: Double) {
    let interval = ProportionInterval(count: count, trials: trials, level: level)
    #expect(abs(interval.low - low) < 1e-9, "\(interval)")
    #expect(abs(interval.high - high) < 1e-9, "\(interval)")
    #expect(interval.proportion == Double(count) / Double(trials))
    #expect(interval.level == level)
  }

  @Test("Where nothing was tried, nothing is known")
  func none() {
    let interval = ProportionInterval(count: 0, trials: 0)
    #expect(interval.proportion == nil)
    #expect(interval.low == 0 && interval.high == 1)
  }

  @Test(
    "None of n has the upper bound 1 - (α/2)^(1/n), and all of n its mirror image", arguments: [1, 2, 10])
  func edges(trials: Int) {
    let (none, all) = (
      ProportionInterval(count: 0, trials: trials), ProportionInterval(count: trials, trials: trials)
    )
    #expect(none.low == 0 && all.high == 1)
    #expect(abs(none.high + all.low - 1) < 1e-12)
    let power = (0..<trials).reduce(1.0) { product, _ in product * (1 - none.high) }
    #expect(abs(power - 0.025) < 1e-12)
  }

  @Test("Successes and failures are mirror images, and more trials are narrower")
  func symmetry() {
    let (few, many) = (ProportionInterval(count: 3, trials: 20), ProportionInterval(count: 30, trials: 200))
    let mirrored = ProportionInterval(count: 17, trials: 20)
    #expect(abs(few.low + mirrored.high - 1) < 1e-12 && abs(few.high + mirrored.low - 1) < 1e-12)
    #expect(many.high - many.low < few.high - few.low)
  }
}
