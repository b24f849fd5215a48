// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Texture's.

@_exported public import LayoutSpecs

// Texture's names of nodes, of what they are made of, and of transitions. Each is another name of the type of
// `LayoutSpecs` and no type of its own, so that both names may be used side by side.

public typealias ASDisplayNode = DisplayNode
public typealias ASTextNode = TextNode
public typealias ASEditableTextNode = EditableTextNode
public typealias ASImageNode = ImageNode
public typealias ASNetworkImageNode = NetworkImageNode
public typealias ASMultiplexImageNode = NetworkImageNode
public typealias ASVideoNode = VideoNode
public typealias ASVideoPlayerNode = VideoPlayerNode
public typealias ASButtonNode = ButtonNode
public typealias ASButtonNodeImageAlignment = ButtonImageAlignment
public typealias ASControlState = ControlState
public typealias ASCellNode = CellNode
public typealias ASScrollNode = ScrollNode
public typealias ASTraitCollection = Traits

extension DisplayNode {
  /// Returns a spacer, for a sample that writes `ASLayoutSpec()` in a node's method.
  ///
  /// The type of that name stands for any spec, and cannot be made. In a method of a node Swift finds this one
  /// first; elsewhere write `LayoutSpec()`.
  public final func ASLayoutSpec() -> LayoutSpec { LayoutSpec() }
}

/// A text with one look, which a `TextNode` shows. Runs with several fonts are made by `AttributedText(_:)`.
public typealias NSAttributedString = AttributedText

extension AttributedText {
  /// Creates a text of one run, in the font of the node's metrics.
  public init(string: String) { self.init(string) }
}

extension TextNode {
  /// The most lines; the rest is truncated: `maximumLineCount`. Default: 0, as many as there are.
  public final var maximumNumberOfLines: Int {
    get { maximumLineCount }
    set { maximumLineCount = newValue }
  }
}

extension ButtonNode {
  /// Sets the title of a state. A `TextFont` and a `TextColor` are those of the title. Without a font, or with one that is
  /// the app's, such as a `UIFont`, it is `setTitle(_:for:)`.
  public final func setTitle(_ title: String, with font: Any?, with color: Any?, for state: ControlState) {
    guard let font = font as? TextFont else { return setTitle(title, for: state) }
    setAttributedTitle(AttributedText([TextRun(title, font: font, color: color as? TextColor)]), for: state)
  }
}

extension Layout {
  /// Returns a node's frame, as a view gets it: `frame(of:)`. nil if the node is not in the layout, where Texture gives
  /// `CGRectNull`.
  public func frame(for node: DisplayNode) -> Rect? { frame(of: node) }
}

// MARK: - Transitions

public typealias ASContextTransitioning = any LayoutTransitionContext

extension LayoutTransitionContext {
  /// Returns true if the transition is to be animated: the property of that name, called as a method.
  public func isAnimated() -> Bool { isAnimated }

  /// Animates nodes to the frames and alphas that a block sets, as `UIView.animate` does with views.
  ///
  /// It is `animate(duration:delay:curve:_:completion:)` in UIKit's words.
  ///
  /// - Parameters:
  ///   - duration: The seconds from the first appearance to the last.
  ///   - animations: Sets `frame` and `alpha` of nodes. It runs once, before this returns.
  ///   - completion: Called once, with true at the end of the animation, and with false if something else ended
  ///     it. It MUST ensure that `completeTransition(_:)` is called in the end.
  public func animate(
    withDuration duration: Double, animations: () -> Void,
    completion: @escaping @Sendable (_ finished: Bool) -> Void
  ) {
    animate(duration: duration, animations, completion: completion)
  }
}
