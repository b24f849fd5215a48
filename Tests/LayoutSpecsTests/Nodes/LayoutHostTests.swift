import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Hosts that keep a node laid out")
struct LayoutHostTests {
  private let measuring = ManualQueue()
  private let applying = ManualQueue()
  private let text = TextNode("one")
  private let root: ListNode
  private let sizes = LockedValue<[Size]>([])

  private func host(_ node: DisplayNode) -> LayoutHost {
    LayoutHost(node, in: .upTo(width: 100), measuringOn: measuring, applyingOn: applying) { [sizes] layout in
      sizes.withLock { $0.append(layout.size) }
    }
  }

  init() { root = ListNode([text]).managingSubnodes() }

  /// Runs the jobs of both queues, and the jobs that these add. Returns the number of jobs; at most 100.
  @discardableResult
  private func drain() -> Int {
    var count = 0
    while count < 100, measuring.runNext() || applying.runNext() { count += 1 }
    return count
  }

  private var applied: [Size] { sizes.withLock { $0 } }

  private func expectApplied(_ expected: [Size], _ location: SourceLocation = #_sourceLocation) {
    drain()
    #expect(applied == expected, sourceLocation: location)
  }

  #if !LAYOUTSPECS_FAKE_PLATFORM
  @Test func `A host's queues are named as Dispatch names them`() {
    let queues: [any LayoutQueue] = [.main, .global(), .global(qos: .utility)]
    let named: [DispatchQueue] = [.main, .global(), .global(qos: .utility)]
    #expect(queues.map { ($0 as? DispatchQueue)?.label } == named.map(\.label))
  }
  #endif

  @Test func `It measures at once on one queue, applies on the other, and then is quiet`() {
    let host = host(root)
    #expect(measuring.count == 1 && applying.count == 0)
    measuring.runNext()
    #expect(root.calculatedSize == Size(24, 20))
    #expect(root.frame.size == .zero && applied == [])
    #expect(measuring.count == 0 && applying.count == 1)
    applying.runNext()
    #expect(text.frame.size == Size(24, 20) && applied == [Size(24, 20)])
    #expect(drain() == 0)
    #expect(host.node === root)
  }

  @Test func `What a node's code changes below it is part of the layout under way, with no other`() {
    let (text, word) = (text, LockedValue("one"))
    let inner = DisplayNode { _, _ in
      text.metrics = MonospaceMetrics()
      text.text = word.withLock { $0 }
      text.style.flexShrink = Double(text.text.count)
      return text
    }
    let root = ListNode([inner])
    let host = host(root)
    #expect(drain() == 2 && applied == [Size(24, 20)])
    for (next, width) in [("three", 40.0), ("three", 40), ("two", 24)] {
      word.withLock { $0 = next }
      inner.setNeedsLayout()
      #expect(drain() == 2 && applied.last == Size(width, 20))
    }
    #expect(host.node === root)
  }

  @Test func `Many changes make one pass`() {
    let host = host(root)
    drain()
    for word in ["two", "three", "fourth"] {
      text.text = word
      host.setNeedsLayout()
    }
    #expect(measuring.count == 1)
    #expect(drain() == 2)
    #expect(applied == [Size(24, 20), Size(48, 20)])
    #expect(root.askedCount == 2)
  }

  @Test func `A change of the range lays out again, and the same range does not`() {
    text.text = "one two"
    let host = host(root)
    drain()
    host.constrainedSize = .upTo(width: 100)
    #expect(measuring.count == 0)
    host.constrainedSize = .upTo(width: 30)
    #expect(host.constrainedSize == .upTo(width: 30))
    expectApplied([Size(56, 20), Size(24, 40)])
    // For a kept layout no node is asked.
    host.constrainedSize = .upTo(width: 100)
    drain()
    #expect(applied.last == Size(56, 20) && root.askedCount == 2)
  }

