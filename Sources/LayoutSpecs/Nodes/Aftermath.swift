/// The work left after a lock is released: stopping animations, releasing objects, and calling nodes, all of
/// which runs user code.
struct Aftermath {
  private var animations: [LayoutAnimation] = []
  /// Objects whose last reference this may be.
  private var held: [AnyObject] = []
  /// The calls of nodes to make, each node's before the calls of its subnodes.
  private var nodeCalls: [NodeCall] = []
  private var calls: [() -> Void] = []

  private struct NodeCall {
    let node: Unmanaged<DisplayNode>
    let reasons: LayoutApplication.Marks
  }

  var isEmpty: Bool { animations.isEmpty && held.isEmpty && nodeCalls.isEmpty && calls.isEmpty }

  mutating func stop(_ more: [LayoutAnimation]) { animations += more }

  mutating func release(_ more: [some AnyObject]) { for object in more { held.append(object) } }

  /// The leaves of a layout share one object, and release it one after the other.
  mutating func release(_ object: AnyObject) {
    if held.last !== object { held.append(object) }
  }

  // No reference to a node is counted: the caller keeps the nodes that are called, or their layout, until the work is done.

  /// Calls a node if a layout has left one of these reasons: a changed layout, or another one than before.
  @inline(__always)
  mutating func call(_ node: Unmanaged<DisplayNode>, _ marks: LayoutApplication.Marks) {
    let reasons = marks.intersection([.isChanged, .isFinished])
    if !reasons.isEmpty { nodeCalls.append(NodeCall(node: node, reasons: reasons)) }
  }

  /// Makes room for calls of so many nodes more.
  mutating func reserveNodeCalls(_ count: Int) { nodeCalls.reserveCapacity(nodeCalls.count + count) }

  mutating func call(_ body: @escaping () -> Void) { calls.append(body) }

  /// Does the work. No lock is held.
  consuming func finish() {
    for animation in animations { animation.stop() }
    for call in nodeCalls {
      call.node._withUnsafeGuaranteedRef { node in
        if call.reasons.contains(.isChanged) { node.calculatedLayoutDidChange() }
        if call.reasons.contains(.isFinished) {
          node.layoutWasApplied()
          node.layoutDidFinish()
        }
      }
    }
    for call in calls { call() }
    withExtendedLifetime(held) {}
  }
}
