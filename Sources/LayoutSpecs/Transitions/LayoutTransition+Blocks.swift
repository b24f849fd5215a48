// Animations of what a block sets.

extension LayoutTransitionContext {
  /// Animates nodes to the frames and alphas that a block sets, with the node's animator.
  ///
  /// ```swift
  /// nameField.alpha = 0
  /// context.animate(duration: 0.4) {
  ///   nameField.alpha = 1
  /// } completion: { finished in
  ///   context.completeTransition(finished)
  /// }
  /// ```
  ///
  /// The block runs once, on this thread, before this returns. In it nodes seem to have what it sets. They
  /// get it as time passes, from the appearance that they have once the block has ended; a property that is
  /// not set stays as it is. What the block sets in other ways, such as by applying a layout, is not
  /// animated. A block that sets nothing ends at once.
  ///
  /// Several animations may run at the same time. One within the block of another is an animation of its own,
  /// with its own timing, and has begun when that block ends.
  ///
  /// The transition's subnodes have their last frames and their own alphas again once the transition is
  /// completed. Any other node keeps what was set, also if the animation is stopped. A transition that is not
  /// animated ends the animation at once. After it was superseded, cancelled or completed nothing is changed.
  ///
  /// A context that is not one of this module's sets the values at once.
  ///
  /// Source: the `+animateWithDuration:delay:options:animations:completion:` of UIKit's views.
  ///
  /// - Parameters:
  ///   - duration: The seconds from the first appearance to the last, without the delay.
  ///   - delay: The seconds before. Default: 0.
  ///   - curve: The timing curve. Default: ease in and out.
  ///   - changes: Sets `frame` and `alpha` of nodes.
  ///   - completion: Called once: with true at the end of the animation, with false if the transition was
  ///     superseded, cancelled or completed before; not called once the node is gone. It MUST ensure that
  ///     `completeTransition(_:)` is called in the end.
  public func animate(
    duration: Double, delay: Double = 0, curve: TimingCurve = .easeInOut, _ changes: () -> Void,
    completion: @escaping @Sendable (_ finished: Bool) -> Void
  ) {
    guard let transition = self as? LayoutTransition else {
      changes()
      return completion(true)
    }
    let changes = AppearanceRecorder.changes(by: changes).map { AppearanceChange($0) }
    let (duration, delay) = changes.isEmpty ? (0, 0) : (duration, delay)
    let timing = LayoutTransitionPlan(from: [], to: [], duration: duration, delay: delay, curve: curve)
    transition.animate(changes, timing, completion: completion)
  }

  /// Animates nodes to the frames and alphas that a block sets, and completes the transition after it.
  ///
  /// The parameters are those of `animate(duration:delay:curve:_:completion:)`.
  public func animate(
    duration: Double, delay: Double = 0, curve: TimingCurve = .easeInOut, _ changes: () -> Void
  ) {
    animate(duration: duration, delay: delay, curve: curve, changes) { [weak self] in
      self?.completeTransition($0)
    }
  }
}

/// What an animation changes of one node.
struct AppearanceChange: Sendable {
  let change: LayoutTransitionPlan.Change
  /// The node if it may be no part of the transition, which keeps its own. Not kept: the transition's node may be one of
  /// them, and keeps the transition.
  private(set) var handle: NodeHandle?
  private var setsFrame = true
  private var setsAlpha = true

  init(_ change: LayoutTransitionPlan.Change) { self.change = change }

  /// From the node's present appearance to what was set.
  fileprivate init(_ recorded: AppearanceRecorder.Change) {
    let from = recorded.node.appearance
    let to = NodeAppearance(frame: recorded.frame ?? from.frame, alpha: recorded.alpha ?? from.alpha)
    change = LayoutTransitionPlan.Change(node: recorded.node.id, kind: .move, from: from, to: to)
    handle = recorded.node.handle
    (setsFrame, setsAlpha) = (recorded.frame != nil, recorded.alpha != nil)
  }

  /// The frame and the alpha at this progress; nil for what stays as it is.
  func values(at progress: Double) -> (frame: Rect?, alpha: Double?) {
    let appearance = change.appearance(at: progress)
    return (setsFrame ? appearance.frame : nil, setsAlpha ? appearance.alpha : nil)
  }
}

/// The frames and alphas that a block sets on nodes: they are recorded, and the nodes keep theirs.
///
/// It belongs to the thread that runs the block. What other threads set meanwhile is set.
final class AppearanceRecorder {
  /// What was set on each node.
  private var changes: [ObjectIdentifier: Change] = [:]
  /// The recorder of the block around this one.
  private let outer: AppearanceRecorder?

  /// The frame and alpha that were set on one node; nil if they were not.
  struct Change {
    let node: DisplayNode
    var frame: Rect?
    var alpha: Double?
  }

  private init(within outer: AppearanceRecorder?) { self.outer = outer }

  /// The recorder of the innermost block that the calling thread runs; nil if it runs none.
  static var current: AppearanceRecorder? { ThreadState.current.takeUnretainedValue().recorder }

  /// Runs a block, and returns what it sets. Calls MAY be nested: each block has its own changes.
  static func changes(by block: () -> Void) -> [Change] {
    let thread = ThreadState.current.takeUnretainedValue()
    let recorder = AppearanceRecorder(within: thread.recorder)
    thread.recorder = recorder
    defer { thread.recorder = recorder.outer }
    block()
    return Array(recorder.changes.values)
  }

  /// What this block has set on a node.
  subscript(node: DisplayNode) -> Change {
    get { changes[ObjectIdentifier(node)] ?? Change(node: node) }
    set { changes[ObjectIdentifier(node)] = newValue }
  }

  /// The frame or alpha that this block, or one around it, has set last; nil if none has.
  func value<Value>(_ property: KeyPath<Change, Value?>, of node: DisplayNode) -> Value? {
    self[node][keyPath: property] ?? outer?.value(property, of: node)
  }
}
