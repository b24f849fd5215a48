// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Texture's.

@_exported public import LayoutSpecs

// Texture's names for nodes, for the types of their properties, and for transitions. Each is an alias of a type in
// `LayoutSpecs`, so you can mix both names.

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
  /// The type `ASLayoutSpec` stands for any spec, so it has no initializer. In a node's methods Swift finds this method
  /// first; elsewhere write `LayoutSpec()`.
  public final func ASLayoutSpec() -> LayoutSpec { LayoutSpec() }
}

/// A text for a `TextNode`. For runs with several fonts use `AttributedText(_:)`.
public typealias NSAttributedString = AttributedText

extension AttributedText {
  /// Creates a text of one run, in the default font of the node's metrics.
  public init(string: String) { self.init(string) }
}

extension TextNode {
  /// The maximum number of lines: `maximumLineCount`. The rest of the text is truncated. Default: 0, no limit.
  public final var maximumNumberOfLines: Int {
    get { maximumLineCount }
    set { maximumLineCount = newValue }
  }
}

extension ButtonNode {
  /// Sets the title of a state, in a `TextFont` and a `TextColor`. If `font` is nil or of another type, such as a
  /// `UIFont`, this is `setTitle(_:for:)`, and `color` is ignored.
  public final func setTitle(_ title: String, with font: Any?, with color: Any?, for state: ControlState) {
    guard let font = font as? TextFont else { return setTitle(title, for: state) }
    setAttributedTitle(AttributedText([TextRun(title, font: font, color: color as? TextColor)]), for: state)
  }
}

extension Layout {
  /// Returns a node's frame as its view gets it: `frame(of:)`. nil if the node is not in the layout; Texture returns
  /// `CGRectNull`.
  public func frame(for node: DisplayNode) -> Rect? { frame(of: node) }
}

// MARK: - Transitions

public typealias ASContextTransitioning = any LayoutTransitionContext

extension LayoutTransitionContext {
  /// Returns true if the transition is to be animated: the property `isAnimated` as a method.
  public func isAnimated() -> Bool { isAnimated }

  /// Animates nodes to the frames and alphas that a block sets, as `UIView.animate` does with views.
  ///
  /// The same as `animate(duration:delay:curve:_:completion:)`, with UIKit's labels.
  ///
  /// - Parameters:
  ///   - duration: The seconds from the first appearance to the last.
  ///   - animations: Sets `frame` and `alpha` of nodes. It runs once, before this returns.
  ///   - completion: Called once: with true at the end of the animation, with false if something else ended the animation;
  ///     not called once the node is gone. It MUST ensure that `completeTransition(_:)` is called in the end.
  public func animate(
    withDuration duration: Double, animations: () -> Void,
    completion: @escaping @Sendable (_ finished: Bool) -> Void
  ) {
    animate(duration: duration, animations, completion: completion)
  }
}
