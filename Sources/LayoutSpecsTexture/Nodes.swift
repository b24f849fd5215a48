// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Texture's.

@_exported public import Foundation
@_exported public import LayoutSpecs

#if canImport(UIKit)
@_exported public import UIKit
#endif

// Texture's names for nodes, for the types of their properties, and for transitions. Each is an alias of a type in
// `LayoutSpecs`, so you can mix both names.
//
// As AsyncDisplayKit does, this module exports Foundation and, where there is one, UIKit: a file that imports neither itself
// has this module's types under the names that both have, such as `CGSize`.

public typealias ASDisplayNode = DisplayNode
public typealias ASTextNode = TextNode
public typealias ASTextNode2 = TextNode
public typealias ASEditableTextNode = EditableTextNode
public typealias ASImageNode = ImageNode
public typealias ASNetworkImageNode = NetworkImageNode
public typealias ASMultiplexImageNode = NetworkImageNode
public typealias ASVideoNode = VideoNode
public typealias ASVideoPlayerNode = VideoPlayerNode
public typealias ASButtonNode = ButtonNode
public typealias ASButtonNodeImageAlignment = ButtonImageAlignment
public typealias ASControlState = ControlState
public typealias ASScrollNode = ScrollNode
public typealias ASScrollDirection = ScrollDirections
public typealias ASTraitCollection = Traits
public typealias ASPrimitiveTraitCollection = Traits

extension DisplayNode {
  /// Returns a spacer, for a sample that writes `ASLayoutSpec()` in a node's method.
  ///
  /// The type `ASLayoutSpec` stands for any spec, so it has no initializer. In a node's methods Swift finds this method
  /// first; elsewhere write `LayoutSpec()`.
  public final func ASLayoutSpec() -> LayoutSpec { LayoutSpec() }
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
