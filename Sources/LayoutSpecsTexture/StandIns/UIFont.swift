#if !canImport(UIKit)
public import Foundation

/// A font by its name, its size and its weight, where there is no UIKit.
public final class UIFont: NSObject, Sendable {
  /// Empty for the system's font.
  public let fontName: String
  /// In points.
  public let pointSize: Double
  let weight: Weight
  let isItalic: Bool

  /// Creates a font of a family. It is never nil: whether there is such a family, the text's metrics know.
  public convenience init?(name: String, size: Double) { self.init(name, size, .regular) }

  private init(_ fontName: String, _ pointSize: Double, _ weight: Weight, isItalic: Bool = false) {
    (self.fontName, self.pointSize, self.weight, self.isItalic) = (fontName, pointSize, weight, isItalic)
  }

  public static func systemFont(ofSize size: Double) -> UIFont { UIFont("", size, .regular) }
  public static func systemFont(ofSize size: Double, weight: Weight) -> UIFont { UIFont("", size, weight) }
  public static func boldSystemFont(ofSize size: Double) -> UIFont { UIFont("", size, .bold) }
  public static func italicSystemFont(ofSize size: Double) -> UIFont {
    UIFont("", size, .regular, isItalic: true)
  }

  /// Returns the font of a style, in the size of the category `large`. The app scales it by the traits.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    UIFont("", style.pointSize, style == .headline ? .semibold : .regular)
  }

  public func withSize(_ size: Double) -> UIFont { UIFont(fontName, size, weight, isItalic: isItalic) }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIFont else { return false }
    return (fontName, pointSize, weight, isItalic)
      == (other.fontName, other.pointSize, other.weight, other.isItalic)
  }

  public override var hash: Int { pointSize.hashValue ^ fontName.hashValue }

  /// A weight, as UIKit counts it: 0 is regular.
  public struct Weight: Hashable, Sendable {
    public let rawValue: Double

    public init(rawValue: Double) { self.rawValue = rawValue }

    public static let ultraLight = Weight(rawValue: -0.8)
    public static let thin = Weight(rawValue: -0.6)
    public static let light = Weight(rawValue: -0.4)
    public static let regular = Weight(rawValue: 0)
    public static let medium = Weight(rawValue: 0.23)
    public static let semibold = Weight(rawValue: 0.3)
    public static let bold = Weight(rawValue: 0.4)
    public static let heavy = Weight(rawValue: 0.56)
    public static let black = Weight(rawValue: 0.62)
  }

  /// A style of text.
  public enum TextStyle: Sendable {
    case largeTitle, title1, title2, title3, headline, subheadline, body, callout, footnote, caption1,
      caption2

    /// Source: the type sizes of Apple's Human Interface Guidelines.
    fileprivate var pointSize: Double {
      switch self {
      case .largeTitle: 34
      case .title1: 28
      case .title2: 22
      case .title3: 20
      case .headline, .body: 17
      case .callout: 16
      case .subheadline: 15
      case .footnote: 13
      case .caption1: 12
      case .caption2: 11
      }
    }
  }
}
#endif
