import Foundation
import LayoutTestSupport
import Testing

@testable import Benchmarking

@Suite("Whether a sample's median can be relied on")
struct DisturbanceTests {
  private func sample(_ values: [Double]) throws -> SortedSample { try SortedSample(values) }

  @Test func `Too few values say nothing`() throws {
    for values in [[1.0], [1, 2], [1, 1, 1, 1, 9, 9, 9, 9, 9]] {
      #expect(try !sample(values).hasTwoModes && !sample(values).hasOutliers, "\(values)")
    }
  }

  @Test("Equal values have one mode and no outliers; two values that are taken often are two modes")
  func ties() throws {
    let equal = try sample(Array(repeating: 7, count: 20))
    #expect(!equal.hasTwoModes && !equal.hasOutliers)
    #expect(try sample(Array(repeating: 10, count: 10) + Array(repeating: 20, count: 10)).hasTwoModes)
    // Steps of a clock that is coarse for what it measures.
    let steps = try sample((0..<30).map { 100 + Double($0 % 3) })
    #expect(!steps.hasTwoModes && !steps.hasOutliers)
    // One step of a clock, which is 1% of the value.
    #expect(try !sample(Array(repeating: 100, count: 10) + Array(repeating: 101, count: 10)).hasTwoModes)
    #expect(try !sample([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).hasTwoModes)
  }

  @Test func `A tenth of the values, and two, far away are outliers, and one is not`() throws {
    func values(_ count: Int, far: [Double]) -> [Double] {
      (0..<count - far.count).map { 100 + Double($0 % 5) } + far
    }
    #expect(try !sample(values(10, far: [500])).hasOutliers)
    #expect(try sample(values(10, far: [500, 20])).hasOutliers)
    #expect(try sample(values(20, far: [500, 500])).hasOutliers)
    #expect(try !sample(values(40, far: [500, 500, 500])).hasOutliers)
    #expect(try sample(values(40, far: [500, 500, 500, .infinity])).hasOutliers)
    // More than half are equal, so that the deviation is 0.
    #expect(try !sample(Array(repeating: 100, count: 18) + [101, 104]).hasOutliers)
    #expect(try sample(Array(repeating: 100, count: 18) + [101, 110, 120]).hasOutliers == false)
    #expect(try sample(Array(repeating: 100, count: 17) + [101, 110, 120]).hasOutliers)
  }

