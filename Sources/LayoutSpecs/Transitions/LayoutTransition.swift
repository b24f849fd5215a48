/// A node, and what it looks like.
struct ShownNode {
  let node: DisplayNode
  var appearance: NodeAppearance
}

/// A transition of one node, from the moment when its new layout is there.
///
/// What is constant says what the transition is, for as long as anybody asks. It has an effect only as long as it is its
/// node's current one. Where a comment says so the caller holds the lock of the node that is held while a layout is applied;
/// code of the user's is run without.
final class LayoutTransition: LayoutTransitionContext, @unchecked Sendable {
  let isAnimated: Bool
  /// The layout that was applied last, or that the transition before this one led to.
  let from: NodeLayout?
  let to: NodeLayout
  let plan: LayoutTransitionPlan
  /// Whether there is nothing to animate: the same constraint, nothing invalidated, and everything where it should be.
  let isUnchanged: Bool
  /// Whether the node's layouts decide which subnodes it has.
  let managesSubnodes: Bool
  /// The subnodes when the transition began, as they looked.
  let before: [ShownNode]
  /// The subnodes after it, as they are to look. Their alphas are those that they have outside of transitions.
  let after: [ShownNode]
  /// What the transition goes back to where it is not completed.
  let origin: TransitionOrigin
  /// All the nodes that are concerned.
  let nodes: [NodeID: DisplayNode]
  /// The alphas of all of them outside of transitions.
  let restingAlphas: [NodeID: Double]

  weak let node: DisplayNode?
  /// Guarded by the lock that is held while a layout is applied.
  var animations: [LayoutAnimation] = []

  /// A transition of `node`, which takes over from the one that is under way. The lock is held.
  init(of node: DisplayNode, to layout: NodeLayout, _ request: TransitionRequest) {
    let transitions = node.transitions
    let current = transitions.current
    let managesSubnodes = node.automaticallyManagesSubnodes
    let before = node.subnodes.map { ShownNode(node: $0, appearance: $0.appearance) }
    func restingAlpha(of node: DisplayNode) -> Double { current?.restingAlphas[node.id] ?? node.restingAlpha }

    // What a completed transition has still to remove is not what this one goes back to.
    let origin =
      (current ?? transitions.completed).map { TransitionOrigin(endOf: $0) }
      ?? TransitionOrigin(of: node, showing: before)
    let placements = layout.placements()[layout.layout.element] ?? []
    let frames = Dictionary(uniqueKeysWithValues: placements.map { ($0.node.id, $0.frame) })
    let last = managesSubnodes ? placements.map(\.node) : before.map(\.node)
    let after = last.map { node in
      ShownNode(
        node: node,
        appearance: NodeAppearance(frame: frames[node.id] ?? node.frame, alpha: restingAlpha(of: node)))
    }
    isAnimated = request.isAnimated
    from = origin.applied
    to = layout
    isUnchanged =
      !request.isInvalidated && current == nil && origin.applied?.constraint == layout.constraint
      && before.map(\.node.id) == last.map(\.id) && before.map(\.appearance) == after.map(\.appearance)
    plan = node.lock.withLock {
      LayoutTransitionPlan(
        from: before.map { ($0.node.id, $0.appearance) }, to: after.map { ($0.node.id, $0.appearance) },
        duration: transitions.duration, delay: transitions.delay, curve: transitions.curve)
    }
    nodes = Dictionary((before + after).map { ($0.node.id, $0.node) }) { first, _ in first }
    restingAlphas = nodes.mapValues { restingAlpha(of: $0) }
    self.managesSubnodes = managesSubnodes
    self.before = before
    self.after = after
    self.origin = origin
    self.node = node
  }

  // MARK: What the transition is

  func layout(for key: LayoutTransitionKey) -> Layout? {
    key == .from ? from?.layout : to.layout
  }

  func constrainedSize(for key: LayoutTransitionKey) -> SizeRange? {
    key == .from ? from?.constrainedSize : to.constrainedSize
  }

  func subnodes(for key: LayoutTransitionKey) -> [DisplayNode] {
    (key == .from ? before : after).map(\.node)
  }

  var insertedSubnodes: [DisplayNode] { nodes(of: .insertion) }

  var removedSubnodes: [DisplayNode] { nodes(of: .removal) }

  func initialFrame(for node: DisplayNode) -> Rect? {
    plan[node].flatMap { $0.kind == .insertion ? nil : $0.from.frame }
  }

  func finalFrame(for node: DisplayNode) -> Rect? {
    plan[node].flatMap { $0.kind == .removal ? nil : $0.to.frame }
  }

  private func nodes(of kind: LayoutTransitionPlan.Kind) -> [DisplayNode] {
    plan.changes.compactMap { $0.kind == kind ? nodes[$0.node] : nil }
  }
}