  @Test(arguments: [nil, 1, 2] as [Double?])
  func `Two hosts that show one node do not take it from each other: the last one has it`(scale: Double?) {
    let shared = ImageNode(imageSize: Size(3, 3))
    let roots = (0..<2).map { _ in ListNode([shared, TextNode("x")]).managingSubnodes() }
    if let scale {
      roots[0].traitOverrides.displayScale = 2
      roots[1].traitOverrides.displayScale = scale
    }
    let hosts = roots.map { host($0) }
    #expect(drain() < 20)
    #expect(shared.supernode === roots[1] && roots.map(\.subnodes.count) == [1, 2])
    // Neither a change of the shared node nor of the roots moves it.
    shared.imageSize = Size(5, 5)
    roots[0].setNeedsLayout()
    #expect(drain() < 20 && shared.supernode === roots[1] && shared.frame.size == Size(5, 5))
    // Once the last one lets it go the first one has it again.
    roots[1].edit { $0.hidden = [ObjectIdentifier(shared)] }
    #expect(drain() < 20 && shared.supernode === roots[0] && roots[0].subnodes.first === shared)
    roots[1].edit { $0.hidden = [] }
    #expect(drain() < 20 && shared.supernode === roots[1] && roots[0].subnodes.count == 1)
    withExtendedLifetime(hosts) {}
  }

  @Test func `Two tables that show the same cells do not take them from each other`() {
    let cells = (0..<10).map { _ in ImageNode(imageSize: Size(3, 30)) }
    let tables = (0..<2).map { _ in TableNode<Int> { cells[$0] } }
    for table in tables { table.setItems(Array(0..<10)) }
    let hosts = tables.map {
      LayoutHost($0, in: SizeRange(exactly: Size(100, 200)), measuringOn: measuring, applyingOn: applying)
    }
    #expect(drain() < 20)
    #expect(tables.map(\.subnodes.count) == [0, 7])
    cells[3].imageSize = Size(3, 50)
    #expect(drain() < 20 && tables[1].subnodes.map(\.id) == cells[..<6].map(\.id))
    // The first one has the cell that the last one let go.
    #expect(tables[0].subnodes.map(\.id) == [cells[6].id])
    withExtendedLifetime(hosts) {}
  }