  @Test func `Infinite values do no harm`() throws {
    #expect(try !sample(Array(repeating: .infinity, count: 12)).hasTwoModes)
    #expect(try !sample(Array(repeating: .infinity, count: 12)).hasOutliers)
    #expect(try sample(Array(repeating: 1, count: 6) + Array(repeating: .infinity, count: 6)).hasTwoModes)
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
  @Test(
    "Samples of one mode are seldom called disturbed, however skewed they are and however heavy their tails")
  func falseAlarms() throws {
    for (count, trials, most) in [(10, 1_000, 0.005), (12, 700, 0.005), (20, 700, 0.003), (40, 350, 0)] {
      let trials = SlowTests.areOn ? 3 * trials : trials
      for shape in Shape.allCases {
        let seed = UInt64(count) * 10 + UInt64(shape.rawValue.utf8.count)
        var generator = SplitMix64(seed: seed)
        var alarms = (modes: 0, outliers: 0)
        for _ in 0..<trials {
          let sample = try sample((0..<count).map { _ in shape.value(&generator) })
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

  @Test("Two groups of which one takes twice as long are found, a fifth of the values in either")
  func found() throws {
    for (count, upper) in [(10, 5), (20, 6), (20, 14), (40, 8), (60, 30)] {
      let seed = UInt64(count * 100 + upper)
      var generator = SplitMix64(seed: seed)
      let found = (0..<300).count { _ in
        let values = (0..<count).map { index in
          (index < upper ? 2 : 1) * exp(0.02 * generator.nextNormal())
        }
        return (try? sample(values).hasTwoModes) ?? false
      }
      #expect(found >= 290, "\(found) of 300, n = \(count), \(upper) in the upper, seed \(seed)")
    }
  }
}

@Suite("The flags of a cell")
struct CellFlagTests {
  /// Timed samples of a cell, in milliseconds.
  private func samples(
    threads: Int = 2, walls: [Double] = Array(repeating: 10, count: 12), cpu: Double?, busy: Double? = nil
  ) -> [SampleRecord] {
    walls.enumerated().map { index, wall in
      var sample = SampleRecord(
        runID: "r", sequence: index, utc: "",
        cell: CellID(
          subject: "s", workload: "w", nodeCount: 1, depth: 1, seed: 0, threads: threads),
        pid: 1, round: index, order: 0, phase: .measure, iterations: 10, wallNanoseconds: UInt64(wall * 1e6),
        checksum: 0)
      sample.cpuNanoseconds = cpu.map { UInt64(wall * 1e6 * $0) }
      sample.busyNanoseconds = busy.map { UInt64(wall * 1e6 * $0) }
      return sample
    }
  }

  @Test func `Workers whose CPU time is that of fewer cores than threads shared cores`() {
    #expect(CellFlag.flags(of: samples(cpu: 1, busy: 2)) == [.sharedCores])
    #expect(
      CellFlag.flags(of: samples(cpu: 1)) == [.sharedCores], "Older samples do not know how busy they were.")
    #expect(CellFlag.flags(of: samples(cpu: 1.98, busy: 2)).isEmpty)
    #expect(
      CellFlag.flags(of: samples(walls: [10], cpu: 1, busy: 2)) == [.sharedCores], "One sample is enough.")
    #expect(CellFlag.flags(of: samples(threads: 4, cpu: 3, busy: 4)) == [.sharedCores])
    #expect(CellFlag.flags(of: samples(threads: 4, cpu: 3.8, busy: 4)).isEmpty)
    #expect(CellFlag.flags(of: samples(threads: 64, cpu: 60, busy: 64)).isEmpty)
    #expect(CellFlag.flags(of: samples(threads: 64, cpu: 50, busy: 64)) == [.sharedCores])
  }

  @Test func `A worker that had no job in hand shared no core, and neither did one that is alone`() {
    #expect(CellFlag.flags(of: samples(cpu: 1.2, busy: 1.2)).isEmpty)
    #expect(CellFlag.flags(of: samples(threads: 1, cpu: 0.5, busy: 1)).isEmpty)
  }

  @Test func `Of what was not measured nothing is said`() {
    #expect(CellFlag.flags(of: [SampleRecord]()).isEmpty)
    #expect(CellFlag.flags(of: samples(cpu: nil)).isEmpty)
    #expect(CellFlag.flags(of: samples(cpu: 0, busy: 0)).isEmpty)
    var idle = samples(cpu: 2)
    for index in idle.indices { idle[index].iterations = 0 }
    #expect(CellFlag.flags(of: idle) == [])
  }

  @Test func `Two groups of samples are two modes, and few that lie far away are outliers`() {
    let halves = Array(repeating: 10.0, count: 6) + Array(repeating: 20.0, count: 6)
    #expect(CellFlag.flags(of: samples(threads: 1, walls: halves, cpu: 1)) == [.twoModes])
    #expect(CellFlag.flags(of: samples(walls: halves, cpu: 1, busy: 2)) == [.sharedCores, .twoModes])
    let far = Array(repeating: 10.0, count: 11) + [30, 40]
    #expect(CellFlag.flags(of: samples(threads: 1, walls: far, cpu: 1)) == [.outliers])
  }

  @Test("A median whose interval is wide is uncertain, unless there are too few samples for an interval")
  func uncertain() {
    // From 8 to 14: half of it is 30% of the median.
    let wide = [8.0, 9, 9.5, 10, 12, 14]
    #expect(CellFlag.flags(of: samples(threads: 1, walls: wide, cpu: 1)) == [.uncertain])
    #expect(CellFlag.flags(of: samples(threads: 1, walls: [8, 9, 9.5, 10, 11, 11.5], cpu: 1)) == [])
    #expect(CellFlag.flags(of: samples(threads: 1, walls: [8, 10, 20], cpu: 1)) == [])
  }
}
