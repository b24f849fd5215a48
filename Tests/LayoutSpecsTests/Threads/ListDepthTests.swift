import Dispatch
import LayoutSpecs
import Testing

/// Edits below more levels than a thread's stack holds.
@Suite("Edits of deep lists")
struct ListDepthTests {
  @Test func `A deep tree is edited on a thread with a small stack`() async {
    let failures = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: ListDepthTests.editDeepTree()) }
    }
    #expect(failures.isEmpty)
  }

  private static func editDeepTree() -> [String] {
    var failures: [String] = []
    var builder = LayoutTreeBuilder()
    for level in 0..<3000 {
      let direction = level % 3 == 0 ? StackDirection.horizontal : .vertical
      builder.begin(.stack(StackParameters(direction: direction, alignItems: .start)))
      builder.add(.sizedNode(Size(1, 1)))
    }
    for _ in 0..<3000 { builder.end() }
    var tree = builder.finish()
    let range = SizeRange(width: 0...(.infinity), height: 0...(.infinity))
    var context = LayoutContext()
    var fresh = LayoutContext()
    context.layout(tree, in: range)
    for step in 0..<6 {
      context.counters = LayoutCounters()
      tree.setContent(.sizedNode(Size(1 + Double(step / 2), 2)), of: ElementID(tree.elementCount - 1))
      context.relayout(tree, in: range)
      fresh.layout(tree, in: range)
      let difference = tree.elementIDs.first { context.frame(of: $0) != fresh.frame(of: $0) }
      if difference != nil { failures.append("step \(step): other frames") }
      // Each level once, and most once more where a descent began again.
      if context.counters.computations > 3 * 3000 { failures.append("step \(step): much work") }
    }
    return failures
  }
}
