// The layout of one big tree on several threads.
//
// A stack's first pass measures all its children in the same range, so these measurements can run in
// parallel. Before a big stack is laid out, its children's subtrees are measured in batches, each with its
// own scratch. They write different frames and different caches. Then the stack is laid out as usual, and
// finds its children's sizes in the caches. A batch also places the subtrees that it measured, because
// usually that constraint is the final one. The rest is placed in batches too: once an element is laid out,
// the subtrees below it are independent. No size depends on the caches, so the frames are the same as on one
// thread, bit for bit.

/// A loop that calls `body` once for each number from 0 to `iterations` - 1, maybe on several threads, and
/// returns when all calls are done. With Dispatch: `{ DispatchQueue.concurrentPerform(iterations: $0, execute:
/// $1) }`. The engine itself uses that loop only for stacks that are `isConcurrent`.
public typealias ParallelLoop = (_ iterations: Int, _ body: @Sendable (Int) -> Void) -> Void

/// The settings with which a pass splits its work.
struct LayoutSplit {
  /// The size of the smallest subtree that is split: handing out work costs as much as some hundred elements.
  static let smallestSubtree = 4096
  /// Enough batches to keep a large machine's threads busy to the end, although some take longer than others.
  static let batchCount = 32

  let loop: ParallelLoop
  /// True if only stacks with `isConcurrent` are split.
  let isForConcurrentStacks: Bool
  let scratches: BatchScratches
}

/// A scratch for each batch. One context owns it.
final class BatchScratches {
  /// No two share a cache line of the processor: threads count in them all the time.
  let all = (0..<LayoutSplit.batchCount).map { _ in
    let size = (MemoryLayout<PassScratch>.size + 127) / 128 * 128
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 128)
    return memory.initializeMemory(as: PassScratch.self, to: PassScratch())
  }

  /// Takes back every row, and keeps the memory.
  func removeAllRows() {
    for scratch in all { scratch.pointee.blocks.removeAll() }
  }

  var byteCount: Int { all.reduce(0) { $0 + $1.pointee.blocks.byteCount } }

  deinit {
    for scratch in all {
      scratch.pointee.blocks.deallocate()
      scratch.deinitialize(count: 1)
      scratch.deallocate()
    }
  }
}

// SAFETY: threads write through a pass's pointers at the same time only for different elements, and each
// batch has its own scratch.
extension LayoutPass: @unchecked Sendable {}

extension LayoutPass {
  /// Runs `body` for the batches on several threads, each with its own pass, and returns the batches that did
  /// not get to their end.
  ///
  /// Each batch has the same share of the computations that are left. So all batches together do not exceed
  /// the limit, and whether a batch is stopped depends on that batch alone, not on the threads. The results
  /// of a stopped batch stay in the caches, and the caller continues from them with the computations that the
  /// other batches did not need.
  private func runBatches(
    _ split: UnsafePointer<LayoutSplit>, _ ranges: [Range<Int>],
    _ body: @Sendable (LayoutPass, Range<Int>) -> Void
  ) -> [Range<Int>] {
    let work = scratch.pointee.work
    let share = max(0, work.computationLimit - work.computations(scratch.pointee.counters)) / ranges.count
    let passes = ranges.indices.map { index in
      var pass = self
      pass.split = nil
      pass.scratch = split.pointee.scratches.all[index]
      pass.scratch.pointee.number = scratch.pointee.number
      pass.scratch.pointee.descent.limit = scratch.pointee.descent.limit
      pass.scratch.pointee.work.begin(computationLimit: share)
      return pass
    }
    split.pointee.loop(ranges.count) { body(passes[$0], ranges[$0]) }
    var stopped: [Range<Int>] = []
    for (pass, range) in zip(passes, ranges) {
      scratch.pointee.counters += pass.scratch.pointee.counters
      pass.scratch.pointee.counters = LayoutCounters()
      switch pass.scratch.pointee.work.stop {
      case nil: break
      case .limit: stopped.append(range)
      case let reason?: abandon(reason)
      }
    }
    return stopped
  }

