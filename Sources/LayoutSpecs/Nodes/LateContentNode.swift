/// A node whose content arrives after the node was made: from the network, from a film, from somebody who types.
///
/// It has no size of its own until `setContentSize(_:)` is called: until then it is as large as its style says, or all that there is where that is
/// finite, else 0 × 0.
open class LateContentNode: DisplayNode, @unchecked Sendable {
  private var guardedContentSize: Size?

  /// A node whose content is not there yet.
  public override init() {}

  /// The content's size in points; nil as long as it is not there.
  public final var contentSize: Size? { lock.withLock { guardedContentSize } }

  /// Says how large the content is, once it is there, or nil where it went away. Any thread may call it.
  ///
  /// Calls `setNeedsLayout()` where the size is another one than before: the node and all around it are laid out anew when they are next asked for.
  ///
  /// - Parameter size: in points.
  /// - Precondition: neither length is negative, infinite or undefined.
  public final func setContentSize(_ size: Size?) {
    if let size {
      precondition(size.isValid, "A content's size is finite and not negative, and not \(size)")
    }
    let isChanged = lock.withLock {
      defer { guardedContentSize = size }
      return guardedContentSize != size
    }
    if isChanged { setNeedsLayout() }
  }

  /// The content's size; before it is there, that of any node.
  open override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    contentSize ?? super.calculateSizeThatFits(constrainedSize)
  }

  /// Whether the node is of a class of this module.
  var isOfThisModule: Bool { isPlain(LateContentNode.self) }

  override final var guardedContent: ElementContent? {
    guard isOfThisModule else { return nil }
    return guardedContentSize.map { .sizedNode($0) } ?? .node
  }
}

/// A node that shows a text that can be edited; see `LateContentNode`.
///
/// Source: Texture's `ASEditableTextNode`.
open class EditableTextNode: LateContentNode, @unchecked Sendable {
  override final var isOfThisModule: Bool { isPlain(EditableTextNode.self) }
}

/// A node that shows an image from the network; see `LateContentNode`.
///
/// Source: Texture's `ASNetworkImageNode`.
open class NetworkImageNode: LateContentNode, @unchecked Sendable {
  override final var isOfThisModule: Bool { isPlain(NetworkImageNode.self) }
}

/// A node that shows a video; see `LateContentNode`.
///
/// Source: Texture's `ASVideoNode`.
open class VideoNode: LateContentNode, @unchecked Sendable {
  override final var isOfThisModule: Bool { isPlain(VideoNode.self) }
}

/// A node that shows a video with controls; see `LateContentNode`.
///
/// Source: Texture's `ASVideoPlayerNode`.
open class VideoPlayerNode: LateContentNode, @unchecked Sendable {
  override final var isOfThisModule: Bool { isPlain(VideoPlayerNode.self) }
}
