/// How the cells of a list move to their places in a layout.
///
/// ```swift
/// list.insert(newer, at: 0)
/// list.layOut(from: top, to: top + 812, animation: ListAnimation(animator))
/// ```
///
/// Since the last layout items may have been set, and cells may have changed their heights. Cells move from
/// the frames that they had then. Cells of inserted items fade in at their places; cells of removed items
/// fade out where they were. Cells that come into view or leave it move too. No cell is made or measured only
/// to be animated.
///
/// If a cell that the layout measures is in a transition, such as a cell that expands, all cells move with
/// the transition's timing, and so keep touching that cell. For this, lay the list out once the transition
/// has begun, and not within `onNeedsLayout`, which is called by the change before the transition.
///
/// The nodes themselves get the frames and alphas, and `LayoutList.visibleNodes` are the nodes to show. The
/// next animated layout starts from what is on the screen. In a layout without an animation, cells that are
/// on their way to their new places go on; all others arrive at once.
public struct ListAnimation: Sendable {
  /// The driver of the animation.
  public var animator: any Animator
  /// The seconds that cells take, after the delay. Default: 0.2. With 0 or less they arrive at once.
  public var duration: Double
  /// The seconds before they begin. Default: 0.
  public var delay: Double
  /// The timing curve. Default: ease in and out.
  public var curve: TimingCurve

  /// Creates an animation.
  public init(
    _ animator: any Animator, duration: Double = 0.2, delay: Double = 0, curve: TimingCurve = .easeInOut
  ) {
    self.animator = animator
    self.duration = duration
    self.delay = delay
    self.curve = curve
  }
}

/// A cell that was placed, and where it is or will be.
struct ShownCell {
  let cell: ListCell
  let frame: Rect
  /// True if it is on its way out.
  var isLeaving = false

  /// A cell at its place in the list; nil if its item was removed.
  init?(_ cell: ListCell, in rows: RowTree, width: Double) {
    guard let frame = rows.frame(of: cell, width: width) else { return nil }
    (self.cell, self.frame) = (cell, frame)
  }

  var node: DisplayNode { cell.node }

  var appearance: NodeAppearance { NodeAppearance(frame: frame, alpha: node.restingAlpha) }
}

/// Cells on their way to their places. Guarded by the list's lock.
final class ListMovement: @unchecked Sendable {
  let plan: LayoutTransitionPlan
  /// The nodes that are on their way, with their alphas outside of animations.
  private var nodes: [NodeID: (node: DisplayNode, alpha: Double)]
  /// The plan's progress that is shown.
  private var progress = 0.0
  var animation: LayoutAnimation?

  init(_ plan: LayoutTransitionPlan, _ nodes: [DisplayNode]) {
    self.plan = plan
    self.nodes = Dictionary(nodes.map { ($0.id, ($0, $0.restingAlpha)) }) { first, _ in first }
  }

  /// Returns a node's present appearance; nil if it is not on its way.
  func appearance(of node: DisplayNode) -> NodeAppearance? {
    nodes[node.id].flatMap { _ in plan[node]?.appearance(at: progress) }
  }

  /// True if a node is on its way to `frame`, or fades out if that is nil.
  func leads(_ node: NodeID, to frame: Rect?) -> Bool {
    guard let node = nodes[node]?.node, let change = plan[node] else { return false }
    return frame == (change.kind == .removal ? nil : change.to.frame)
  }

  /// Shows the cells at these seconds after the start; nil for the time shown last.
  func show(at seconds: Double? = nil) {
    if let seconds { progress = plan.progress(at: seconds) }
    for change in plan.changes {
      guard let (node, alpha) = nodes[change.node] else { continue }
      let appearance = change.appearance(at: progress)
      let fading = RareNodeState.Fading(owner: ObjectIdentifier(self), restingAlpha: alpha)
      node.show(appearance.frame, change.from.alpha == change.to.alpha ? nil : appearance.alpha, fading)
    }
  }

  /// True if a node is on its way to `frame`, or fades out if that is nil; otherwise it is left where it is.
  func goesOn(_ node: DisplayNode, to frame: Rect?) -> Bool {
    if leads(node.id, to: frame) { return true }
    remove(node)
    return false
  }

  /// Leaves a node where it is, with its own alpha.
  func remove(_ node: DisplayNode) {
    guard let (node, alpha) = nodes.removeValue(forKey: node.id) else { return }
    node.rest(alpha, in: nil, ObjectIdentifier(self))
  }

  /// Leaves all nodes where they are. Nothing is called.
  func end() {
    for (node, _) in nodes.values { remove(node) }
    animation?.discard()
  }
}

extension LayoutList {
  /// The nodes to be shown, from back to front: first those that an animation still moves out of view or
  /// fades out, then the cells in the part of the list that was laid out last, from top to bottom.
  ///
  /// Source: the `visibleNodes` of Texture's `ASTableNode`.
  public var visibleNodes: [DisplayNode] { lock.withLock { state.shown.map(\.node) } }

