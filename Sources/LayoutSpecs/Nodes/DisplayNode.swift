/// A node: an element with an identity, that is, something that will be on the screen.
///
/// On its own it has no intrinsic size: it takes the largest size that it may have where that is finite, else none.
/// Subclasses say what they hold by overriding `layoutSpecThatFits(_:)`, or how large they are by overriding
/// `calculateSizeThatFits(_:)`.
///
/// ```swift
/// final class Byline: DisplayNode, @unchecked Sendable {
///   let name = TextNode("Ada Lovelace")
///   let time = TextNode("30m")
///
///   override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
///     StackLayoutSpec(spacing: 8, justifyContent: .spaceBetween) {
///       name
///       time
///     }
///   }
/// }
/// ```
///
/// ## Threads
///
/// Every method and property of this module's nodes MAY be used from any thread, several at once. What a node is made of is
/// guarded by a lock of its own; nobody holds it while your code runs. A layout sees a property as it was before a change or as it
/// is after; one that was under way when something changed is returned to whoever asked for it, and not kept.
///
/// `layoutSpecThatFits(_:)`, `layoutSpecBlock` and `calculateSizeThatFits(_:)` are called on the thread that lays the node out, several at
/// once if several threads do. They MUST give the same answer for the same constraint until `setNeedsLayout()` is called. A subclass with
/// properties of its own says `@unchecked Sendable`, and so promises that they are set before the node is laid out, or guarded.
///
/// Source: Texture's `ASDisplayNode`.
open class DisplayNode: LayoutElement, @unchecked Sendable {
  let lock = NodeLock()
  private var guardedStyle = Style()
  private var guardedName: String?
  private var guardedBlock: LayoutSpecBlock?
  /// What is known of the node's layouts. Guarded by `lock`.
  var cache = NodeLayoutCache()
  /// What the node is to the nodes around it and below it; nil before any of that was asked for. Guarded by `lock`.
  var guardedPlace: NodePlace?

  /// What a node holds, for the sizes that it may take.
  public typealias LayoutSpecBlock = @Sendable (DisplayNode, SizeRange) -> any LayoutElement

  /// A node with the default style.
  public init() {}

  /// A node that holds what `layoutSpecBlock` returns for the size range that it gets.
  public convenience init(layoutSpecBlock: @escaping LayoutSpecBlock) {
    self.init()
    guardedBlock = layoutSpecBlock
  }

  deinit { lock.destroy() }

  /// The node's identity, by which a layout knows it.
  public final var id: NodeID { NodeID(self) }

  /// What the node asks of the spec around it. A change calls `setNeedsLayout()`.
  ///
  /// A change in place (`node.style.flexGrow = 1`, `styled(_:)`) is made to a copy. The properties that it
  /// changed are written back when it ends, also if it throws. Until then everybody sees the style of before,
  /// also the code that makes the change. If two threads change the style at the same time, neither undoes
  /// what the other changed; of one property the change that ends last counts.
  public final var style: Style {
    get { lock.withLock { guardedStyle } }
    set { changeStyle { $0 = newValue } }
    _modify {
      let old = style
      var new = old
      defer { changeStyle { $0.change(from: old, to: new) } }
      yield &new
    }
  }

  /// What the node is called in descriptions and pictures. Default: nil.
  public final var debugName: String? {
    get { lock.withLock { guardedName } }
    set { change { exchange(&guardedName, with: newValue) } }
  }

  /// What the node holds, in place of overriding `layoutSpecThatFits(_:)`. Default: nil.
  ///
  /// A change calls `setNeedsLayout()`.
  public final var layoutSpecBlock: LayoutSpecBlock? {
    get { lock.withLock { guardedBlock } }
    set { change { exchange(&guardedBlock, with: newValue) } }
  }

