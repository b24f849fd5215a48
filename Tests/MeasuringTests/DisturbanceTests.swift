import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

@Suite("Whether a sample's median can be relied on")
struct DisturbanceTests {
  private static func values(_ count: Int, far: [Double]) -> [Double] {
    (0..<count - far.count).map { 100 + Double($0 % 5) } + far
  }

  private static func repeated(_ value: Double, _ count: Int, and others: [Double] = []) -> [Double] {
    Array(repeating: value, count: count) + others
  }

  @Test(
    arguments: [
      // Too few values say nothing.
      ([1], false, false), ([1, 2], false, false), ([1, 1, 1, 1, 9, 9, 9, 9, 9], false, false),
      (repeated(7, 20), false, false), (repeated(0, 10), false, false),
      (repeated(10, 10, and: repeated(20, 10)), true, nil),
      // Steps of a clock that is coarse for these times, and one step that is 1% of the value.
      ((0..<30).map { 100 + Double($0 % 3) }, false, false),
      (repeated(100, 10, and: repeated(101, 10)), false, nil),
      (values(10, far: [500]), nil, false), (values(10, far: [500, 20]), nil, true),
      (values(20, far: [500, 500]), nil, true), (values(40, far: [500, 500, 500]), nil, false),
      (values(40, far: [500, 500, 500, .infinity]), nil, true),
      // More than half are equal, so that the deviation is 0.
      (repeated(100, 18, and: [101, 104]), nil, false),
      (repeated(100, 18, and: [101, 110, 120]), nil, false),
      (repeated(100, 17, and: [101, 110, 120]), nil, true),
      (repeated(.infinity, 12), false, false), (repeated(1, 6, and: repeated(.infinity, 6)), true, nil),
    ] as [([Double], Bool?, Bool?)])
  func `Modes are frequent, outliers far`(values: [Double], hasTwoModes: Bool?, hasOutliers: Bool?) throws {
    let sample = try #require(SortedSample(values))
    if let hasTwoModes { #expect(sample.hasTwoModes == hasTwoModes) }
    if let hasOutliers { #expect(sample.hasOutliers == hasOutliers) }
  }

  private enum Shape: String, CaseIterable {
    case normal, logNormal, studentsT

    /// A positive value, whose scatter is far above the 5% that matter.
    func value(_ generator: inout SplitMix64) -> Double {
      switch self {
      case .normal: return 10 + generator.nextNormal()
      case .logNormal: return exp(0.5 * generator.nextNormal())
      case .studentsT:
        let squares = (0..<3).reduce(0.0) { sum, _ in
          let deviate = generator.nextNormal()
          return sum + deviate * deviate
        }
        return 10 + generator.nextNormal() / (squares / 3).squareRoot()
      }
    }
  }

  /// At night of three times as many samples.
  @Test func `Samples of one mode are seldom called disturbed, however skewed and heavy-tailed`() throws {
    for (count, trials, most) in [(10, 1_000, 0.005), (12, 700, 0.005), (20, 700, 0.003), (40, 350, 0)] {
      let trials = SlowTests.areOn ? 3 * trials : trials
      for shape in Shape.allCases {
        let seed = UInt64(count) * 10 + UInt64(shape.rawValue.utf8.count)
        var generator = SplitMix64(seed: seed)
        var alarms = (modes: 0, outliers: 0)
        for _ in 0..<trials {
          let sample = try #require(SortedSample((0..<count).map { _ in shape.value(&generator) }))
          if sample.hasTwoModes { alarms.modes += 1 }
          if sample.hasOutliers { alarms.outliers += 1 }
        }
        let limit = Int(most * Double(trials))
        #expect(alarms.modes <= limit, "\(alarms.modes) of \(trials) \(shape), n = \(count), seed \(seed)")
        #expect(
          alarms.outliers <= limit, "\(alarms.outliers) of \(trials) \(shape), n = \(count), seed \(seed)")
      }
    }
  }

  @Test func `Two groups, one twice as slow, are found, with a fifth of the values in either`() throws {
    for (count, upper) in [(10, 5), (20, 6), (20, 14), (40, 8), (60, 30)] {
      let seed = UInt64(count * 100 + upper)
      var generator = SplitMix64(seed: seed)
      let found = (0..<300).count { _ in
        let values = (0..<count).map { index in (index < upper ? 2 : 1) * exp(0.02 * generator.nextNormal()) }
        return SortedSample(values)?.hasTwoModes ?? false
      }
      #expect(found >= 290, "\(found) of 300, n = \(count), \(upper) in the upper, seed \(seed)")
    }
  }
}

@Suite("The flags of a cell")
struct CellFlagTests {
  /// Timed samples of a cell, in milliseconds.
  private static func samples(
    threads: Int = 2, walls: [Double] = Array(repeating: 10, count: 12), iterations: Int = 10, cpu: Double?,
    busy: Double? = nil
  ) -> [SampleRecord] {
    walls.enumerated().map { index, wall in
      makeSample(
        makeCell(threads: threads), sequence: index, iterations: iterations, wall: UInt64(wall * 1e6),
        cpu: cpu.map { UInt64(wall * 1e6 * $0) }, busy: busy.map { UInt64(wall * 1e6 * $0) })
    }
  }

  private static let halves = Array(repeating: 10.0, count: 6) + Array(repeating: 20.0, count: 6)

  @Test(
    "Workers that had a processor for less time than a job shared cores; modes, outliers and width are flags too",
    arguments: [
      (samples(cpu: 1, busy: 2), [.sharedCores]), (samples(cpu: 1.98, busy: 2), []),
      // Older samples do not know how busy they were; one sample is enough.
      (samples(cpu: 1), [.sharedCores]), (samples(walls: [10], cpu: 1, busy: 2), [.sharedCores]),
      (samples(threads: 4, cpu: 3, busy: 4), [.sharedCores]), (samples(threads: 4, cpu: 3.8, busy: 4), []),
      (samples(threads: 64, cpu: 60, busy: 64), []),
      (samples(threads: 64, cpu: 50, busy: 64), [.sharedCores]),
      // A worker that had no job in hand shared no core, and neither did one that is alone.
      (samples(cpu: 1.2, busy: 1.2), []), (samples(threads: 1, cpu: 0.5, busy: 1), []),
      // Of what was not measured nothing is said.
      ([], []), (samples(cpu: nil), []), (samples(cpu: 0, busy: 0), []), (samples(iterations: 0, cpu: 2), []),
      (samples(threads: 1, walls: halves, cpu: 1), [.twoModes]),
      (samples(walls: halves, cpu: 1, busy: 2), [.sharedCores, .twoModes]),
      (samples(threads: 1, walls: Array(repeating: 10, count: 11) + [30, 40], cpu: 1), [.outliers]),
      // From 8 to 14: half of the interval is 30% of the median. Too few samples have no interval.
      (samples(threads: 1, walls: [8, 9, 9.5, 10, 12, 14], cpu: 1), [.uncertain]),
      (samples(threads: 1, walls: [8, 9, 9.5, 10, 11, 11.5], cpu: 1), []),
      (samples(threads: 1, walls: [8, 10, 20], cpu: 1), []),
    ] as [([SampleRecord], [CellFlag])])
  func flags(samples: [SampleRecord], flags: [CellFlag]) { #expect(CellFlag.flags(of: samples) == flags) }
}
