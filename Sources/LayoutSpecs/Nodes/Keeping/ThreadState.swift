/// The state of a thread's present layout, and the objects that it keeps for the next one.
final class ThreadState {
  /// The session in which the thread lays out, which the layout holds; nil if the thread does not lay out.
  @exclusivity(unchecked) var session: Unmanaged<LayoutSession>?
  /// The session of an earlier layout, to be used again.
  @exclusivity(unchecked) var spareSession: LayoutSession?
  /// The shapes of nodes that the thread laid out for the first time.
  @exclusivity(unchecked) var shapes = LayoutShapes()
  /// The work of the layouts on the thread; nil if it is not counted.
  var work: LayoutWork?
  /// Called with each node that was laid out while the work is counted, but not as a part of another one; nil if nobody asks.
  var onLayout: ((DisplayNode) -> Void)?
  /// The recorder of the innermost block of a transition that the thread runs; nil if it runs none.
  var recorder: AppearanceRecorder?

  private static let ofThread = ThreadReference()

  /// The calling thread's state. It is released when the thread ends.
  static var current: Unmanaged<ThreadState> {
    if let known = ofThread.object { return Unmanaged.fromOpaque(known) }
    let new = Unmanaged.passRetained(ThreadState())
    ofThread.object = new.toOpaque()
    return new
  }

  /// The session in which the calling thread lays out; nil if it does not lay out.
  static var session: LayoutSession? {
    guard let known = ofThread.object else { return nil }
    return Unmanaged<ThreadState>.fromOpaque(known)._withUnsafeGuaranteedRef {
      $0.session?.takeUnretainedValue()
    }
  }
}

/// The work of layouts of nodes and specs, in counts that do not depend on the machine, nor on other threads.
package struct LayoutWork: Hashable, Sendable {
  /// The work of the engine.
  package var counters = LayoutCounters()
  /// The number of times that a node's own code was asked for its spec.
  package var questionCount = 0

  init() {}

  /// Runs a body, and counts the work of all layouts of nodes and specs that it makes on this thread, and of the
  /// layouts that these begin.
  ///
  /// Returning a kept layout is no work. Compiled trees, which a `LayoutContext` lays out, are not counted.
  ///
  /// - Parameter onLayout: Called on this thread with each node that was laid out, but not with those that were laid out as
  ///   parts of others. It must not lay out. Default: nil.
  package init(onLayout: ((DisplayNode) -> Void)? = nil, of body: () -> Void) {
    let thread = ThreadState.current.takeUnretainedValue()
    let outer = (thread.work, thread.onLayout)
    (thread.work, thread.onLayout) = (LayoutWork(), onLayout)
    body()
    self = thread.work ?? LayoutWork()
    (thread.work, thread.onLayout) = outer
    thread.work?.counters += counters
    thread.work?.questionCount &+= questionCount
  }
}

extension ThreadState {
  /// Counts a session's work, and tells of the node that it has laid out; nil for a spec.
  func count(_ session: LayoutSession, of node: DisplayNode?) {
    for level in session.levels { work?.counters += level.context.counters }
    work?.questionCount &+= session.questionCount
    if let node { onLayout?(node) }
  }
}

extension LayoutSession {
  /// Begins to count anew, because sessions are used again.
  func resetWork() {
    for level in levels { level.context.counters = LayoutCounters() }
    questionCount = 0
  }
}
