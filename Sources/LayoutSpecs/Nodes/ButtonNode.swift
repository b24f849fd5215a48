/// A node that shows an image, a title, or both beside each other, on a background, and is as large as they
/// are.
///
/// ```swift
/// let button = ButtonNode(title: "Follow", imageSize: Size(16, 16))
/// button.contentEdgeInsets = EdgeInsets(horizontal: 12, vertical: 8)
/// button.setTitle("Following", for: .selected)
/// button.isSelected = true
/// ```
///
/// A change of its properties calls `setNeedsLayout()`. Any thread MAY use every property.
///
/// Unlike other nodes a button has `automaticallyManagesSubnodes` set when it is made: title, image and
/// background are its subnodes once a layout is applied.
///
/// Source: Texture's `ASButtonNode`.
open class ButtonNode: DisplayNode, @unchecked Sendable {
  @exclusivity(unchecked) var guardedParts: Parts

  /// The properties of a button.
  struct Parts {
    var titleNode: TextNode?
    var imageNode: ImageNode?
    var backgroundImageNode: ImageNode?
    var laysOutHorizontally = true
    var imageAlignment = ButtonImageAlignment.beginning
    var contentSpacing = 8.0
    var contentEdgeInsets = EdgeInsets.zero
    var contentHorizontalAlignment = StackParameters.HorizontalAlignment.middle
    var contentVerticalAlignment = StackParameters.VerticalAlignment.center
    var state = ControlState.normal
    // The contents of states; nil if none was ever set, and the nodes show their own content.
    var titles: [ControlState: AttributedText]?
    var imageSizes: [ControlState: Size]?
  }

  /// Creates a button with this title, and an image of this size in points.
  ///
  /// - Precondition: neither length of the image is negative, infinite or undefined.
  public init(title: String? = nil, imageSize: Size? = nil) {
    guardedParts = Parts(
      titleNode: title.map { TextNode($0).flexShrink() },
      imageNode: imageSize.map { ImageNode(imageSize: $0) })
    super.init()
    automaticallyManagesSubnodes = true
  }

  /// The node that shows the title; nil for a button without one. Default: nil.
  ///
  /// Setting it sets the node's `flexShrink` to 1, so that the title wraps if the button is too narrow, and
  /// forgets the titles of states.
  public final var titleNode: TextNode? {
    get { parts.titleNode }
    set {
      newValue?.style.flexShrink = 1
      change {
        guardedParts.titles = nil
        return exchange(&guardedParts.titleNode, with: newValue)
      }
    }
  }

  /// The node that shows the image; nil for a button without one. Default: nil.
  ///
  /// Setting it forgets the images of states.
  public final var imageNode: ImageNode? {
    get { parts.imageNode }
    set {
      change {
        guardedParts.imageSizes = nil
        return exchange(&guardedParts.imageNode, with: newValue)
      }
    }
  }

  /// The node behind image, title and insets, as large as the button in every state; nil for a button without
  /// one. Default: nil. The button's size does not depend on it.
  public final var backgroundImageNode: ImageNode? {
    get { parts.backgroundImageNode }
    set {
      change { exchange(&guardedParts.backgroundImageNode, with: newValue) }
    }
  }

  /// True if image and title stand beside each other, false if one above the other. Default: true.
  public final var laysOutHorizontally: Bool {
    get { parts.laysOutHorizontally }
    set { change { guardedParts.laysOutHorizontally = newValue } }
  }

  /// The place of the image: before the title or behind it. Default: before it.
  public final var imageAlignment: ButtonImageAlignment {
    get { parts.imageAlignment }
    set { change { guardedParts.imageAlignment = newValue } }
  }

  /// The points between image and title. Default: 8.
  ///
  /// - Precondition: a spacing that is set lies between -10,000,000 and 10,000,000 points.
  public final var contentSpacing: Double {
    get { parts.contentSpacing }
    set {
      precondition(
        newValue.isValidOffset,
        "A button's contentSpacing lies between -10,000,000 and 10,000,000 points, and is not \(newValue)")
      change { guardedParts.contentSpacing = newValue }
    }
  }

  /// The space around image and title, in points. Default: none.
  ///
  /// - Precondition: each inset that is set is more than -10,000,000 points, and not NaN.
  public final var contentEdgeInsets: EdgeInsets {
    get { parts.contentEdgeInsets }
    set {
      // Made again, to check insets that were changed after `init` too.
      let insets = newValue.checked
      change { guardedParts.contentEdgeInsets = insets }
    }
  }

  /// The place of image and title in a button that is wider than they are. Default: the middle.
  ///
  /// With `none` they stand at the left, and fill the width of a button that lays out vertically.
  public final var contentHorizontalAlignment: StackParameters.HorizontalAlignment {
    get { parts.contentHorizontalAlignment }
    set { change { guardedParts.contentHorizontalAlignment = newValue } }
  }

  /// The place of image and title in a button that is higher than they are. Default: the center.
  ///
  /// With `none` they stand at the top, and fill the height of a button that lays out horizontally.
  public final var contentVerticalAlignment: StackParameters.VerticalAlignment {
    get { parts.contentVerticalAlignment }
    set { change { guardedParts.contentVerticalAlignment = newValue } }
  }

  /// The button's properties, read together.
  final var parts: Parts { lock.withLock { guardedParts } }

  /// The three nodes, for a module that has other properties of the same names.
  package final var nodes: (title: TextNode?, image: ImageNode?, background: ImageNode?) {
    let parts = parts
    return (parts.titleNode, parts.imageNode, parts.backgroundImageNode)
  }

  /// Returns image and title at their places, within the insets and on the background.
  open override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    if let spec = super.layoutSpecThatFits(constrainedSize) { return spec }
    let parts = parts
    let (image, title) = (parts.shownImageNode, parts.shownTitleNode)
    let isImageFirst = parts.imageAlignment == .beginning
    let content = InsetLayoutSpec(
      insets: parts.contentEdgeInsets,
      child: StackLayoutSpec(
        direction: parts.laysOutHorizontally ? .horizontal : .vertical, spacing: parts.contentSpacing,
        horizontalAlignment: parts.contentHorizontalAlignment,
        verticalAlignment: parts.contentVerticalAlignment
      ) {
        if isImageFirst { image }
        title
        if !isImageFirst { image }
      })
    guard let background = parts.backgroundImageNode else { return content }
    return BackgroundLayoutSpec(child: content, background: background)
  }
}

/// The place of a button's image beside its title.
///
/// Source: Texture's `ASButtonNodeImageAlignment`.
public enum ButtonImageAlignment: Hashable, Sendable, CaseIterable {
  /// Before the title: on its left, or above it.
  case beginning
  /// Behind the title: on its right, or below it.
  case end
}
