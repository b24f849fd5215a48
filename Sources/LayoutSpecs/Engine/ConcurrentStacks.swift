import Dispatch

extension LayoutTree {
  /// Whether a stack of the tree is `isConcurrent`, so that laying it out may use several threads.
  package var hasConcurrentStack: Bool { tables.hasConcurrentStack }

  /// The loop over which a tree is split that says itself where: by stacks that are `isConcurrent`. Nil for any other tree.
  ///
  /// Source: Texture's `ASStackLayoutSpec.concurrent`.
  var concurrentLoop: ParallelLoop? {
    guard hasConcurrentStack else { return nil }
    return { iterations, body in DispatchQueue.concurrentPerform(iterations: iterations, execute: body) }
  }
}
