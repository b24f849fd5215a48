import Foundation
import LayoutSpecs
import LayoutTestSupport

/// Nodes that change, in up to 200 nodes around them. The layouts that they keep are those of new nodes that
/// say the same.
@Sendable func fuzzNodes(_ bytes: [UInt8]) {
  onSmallStack {
    reportStackOverflow()
    changeNodes(bytes)
  }
}

private func changeNodes(_ bytes: [UInt8]) {
  var nodes = RandomNodes(RandomTree(bytes: bytes))
  var root = nodes.list(depth: nodes.random.pick([1, 2, 4]))
  let depth = nodes.random.chance(20) ? nodes.random.number(below: 200) : 0
  for _ in 0..<depth { root = ListNode([root]) }
  root.traitOverrides.displayScale = nodes.random.pick([1, 2, 3, 2.75])
  step(
    "\(nodes.lists.count) lists in \(depth) others, \(nodes.texts.count) texts, \(nodes.images.count) images")
  // A node that has the size of its layout, or a place alone, goes on following what it holds.
  let isPlaced = nodes.random.chance(50)
  for number in 0..<10 {
    for _ in 0..<nodes.random.pick([1, 1, 2, 4]) { nodes.change() }
    let range = SizeRange(width: 0...nodes.random.pick([100, 300, 200.0 / 3]), height: 0...(.infinity))
    let layout = root.layoutThatFits(range)
    let fresh = root.copy.layoutThatFits(range)
    step("step \(number): \(layout.tree.elementCount) elements, \(layout.size)")
    require(
      layout.tree.elementCount == fresh.tree.elementCount && layout.checksum == fresh.checksum
        && layout.size == fresh.size, "The layout is another one than that of new nodes")
    guard isPlaced else { continue }
    root.frame = Rect(origin: Point(3, 4), size: layout.size)
    root.layoutIfNeeded()
    nodes.change()
    root.layoutIfNeeded()
    let followed = root.copy.layoutThatFits(range)
    require(
      root.calculatedLayout?.checksum == followed.checksum
        && root.frame == Rect(origin: Point(3, 4), size: followed.size),
      "\(root.frame) is not that of new nodes, \(followed.size)")
  }
}

/// Has libFuzzer report an overflow of this thread's stack with the input, as it does any other signal: its
/// handler runs on a stack that is left. One thread at a time calls it.
private func reportStackOverflow() {
  var stack = stack_t()
  stack.ss_sp = spareStack.baseAddress
  stack.ss_size = .init(spareStack.count)
  sigaltstack(&stack, nil)
  for signal in [SIGSEGV, SIGBUS] {
    var action = sigaction()
    sigaction(signal, nil, &action)
    action.sa_flags |= CInt(SA_ONSTACK)
    sigaction(signal, &action, nil)
  }
}

nonisolated(unsafe) private let spareStack = UnsafeMutableRawBufferPointer.allocate(
  byteCount: 1 << 18, alignment: 16)
