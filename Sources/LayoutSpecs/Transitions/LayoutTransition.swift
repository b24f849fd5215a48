/// A node and its appearance.
struct ShownNode {
  let node: DisplayNode
  var appearance: NodeAppearance
}

/// A transition of one node, from the moment its new layout is finished.
///
/// The constants describe the transition and stay valid. A transition has an effect only while it is its node's current
/// one. If a comment says so, the caller holds the node's `application` lock; user code runs without it.
final class LayoutTransition: LayoutTransitionContext, @unchecked Sendable {
  let isAnimated: Bool
  let to: NodeLayout
  let plan: LayoutTransitionPlan
  /// True if there is nothing to animate: same constraint, nothing invalidated, everything in its place.
  let isUnchanged: Bool
  /// True if the node's layouts decide its subnodes.
  let managesSubnodes: Bool
  /// The subnodes at the beginning, as they looked.
  let before: [ShownNode]
  /// The subnodes at the end, as they will look, with their alphas outside of transitions.
  let after: [ShownNode]
  /// The state to return to if the transition is not completed: the layout that was applied last, or the target of the
  /// transition before this one, nil if there was none; the subnodes, and how they looked; and the node's own size.
  let origin: (applied: NodeLayout?, nodes: [ShownNode], size: Size)
  /// All nodes of the transition, with their alphas outside of transitions.
  let nodes: [NodeID: (node: DisplayNode, restingAlpha: Double)]

  private(set) weak var node: DisplayNode?
  /// Guarded by the `application` lock, like the next property.
  var animations: [LayoutAnimation] = []
  /// The timing of the animation that ends last; nil before there is any.
  var timing: LayoutTransitionPlan?

  /// Creates a transition that supersedes the node's current one. The lock is held.
  init(of node: DisplayNode, to layout: NodeLayout, _ request: TransitionRequest) {
    let transitions = node.transitions
    let current = transitions.current
    let managesSubnodes = node.automaticallyManagesSubnodes
    let before = node.subnodes.map { ShownNode(node: $0, appearance: $0.appearance) }
    func restingAlpha(of node: DisplayNode) -> Double {
      current?.nodes[node.id]?.restingAlpha ?? node.restingAlpha
    }

    // Nodes that a completed transition still has to remove are not part of the origin.
    if let last = current ?? transitions.completed {
      origin = (last.to, last.after, last.to.layout.size)
    } else {
      origin = (node.appliedNodeLayout(), before, node.appearance.frame.size)
    }
    let places = layout.subnodePlaces
    let frames = Dictionary(uniqueKeysWithValues: places.map { ($0.node.id, $0.frame) })
    let last = managesSubnodes ? places.map(\.node) : before.map(\.node)
    let after = last.map { node in
      ShownNode(
        node: node,
        appearance: NodeAppearance(
          frame: frames[node.id] ?? node.appearance.frame, alpha: restingAlpha(of: node)))
    }
    isAnimated = request.isAnimated
    to = layout
    isUnchanged =
      !request.isInvalidated && current == nil
      && origin.applied?.isIn(layout.constraint, layout.traits) == true
      && before.map(\.node.id) == last.map(\.id) && before.map(\.appearance) == after.map(\.appearance)
    let shown = [before, after].map { $0.map { ($0.node.id, $0.appearance) } }
    plan = node.lock.withLock {
      LayoutTransitionPlan(
        from: shown[0], to: shown[1], duration: transitions.duration, delay: transitions.delay,
        curve: transitions.curve)
    }
    nodes = Dictionary((before + after).map { ($0.node.id, ($0.node, restingAlpha(of: $0.node))) }) {
      first, _ in
      first
    }
    self.managesSubnodes = managesSubnodes
    self.before = before
    self.after = after
    self.node = node
  }

  // MARK: LayoutTransitionContext

  func layout(for key: LayoutTransitionKey) -> Layout? {
    key == .from ? origin.applied?.layout : to.layout
  }

  func constrainedSize(for key: LayoutTransitionKey) -> SizeRange? {
    key == .from ? origin.applied?.range : to.range
  }

  func subnodes(for key: LayoutTransitionKey) -> [DisplayNode] {
    (key == .from ? before : after).map(\.node)
  }

  var insertedSubnodes: [DisplayNode] { nodes(of: .insertion) }

  var removedSubnodes: [DisplayNode] { nodes(of: .removal) }

  func initialFrame(for node: DisplayNode) -> Rect { plan[node]?.from.frame ?? node.frame }

  func finalFrame(for node: DisplayNode) -> Rect { plan[node]?.to.frame ?? node.frame }

  private func nodes(of kind: LayoutTransitionPlan.Kind) -> [DisplayNode] {
    plan.changes.compactMap { $0.kind == kind ? nodes[$0.node]?.node : nil }
  }
}
