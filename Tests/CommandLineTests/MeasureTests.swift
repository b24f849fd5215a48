import LayoutTestSupport
import Testing

@testable import LayoutBenchmark

/// `BenchmarkWorkload.measure`: the code that a worker runs.
@Suite("Code as a workload")
struct MeasureTests {
  private struct Broken: Error {}

  /// A number that says when it is gone.
  private final class Number: Sendable {
    let value: Int
    let alive: LockedValue<Int>

    init(_ value: Int, _ alive: LockedValue<Int>) {
      (self.value, self.alive) = (value, alive)
      alive.withLock { $0 += 1 }
    }

    deinit { alive.withLock { $0 -= 1 } }
  }

  private static func twice(_ size: Int) -> Int { 2 * size }
  private static func twiceLater(_ size: Int) async -> Int { 2 * size }

  @Test func `The compiler tells by a closure's await whether it is asynchronous`() {
    let workloads: [BenchmarkWorkload] = [
      .measure("a") { _ in }, .measure("b") { $0 + 1 }, .measure("c", job: Self.twice),
      .measure("d") { size, _ in
        [size]
      } job: {
        $0.append(1)
      },
      .measure("e") { size in
        if size < 0 { throw Broken() }
        return size
      },
      .measure("f") { await Self.twiceLater($0) }, .measure("g", job: Self.twiceLater),
      .measure("h") { size, _ in
        [size]
      } job: { sizes in
        await Task.yield()
        sizes.append(1)
      },
    ]
    let kinds = workloads.map { $0.family.job?(1).isAsynchronous }
    #expect(kinds == [false, false, false, false, false, true, true, true])
    #expect(
      workloads.map(\.family.summary).suffix(4) == ["code"]
        + [String](repeating: "asynchronous code", count: 3))
  }

  @Test(arguments: [false, true])
  func `One job leaves its input to the next, if none gets its own`(isAsynchronous: Bool) throws {
    let seen = LockedValue<[Int]>([])
    @Sendable func add(_ input: inout Int) {
      input += 1
      seen.withLock { [input] in $0.append(input) }
    }
    func workload(fresh: Bool) -> BenchmarkWorkload {
      if !isAsynchronous {
        return .measure("n", freshInputs: fresh) { size, _ in
          size
        } job: {
          add(&$0)
        }
      }
      return .measure("n", freshInputs: fresh) { size, _ in
        size
      } job: {
        await Task.yield()
        add(&$0)
      }
    }
    let kept = try #require(workload(fresh: false).family.job?(7))
    let one = try kept.load(42)
    #expect(one.prepare == nil)
    try one.run(3)
    try one.run(2)
    #expect(seen.withLock { $0 } == [8, 9, 10, 11, 12])
    seen.withLock { $0 = [] }
    let fresh = try #require(workload(fresh: true).family.job?(7))
    let many = try fresh.load(42)
    try many.prepare?(3)
    try many.run(3)
    try many.prepare?(1)
    try many.run(1)
    #expect(seen.withLock { $0 } == [8, 8, 8, 8])
  }

  @Test func `Fresh inputs are equal, and go when others are made or the worker goes`() throws {
    let alive = LockedValue(0)
    let values = LockedValue<Set<Int>>([])
    let workload = BenchmarkWorkload.measure("n", freshInputs: true) { _, random in
      Number(Int(truncatingIfNeeded: random.next()), alive)
    } job: { number in
      values.withLock { _ = $0.insert(number.value) }
    }
    var loaded = try workload.family.job?(1).load(42)
    #expect(alive.withLock { $0 } == 0)
    try loaded?.prepare?(5)
    try loaded?.run(5)
    #expect(alive.withLock { $0 } == 5)
    try loaded?.prepare?(2)
    try loaded?.run(2)
    #expect(alive.withLock { $0 } == 2 && values.withLock { $0.count } == 1)
    loaded = nil
    #expect(alive.withLock { $0 } == 0)
  }

  @Test func `Errors of jobs and of what makes their inputs go up, and stop the jobs behind them`() throws {
    let jobs = LockedValue(0)
    let throwing: [BenchmarkWorkload] = [
      .measure("n") { _ in
        jobs.withLock { $0 += 1 }
        throw Broken()
      },
      .measure("n") { _ in
        await Task.yield()
        jobs.withLock { $0 += 1 }
        throw Broken()
      },
    ]
    for workload in throwing {
      let loaded = try #require(try workload.family.job?(1).load(42))
      #expect(throws: Broken.self) { try loaded.run(9) }
    }
    #expect(jobs.withLock { $0 } == 2)
    let unmade = BenchmarkWorkload.measure("n") { _, _ -> Int in
      throw Broken()
    } job: {
      $0
    }
    #expect(throws: Broken.self) { _ = try unmade.family.job?(1).load(42) }
    let later = BenchmarkWorkload.measure("n", freshInputs: true) { _, _ -> Int in
      throw Broken()
    } job: {
      $0
    }
    let loaded = try #require(try later.family.job?(1).load(42))
    #expect(throws: Broken.self) { try loaded.prepare?(1) }
  }

  @Test func `A throughput is of each unit of the size, and elements divide the time`() {
    func job(_ throughput: BenchmarkThroughput?, size: Int) -> (elements: Int?, bytes: Int?) {
      let job = BenchmarkWorkload.measure("n", throughput: throughput) { _ in }.family.job?(size)
      return (job?.elementCount, job?.byteCount)
    }
    #expect(job(nil, size: 7) == (1, nil))
    #expect(
      job(.elements(perSize: 3), size: 7) == (21, nil) && job(.elements(perSize: 3), size: 0) == (1, nil))
    #expect(job(.bytes(perSize: 8), size: 7) == (1, 56))
  }

  @Test func `What goes through a black hole is unharmed`() {
    blackHole([1])
    #expect(identity([1, 2]) == [1, 2])
  }
}
