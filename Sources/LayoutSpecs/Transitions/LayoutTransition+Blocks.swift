// Animations of the values that a block sets.

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
  /// The block runs once, on this thread, before this returns. In the block, nodes seem to have the values
  /// that it sets. They get these as time passes, from the appearance that they have once the block has
  /// ended; a property that is not set stays as it is. Values that the block sets in other ways, such as by
  /// applying a layout, are not animated. If the block sets nothing, the animation ends at once.
  ///
  /// Several animations may run at the same time. An animation within the block of another one has its own
  /// timing, and has begun when the outer block ends.
  ///
  /// The transition's subnodes have their last frames and their own alphas again once the transition is completed. Any
  /// other node keeps the values that were set, even if the animation is stopped. A transition that is not animated
  /// ends the animation at once. After the transition was superseded, cancelled or completed nothing is changed.
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
  /// For the parameters see `animate(duration:delay:curve:_:completion:)`.
  public func animate(
    duration: Double, delay: Double = 0, curve: TimingCurve = .easeInOut, _ changes: () -> Void
  ) {
    animate(duration: duration, delay: delay, curve: curve, changes) { [weak self] in
      self?.completeTransition($0)
    }
  }
}

/// The changes that an animation makes to one node.
struct AppearanceChange: Sendable {
  let change: LayoutTransitionPlan.Change
  /// The node if it may be no part of the transition, which keeps its own nodes. Not kept: it may be the transition's
  /// node, which keeps the transition.
  private(set) var handle: NodeHandle?
  private var setsFrame = true
  private var setsAlpha = true

  init(_ change: LayoutTransitionPlan.Change) { self.change = change }

  /// Creates the change from the node's present appearance to the values that were set.
  fileprivate init(_ recorded: AppearanceRecorder.Change) {
    let from = recorded.node.appearance
    let to = NodeAppearance(frame: recorded.frame ?? from.frame, alpha: recorded.alpha ?? from.alpha)
    change = LayoutTransitionPlan.Change(node: recorded.node.id, kind: .move, from: from, to: to)
    handle = recorded.node.handle
    (setsFrame, setsAlpha) = (recorded.frame != nil, recorded.alpha != nil)
  }

  /// The frame and the alpha at this progress; nil for a value that stays as it is.
  func values(at progress: Double) -> (frame: Rect?, alpha: Double?) {
    let appearance = change.appearance(at: progress)
    return (setsFrame ? appearance.frame : nil, setsAlpha ? appearance.alpha : nil)
  }
}

/// Records the frames and alphas that a block sets on nodes, which keep their own meanwhile.
///
/// It belongs to the thread that runs the block. Values that other threads set meanwhile take effect.
final class AppearanceRecorder {
  /// The values that were set on each node.
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

  /// Runs a block, and returns the changes that it makes. Calls MAY be nested: each block has its own changes.
  static func changes(by block: () -> Void) -> [Change] {
    let thread = ThreadState.current.takeUnretainedValue()
    let recorder = AppearanceRecorder(within: thread.recorder)
    thread.recorder = recorder
    defer { thread.recorder = recorder.outer }
    block()
    return Array(recorder.changes.values)
  }

  /// The values that this block has set on a node.
  subscript(node: DisplayNode) -> Change {
    get { changes[ObjectIdentifier(node)] ?? Change(node: node) }
    set { changes[ObjectIdentifier(node)] = newValue }
  }

  /// The frame or alpha that this block, or one around it, has set last; nil if none has.
  func value<Value>(_ property: KeyPath<Change, Value?>, of node: DisplayNode) -> Value? {
    self[node][keyPath: property] ?? outer?.value(property, of: node)
  }
}
