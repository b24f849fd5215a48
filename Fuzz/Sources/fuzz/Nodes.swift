import Foundation
import LayoutSpecs
import LayoutTestSupport

/// Nodes of every kind with specs in specs, in up to 200 nodes around them, that change from scene to scene. The
/// layouts that they keep, first layouts that take over shapes of others, and what is applied of both are those of
/// new nodes that are compared with nothing; and what is laid out right to left is the mirror image of what is not.
@Sendable func fuzzNodes(_ bytes: [UInt8]) {
  onSmallStack {
    reportStackOverflow()
    changeNodes(bytes)
  }
}

private func changeNodes(_ bytes: [UInt8]) {
  var random = RandomTree(bytes: bytes)
  let depth = random.chance(10) ? random.number(below: 200) : 0
  var source = RandomScene(random)
  let nodes = SceneNodes(source.scene)
  let root = outermostNode(of: nodes, depth: depth)
  step("\(source.scene.nodes.count) nodes in \(depth) others")
  var range = source.range()
  var isAppliedAlone = false
  for number in 0..<10 {
    let before = source.scene
    for _ in 0..<source.random.pick([1, 1, 1, 2, 4]) { source.change() }
    nodes.update(to: source.scene)
    if source.random.chance(10) { range = source.range() }
    if source.random.chance(40), layOutPart(of: nodes, &source) { isAppliedAlone = true }
    let layout = root.layoutThatFits(range)
    step("step \(number), \(source.lastDifference): \(layout.tree.elementCount) elements, \(layout.size)")

    DisplayNode.forgetShapes()
    let freshNodes = SceneNodes(source.scene)
    let fresh = outermostNode(of: freshNodes, depth: depth)
    let alone = fresh.layoutThatFits(range)
    requireEqual("The layout that was kept", difference(layout, alone))
    // The first one after those becomes the shape of its class, with which the next one is compared.
    _ = outermostNode(of: SceneNodes(before), depth: depth).layoutThatFits(range)
    let second = outermostNode(of: SceneNodes(source.scene), depth: depth)
    requireEqual("A first layout", difference(second.layoutThatFits(range), alone))

    guard source.random.chance(30) else { continue }
    for node in [root, fresh, second] { node.layoutIfNeeded() }
    requireEqual("A first layout that was applied", difference(second, fresh))
    MirrorImage(source.scene, freshNodes).check(fresh, depth: depth, in: range)
    // A node that was applied by hand keeps its frame until something around it changes.
    guard !isAppliedAlone else { continue }
    requireEqual("The layout that was applied", difference(root, fresh))
    // It goes on following what it holds.
    root.frame = Rect(origin: Point(3, 4), size: layout.size)
  }
}

/// Lays out one of the nodes by itself, as an app asks for its size. Returns true if its layout was applied.
private func layOutPart(of nodes: SceneNodes, _ source: inout RandomScene) -> Bool {
  let scene = source.scene
  // Often one that sets something while it is asked: what it sets belongs to the layouts of those around it, too.
  let asked = scene.parts.filter { part in
    part != scene.root
      && scene.spec(of: part)?.nodes.contains { scene.nodes[$0]?.styleWhileAsked != nil } == true
  }
  let number = source.random.pick(
    asked.isEmpty || source.random.chance(50) ? scene.parts + [scene.root] : asked)
  _ = nodes[number]?.layoutThatFits(source.range())
  guard source.random.chance(20), number != scene.root else { return false }
  nodes[number]?.layoutIfNeeded()
  return true
}

private func outermostNode(of nodes: SceneNodes, depth: Int) -> DisplayNode {
  var node = nodes.root
  for _ in 0..<depth { node = ListNode([node]) }
  return node
}

private func requireEqual(_ what: String, _ difference: String?) {
  if let difference { fail("\(what) is not that of new nodes: \(difference)") }
}

/// The frames that nodes have if they are laid out right to left: those of equal nodes that are laid out left to right,
/// mirrored in each node by its own width, or by the width of its scrolling content.
private struct MirrorImage {
  private let scene: NodeScene
  private let directions: [ObjectIdentifier: Traits.LayoutDirection]

  init(_ scene: NodeScene, _ nodes: SceneNodes) {
    let directions = scene.nodes.compactMap { number, model in
      model.direction.flatMap { direction in nodes[number].map { (ObjectIdentifier($0), direction) } }
    }
    self.directions = Dictionary(uniqueKeysWithValues: directions)
    self.scene = scene
  }

  func check(_ node: DisplayNode, depth: Int, in range: SizeRange) {
    var scene = scene
    for number in scene.nodes.keys { scene.nodes[number]?.direction = nil }
    let image = outermostNode(of: SceneNodes(scene), depth: depth)
    _ = image.layoutThatFits(range)
    image.layoutIfNeeded()
    check(node, image, .leftToRight, width: node.calculatedSize.width)
  }

  private func check(
    _ node: DisplayNode, _ image: DisplayNode, _ inherited: Traits.LayoutDirection, width: Double
  ) {
    let direction = directions[ObjectIdentifier(node)] ?? inherited
    let width = (node as? ScrollNode)?.contentSize.width ?? width
    for (subnode, other) in zip(node.subnodes, image.subnodes) {
      let frame = other.frame
      let x = direction == .rightToLeft ? width - frame.minX - frame.size.width : frame.minX
      require(
        abs(subnode.frame.minX - x) < 1e-6 && subnode.frame.minY == frame.minY
          && subnode.frame.size == frame.size,
        "\(type(of: subnode)) is at \(subnode.frame), and not at \(x): left to right it is at \(frame)")
      check(subnode, other, direction, width: frame.size.width)
    }
  }
}

/// Has libFuzzer report an overflow of this thread's stack with the input, as it does any other signal: its
/// handler runs on a stack that is left. One thread at a time calls it.
private func reportStackOverflow() {
  // The address sanitizer does it, on a stack that it frees with the thread.
  if Sanitizer.isOn { return }
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