  @Test func `A host that lays out a hundred times without a pause says so, once`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (measuring, applying) = (ManualQueue(), ManualQueue())
      let root = DisplayNode { node, _ in
        node.setNeedsLayout()
        return TextNode("x")
      }.named("restless")
      let quiet = TextNode("x")
      let hosts = [root, quiet].map {
        LayoutHost($0, in: .unconstrained, measuringOn: measuring, applyingOn: applying)
      }
      for step in 0..<1000 {
        quiet.text = "\(step)"
        while measuring.count > 1 || applying.count > 0 {
          measuring.runNext()
          applying.runNext()
        }
        measuring.runNext()
      }
      withExtendedLifetime(hosts) {}
    }
    let lines = result.message.split(separator: "\n").filter { $0.contains("without a pause") }
    #expect(
      lines.count == 1 && lines[0].contains("DisplayNode (restless) was laid out 100 times"),
      "\(result.message)")
  }

  @Test func `A change during measuring discards that layout, and measures again`() {
    let isFirst = LockedValue(true)
    let root = DisplayNode { [text] _, _ in
      if isFirst.withLock({ exchange(&$0, with: false) }) { text.text = "second" }
      return WrapperLayoutSpec(text)
    }
    root.addSubnode(text)
    let host = host(root)
    expectApplied([Size(48, 20)])
    #expect(text.frame.size == Size(48, 20))
    #expect(drain() == 0)
    withExtendedLifetime(host) {}
  }

  @Test func `A change between measuring and applying does so too`() {
    let host = host(root)
    measuring.runNext()
    text.text = "second"
    expectApplied([Size(48, 20)])
    measuring.runNext()
    host.constrainedSize = .upTo(width: 40)
    measuring.runNext()
    host.constrainedSize = .upTo(width: 50)
    expectApplied([Size(48, 20), Size(48, 20)])
    #expect(root.constrainedSizeForCalculatedLayout == .upTo(width: 50))
  }

  @Test func `A node that changes in each layout is seen all the same`() {
    let count = LockedValue(0)
    let root = DisplayNode { [text] node, _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      text.text = "\(number)"
      node.setNeedsLayout()
      return WrapperLayoutSpec(text)
    }
    root.addSubnode(text)
    let host = host(root)
    #expect(drain() == 100)
    #expect(applied.count > 10)
    withExtendedLifetime(host) {}
  }

  @Test func `A change when a layout was applied makes another pass, and not one within the first`() {
    let host = LockedValue<LayoutHost?>(nil)
    let own = LayoutHost(root, in: .upTo(width: 100), measuringOn: measuring, applyingOn: applying) {
      [text, sizes, measuring] layout in
      sizes.withLock { $0.append(layout.size) }
      guard text.text == "one" else { return }
      text.text = "second"
      host.withLock { $0 }?.setNeedsLayout()
      #expect(measuring.count == 0)
    }
    host.withLock { $0 = own }
    #expect(drain() == 4)
    #expect(applied == [Size(24, 20), Size(48, 20)])
    host.withLock { $0 = nil }
  }

  enum Moment: CaseIterable { case beforeMeasuring, whileMeasuring, beforeApplying }

  @Test(arguments: Moment.allCases)
  func `A host that is released asks no further node, applies nothing, and leaves its node`(moment: Moment) {
    let holder = LockedValue<LayoutHost?>(nil)
    let last = ListNode([TextNode("last")])
    weak var node: ListNode?
    do {
      let trigger = DisplayNode { _, _ in
        if moment == .whileMeasuring { holder.withLock { $0 = nil } }
        return ImageNode(imageSize: Size(3, 3))
      }
      let root = ListNode([trigger, last]).managingSubnodes()
      node = root
      holder.withLock { $0 = host(root) }
      if moment != .beforeMeasuring { measuring.runNext() }
      holder.withLock { $0 = nil }
      #expect(root.onNeedsLayout == nil)
      drain()
      #expect(last.askedCount == (moment == .beforeApplying ? 1 : 0))
      #expect(root.subnodes.isEmpty && applied == [])
      #expect((root.calculatedLayout == nil) == (moment != .beforeApplying))
      last.setNeedsLayout()
      #expect(measuring.count == 0)
    }
    #expect(node == nil)
  }

  @Test func `A second host takes the first one's place, which does not take it back`() {
    var first: LayoutHost? = host(root)
    drain()
    let second = host(root)
    drain()
    withExtendedLifetime(first) {}
    first = nil
    text.text = "second"
    #expect(measuring.count == 1)
    drain()
    #expect(applied.last == Size(48, 20))
    withExtendedLifetime(second) {}
  }

  @Test func `A node tells the app, its host and its list, and none of them takes another one's place`() {
    let (calls, listCalls) = (LockedValue(0), LockedValue(0))
    let list = LayoutList<Int>(width: 320) { [root] _ in root }
    list.setItems([0])
    list.onNeedsLayout = { listCalls.withLock { $0 += 1 } }
    root.onNeedsLayout = { _ in calls.withLock { $0 += 1 } }
    _ = list.layOut(from: 0, to: 100)
    let host = host(root)
    drain()
    text.text = "second"
    #expect(measuring.count == 1 && calls.withLock { $0 } == 1 && listCalls.withLock { $0 } == 1)
    drain()
    root.onNeedsLayout = nil
    text.text = "third"
    #expect(measuring.count == 1 && calls.withLock { $0 } == 1)
    withExtendedLifetime((host, list)) {}
  }

  @Test func `A transition of the node goes on, and the host finds its layout in place`() {
    let host = host(root)
    drain()
    let animator = ManualAnimator()
    root.animator = animator
    text.text = "second"
    measuring.runNext()
    root.transitionLayout(withAnimation: true)
    let asked = root.askedCount
    drain()
    #expect(root.askedCount == asked)
    #expect(root.frame.size == Size(48, 20))
    withExtendedLifetime(host) {}
  }

  @Test func `A layout now is applied on this thread, once; the host calls back on its queue`() {
    let host = host(root)
    host.layoutIfNeeded()
    #expect(text.frame.size == Size(24, 20) && applied == [])
    host.layoutIfNeeded()
    #expect(applying.count == 1)
    expectApplied([Size(24, 20)])
    #expect(root.askedCount == 1)
  }

  @Test func `It calls back once for each layout that is applied, and for nothing else`() {
    let host = host(root)
    drain()
    host.setNeedsLayout()
    expectApplied([Size(24, 20)])
    text.text = "second"
    root.layoutIfNeeded()
    expectApplied([Size(24, 20), Size(48, 20)])
    // Applied in another size, which is not the host's: the host applies its own again.
    root.layOut(in: .upTo(width: 20))
    host.setNeedsLayout()
    drain()
    #expect(applied.count == 3 && root.frame.size == Size(48, 20))
    do {
      let released = self.host(root)
      text.text = "now"
      released.layoutIfNeeded()
    }
    #expect(text.frame.size == Size(24, 20))
    drain()
    #expect(applied.count == 3)
  }
}

