/// The types of the package swift-image-formats that SwiftCrossUI's view of images names. No tree here has an image, and that
/// package needs three libraries in C.
public struct RGBA: Sendable {}

public struct Image<Pixel: Sendable>: Equatable, Sendable {
  public struct Unsupported: Error {}

  public let width: Int
  public let height: Int
  public let bytes: [UInt8]

  public static func load(from bytes: [UInt8]) throws -> Image { throw Unsupported() }

  public static func load(from bytes: [UInt8], usingFileExtension name: String) throws -> Image {
    throw Unsupported()
  }
}
