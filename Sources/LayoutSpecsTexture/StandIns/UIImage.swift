#if !canImport(UIKit)
public import Foundation
public import LayoutSpecs

/// An image by its size, where there is no UIKit.
public final class UIImage: NSObject, Sendable {
  /// In points.
  public let size: Size
  /// The name in the catalogue; nil for an image without one.
  public let name: String?
  /// What is to be done to the image before it is drawn, in order.
  public let modifications: [Modification]

  /// A change of an image, which whoever draws it makes.
  public enum Modification: Hashable, Sendable {
    /// All that is opaque gets a colour.
    case tint(UIColor)
    /// The image is cut to an ellipse, with a border of this width in points, if there is one.
    case roundBorder(width: Double, color: UIColor?)
  }

  /// The sizes of images by their names, in points. Default: none. Set it once, before images are made.
  nonisolated(unsafe) public static var catalogue: [String: Size] = [:]

  /// Creates an image of a size.
  public init(size: Size) { (self.size, name, modifications) = (size, nil, []) }

  /// Creates an image of `catalogue`; nil if it has none of that name.
  public init?(named name: String) {
    guard let size = UIImage.catalogue[name] else { return nil }
    (self.size, self.name, modifications) = (size, name, [])
  }

  private init(_ image: UIImage, _ modification: Modification) {
    (size, name, modifications) = (image.size, image.name, image.modifications + [modification])
  }

  /// Returns the image with one modification more.
  public func modified(by modification: Modification) -> UIImage { UIImage(self, modification) }
}
#endif
