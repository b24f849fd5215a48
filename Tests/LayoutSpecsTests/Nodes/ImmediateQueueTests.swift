import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Queues of a system with one thread")
struct ImmediateQueueTests {
  private let queue = ImmediateQueue()
  private let log = LockedValue<[String]>([])

  private func note(_ event: String) { log.withLock { $0.append(event) } }

  @Test func `Work is done when its call returns, and what it adds comes after it in order`() {
    let (queue, log) = (queue, log)
    queue.enqueue {
      for name in ["b", "c"] {
        queue.enqueue {
          log.withLock { $0.append(name) }
          if name == "b" { queue.enqueue { log.withLock { $0.append("d") } } }
        }
      }
      log.withLock { $0.append("a") }
    }
    note("returned")
    queue.enqueue { log.withLock { $0.append("e") } }
    #expect(log.withLock { $0 } == ["a", "b", "c", "d", "returned", "e"])
  }

  @Test(.needsThreads) func `Work of other threads is done by the thread that is at it, each once`() {
    let queue = queue
    let (present, most, sum) = (LockedValue(0), LockedValue(0), LockedValue(0))
    onThreads(steps: 500) { thread, step, _ in
      queue.enqueue {
        let count = present.withLock { present in
          present += 1
          return present
        }
        most.withLock { $0 = max($0, count) }
        sum.withLock { $0 += thread * 1000 + step }
        present.withLock { $0 -= 1 }
      }
    }
    #expect(most.withLock { $0 } == 1)
    // The threads are 0 to 3, their steps 0 to 499.
    #expect(sum.withLock { $0 } == 3_499_000)
  }

  /// Everything that takes a queue, on this one.
  private func expectAllIsDone(on queue: some LayoutQueue) async throws {
    let nodes = (0..<20).map { ListNode([TextNode("\($0)")]) }
    let batch = LayoutBatch(nodes, in: .upTo(width: 100), workerCount: 3, queue: queue)
    let log = log
    log.withLock { $0 = [] }
    batch.start { log.withLock { $0.append("batch") } }
    #expect(batch.finishedCount == 20 && log.withLock { $0 } == ["batch"])
    #expect(try await batch.finish().count == 20)
    nodes[0].layoutThatFits(.upTo(width: 50), on: queue) { layout in
      log.withLock { $0.append("layout \(layout.size.width)") }
    }
    #expect(log.withLock { $0 } == ["batch", "layout 8.0"])
    #expect(try await nodes[1].layout(thatFits: .upTo(width: 60), on: queue).size == Size(8, 20))

    let (text, sizes) = (TextNode("one"), LockedValue<[Size]>([]))
    let root = ListNode([text]).managingSubnodes()
    // A host that changes its node in each of its first calls ends nevertheless, and does not call itself.
    let host = LayoutHost(root, in: .upTo(width: 100), measuringOn: queue, applyingOn: queue) { layout in
      sizes.withLock { $0.append(layout.size) }
      if text.text.count < 5 { text.text += "!" }
    }
    #expect(sizes.withLock { $0 } == [Size(24, 20), Size(32, 20), Size(40, 20)])
    text.text = "seven.."
    #expect(text.frame.size == Size(56, 20) && sizes.withLock { $0.count } == 4)
    withExtendedLifetime(host) {}

    let rows = CountedList(0..<100, estimate: 20) { _ in 20 }
    rows.list.tuningParameters = RangeTuningParameters(queue: queue)
    rows.list.layOut(from: 200, to: 300)
    #expect(rows.list.layOutReady(from: 260, to: 360).missing == [])
    #expect(rows.made.withLock { $0.count } > 10)
    let other = CountedList(0..<100, estimate: 20) { _ in 20 }.list
    other.tuningParameters = RangeTuningParameters(queue: queue)
    await other.prepare(from: 1_000, to: 1_100)
    #expect(other.layOutReady(from: 1_000, to: 1_100).missing == [])

    let cards = ListNode([TextNode("x")]).managingSubnodes()
    cards.layOut(in: .upTo(width: 100))
    cards.layoutTransitionQueue = queue
    cards.transitionLayout(withAnimation: true, shouldMeasureAsync: true) {
      log.withLock { $0.append("measured") }
    }
    #expect(log.withLock { $0.last } == "measured" || Threads.areThere)
  }

  @Test func `A batch, a host, a list and a node are done when their call returns`() async throws {
    try await expectAllIsDone(on: queue)
  }

  @Test(.enabled(if: !Threads.areThere, "The system has Dispatch, whose queues return at once"))
  func `Without Dispatch the queues by default are such ones`() async throws {
    try await expectAllIsDone(on: .global())
    try await expectAllIsDone(on: .main)
    #expect(LayoutBatch.usualWorkerCount == 1)
    let batch = LayoutBatch([ListNode([TextNode("x")])], in: .unconstrained)
    batch.start()
    #expect(batch.finishedCount == 1)
  }
}