@Suite("Hosts and threads", .needsThreads)
struct LayoutHostThreadTests {
  /// Under the thread sanitizer this is the proof that nodes may be used from any thread; without it, that nothing is lost.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `While threads change nodes and lay them out, a host calls back on its queue`(seed: UInt64) {
    var source = RandomNodes(seed: seed + 600)
    let root = source.list(depth: 4)
    for list in source.lists { list.automaticallyManagesSubnodes = true }
    let (nodes, key) = (source, DispatchSpecificKey<Bool>())
    let applying = DispatchQueue(label: "applying")
    applying.setSpecific(key: key, value: true)
    let (calls, strayCalls, last) = (LockedValue(0), LockedValue(0), LockedValue<Layout?>(nil))
    let heights = [998.0, 999]
    let isApplied = Dictionary(uniqueKeysWithValues: heights.map { ($0, DispatchSemaphore(value: 0)) })
    root.traitOverrides.displayScale = 3
    let host = LayoutHost(
      root, in: .upTo(width: 200), measuringOn: DispatchQueue(label: "measuring"), applyingOn: applying
    ) { layout in
      if DispatchQueue.getSpecific(key: key) == nil { strayCalls.withLock { $0 += 1 } }
      calls.withLock { $0 += 1 }
      last.withLock { $0 = layout }
      isApplied[layout.size.height]?.signal()
    }
    concurrently(4) { thread in
      var own = nodes
      own.random = RandomTree(seed: seed &* 77 &+ UInt64(thread))
      for step in 0..<100 {
        switch own.random.next() % 8 {
        case 0: _ = root.layoutThatFits(.upTo(width: 90))
        case 1: root.layoutIfNeeded()
        case 2: root.layoutThatFits(.upTo(width: 90)) { _ in }.cancel()
        default: own.change()
        }
        if step % 10 == thread { host.layoutIfNeeded() }
        if step % 15 == thread { host.constrainedSize = .upTo(width: Double(100 + step) / 3) }
      }
    }
    host.constrainedSize = .upTo(width: 200)
    // Heights that no layout had before. The first one may be part of a pass that began in another range.
    for height in heights {
      root.style.height = .points(height)
      #expect(isApplied[height]?.wait(timeout: .now() + 60) == .success, "seed \(seed)")
    }
    applying.sync {}
    #expect(strayCalls.withLock { $0 } == 0 && calls.withLock { $0 } > 1)
    let fresh = root.copy.layoutThatFits(.upTo(width: 200))
    #expect(last.withLock { $0?.checksum } == fresh.checksum, "seed \(seed)")
    var open = [root]
    while let list = open.popLast() {
      open += list.subnodes.compactMap { $0 as? ListNode }
      #expect(list.subnodes.map(\.id) == list.shownItems.map(\.id), "seed \(seed)")
      #expect(list.subnodes.allSatisfy { $0.supernode === list }, "seed \(seed)")
    }
  }

  @Test func `Hosts that are released on other threads than they work on leave nothing behind`() {
    let queue = DispatchQueue(label: "measuring", attributes: .concurrent)
    let applying = DispatchQueue(label: "applying")
    onThreads(steps: 50) { _, step, _ in
      let root = ListNode([TextNode("x")])
      let host = LayoutHost(root, in: .unconstrained, measuringOn: queue, applyingOn: applying)
      if step % 2 == 0 { root.setNeedsLayout() }
      withExtendedLifetime(host) {}
    }
    queue.sync(flags: .barrier) {}
    applying.sync {}
  }
}
