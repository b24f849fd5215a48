// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The appearance of nodes: values of Texture's names and types, which are kept for the host that shows the nodes. No
// layout depends on them, and nothing here acts on them. Any thread MAY use them.

extension DisplayNode {
  // MARK: What a view shows

  /// Default: nil.
  public final var backgroundColor: UIColor? {
    get { kept() }
    set { keep(newValue) }
  }

  /// Default: nil, the host's.
  public final var tintColor: UIColor? {
    get { kept() }
    set { keep(newValue) }
  }

  /// In points. Default: 0.
  public final var cornerRadius: CGFloat {
    get { kept() ?? 0 }
    set { keep(newValue) }
  }

  /// How corners are rounded. Default: `defaultSlowCALayer`.
  public final var cornerRoundingType: ASCornerRoundingType {
    get { kept() ?? .defaultSlowCALayer }
    set { keep(newValue) }
  }

  /// In points. Default: 0.
  public final var borderWidth: CGFloat {
    get { kept() ?? 0 }
    set { keep(newValue) }
  }

  /// Default: nil, which is opaque black.
  public final var borderColor: CGColor? {
    get { kept() }
    set { keep(newValue) }
  }

  /// Default: nil, which is opaque black.
  public final var shadowColor: CGColor? {
    get { kept() }
    set { keep(newValue) }
  }

  /// From 0 to 1. Default: 0.
  public final var shadowOpacity: CGFloat {
    get { kept() ?? 0 }
    set { keep(newValue) }
  }

  /// In points. Default: 0 and -3.
  public final var shadowOffset: CGSize {
    get { kept() ?? CGSize(width: 0, height: -3) }
    set { keep(newValue) }
  }

  /// In points. Default: 3.
  public final var shadowRadius: CGFloat {
    get { kept() ?? 3 }
    set { keep(newValue) }
  }

  /// How an image fills the node. Default: `scaleToFill`.
  public final var contentMode: UIView.ContentMode {
    get { kept() ?? .scaleToFill }
    set { keep(newValue) }
  }

  /// True if nothing outside of the node's bounds is shown. Default: false.
  public final var clipsToBounds: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }

  /// True if a layer shows the node, without a view. Default: false.
  public final var isLayerBacked: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }

  /// True if something is shown until the node is drawn. Default: false.
  public final var placeholderEnabled: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }

  /// The colour that is shown until then. Default: nil.
  public final var placeholderColor: UIColor? {
    get { kept() }
    set { keep(newValue) }
  }

  /// The seconds in which the placeholder fades. Default: 0.
  public final var placeholderFadeDuration: Double {
    get { kept() ?? 0 }
    set { keep(newValue) }
  }

  // MARK: How a view is touched

  /// True if the node gets touches. Default: true.
  public final var isUserInteractionEnabled: Bool {
    get { kept() ?? true }
    set { keep(newValue) }
  }

  /// How much larger the node is for touches: negative insets make it larger. Default: zero. `hitTest(_:)` does not read it.
  public final var hitTestSlop: UIEdgeInsets {
    get { kept() ?? .zero }
    set { keep(newValue) }
  }

  // MARK: How a view is read out

  /// Default: false.
  public final var isAccessibilityElement: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }

  /// Default: nil.
  public final var accessibilityIdentifier: String? {
    get { kept() }
    set { keep(newValue) }
  }

  /// Default: nil.
  public final var accessibilityLabel: String? {
    get { kept() }
    set { keep(newValue) }
  }

  /// Default: nil.
  public final var accessibilityValue: String? {
    get { kept() }
    set { keep(newValue) }
  }
}

/// How the corners of a node are rounded.
public enum ASCornerRoundingType: Hashable, Sendable {
  /// By the layer that shows the node.
  case defaultSlowCALayer
  /// In the node's own picture, over its background.
  case precomposited
  /// By pictures of the corners in front of the node.
  case clipping
}

/// Returns a node of a colour and a size in points. Default of the size: none.
public func ASDisplayNodeWithBackgroundColor(_ color: UIColor, _ size: CGSize? = nil) -> DisplayNode {
  let node = DisplayNode()
  node.backgroundColor = color
  if let size { node.style.preferredSize = size }
  return node
}

/// Returns the colour of a placeholder.
public func ASDisplayNodeDefaultPlaceholderColor() -> UIColor { UIColor(white: 0.95, alpha: 1) }
