import LayoutDiagnostics
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Profiles")
struct ProfileTests {
  /// A clock that goes one nanosecond further with each reading, but for one reading that something may disturb.
  private final class Ticks: Sendable {
    private let state = LockedValue((reading: 0, time: UInt64(0)))
    private let disturbedReading: Int?

    init(disturbedReading: Int? = nil) { self.disturbedReading = disturbedReading }

    func next() -> UInt64 {
      state.withLock { state in
        state.reading += 1
        state.time += state.reading == disturbedReading ? 1_000_000 : 1
        return state.time
      }
    }
  }

  private func trace(_ tree: LayoutTree, in range: SizeRange, disturbedReading: Int? = nil) -> LayoutTrace {
    let ticks = Ticks(disturbedReading: disturbedReading)
    var trace = LayoutTrace(clock: { ticks.next() })
    var context = LayoutContext()
    context.layout(tree, in: range, recording: &trace)
    #expect(trace.counters == context.counters)
    return trace
  }

  @Test(arguments: 0..<20)
  func `Counts are the layouts' own, and times add up to theirs`(seed: UInt64) {
    var random = RandomTree(seed: 23_000 + seed)
    let tree = random.tree(depth: 7)
    var counters = LayoutCounters()
    var profile = LayoutProfile(of: tree)
    var nanoseconds: UInt64 = 0
    for _ in 0..<3 {
      let trace = trace(tree, in: random.range())
      counters += trace.counters
      profile.add(trace)
      nanoseconds += trace.duration
    }
    #expect(profile.counters == counters, "seed \(seed)")
    #expect(profile.layoutCount == 3)
    #expect(profile.nanoseconds == nanoseconds)
    let own = profile.kinds.values.reduce(profile.unattributedNanoseconds) { $0 + $1.selfNanoseconds }
    #expect(own == nanoseconds, "seed \(seed)")
    let ofElements = profile.elements.reduce(profile.unattributedNanoseconds) { $0 + $1.selfNanoseconds }
    #expect(ofElements == nanoseconds)
    #expect(profile.kinds.values.reduce(0) { $0 + $1.elementCount } == tree.elementCount)
    for entry in Array(profile.kinds.values) + profile.elements {
      #expect(entry.selfNanoseconds <= entry.totalNanoseconds && entry.totalNanoseconds <= nanoseconds)
    }
  }

  @Test func `The top elements are those with the most time of their own`() {
    var random = RandomTree(seed: 5)
    let tree = random.tree(depth: 6)
    var profile = LayoutProfile(of: tree)
    profile.add(trace(tree, in: .upTo(width: 300)))
    let top = profile.topElements(.max)
    #expect(top.count == tree.elementCount)
    #expect(zip(top, top.dropFirst()).allSatisfy { $0.entry.selfNanoseconds >= $1.entry.selfNanoseconds })
    #expect(profile.topElements(2).map(\.element) == top.prefix(2).map(\.element))
    #expect(profile.topElements(0).isEmpty && profile.topElements(-1).isEmpty)
  }

  @Test(arguments: 0..<20)
  func `What disturbs a layout for a moment makes no element one of the costliest`(seed: UInt64) {
    var random = RandomTree(seed: 25_000 + seed)
    let tree = random.tree(depth: 6)
    let range = SizeRange(width: 0...320, height: 0...(.infinity))
    let calm = trace(tree, in: range)
    guard calm.events.count >= 20 else { return }
    var expected = LayoutProfile(of: tree)
    expected.add(calm)
    let readings = 2 * calm.events.count
    let traces = (1...5).map { trace(tree, in: range, disturbedReading: $0 * readings / 6) }
    let profile = LayoutProfile(of: tree, medianOf: traces)
    // How many layouts were disturbed at each element; two of five do not move a median.
    var disturbances = [Int](repeating: 0, count: tree.elementCount)
    for trace in traces {
      var one = LayoutProfile(of: tree)
      one.add(trace)
      for element in disturbances.indices
      where one.elements[element].selfNanoseconds != expected.elements[element].selfNanoseconds {
        disturbances[element] += 1
      }
    }
    for element in disturbances.indices where disturbances[element] <= 2 {
      let times = (profile.elements[element].selfNanoseconds, expected.elements[element].selfNanoseconds)
      #expect(times.0 == times.1, "seed \(seed), element \(element)")
    }
    #expect(disturbances.contains { (1...2).contains($0) }, "seed \(seed)")
    #expect(profile.layoutCount == 1 && profile.counters == expected.counters)
    #expect(traces.contains { $0.duration == profile.nanoseconds })
  }

  @Test func `A layout is recorded into the memory of the last, and what is kept of it is a copy`() {
    var random = RandomTree(seed: 6)
    let tree = random.tree(depth: 7)
    var context = LayoutContext()
    var trace = LayoutTrace()
    func address(_ trace: LayoutTrace) -> UnsafePointer<LayoutTrace.Event>? {
      trace.events.withUnsafeBufferPointer { $0.baseAddress }
    }
    context.layout(tree, in: .upTo(width: 300), recording: &trace)
    let first = address(trace)
    for _ in 0..<3 {
      context.layout(tree, in: .upTo(width: 300), recording: &trace)
      var copy = trace
      copy.reserveCapacity(trace.events.count)
      #expect(address(trace) == first && address(copy) != first)
      #expect(copy.events.count == trace.events.count)
    }
  }

  @Test func `A profile of nothing is empty`() {
    let tree = LayoutSpec().compiled()!
    let profile = LayoutProfile(of: tree)
    #expect(profile.counters == LayoutCounters() && profile.nanoseconds == 0)
    #expect(profile.kinds.mapValues(\.elementCount) == ["spec": 1])
  }
}
