/// The work left after a lock is released: stopping animations, releasing objects, and calling nodes, all of
/// which runs user code.
struct Aftermath {
  private var animations: [LayoutAnimation] = []
  /// Objects whose last reference this may be.
  private var held: [AnyObject] = []
  /// The calls to make, each node's before the calls of its subnodes.
  private var calls: [Call] = []

  private enum Call {
    /// A node's calculated layout has changed.
    case didChange(DisplayNode)
    /// Another layout was applied to a node.
    case didFinish(DisplayNode)
    /// A layout was applied to the nodes below its own node.
    case applied(NodeLayout, NodeOrder, [LayoutApplication.Marks])
    case other(() -> Void)
  }

  mutating func stop(_ more: [LayoutAnimation]) { animations += more }

  mutating func release(_ more: [some AnyObject]) { for object in more { held.append(object) } }

  /// The leaves of a layout share one object, and release it one after the other.
  mutating func release(_ object: AnyObject) {
    if held.last !== object { held.append(object) }
  }

  /// Calls a node because its calculated layout has changed.
  mutating func changeLayout(of node: DisplayNode) { calls.append(.didChange(node)) }

  /// Calls a node because another layout was applied to it.
  mutating func finishLayout(of node: DisplayNode) {
    // Mostly the nodes below follow.
    if calls.isEmpty { calls.reserveCapacity(2) }
    calls.append(.didFinish(node))
  }

  /// Calls the nodes below the layout's own node whose layouts have changed.
  mutating func finishLayouts(_ layout: NodeLayout, _ order: NodeOrder, _ marks: [LayoutApplication.Marks]) {
    calls.append(.applied(layout, order, marks))
  }

  mutating func call(_ body: @escaping () -> Void) { calls.append(.other(body)) }

  /// Does the work. No lock is held.
  consuming func finish() {
    for animation in animations { animation.stop() }
    for call in calls {
      switch call {
      case .didChange(let node): node.calculatedLayoutDidChange()
      case .didFinish(let node): node.finishLayout()
      case .other(let body): body()
      case .applied(let layout, let order, let marks):
        layout.nodes.withUnsafeBufferPointer { nodes in
          for entry in order.entries.indices {
            if marks[entry].isDisjoint(with: [.isChanged, .isFinished]) { continue }
            // The layout holds the node.
            Unmanaged.passUnretained(nodes[order.entries[entry].node].node)._withUnsafeGuaranteedRef { node in
              if marks[entry].contains(.isChanged) { node.calculatedLayoutDidChange() }
              if marks[entry].contains(.isFinished) { node.finishLayout() }
            }
          }
        }
      }
    }
  }
}

extension DisplayNode {
  fileprivate final func finishLayout() {
    layoutWasApplied()
    layoutDidFinish()
  }
}
