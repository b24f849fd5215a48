/// A node whose content arrives later: from the network, from a film, from the keyboard.
///
/// Until `setContentSize(_:)` is called it has no intrinsic size: it has the size of its style, or the
/// largest size in its range if that is finite, otherwise 0 × 0.
open class LateContentNode: DisplayNode, @unchecked Sendable {
  @exclusivity(unchecked) private var guardedContentSize: Size?

  /// Creates a node whose content is not known yet.
  public override init() {}

  /// The content's size in points; nil until it is known.
  public final var contentSize: Size? { lock.withLock { guardedContentSize } }

  /// Sets the content's size once it is known, or nil if it was removed. Any thread may call it.
  ///
  /// Calls `setNeedsLayout()` if the size changes.
  ///
  /// - Parameter size: The size in points.
  /// - Precondition: neither length is negative, infinite or undefined.
  public final func setContentSize(_ size: Size?) {
    if let size {
      precondition(size.isValid, "A content's size is finite and not negative, and not \(size)")
    }
    change(unless: guardedContentSize == size) { guardedContentSize = size }
  }

  /// Returns the content's size; until it is known, `constrainedSize` if that is finite, otherwise 0 × 0.
  open override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    contentSize ?? super.calculateSizeThatFits(constrainedSize)
  }

  override func guardedLeafSize() -> LeafSize {
    guard
      isPlain(LateContentNode.self) || isPlain(EditableTextNode.self) || isPlain(NetworkImageNode.self)
        || isPlain(VideoNode.self) || isPlain(VideoPlayerNode.self)
    else { return .measured }
    return LeafSize(guardedContentSize)
  }
}

/// A node that shows an image from the network; see `LateContentNode`.
///
/// Source: Texture's `ASNetworkImageNode`.
open class NetworkImageNode: LateContentNode, @unchecked Sendable {}

/// A node that shows a video; see `LateContentNode`.
///
/// Source: Texture's `ASVideoNode`.
open class VideoNode: LateContentNode, @unchecked Sendable {}

/// A node that shows a video with controls; see `LateContentNode`.
///
/// Source: Texture's `ASVideoPlayerNode`.
open class VideoPlayerNode: LateContentNode, @unchecked Sendable {}
