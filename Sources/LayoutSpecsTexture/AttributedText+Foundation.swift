#if canImport(UIKit)
import CoreGraphics
import UIKit
#endif

// Texts of Foundation as this library's.

extension AttributedText {
  /// Converts a text: fonts, colours, kerning and, with UIKit, the sizes of attachments. Its other attributes are left out.
  public init(_ text: NSAttributedString) {
    var runs: [TextRun] = []
    let all = NSRange(location: 0, length: text.length)
    text.enumerateAttributes(in: all) { attributes, range, _ in
      let font = (attributes[.font] as? UIFont).map { TextFont($0) } ?? TextFont()
      #if canImport(UIKit)
      if let attachment = attributes[.attachment] as? NSTextAttachment {
        let size = Size(width: attachment.bounds.width, height: attachment.bounds.height)
        return runs.append(TextRun(attachment: size, font: font))
      }
      #endif
      let kern = (attributes[.kern] as? NSNumber)?.doubleValue ?? attributes[.kern] as? Double ?? 0
      let color = (attributes[.foregroundColor] as? UIColor).map { TextColor($0) }
      let string = text.attributedSubstring(from: range).string
      runs.append(TextRun(string, font: font, letterSpacing: kern, color: color))
    }
    self.init(runs)
  }
}

extension TextFont {
  /// Converts a font. The system's is the one of the text's metrics.
  public init(_ font: UIFont) {
    #if canImport(UIKit)
    let descriptor = font.fontDescriptor
    let traits = descriptor.object(forKey: .traits) as? [UIFontDescriptor.TraitKey: Any]
    let weight = (traits?[.weight] as? NSNumber)?.doubleValue ?? 0
    let family = font.familyName.hasPrefix(".") ? "" : font.familyName
    let isItalic = descriptor.symbolicTraits.contains(.traitItalic)
    #else
    let (family, weight, isItalic) = (font.fontName, font.weight.rawValue, font.isItalic)
    #endif
    self.init(
      family, size: Double(font.pointSize), weight: TextFont.weight(of: weight), isItalic: isItalic)
  }

  /// Returns the weight that is nearest to one of UIKit's, where 0 is regular.
  private static func weight(of weight: Double) -> Int {
    let weights = [-0.8, -0.6, -0.4, 0, 0.23, 0.3, 0.4, 0.56, 0.62]
    return 100 * (1 + weights.indices.min { abs(weights[$0] - weight) < abs(weights[$1] - weight) }!)
  }
}

extension TextColor {
  /// Converts a colour, as it is in the light appearance.
  public init(_ color: UIColor) {
    #if canImport(UIKit)
    var (red, green, blue, alpha) = (
      CoreGraphics.CGFloat(0), CoreGraphics.CGFloat(0), CoreGraphics.CGFloat(0), CoreGraphics.CGFloat(1)
    )
    _ = color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    #else
    let (red, green, blue, alpha) = (color.red, color.green, color.blue, color.alpha)
    #endif
    func byte(_ component: Double) -> UInt8 { UInt8((min(max(component, 0), 1) * 255).rounded()) }
    self.init(
      red: byte(Double(red)), green: byte(Double(green)), blue: byte(Double(blue)), alpha: byte(Double(alpha))
    )
  }
}
