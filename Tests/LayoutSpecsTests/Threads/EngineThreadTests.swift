import Foundation
import LayoutTestSupport
import Testing

@testable import LayoutSpecs

/// The engine on several threads at the same time. `scripts/sanitize` runs these under the thread sanitizer.
@Suite("Engine and threads")
struct EngineThreadTests {
  @Test func `Threads that write the same elements at the same time only read them`() {
    let any: [any LayoutElement] = (0..<40).map { LayoutSpec().width(Double($0)) }
    let spec = WrapperLayoutSpec {
      any
      for width in 0..<40 { LayoutSpec().width(Double(width)) }
    }
    let size = spec.layoutThatFits(.upTo(width: 100)).size
    concurrently(4) { _ in
      for _ in 0..<200 { #expect(spec.layoutThatFits(.upTo(width: 100)).size == size) }
    }
  }

  @Test func `Threads that edit their own copies of a tree disturb neither each other nor readers`() {
    for seed in 0..<4 as Range<UInt64> {
      var random = RandomTree(seed: 3000 + seed)
      let shared = random.tree(depth: 6)
      let others = (0..<4).map { _ in random.tree(depth: 5) }
      let range = random.range()
      let expected = shared.layoutThatFits(range).checksum
      let expectedOfOthers = others.map { $0.layoutThatFits(range).checksum }

      concurrently(6) { worker in
        var context = LayoutContext()
        if worker % 3 == 0 {
          var ownRandom = RandomTree(seed: 4000 + seed * 10 + UInt64(worker))
          var own = shared
          var cold = LayoutContext()
          for step in 0..<20 {
            if step % 5 == 4 { ownRandom.splice(&own) } else { ownRandom.change(&own) }
            context.relayout(own, in: range)
            cold.layout(own, in: range)
            #expect(context.checksum == cold.checksum, "seed \(seed), worker \(worker), step \(step)")
          }
        } else {
          for step in 0..<20 {
            context.relayout(shared, in: range)
            #expect(context.checksum == expected, "seed \(seed), worker \(worker), step \(step)")
            let other = (step + worker) % others.count
            context.layout(others[other], in: range)
            #expect(
              context.checksum == expectedOfOthers[other], "seed \(seed), worker \(worker), step \(step)")
          }
        }
      }
      #expect(shared.layoutThatFits(range).checksum == expected, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<(Sanitizer.isForThreads ? 2 : 6))
  func `A tree that is split over threads has the frames of one thread, bit for bit`(seed: UInt64) {
    var random = RandomTree(seed: 300 + seed, hasUserCode: seed.isMultiple(of: 2))
    let loop: ParallelLoop = { concurrently($0, $1) }
    var split = LayoutContext()
    var serial = LayoutContext()
    for _ in 0..<(Sanitizer.isForThreads ? 1 : 2) {
      var tree = random.forest(elementCount: 10_000, isConcurrent: false)
      let concurrent = random.forest(elementCount: 10_000, isConcurrent: true)
      for _ in 0..<(Sanitizer.isForThreads ? 2 : 3) {
        let range = random.range()
        serial.layout(tree, in: range)
        split.layout(tree, in: range, over: loop)
        #expect(firstDifference(tree, split, serial) == nil, "seed \(seed), in \(range)")
        for round in 0..<3 {
          for _ in 0..<3 { random.change(&tree) }
          serial.layout(tree, in: range)
          if round == 1 {
            split.relayout(tree, in: range)
          } else {
            split.relayout(tree, in: range, over: loop)
          }
          #expect(firstDifference(tree, split, serial) == nil, "seed \(seed), changed, in \(range)")
        }

        serial.layout(concurrent, in: range, over: { for index in 0..<$0 { $1(index) } })
        split.layout(concurrent, in: range)
        #expect(firstDifference(concurrent, split, serial) == nil, "seed \(seed), concurrent, in \(range)")
      }
    }
  }

  @Test func `No number is given twice, to whichever thread`() {
    let (supplies, count) = (8, 1_000)
    let numbers = LockedValue<[UInt64]>([])
    concurrently(supplies) { _ in
      var own = UniqueNumbers()
      // Now and then without a supply, as code does that has none.
      let made = (0..<count).map { $0 % 7 == 0 ? UniqueNumbers.makeOne() : own.make() }
      numbers.withLock { $0 += made }
    }
    let all = numbers.withLock { $0 }
    #expect(Set(all).count == supplies * count && !all.contains(0))
  }

  private func firstDifference(
    _ tree: LayoutTree, _ a: borrowing LayoutContext, _ b: borrowing LayoutContext
  ) -> ElementID? {
    for id in tree.elementIDs where a.frame(of: id) != b.frame(of: id) { return id }
    return nil
  }
}

@Suite("Locks in objects")
struct NodeLockTests {
  @Test func `A node's lock changes the memory behind the node's header, and nothing else of it`() {
    let node = DisplayNode()
    let header = 2 * MemoryLayout<Int>.size
    let start = Unmanaged.passUnretained(node).toOpaque() + header
    let memory = UnsafeRawBufferPointer(start: start, count: MemoryLayout<NodeLock.Memory>.size)
    let rest = UnsafeRawBufferPointer(start: start + memory.count, count: 64)
    #expect(memory.allSatisfy { $0 == 0 })
    let before = Array(rest)
    node.lock.withLock {
      #expect(memory.contains { $0 != 0 })
      #expect(Array(rest) == before)
    }
    #expect(Array(rest) == before)
  }

  @Test func `A lock that is held is not taken`() {
    let lock = NodeLock()
    #expect(lock.lockIfFree() && !lock.lockIfFree())
    lock.unlock()
    lock.withLock { #expect(!lock.lockIfFree()) }
    #expect(lock.lockIfFree())
    lock.unlock()
  }

  /// An object that is released by the thread that changes it last.
  private final class Counter: @unchecked Sendable {
    private let lockMemory = NodeLock.Memory()
    private var count = 0

    /// Counts, and lets others wait meanwhile. Returns the new count.
    func increment(isSlow: Bool) -> Int {
      NodeLock(of: self).withLock {
        let old = count
        if isSlow { sched_yield() }
        count = old + 1
        return count
      }
    }
  }

  /// More objects than there are rooms to wait in, so that threads are woken for others.
  @Test func `Threads that wait for a lock get it one by one, and the last may free the object`() {
    let rounds = Sanitizer.isForThreads ? 20 : 200
    let fullCounts = LockedValue(0)
    for round in 0..<rounds {
      // Each thread gives up its references as it goes.
      let references = LockedValue(Array(repeating: (0..<100).map { _ in Counter() }, count: 4))
      concurrently(4) { _ in
        var own = references.withLock { $0.removeLast() }
        while let counter = own.popLast() {
          let count = counter.increment(isSlow: (own.count + round).isMultiple(of: 3))
          if count == 4 { fullCounts.withLock { $0 += 1 } }
        }
      }
    }
    #expect(fullCounts.withLock(\.self) == 100 * rounds)
  }

  @Test
  func `The memory of a lock is the first property of its class, and a node's second lock the second one`()
    throws
  {
    var count = 0
    for library in ["LayoutSpecs", "LayoutText"] {
      let folder = URL.package.appending(path: "Sources/\(library)")
      for file in try folder.paths() where file.hasSuffix(".swift") {
        let lines = try folder.appending(path: file).text().split(separator: "\n")
        for (line, next) in zip(lines, lines.dropFirst()) where next.contains("= NodeLock.Memory()") {
          let isSecond = next.contains("applicationMemory") && line.contains("lockMemory = NodeLock.Memory()")
          #expect(isSecond || line.contains("class ") && line.hasSuffix("{"), "\(file): \(line)")
          count += 1
        }
      }
    }
    #expect(count == 16)
  }
}

@Suite("Depth")
struct DepthTests {
  private static func chain(_ depth: Int) -> LayoutTree {
    .chain(
      of: depth - 1, .stack(StackParameters(direction: .vertical)),
      .stack(StackParameters(direction: .horizontal)), around: .sizedNode(Size(10, 10)))
  }

  private static let levels = 100_000

  @Test func `100,000 levels lay out from a thread with a small stack`() {
    let tree = Self.chain(Self.levels)
    #expect(tree.depth == Self.levels)
    let size = onSmallStack {
      var context = LayoutContext()
      return context.layout(tree, in: .upTo(width: 375))
    }
    #expect(size == Size(10, 10))
  }

  @Test func `A deep tree is edited on a thread with a small stack`() {
    let failures = onSmallStack {
      var failures: [String] = []
      var tree = DepthTests.chain(3000)
      var context = LayoutContext()
      var fresh = LayoutContext()
      context.layout(tree, in: .unconstrained)
      for step in 0..<6 {
        context.counters = LayoutCounters()
        tree.setContent(.sizedNode(Size(1 + Double(step / 2), 2)), of: ElementID(tree.elementCount - 1))
        context.relayout(tree, in: .unconstrained)
        fresh.layout(tree, in: .unconstrained)
        let difference = tree.elementIDs.first { context.frame(of: $0) != fresh.frame(of: $0) }
        if difference != nil { failures.append("step \(step): other frames") }
        // Each level once, and most once more where a descent began again.
        if context.counters.computations > 3 * 3000 { failures.append("step \(step): much work") }
      }
      return failures
    }
    #expect(failures.isEmpty)
  }

  @Test(.disabled(if: Sanitizer.isForThreads))
  func `A deep chain takes little more than twice the work of a shallow one, a level`() {
    var context = LayoutContext()
    for depth in [context.deepestDescent, 1000, 10_000] {
      context.counters = LayoutCounters()
      context.layout(Self.chain(depth), in: .upTo(width: 375))
      let bound = depth <= context.deepestDescent ? depth : depth * 5 / 2
      #expect(context.counters.computations <= bound, "\(context.counters)")
    }
  }
}
