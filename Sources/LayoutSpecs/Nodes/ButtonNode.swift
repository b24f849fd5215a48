/// A node that shows an image, a title, or both beside each other, and is as large as they are.
///
/// A change of its properties calls `setNeedsLayout()`.
///
/// Source: Texture's `ASButtonNode`.
open class ButtonNode: DisplayNode, @unchecked Sendable {
  private var guardedParts: Parts

  private struct Parts {
    var titleNode: TextNode?
    var imageNode: ImageNode?
    var laysOutHorizontally = true
    var contentSpacing = 8.0
    var contentEdgeInsets = EdgeInsets.zero
  }

  /// Creates a button with this title, and an image of this size in points.
  public init(title: String? = nil, imageSize: Size? = nil) {
    guardedParts = Parts(
      titleNode: title.map { TextNode($0).flexShrink() },
      imageNode: imageSize.map { ImageNode(imageSize: $0) })
  }

  /// The node that shows the title; nil for a button without one. Default: nil.
  ///
  /// Setting it sets the node's `flexShrink` to 1, so that the title wraps if the button is too narrow.
  public final var titleNode: TextNode? {
    get { parts.titleNode }
    set {
      newValue?.style.flexShrink = 1
      change { exchange(&guardedParts.titleNode, with: newValue) }
    }
  }

  /// The node that shows the image; nil for a button without one. Default: nil.
  public final var imageNode: ImageNode? {
    get { parts.imageNode }
    set { change { exchange(&guardedParts.imageNode, with: newValue) } }
  }

  /// True if image and title stand beside each other, false if one above the other. Default: true.
  public final var laysOutHorizontally: Bool {
    get { parts.laysOutHorizontally }
    set { change { guardedParts.laysOutHorizontally = newValue } }
  }

  /// The points between image and title. Default: 8.
  public final var contentSpacing: Double {
    get { parts.contentSpacing }
    set { change { guardedParts.contentSpacing = newValue } }
  }

  /// The space around both. Default: none.
  public final var contentEdgeInsets: EdgeInsets {
    get { parts.contentEdgeInsets }
    set { change { guardedParts.contentEdgeInsets = newValue } }
  }

  private var parts: Parts { lock.withLock { guardedParts } }

  /// Returns image and title, centred.
  open override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    if let spec = super.layoutSpecThatFits(constrainedSize) { return spec }
    let parts = parts
    return InsetLayoutSpec(
      insets: parts.contentEdgeInsets,
      child: StackLayoutSpec(
        direction: parts.laysOutHorizontally ? .horizontal : .vertical, spacing: parts.contentSpacing,
        justifyContent: .center, alignItems: .center
      ) {
        parts.imageNode
        parts.titleNode
      })
  }
}
