// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

/// Changes an image before it is shown; `image` itself stays as it is.
public typealias asimagenode_modification_block_t = (UIImage, Traits) -> UIImage?

/// What nodes with an image have in common: values that are kept for the host, and on which no layout depends.
public protocol ASImageProperties: DisplayNode {}

extension ImageNode: ASImageProperties {}
extension NetworkImageNode: ASImageProperties {}

extension ASImageProperties {
  /// Changes the image before it is shown. Default: nil.
  public var imageModificationBlock: asimagenode_modification_block_t? {
    get { kept() }
    set { keep(newValue) }
  }

  /// True if an animated image stands still. Default: false.
  public var animatedImagePaused: Bool {
    get { kept() ?? false }
    set { keep(newValue) }
  }

  /// When an animated image moves. Default: the common modes.
  public var animatedImageRunLoopMode: String {
    get { kept() ?? RunLoop.Mode.common.rawValue }
    set { keep(newValue) }
  }

}

extension UIImage {
  /// In points.
  fileprivate var layoutSize: Size { Size(width: size.width, height: size.height) }
}

extension ImageNode {
  /// The image. Setting it sets `imageSize`. Default: nil.
  public final var image: UIImage? {
    get { kept() }
    set {
      keep(newValue)
      imageSize = newValue?.layoutSize
    }
  }
}

extension NetworkImageNode {
  /// The address of the image, which the host loads; it then sets `image`, or the size by `setContentSize(_:)`.
  /// Default: nil.
  public final var url: URL? {
    get { kept() }
    set { keep(newValue) }
  }

  /// Sets the address. The image stays until the host sets another one.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - reset: True if `defaultImage` is shown until then.
  public final func setURL(_ url: URL?, resetToDefault reset: Bool) {
    self.url = url
    if reset { image = nil }
  }

  /// The image, whose size is the node's, once it is there. Default: nil.
  public final var image: UIImage? {
    get { kept() }
    set {
      keep(newValue)
      setContentSize((newValue ?? defaultImage)?.layoutSize)
    }
  }

  /// The image that is shown as long as there is no other, and whose size is the node's. Default: nil.
  public final var defaultImage: UIImage? {
    get { kept() }
    set {
      keep(newValue)
      if image == nil { setContentSize(newValue?.layoutSize) }
    }
  }

  /// Kept weakly; the host calls it. Default: nil.
  public final var delegate: (any ASNetworkImageNodeDelegate)? {
    get { keptWeakly() }
    set { keepWeakly(newValue) }
  }

  /// Default: true.
  public final var shouldCacheImage: Bool {
    get { kept() ?? true }
    set { keep(newValue) }
  }
}

/// Hears of an image from the network. The host makes all calls; the defaults do nothing.
public protocol ASNetworkImageNodeDelegate: AnyObject {
  func imageNodeDidStartFetchingData(_ imageNode: NetworkImageNode)
  func imageNode(_ imageNode: NetworkImageNode, didLoad image: UIImage)
  func imageNode(_ imageNode: NetworkImageNode, didFailWithError error: any Error)
  func imageNodeDidFinishDecoding(_ imageNode: NetworkImageNode)
}

extension ASNetworkImageNodeDelegate {
  public func imageNodeDidStartFetchingData(_ imageNode: NetworkImageNode) {}
  public func imageNode(_ imageNode: NetworkImageNode, didLoad image: UIImage) {}
  public func imageNode(_ imageNode: NetworkImageNode, didFailWithError error: any Error) {}
  public func imageNodeDidFinishDecoding(_ imageNode: NetworkImageNode) {}
}

extension VideoNode {
  /// The image that is shown until the video is. Default: nil. Its size is not the node's.
  public final var image: UIImage? {
    get { kept() }
    set { keep(newValue) }
  }

  /// The address of that image, which the host loads. Default: nil.
  public final var url: URL? {
    get { kept() }
    set { keep(newValue) }
  }
}

// MARK: - Modifications

/// Returns a block that gives all that is opaque in an image a colour.
public func ASImageNodeTintColorModificationBlock(_ color: UIColor) -> asimagenode_modification_block_t {
  #if canImport(UIKit)
  { image, _ in image.withTintColor(color, renderingMode: .alwaysOriginal) }
  #else
  { image, _ in image.modified(by: .tint(color)) }
  #endif
}

/// Returns a block that cuts an image to an ellipse, with a border if it has a colour.
public func ASImageNodeRoundBorderModificationBlock(
  _ borderWidth: CGFloat, _ borderColor: UIColor?
) -> asimagenode_modification_block_t {
  #if canImport(UIKit)
  { image, _ in
    UIGraphicsImageRenderer(size: image.size).image { context in
      let bounds = context.format.bounds
      context.cgContext.addEllipse(in: bounds)
      context.cgContext.clip()
      image.draw(in: bounds)
      guard let borderColor else { return }
      context.cgContext.setStrokeColor(borderColor.cgColor)
      // Half of the line is clipped.
      context.cgContext.setLineWidth(2 * borderWidth)
      context.cgContext.strokeEllipse(in: bounds)
    }
  }
  #else
  { image, _ in image.modified(by: .roundBorder(width: borderWidth, color: borderColor)) }
  #endif
}
