/// A node that shows an image, and is as large as that image.
///
/// Source: Texture's `ASImageNode`.
open class ImageNode: DisplayNode, @unchecked Sendable {
  private var guardedImageSize: Size?

  /// Creates a node that shows an image of this size, in points.
  public init(imageSize: Size? = nil) {
    guardedImageSize = imageSize
  }

  /// The image's size in points; nil for a node without an image, which has no intrinsic size. Default: nil.
  ///
  /// A change calls `setNeedsLayout()`.
  public final var imageSize: Size? {
    get { lock.withLock { guardedImageSize } }
    set { change { guardedImageSize = newValue } }
  }

  /// Returns the image's size.
  open override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    imageSize ?? super.calculateSizeThatFits(constrainedSize)
  }

  override var guardedContent: ElementContent? {
    guard isPlain(ImageNode.self) else { return nil }
    return guardedImageSize.map { .sizedNode($0) } ?? .node
  }
}
