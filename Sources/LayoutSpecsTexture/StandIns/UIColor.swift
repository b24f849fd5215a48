#if !canImport(UIKit)
public import Foundation

/// A colour in sRGB, where there is no UIKit. No layout depends on it.
public final class UIColor: NSObject, Sendable {
  /// From 0 to 1, as are the other three.
  public let red: Double
  public let green: Double
  public let blue: Double
  /// 1 is opaque.
  public let alpha: Double

  /// Creates a colour. Components below 0 count as 0, and those above 1 as 1.
  public init(red: Double, green: Double, blue: Double, alpha: Double) {
    func clamped(_ component: Double) -> Double { component > 0 ? min(component, 1) : 0 }
    (self.red, self.green, self.blue) = (clamped(red), clamped(green), clamped(blue))
    self.alpha = clamped(alpha)
  }

  /// Creates a grey: 0 is black, 1 is white.
  public convenience init(white: Double, alpha: Double) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  private convenience init(_ hex: UInt32) {
    func component(_ shift: UInt32) -> Double { Double(hex >> shift & 0xFF) / 255 }
    self.init(red: component(16), green: component(8), blue: component(0), alpha: 1)
  }

  /// Returns the colour with another opacity.
  public func withAlphaComponent(_ alpha: Double) -> UIColor {
    UIColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  #if canImport(CoreGraphics)
  public var cgColor: CGColor { CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha) }
  #else
  public var cgColor: CGColor { self }
  #endif

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    return (red, green, blue, alpha) == (other.red, other.green, other.blue, other.alpha)
  }

  public override var hash: Int { [red, green, blue, alpha].hashValue }

  public static let black = UIColor(white: 0, alpha: 1)
  public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
  public static let gray = UIColor(white: 0.5, alpha: 1)
  public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
  public static let white = UIColor(white: 1, alpha: 1)
  public static let clear = UIColor(white: 0, alpha: 0)
  public static let red = UIColor(0xFF0000)
  public static let green = UIColor(0x00FF00)
  public static let blue = UIColor(0x0000FF)
  public static let cyan = UIColor(0x00FFFF)
  public static let yellow = UIColor(0xFFFF00)
  public static let magenta = UIColor(0xFF00FF)
  public static let orange = UIColor(0xFF8000)
  public static let purple = UIColor(0x800080)
  public static let brown = UIColor(0x996633)
  public static let systemRed = UIColor(0xFF3B30)
  public static let systemGreen = UIColor(0x34C759)
  public static let systemBlue = UIColor(0x007AFF)
  public static let systemOrange = UIColor(0xFF9500)
  public static let systemGray = UIColor(0x8E8E93)
  public static let label = black
  public static let secondaryLabel = UIColor(0x3C3C43).withAlphaComponent(0.6)
  public static let separator = UIColor(0x3C3C43).withAlphaComponent(0.29)
  public static let systemBackground = white
  public static let secondarySystemBackground = UIColor(0xF2F2F7)
}

#if !canImport(CoreGraphics)
public typealias CGColor = UIColor
#endif
#endif
