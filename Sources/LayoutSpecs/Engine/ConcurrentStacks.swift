import Dispatch

extension LayoutTree {
  /// The loop over which a tree is split that says itself where: by stacks that are `isConcurrent`. Nil for any other tree, and
  /// for one that is too small to split.
  ///
  /// Source: Texture's `ASStackLayoutSpec.concurrent`.
  var concurrentLoop: ParallelLoop? {
    guard tables.hasConcurrentStack, elementCount >= LayoutSplit.smallestSubtree else { return nil }
    return { iterations, body in DispatchQueue.concurrentPerform(iterations: iterations, execute: body) }
  }
}
