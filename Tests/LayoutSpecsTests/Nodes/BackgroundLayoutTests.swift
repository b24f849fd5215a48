import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Layout in the background", .needsThreads)
struct BackgroundLayoutTests {
  private let cell = SizeRange.upTo(width: 300)

  @Test func `It calls back on the queue, and the caller goes on at once`() async {
    let queue = DispatchQueue(label: "layout")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let gate = DispatchSemaphore(value: 0)
    let node = DisplayNode { _, _ in
      gate.wait()
      return ImageNode(imageSize: Size(7, 7))
    }
    let size = await withCheckedContinuation { continuation in
      node.layoutThatFits(cell, on: queue) { layout in
        #expect(DispatchQueue.getSpecific(key: key) == true)
        continuation.resume(returning: layout.size)
      }
      // The layout waits for this line, so the call did not wait for the layout.
      gate.signal()
    }
    #expect(size == Size(7, 7))
    #expect(node.calculatedSize == size)
  }

  @Test func `It can be awaited, and throws in a task that is cancelled already`() async throws {
    let node = ListNode([TextNode("hello")])
    #expect(try await node.layout(thatFits: cell).size == Size(40, 20))
    #expect(try await node.layout(thatFits: cell).size == Size(40, 20))
    #expect(node.askedCount == 1)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await node.layout(thatFits: cell)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `A height and a parent's height of 10,000,000 points or more are infinite here too`()
    async throws
  {
    let node = DisplayNode { _, _ in ImageNode(imageSize: Size(20, 30)).height("50%") }
    var range = cell
    range.max.height = .greatestFiniteMagnitude
    let layout = try await node.layout(thatFits: range, parentSize: range.max)
    #expect(layout.constrainedSize == cell && layout.parentSize == cell.max)
  }

  @Test func `What is cancelled before it begins asks no node, and calls nobody`() {
    let queue = DispatchQueue(label: "layout")
    let node = ListNode([TextNode("hello")])
    let calls = RelaxedNumber()
    queue.suspend()
    let work = node.layoutThatFits(cell, on: queue) { _ in calls.add(1) }
    work.cancel()
    queue.resume()
    queue.sync {}
    #expect(work.isCancelled)
    #expect(node.askedCount == 0)
    let isCalled = calls.value > 0
    #expect(!isCalled)
  }

  @Test func `What is cancelled on the way asks no further node, and keeps nothing half done`() async throws {
    let cells = (0..<10).map { _ in ListNode([TextNode("hello")]) }
    let cancelling = LockedValue<Task<Layout, any Error>?>(nil)
    let trigger = DisplayNode { _, _ in
      cancelling.withLock { $0?.cancel() }
      return ImageNode(imageSize: Size(3, 3))
    }
    let root = ListNode([cells[0], trigger] + cells[1...].map { $0 as DisplayNode })
    let task = Task { try await root.layout(thatFits: cell) }
    cancelling.withLock { $0 = task }
    let result = await task.result
    if case .failure(let error) = result {
      #expect(error is CancellationError)
      #expect(cells[1...].allSatisfy { $0.askedCount == 0 })
      #expect(root.calculatedLayout == nil)
    }
    // Whether or not the task was there in time to be cancelled, the layout is whole afterwards.
    cancelling.withLock { $0 = nil }
    #expect(root.layoutThatFits(cell).size == Size(40, 203))
  }
}

@Suite("Batches of layouts")
struct LayoutBatchTests {
  private let cell = SizeRange.upTo(width: 300)
  private func cells(_ count: Int) -> [ListNode] {
    (0..<count).map { ListNode([TextNode("cell \($0)"), NetworkImageNode()]) }
  }

  /// Nodes that add their numbers to `order` as they are laid out.
  private func askedNodes(_ count: Int, _ order: LockedValue<[Int]>) -> [DisplayNode] {
    (0..<count).map { number in
      DisplayNode { _, _ in
        order.withLock { $0.append(number) }
        return TextNode("cell \(number)")
      }
    }
  }

  @Test(arguments: [1, 2, 5])
  func `Each node gets the layout that it gets alone, also twice`(workerCount: Int) async throws {
    let nodes = cells(39)
    let batch = LayoutBatch(nodes + [nodes[0]], in: cell, workerCount: workerCount)
    let layouts = try await batch.finish()
    #expect(layouts.map(\.checksum) == (nodes + [nodes[0]]).map { $0.copy.layoutThatFits(cell).checksum })
    #expect(nodes.allSatisfy { $0.askedCount == 1 })
    #expect(batch.finishedCount == 40)
    // A second time there is nothing left to do.
    #expect(try await batch.finish().count == 40)
  }

