import LayoutSpecs
import LayoutTestSupport

/// Cards that change while they are moved about. When a transition has come to its end, or everything was
/// laid out without one, the subnodes and their frames are those of new nodes that never had a transition. The
/// completion of each one's measurement is called once.
@Sendable func fuzzTransitions(_ bytes: [UInt8]) {
  var random = RandomTree(bytes: bytes)
  let animator = ManualAnimator()
  func sizedCard(_ name: Int, _ random: inout RandomTree) -> DisplayNode {
    card("\(name)").preferredSize(
      Size(Double(random.number(below: 90)) / 3, Double(random.number(below: 60)) / 2))
  }
  let inner = CardsNode([])
  let pools = [
    (0..<5).map { sizedCard($0, &random) } + [inner], (5..<9).map { sizedCard($0, &random) },
  ]
  let root = CardsNode(pools[0])
  inner.cards = pools[1]
  let nodes = [root, inner]
  for node in nodes { node.animator = animator }
  root.frame = Rect(x: 0, y: 0, width: 100, height: 400)
  root.layoutIfNeeded()
  for number in 0..<12 {
    for _ in 0..<random.pick([1, 2, 4]) {
      let which = random.number(below: 2)
      act(on: nodes[which], pools[which], animator, &random)
    }
    guard random.chance(50) else { continue }
    if random.chance(50) {
      // Whatever is under way comes to its end before the last one begins.
      animator.advance(by: 10)
      for node in nodes { node.setNeedsLayout() }
      transition(root, isAnimated: random.chance(70), &random)
      animator.advance(by: 10)
      inner.layoutIfNeeded()
    } else {
      for node in nodes { node.cancelLayoutTransition() }
      for node in nodes { node.setNeedsLayout() }
      inner.layoutIfNeeded()
      root.layoutIfNeeded()
    }
    for node in nodes { node.forgetContexts() }
    step("step \(number): \(root.names) of \(root.cards.map { $0.debugName ?? "?" })")
    let new = copy(of: root)
    new.frame = root.frame
    new.layoutIfNeeded()
    compare(root, new)
  }
}

private func act(
  on node: CardsNode, _ cards: [DisplayNode], _ animator: ManualAnimator, _ random: inout RandomTree
) {
  let isAnimated = random.chance(70)
  switch random.number(below: 8) {
  case 0, 1:
    var shown = cards.filter { _ in random.chance(60) }
    if random.chance(40) { shown.reverse() }
    node.cards = shown
    node.setNeedsLayout()
  case 2: node.layoutIfNeeded()
  case 3, 4: transition(node, isAnimated: isAnimated, &random)
  case 5: node.cancelLayoutTransition()
  case 6: node.contexts.last?.completeTransition(isAnimated)
  default: animator.advance(by: Double(random.number(below: 20)) / 100)
  }
}

/// Begins a transition to the layout of a changed node, or to the one that it has or is on its way to.
private func transition(_ node: CardsNode, isAnimated: Bool, _ random: inout RandomTree) {
  let completed = LockedValue(0)
  let completion: @Sendable () -> Void = { completed.withLock { $0 += 1 } }
  if let range = node.constrainedSizeForCalculatedLayout, random.chance(50) {
    node.transitionLayout(with: range, animated: isAnimated, measurementCompletion: completion)
  } else {
    node.transitionLayout(withAnimation: isAnimated, measurementCompletion: completion)
  }
  let count = completed.withLock { $0 }
  require(count == 1, "A measurement was completed \(count) times")
}

private func copy(of node: CardsNode) -> CardsNode {
  let new = CardsNode(
    node.cards.map { card in
      if let cards = card as? CardsNode { return copy(of: cards) }
      let new = DisplayNode()
      (new.style, new.debugName) = (card.style, card.debugName)
      return new
    })
  new.debugName = node.debugName
  return new
}

private func compare(_ node: CardsNode, _ new: CardsNode) {
  require(node.subnodes.map(\.id) == node.cards.map(\.id), "\(node.names) are shown")
  for (subnode, newSubnode) in zip(node.subnodes, new.subnodes) {
    require(
      subnode.frame == newSubnode.frame && subnode.alpha == 1,
      "\(subnode.debugName ?? "?") has \(subnode.frame), \(subnode.alpha), and not \(newSubnode.frame)")
    if let inner = subnode as? CardsNode, let newInner = newSubnode as? CardsNode {
      compare(inner, newInner)
    }
  }
}
