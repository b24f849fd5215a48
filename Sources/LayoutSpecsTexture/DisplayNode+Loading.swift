// The life of a node's view, which only a host knows: what an app asks for, and what the host calls. A host calls all of
// it on one thread, as a rule the main one.

/// Makes the view of a node.
public typealias ASDisplayNodeViewBlock = @MainActor () -> AnyObject
/// Is called once a node has its view.
public typealias ASDisplayNodeDidLoadBlock = (DisplayNode) -> Void

extension DisplayNode {
  /// Creates a node whose view the app makes.
  ///
  /// - Parameters:
  ///   - viewBlock: Returns the view; kept for the host.
  ///   - didLoad: Called as a block of `onDidLoad(_:)`. Default: nil.
  public convenience init(
    viewBlock: @escaping ASDisplayNodeViewBlock, didLoad: ASDisplayNodeDidLoadBlock? = nil
  ) {
    self.init()
    setViewBlock(viewBlock)
    if let didLoad { onDidLoad(didLoad) }
  }

  /// What makes the node's view, for the host; nil if the host decides. Default: nil.
  public final var hostViewBlock: ASDisplayNodeViewBlock? { kept() }

  /// Sets `hostViewBlock`.
  public final func setViewBlock(_ viewBlock: @escaping ASDisplayNodeViewBlock) {
    keep(viewBlock, "hostViewBlock")
  }

  /// True once the host has called `hostDidLoad()`. Default: false.
  public final var isNodeLoaded: Bool { kept() ?? false }

  /// Calls a block once the node is loaded, or at once if it is.
  public final func onDidLoad(_ body: @escaping ASDisplayNodeDidLoadBlock) {
    if isNodeLoaded { return body(self) }
    keep((kept("didLoadBlocks") ?? []) + [body], "didLoadBlocks")
  }

  /// Called by the host when it has made the node's view: calls `didLoad()`, and then the blocks of `onDidLoad(_:)` in
  /// their order. All but the first call do nothing.
  public final func hostDidLoad() {
    if isNodeLoaded { return }
    keep(true, "isNodeLoaded")
    didLoad()
    let blocks: [ASDisplayNodeDidLoadBlock] = kept("didLoadBlocks") ?? []
    keep(nil as [ASDisplayNodeDidLoadBlock]?, "didLoadBlocks")
    for block in blocks { block(self) }
  }

  // MARK: Interface states

  /// True if the node is near enough to be shown that its content should be loaded. Default: false.
  public final var isInPreloadState: Bool { ranges.contains(.preload) }
  /// True if the node will soon be shown, and should be drawn. Default: false.
  public final var isInDisplayState: Bool { ranges.contains(.display) }
  /// True if the node is shown. Default: false.
  public final var isVisible: Bool { ranges.contains(.visible) }

  /// nil if nobody has told the node.
  final var toldRanges: NodeRanges? { kept("ranges") }
  final var ranges: NodeRanges { toldRanges ?? [] }

  /// Called by the host when a node and all that are in it come near to being shown, are shown, or are far away again.
  /// Calls `didEnterPreloadState()` and the other five where that is a change.
  ///
  /// A node that is added later is not told. Of the cells of a list none is in a state that the list is not in, and the list
  /// itself tells them how near they are.
  ///
  /// - Parameters:
  ///   - preload: True if content should be loaded. A node that is to be drawn is in this state in any case.
  ///   - display: True if the node should be drawn. A node that is shown is in this state in any case.
  ///   - visible: True if the node is shown.
  public final func setInterfaceState(preload: Bool, display: Bool, visible: Bool) {
    var new: NodeRanges = visible ? [.visible, .display, .preload] : display ? [.display, .preload] : []
    if preload { new.insert(.preload) }
    let old = ranges
    if new != old {
      keep(new, "ranges")
      if new.isNew(.preload, since: old) { didEnterPreloadState() }
      if new.isNew(.display, since: old) { didEnterDisplayState() }
      if new.isNew(.visible, since: old) { didEnterVisibleState() }
      if old.isNew(.visible, since: new) { didExitVisibleState() }
      if old.isNew(.display, since: new) { didExitDisplayState() }
      if old.isNew(.preload, since: new) { didExitPreloadState() }
    }
    if let list = self as? ASListNode { return list.tellCells() }
    for subnode in subnodes {
      subnode.setInterfaceState(preload: preload, display: display, visible: visible)
    }
  }

  // MARK: Wishes of the app

  /// Called when the app calls `setNeedsDisplay()`, on its thread; the host sets it. Default: nil.
  public final var onNeedsDisplay: (() -> Void)? {
    get { kept() }
    set { keep(newValue) }
  }

  /// Asks the host to draw the node again.
  public final func setNeedsDisplay() { onNeedsDisplay?() }

  /// Called when the app wants the node to get the keyboard's input, or no more, on its thread. Returns true if it does;
  /// the host sets it. Default: nil.
  public final var onFirstResponder: ((_ isFirst: Bool) -> Bool)? {
    get { kept() }
    set { keep(newValue) }
  }

  /// Asks the host for the keyboard's input. Returns false if it refuses, and without a host.
  @discardableResult
  public final func becomeFirstResponder() -> Bool { setFirstResponder(true) }

  /// Gives the keyboard's input up. Returns false if the host refuses, and without a host.
  @discardableResult
  public final func resignFirstResponder() -> Bool { setFirstResponder(false) }

  private final func setFirstResponder(_ isFirst: Bool) -> Bool {
    let isDone = onFirstResponder?(isFirst) ?? false
    if isDone { keep(isFirst, "isFirstResponder()") }
    return isDone
  }

  /// Returns true if the host has given the node the keyboard's input, and the node has not given it up.
  public final func isFirstResponder() -> Bool { kept() ?? false }

  // MARK: Traits

  /// The traits in effect in the node: `traits`.
  public final func asyncTraitCollection() -> Traits { traits }

  /// The part of the screen that bars and corners cover, in points from its edges: a trait, which the host sets on the root
  /// by `traitOverrides.safeAreaInsets`. All nodes below have the same insets, wherever they lie.
  public final var safeAreaInsets: UIEdgeInsets { traits.safeAreaInsets }

  /// True if the app wants a new layout when `safeAreaInsets` change. They always make one here. Default: false.
  public final var automaticallyRelayoutOnSafeAreaChanges: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }
}

extension Traits {
  /// The part of the screen that bars and corners cover, in points from its edges. Default: none.
  public var safeAreaInsets: EdgeInsets {
    get { self[SafeAreaTrait.self] }
    set { self[SafeAreaTrait.self] = newValue }
  }
}

private enum SafeAreaTrait: TraitKey {
  static var defaultValue: EdgeInsets { .zero }
}

struct NodeRanges: OptionSet {
  let rawValue: UInt8

  static let preload = NodeRanges(rawValue: 1)
  static let display = NodeRanges(rawValue: 2)
  static let visible = NodeRanges(rawValue: 4)

  func isNew(_ range: NodeRanges, since old: NodeRanges) -> Bool { contains(range) && !old.contains(range) }
}
