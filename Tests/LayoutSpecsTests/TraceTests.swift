import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Trace")
struct TraceTests {
  @Test(arguments: 0..<40)
  func `Recording changes no frame and no count`(seed: UInt64) {
    var random = RandomTree(seed: 20_000 + seed)
    var recorded = LayoutContext()
    var silent = LayoutContext()
    for _ in 0..<10 {
      let tree = random.tree(depth: 6)
      let range = random.range()
      var trace = LayoutTrace()
      recorded.counters = LayoutCounters()
      silent.counters = LayoutCounters()
      let size = recorded.layout(tree, in: range, recording: &trace)
      #expect(silent.layout(tree, in: range) == size)
      let difference = tree.elementIDs.first { recorded.frame(of: $0) != silent.frame(of: $0) }
      #expect(difference == nil, "seed \(seed), \(tree.elementCount) elements, in \(range)")
      #expect(recorded.counters == silent.counters, "seed \(seed)")
      #expect(trace.counters == silent.counters, "seed \(seed), in \(range)")
    }
  }

  @Test func `Of trees deeper than the stack, too, the counts are those of the layout that was recorded`() {
    let tree = Chain(links: [.stack(.vertical, .stretch), .stack(.horizontal, .stretch)]).tree(depth: 3000)
    var context = LayoutContext()
    var trace = LayoutTrace()
    let range = SizeRange(width: 300...300, height: 0...(.infinity))
    context.layout(tree, in: range, recording: &trace)
    #expect(trace.counters == context.counters)
    #expect(trace.events.contains { $0.isAbandoned })
    let deepest = context.deepestDescent
    let checksum = context.checksum
    context.layout(tree, in: range)
    #expect(context.checksum == checksum)
    #expect(context.deepestDescent == deepest)
  }

  @Test(arguments: 0..<10)
  func `Events lie within each other, in the order in which they began`(seed: UInt64) {
    var random = RandomTree(seed: 21_000 + seed)
    let ticks = RelaxedNumber()
    let clock: @Sendable () -> UInt64 = { UInt64(ticks.add(1)) }
    var context = LayoutContext()
    var trace = LayoutTrace(clock: clock)
    context.layout(random.tree(depth: 7), in: random.range(), recording: &trace)
    var last: UInt64 = 0
    for (index, event) in trace.events.enumerated() {
      #expect(event.begin > last, "seed \(seed)")
      last = event.begin
      #expect(event.outcome != .asked)
      let around = event.parent.map { trace.events[$0] }
      #expect(event.begin > around?.begin ?? trace.begin && event.end < around?.end ?? trace.end)
      #expect(event.parent ?? -1 < index)
      if event.purpose == .placing { #expect(event.begin > trace.placingBegin && event.parent == nil) }
    }
    #expect(trace.begin < trace.placingBegin && trace.placingBegin < trace.end)
  }

  @Test func `A trace without a clock has no times, one used again holds the last layout alone`() {
    let tree = StackLayoutSpec {
      TextNode("one two three")
      LayoutSpec()
    }.compiled()!
    var context = LayoutContext()
    var trace = LayoutTrace()
    #expect(trace.events.isEmpty && trace.counters == LayoutCounters() && trace.duration == 0)
    context.layout(tree, in: .upTo(width: 40), recording: &trace)
    let count = trace.events.count
    context.layout(tree, in: .upTo(width: 40), recording: &trace)
    #expect(trace.events.count == count)
    #expect(trace.events.allSatisfy { $0.begin == 0 && $0.end == 0 })
    #expect(trace.events.map(\.element) == [0, 1, 2, 2].map { ElementID($0) })
    #expect(trace.events.map(\.outcome) == [.computed, .textKnown, .leaf, .leaf])
    #expect(trace.events.last?.purpose == .stretch)
    #expect(trace.events[1].given == SizeRange(min: .zero, max: Size(.infinity, .infinity)))
  }

  @Test func `What happened to a question is said: computed, remembered, known, put off, left empty`() {
    let tree = StackLayoutSpec {
      WrapperLayoutSpec(ImageNode(imageSize: Size(10, 10))).width(40).height(30).flexGrow()
      InsetLayoutSpec(insets: EdgeInsets(4), child: TextNode("abc def")).flexShrink()
      StackLayoutSpec { ImageNode(imageSize: Size(5, 5)) }.width(20).height(20)
    }.compiled()!
    var context = LayoutContext()
    var trace = LayoutTrace()
    context.layout(tree, in: SizeRange(exactly: Size(120, 50)), recording: &trace)
    func outcomes(_ element: Int) -> [LayoutTrace.Outcome] {
      trace.events.filter { $0.element.index == element }.map(\.outcome)
    }
    #expect(outcomes(0) == [.exactRange, .computed])
    #expect(trace.events[1].purpose == .placing)
    #expect(outcomes(5).first == .exactRange)
    #expect(trace.events.contains { $0.outcome == .textWrapped || $0.outcome == .textKnown })

    let only = StackLayoutSpec {
      ImageNode(imageSize: Size(100, 10))
      WrapperLayoutSpec(ImageNode(imageSize: Size(10, 10))).flexGrow().flexShrink()
    }.compiled()!
    context.layout(only, in: SizeRange(exactly: Size(100, 0)), recording: &trace)
    #expect(trace.events.contains { $0.element.index == 2 && $0.outcome == .leftEmpty })
  }
}