  @Test func `An empty batch is done at once`() async throws {
    let queue = DispatchQueue(label: "empty", attributes: .concurrent)
    let batch = LayoutBatch([], in: cell, queue: queue)
    #expect(try await batch.finish().isEmpty)
    // The batch has started no worker, so a second call does the same.
    queue.sync(flags: .barrier) {}
    #expect(try await batch.finish().isEmpty)
    batch.cancel()
    #expect(batch.isCancelled)
  }

  @Test(.needsThreads)
  func `Texts are prepared once, on the batch's workers, not by applying or widths`() async throws {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "workers", attributes: .concurrent)
    queue.setSpecific(key: key, value: true)
    // For each text that was prepared, whether that was on a worker.
    let preparations = LockedValue<[Bool]>([])
    let metrics = PreparingMetrics {
      preparations.withLock { $0.append(DispatchQueue.getSpecific(key: key) ?? false) }
    }
    let texts = (0..<20).map { TextNode("cell \($0)", metrics: metrics) }
    let nodes = texts.map { ListNode([$0]) }
    let batch = LayoutBatch(nodes, in: cell, workerCount: 2, queue: queue)
    let layouts = try await batch.finish()
    #expect(layouts.map(\.size) == (0..<20).map { Size($0 < 10 ? 48 : 56, 20) })
    #expect(batch.apply().isEmpty)
    #expect(preparations.withLock { $0 } == Array(repeating: true, count: 20))
    for node in nodes { node.setNeedsLayout() }
    _ = try await LayoutBatch(nodes, in: .upTo(width: 40), workerCount: 2, queue: queue).finish()
    #expect(preparations.withLock { $0.count } == 20)
    texts[3].text = "another"
    _ = try await LayoutBatch(nodes, in: cell, workerCount: 2, queue: queue).finish()
    #expect(preparations.withLock { $0 } == Array(repeating: true, count: 21))
  }

  @Test func `What is seen comes first, then what is nearest, ahead before behind`() async throws {
    func order(of count: Int, visible: Range<Int> = 0..<0) async throws -> [Int] {
      let order = LockedValue<[Int]>([])
      let batch = LayoutBatch(askedNodes(count, order), in: cell, visible: visible, workerCount: 1)
      _ = try await batch.finish()
      return order.withLock { $0 }
    }
    #expect(try await order(of: 10, visible: 4..<6) == [4, 5, 6, 7, 3, 8, 9, 2, 1, 0])
    #expect(try await order(of: 4) == [0, 1, 2, 3])
    #expect(try await order(of: 3, visible: 7..<90) == [2, 1, 0])
  }

  @Test(.needsThreads) func `Scrolling changes what comes next, and nobody waits meanwhile`() async {
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = DisplayNode { _, _ in
      begun.signal()
      gate.wait()
      return TextNode("first")
    }
    let order = LockedValue<[Int]>([])
    let batch = LayoutBatch([first] + askedNodes(20, order), in: cell, workerCount: 1)
    await withCheckedContinuation { continuation in
      batch.start { continuation.resume() }
      // The worker waits in the first node, and this thread goes on.
      begun.wait()
      #expect(batch.finishedCount == 0)
      #expect(batch.layout(at: 0) == nil)
      batch.look(at: 12..<14)
      gate.signal()
    }
    #expect(order.withLock { $0.prefix(4) } == [11, 12, 13, 14])
    #expect(batch.finishedCount == 21)
  }

  @Test func `A batch that is cancelled keeps what is done, and says that not all is`() async {
    let nodes = cells(10)
    let holder = LockedValue<LayoutBatch?>(nil)
    let trigger = DisplayNode { _, _ in
      holder.withLock { $0?.cancel() }
      return TextNode("x")
    }
    let batch = LayoutBatch(
      [nodes[0], trigger] + nodes[1...].map { $0 as DisplayNode }, in: cell, workerCount: 1)
    holder.withLock { $0 = batch }
    await #expect(throws: CancellationError.self) { try await batch.finish() }
    #expect(batch.isCancelled)
    #expect(batch.finishedCount == 1 && batch.layout(at: 0) != nil)
    #expect(nodes[1...].allSatisfy { $0.askedCount == 0 })
    holder.withLock { $0 = nil }
  }

  @Test func `Results are put in place in one step, and not where a node changed meanwhile`() async throws {
    let nodes = cells(5)
    for node in nodes { node.automaticallyManagesSubnodes = true }
    let batch = LayoutBatch(nodes, in: cell)
    _ = try await batch.finish()
    #expect(nodes.allSatisfy { $0.subnodes.isEmpty })
    nodes[2].setNeedsLayout()
    #expect(batch.apply() == [2])
    #expect(nodes.map(\.subnodes.count) == [2, 2, 0, 2, 2])
    #expect(nodes[3].frame.size == Size(48, 20))
    #expect(nodes[3].subnodes[0].frame.size == Size(48, 20))
  }
}
