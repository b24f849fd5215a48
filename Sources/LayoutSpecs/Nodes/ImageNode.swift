/// A node that shows an image, and is as large as that image.
///
/// Source: Texture's `ASImageNode`.
open class ImageNode: DisplayNode, @unchecked Sendable {
  @exclusivity(unchecked) private var guardedImageSize: Size?

  /// Creates a node that shows an image of this size, in points.
  ///
  /// - Precondition: neither length is negative, infinite or undefined.
  public init(imageSize: Size? = nil) {
    ImageNode.check(imageSize)
    guardedImageSize = imageSize
  }

  /// The image's size in points; nil for a node without an image, which has no intrinsic size. Default: nil.
  ///
  /// A change calls `setNeedsLayout()`.
  ///
  /// - Precondition: neither length that is set is negative, infinite or undefined.
  public final var imageSize: Size? {
    get { lock.withLock { guardedImageSize } }
    set {
      ImageNode.check(newValue)
      change { guardedImageSize = newValue }
    }
  }

  static func check(_ size: Size?) {
    guard let size else { return }
    precondition(size.isValid, "An image's size is finite and not negative, and not \(size)")
  }

  /// Returns the image's size.
  open override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    imageSize ?? super.calculateSizeThatFits(constrainedSize)
  }

  override func guardedLeafSize() -> LeafSize {
    isPlain(ImageNode.self) ? LeafSize(guardedImageSize) : .measured
  }
}
