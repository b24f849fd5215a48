// The nodes that come with the Layout API. They show nothing here: there is no screen. What matters is what each is to a
// layout, above all whether it has a size of its own.

/// A node that shows a text, and is as large as that text.
///
/// Source: Texture's `ASTextNode`.
open class TextNode: DisplayNode {
  /// The text. Default: empty, one empty line.
  public var text: String
  /// How large it is. Default: monospace, 8 points a character and 20 a line.
  public var metrics: any TextMetrics

  /// A node that shows `text`.
  public init(_ text: String = "", metrics: any TextMetrics = MonospaceMetrics()) {
    self.text = text
    self.metrics = metrics
  }

  /// The size that the text takes in at most that width.
  open override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    metrics.size(of: text, maxWidth: constrainedSize.width)
  }

  override var leafContent: ElementContent? {
    guard isPlain(TextNode.self) else { return nil }
    if let metrics = metrics.monospace {
      return .text(TextParameters(text, advance: metrics.advance, lineHeight: metrics.lineHeight))
    }
    return .measured(TextMeasurement(text: text, metrics: metrics))
  }
}

/// A node that shows an image, and is as large as that image.
///
/// Source: Texture's `ASImageNode`.
open class ImageNode: DisplayNode {
  /// The image's size in points; nil for a node without an image, which has no size of its own. Default: nil.
  public var imageSize: Size?

  /// A node that shows an image of this size, in points.
  public init(imageSize: Size? = nil) {
    self.imageSize = imageSize
  }

  /// The image's size.
  open override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    imageSize ?? super.calculateSizeThatFits(constrainedSize)
  }

  override var leafContent: ElementContent? {
    guard isPlain(ImageNode.self) else { return nil }
    return imageSize.map { .sizedNode($0) } ?? .node
  }
}

/// A node that shows an image, a title, or both beside each other, and is as large as they are.
///
/// Source: Texture's `ASButtonNode`.
open class ButtonNode: DisplayNode {
  /// The node that shows the title; nil for a button without one. Default: nil.
  public var titleNode: TextNode?
  /// The node that shows the image; nil for a button without one. Default: nil.
  public var imageNode: ImageNode?
  /// Whether image and title stand beside each other, and not one above the other. Default: true.
  public var laysOutHorizontally = true
  /// Points between image and title. Default: 8.
  public var contentSpacing = 8.0
  /// The space around both. Default: none.
  public var contentEdgeInsets = EdgeInsets.zero

  /// A button with this title, and an image of this size in points.
  public init(title: String? = nil, imageSize: Size? = nil) {
    titleNode = title.map { TextNode($0) }
    imageNode = imageSize.map { ImageNode(imageSize: $0) }
  }

  /// Image and title, in the middle.
  open override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    if let spec = super.layoutSpecThatFits(constrainedSize) { return spec }
    return InsetLayoutSpec(
      insets: contentEdgeInsets,
      child: StackLayoutSpec(
        direction: laysOutHorizontally ? .horizontal : .vertical, spacing: contentSpacing,
        justifyContent: .center, alignItems: .center
      ) {
        imageNode
        titleNode
      })
  }
}

/// A node that shows a text that can be edited. It has no size of its own: give it one.
///
/// Source: Texture's `ASEditableTextNode`.
open class EditableTextNode: DisplayNode {
  override var leafContent: ElementContent? {
    isPlain(EditableTextNode.self) ? .node : nil
  }
}

/// A node that shows an image from the network. It has no size of its own until the image is there: give it one.
///
/// Source: Texture's `ASNetworkImageNode`.
open class NetworkImageNode: DisplayNode {
  override var leafContent: ElementContent? {
    isPlain(NetworkImageNode.self) ? .node : nil
  }
}

/// A node that shows a video. It has no size of its own: give it one.
///
/// Source: Texture's `ASVideoNode`.
open class VideoNode: DisplayNode {
  override var leafContent: ElementContent? {
    isPlain(VideoNode.self) ? .node : nil
  }
}

/// A node that shows a video with controls. It has no size of its own: give it one.
///
/// Source: Texture's `ASVideoPlayerNode`.
open class VideoPlayerNode: DisplayNode {
  override var leafContent: ElementContent? {
    isPlain(VideoPlayerNode.self) ? .node : nil
  }
}