  /// The spec that arranges what the node holds; nil where it holds nothing. The node is as large as that spec.
  ///
  /// By default what `layoutSpecBlock` returns. A class that overrides this and calls not `super` has no use for a block: to set one is a
  /// programming error, which stops the layout.
  ///
  /// The spec is a value: it cannot be changed once it was returned, and what was returned once may be returned again. A node may lie in
  /// it once, and the node itself must not.
  ///
  /// - Parameter constrainedSize: The sizes that the node may take: what its parent allows and its style asks for.
  open func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    lock.lock()
    let block = guardedBlock
    if block != nil { cache.blockRuns &+= 1 }
    lock.unlock()
    return block?(self, constrainedSize)
  }

  /// The size that a node without a spec takes in at most `constrainedSize` points. The engine brings it into the range
  /// that the node was given.
  ///
  /// By default all of it where it is finite, else 0 × 0.
  open func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    constrainedSize.isValid ? constrainedSize : .zero
  }

  /// Animates a transition to a new layout, and sees to it that `completeTransition(_:)` of the context is called in the end.
  ///
  /// By default it animates the context's plan with the node's `animator`: what is inserted fades in, what is removed fades out, and the rest
  /// moves. It is called when the inserted subnodes are there, on the thread that laid out or on `layoutTransitionQueue`, with no lock held.
  open func animateLayoutTransition(_ context: any LayoutTransitionContext) {
    context.animate(context.plan)
  }

  /// Cleans up after a transition that was completed: not after one that was superseded, cancelled, or taken back.
  ///
  /// By default it removes the subnodes that are only in the old layout. A subclass that overrides this and does not call `super` removes
  /// them itself. It is called on the thread that calls `completeTransition(_:)`, with no lock held.
  open func didCompleteLayoutTransition(_ context: any LayoutTransitionContext) {
    (context as? LayoutTransition)?.removeSubnodes()
  }

  /// What the node is to the engine; nil where that depends on code of a subclass or a block, which is run while the node
  /// is laid out. Subclasses of this module answer for themselves alone, and not for the user's subclasses of them.
  ///
  /// It is called with the lock held.
  var guardedContent: ElementContent? {
    isPlain(DisplayNode.self) ? .node : nil
  }

  /// Whether the node is of this very class, and no code of the user's has a say in its layout. To be called with the lock held.
  final func isPlain(_ type: DisplayNode.Type) -> Bool {
    Swift.type(of: self) == type && guardedBlock == nil
  }

  /// Writes the node.
  public final func write(to compiler: inout LayoutCompiler) {
    compiler.write(self)
  }
}

extension DisplayNode {
  /// Changes what the node's layout depends on, under its lock, and lays the node out anew when it is asked for the next time.
  ///
  /// - Parameter body: Returns what was there before, which is let go of once the lock is released: with the
  ///   last reference to it code of the user's may run.
  final func change<Old>(_ body: () -> Old) {
    let old = lock.withLock(body)
    withExtendedLifetime(old) {}
    setNeedsLayout()
  }

  /// Changes the style, under the lock: `body` is no code of the user's.
  final func changeStyle(_ body: (inout Style) -> Void) {
    let isChanged = lock.withLock {
      // Only where somebody may have to know are the two compared.
      let old = isWatched ? guardedStyle : nil
      body(&guardedStyle)
      return old.map { $0 != guardedStyle } ?? false
    }
    if isChanged { setNeedsLayout() }
  }

  /// What the compiler writes of the node, and which block it has. To be called with the lock held.
  final var guardedFacts: (style: Style, name: String?, content: ElementContent?) {
    (guardedStyle, guardedName, guardedContent)
  }

  /// What the node holds in this range, from its block or its class.
  ///
  /// - Precondition: it does not have both.
  final func specThatFits(_ range: SizeRange) -> (any LayoutElement)? {
    let before = lock.withLock { guardedBlock == nil ? nil : cache.blockRuns }
    let spec = layoutSpecThatFits(range)
    guard let before else { return spec }
    let after = lock.withLock { guardedBlock == nil ? nil : cache.blockRuns }
    precondition(
      after != before,
      "\(asciiArtName) has a layoutSpecBlock, and its class overrides layoutSpecThatFits(_:): give it one of the two"
    )
    return spec
  }
}
