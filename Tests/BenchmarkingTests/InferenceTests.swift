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
  @Test func `Adjusted p-values are those of R`() {
    expect([0.01, 0.02, 0.03, 0.04, 0.05], gives: [0.05, 0.08, 0.09, 0.09, 0.09])
    expect([0.01, 0.04, 0.03, 0.005], gives: [0.03, 0.06, 0.06, 0.02])
    expect([0.5, 0.001, 0.9], gives: [1, 0.003, 1])
  }

  @Test func `One test is left as it is, and none are none`() {
    expect([0.03], gives: [0.03])
    expect([], gives: [])
    expect([0, 1], gives: [0, 1])
  }

  @Test func `Equal p-values stay equal, whatever their order`() {
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
