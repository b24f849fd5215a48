import Dispatch

extension LayoutTree {
  /// The loop over which a tree is split that says itself where: by stacks that are `isConcurrent`. Nil for any other tree.
  ///
  /// Source: Texture's `ASStackLayoutSpec.concurrent`.
  var concurrentLoop: ParallelLoop? {
    guard tables.hasConcurrentStack else { return nil }
    return { iterations, body in DispatchQueue.concurrentPerform(iterations: iterations, execute: body) }
  }
}