  /// Places the cells in a part of the list, and applies their layouts.
  ///
  /// - Parameters:
  ///   - measured: The cells that were measured for it.
  ///   - animation: How the cells move to their places; nil if they arrive at once.
  ///   - distance: The points by which the app scrolls together with this layout. Cells begin where they are
  ///     on the screen.
  func place(
    _ part: ListPart, _ measured: MeasuredCells, _ animation: ListAnimation?, scrolledBy distance: Double
  ) {
    var animation = animation
    if let animator = animation?.animator,
      let timing = measured.values.compactMap(\.node.transitionTiming)
        .max(by: { $0.totalDuration < $1.totalDuration })
    {
      animation = ListAnimation(
        animator, duration: timing.duration, delay: timing.delay, curve: timing.curve)
    }
    // Held until the end: what was shown before is released without the lock, because this may run user code.
    let (old, next, placed) = lock.withLock {
      let old = (shown: state.shown, movement: state.movement, former: state.former)
      let (next, placed) = state.place(part, animation, scrolledBy: distance)
      next?.animation = next.map(makeAnimation)
      return (old, next, placed)
    }
    for shown in placed { shown.node.frame = shown.frame }
    for cell in part.cells where !part.outdated.contains(ObjectIdentifier(cell)) {
      cell.node.layoutIfNeeded()
    }
    // Applying a layout gives a node the layout's size.
    lock.withLock { state.movement?.show() }
    if let animation, let next {
      old.movement?.animation?.discard()
      if let first = next.animation { animation.animator.start(first) }
    }
    // Tells cells of their interface states, now that they are where they are shown.
    change {}
    withExtendedLifetime(old) {}
  }

  private func makeAnimation(of movement: ListMovement) -> LayoutAnimation {
    LayoutAnimation(
      duration: movement.plan.totalDuration,
      show: { [weak self, weak movement] seconds in
        guard let self, let movement else { return }
        lock.withLock { if state.movement === movement { movement.show(at: seconds) } }
      },
      completion: { [weak self, weak movement] _ in
        guard let self, let movement, change({ state.end(movement) }) else { return }
        // By now cells that have faded out are not shown, so that their own alphas are not seen.
        movement.end()
      })
  }
}

extension ListState {
  /// Shows the cells of a part, and those that were shown before and are on their way out.
  ///
  /// - Returns: The movement of the cells to their places, nil if there is none or they are on their way already; and
  ///   the cells to be placed at once.
  mutating func place(
    _ part: ListPart, _ animation: ListAnimation?, scrolledBy distance: Double
  ) -> (next: ListMovement?, placed: [ShownCell]) {
    let (rows, width) = (rows, width)
    var arriving: [ShownCell] = []
    arriving.reserveCapacity(part.cells.count)
    for cell in part.cells {
      if let shown = ShownCell(cell, in: rows, width: width) { arriving.append(shown) }
    }
    let nodes = Set(arriving.map { ObjectIdentifier($0.node) })
    var leaving = shown.filter { !nodes.contains(ObjectIdentifier($0.node)) }
    for place in leaving.indices { leaving[place].isLeaving = true }
    let next = animation.flatMap { makeMovement(leaving, arriving, $0, scrolledBy: distance) }
    former = nil
    var placed: [ShownCell] = []
    if let next {
      next.show(at: 0)
      movement = next
    } else if let movement {
      // Cells that are on their way to their places go on.
      leaving = leaving.filter { movement.goesOn($0.node, to: rows.frame(of: $0.cell, width: width)) }
      placed = arriving.filter { !movement.goesOn($0.node, to: $0.frame) }
    } else {
      (leaving, placed) = ([], arriving)
    }
    show(leaving + arriving)
    let isSettled = movement == nil && part.outdated.isEmpty && !part.touching.isEmpty
    settled = isSettled ? (part.indices, part.touching) : nil
    return (next, placed)
  }

  /// Returns the movement of all cells to their places; nil if they are there or on their way already.
  private func makeMovement(
    _ leaving: [ShownCell], _ arriving: [ShownCell], _ animation: ListAnimation, scrolledBy distance: Double
  ) -> ListMovement? {
    var before = shown.map { shown in
      (node: shown.node, appearance: movement?.appearance(of: shown.node) ?? shown.appearance)
    }
    let known = Set(before.map { ObjectIdentifier($0.node) })
    for new in arriving where !known.contains(ObjectIdentifier(new.node)) {
      guard let index = rows.index(of: new.cell), let frame = former?.frame(at: index, width: width) else {
        continue
      }
      before.append((new.node, NodeAppearance(frame: frame, alpha: new.node.restingAlpha)))
    }
    let (rows, width) = (rows, width)
    let after = leaving.compactMap { ShownCell($0.cell, in: rows, width: width) } + arriving
    let targets = Dictionary(uniqueKeysWithValues: after.map { (ObjectIdentifier($0.node), $0.frame.minY) })
    for place in before.indices {
      // Scrolling moves a cell exactly to its place, without a rounding error.
      let y = before[place].appearance.frame.minY + distance
      let target = targets[ObjectIdentifier(before[place].node)] ?? y
      before[place].appearance.frame.origin.y = abs(y - target) < PixelGrid.tolerance ? target : y
    }
    let plan = LayoutTransitionPlan(
      from: before.map { ($0.node.id, $0.appearance) }, to: after.map { ($0.node.id, $0.appearance) },
      duration: animation.duration, delay: animation.delay, curve: animation.curve)
    let isUnderWay =
      distance == 0
      && plan.changes.allSatisfy { change in
        change.from == change.to
          || movement?.leads(change.node, to: change.kind == .removal ? nil : change.to.frame) == true
      }
    return isUnderWay ? nil : ListMovement(plan, before.map(\.node) + arriving.map(\.node))
  }

  /// Ends a movement whose cells are at their places; returns false if it is not the present one.
  fileprivate mutating func end(_ movement: ListMovement) -> Bool {
    guard self.movement === movement else { return false }
    let old = shown
    show(old.filter { !$0.isLeaving })
    self.movement = nil
    if shown.count < old.count { tellNeedsLayout() }
    left.release(old.map(\.cell))
    return true
  }
}
