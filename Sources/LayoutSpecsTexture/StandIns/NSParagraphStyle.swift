#if !canImport(UIKit)
public import Foundation

/// The look of a paragraph, where there is no UIKit.
open class NSParagraphStyle: NSObject, NSCopying, @unchecked Sendable {
  /// The points between two lines. Default: 0.
  public fileprivate(set) var lineSpacing = 0.0
  /// Default: natural.
  public fileprivate(set) var alignment = NSTextAlignment.natural
  /// Default: `byWordWrapping`.
  public fileprivate(set) var lineBreakMode = NSLineBreakMode.byWordWrapping

  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSParagraphStyle()
    (copy.lineSpacing, copy.alignment, copy.lineBreakMode) = (lineSpacing, alignment, lineBreakMode)
    return copy
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSParagraphStyle else { return false }
    return (lineSpacing, alignment, lineBreakMode)
      == (other.lineSpacing, other.alignment, other.lineBreakMode)
  }

  public override var hash: Int { lineSpacing.hashValue }
}

/// The look of a paragraph that can be changed, where there is no UIKit.
public final class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
  public override var lineSpacing: Double {
    get { super.lineSpacing }
    set { super.lineSpacing = newValue }
  }
  public override var alignment: NSTextAlignment {
    get { super.alignment }
    set { super.alignment = newValue }
  }
  public override var lineBreakMode: NSLineBreakMode {
    get { super.lineBreakMode }
    set { super.lineBreakMode = newValue }
  }
}

public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }

public enum NSLineBreakMode: Int, Sendable {
  case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}

extension NSAttributedString.Key {
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
  public static let kern = NSAttributedString.Key(rawValue: "NSKern")
  public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
  public static let underlineStyle = NSAttributedString.Key(rawValue: "NSUnderline")
  public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
  public static let link = NSAttributedString.Key(rawValue: "NSLink")
}
#endif