  /// Returns ranges of adjacent subtrees, of about the same number of elements.
  private func batches(_ range: Range<Int>) -> [Range<Int>] {
    let size = max(1, (range.count + LayoutSplit.batchCount - 1) / LayoutSplit.batchCount)
    var batches: [Range<Int>] = []
    var first = range.lowerBound
    while first < range.upperBound {
      var end = first
      while end < range.upperBound && end - first < size { end = Int(elements[end].end) }
      batches.append(first..<end)
      first = end
    }
    return batches
  }
}

// MARK: - Measuring

extension LayoutPass {
  /// Measures a big stack's children on several threads, in the first pass's range, and places the elements below them.
  @inline(never)
  func measureAhead<Axis: StackAxis>(
    _ stack: StackPass<Axis>, in plainRange: SizeRange, _ split: UnsafePointer<LayoutSplit>
  ) {
    guard stack.end - stack.firstChild >= LayoutSplit.smallestSubtree, !isAbandoned,
      !split.pointee.isForConcurrentStacks || stack.record.pointee.parameters.isConcurrent
    else { return }
    let batches = batches(stack.firstChild..<stack.end)
    // A few big children are better split themselves, one after the other.
    if batches.count < LayoutSplit.batchCount / 4,
      batches.contains(where: { $0.count >= LayoutSplit.smallestSubtree })
    {
      return
    }
    let parentSize = stack.childParentSize
    let unmeasured = stack.unmeasuredChild
    // The stack itself measures the children that a stopped batch did not.
    _ = runBatches(split, batches) { pass, range in
      for child in pass.siblings(range.lowerBound, range.upperBound) {
        if pass.scratch.pointee.isStopped { break }
        let element = pass.elements + child
        if element.pointee.kind.isCached, element.pointee.flags.contains(.isPlainChild), child != unmeasured {
          _ = pass.sizeFromTop(of: child, in: plainRange, parentSize)
          if pass.scratch.pointee.isStopped { break }
          // Usually this is the final range, and then nothing is left to place.
          pass.place(child..<Int(element.pointee.end))
        }
      }
    }
  }
}

// MARK: - Placing

extension LayoutPass {
  /// `place` on several threads: the big elements here, and the elements below them in batches.
  func placeSplit(_ root: Int, _ split: UnsafePointer<LayoutSplit>) {
    var id = root
    var unsettled: [Range<Int>] = []
    let end = Int(elements[root].end)
    while id < end {
      let subtreeEnd = Int(elements[id].end)
      if subtreeEnd - id >= LayoutSplit.smallestSubtree {
        id = place(id, upTo: id + 1)
        if scratch.pointee.isStopped { return }
        continue
      }
      if !isSettled(id) {
        let start = unsettled.last?.upperBound == id ? unsettled.removeLast().lowerBound : id
        unsettled.append(start..<subtreeEnd)
      }
      id = subtreeEnd
    }
    for range in unsettled {
      let isSmall = range.count < LayoutSplit.smallestSubtree
      let rest = isSmall ? [range] : runBatches(split, batches(range)) { pass, range in pass.place(range) }
      for range in rest where !scratch.pointee.isStopped { place(range) }
    }
  }

  /// Returns true if the frames of the element's subtree are final.
  private func isSettled(_ id: Int) -> Bool {
    guard elements[id].kind.isCached else { return true }
    let state = states[Int(elements[id].cache)]
    return state.requested != CacheState.none && state.settled == state.requested
  }
}

extension LayoutTree {
  /// True if a stack of the tree is `isConcurrent`, so that its layout may use several threads.
  package var hasConcurrentStack: Bool { tables.hasConcurrentStack }
}

extension LayoutTables {
  /// The loop for a tree with stacks that are `isConcurrent`. Nil for any other tree.
  ///
  /// Source: Texture's `ASStackLayoutSpec.concurrent`.
  var concurrentLoop: ParallelLoop? {
    guard hasConcurrentStack else { return nil }
    return performConcurrently
  }
}
