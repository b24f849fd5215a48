/// The font of a run: a family, a size, a weight, and upright or italic.
public struct TextFont: Hashable, Sendable {
  /// The name of a family of fonts. Default: empty, which is the family of the text's metrics.
  public var family: String { didSet { signedSize = size } }
  /// The size in points. Default: 16.
  ///
  /// - Precondition: above 0 and less than 10,000.
  public var size: Double {
    get { abs(signedSize) }
    set {
      signedSize = newValue
      check()
    }
  }
  /// 400 is regular and 700 bold. Default: 400.
  ///
  /// - Precondition: from 1 to 1000.
  public var weight: Int {
    didSet {
      signedSize = size
      check()
    }
  }
  /// Default: false.
  public var isItalic: Bool { didSet { signedSize = size } }
  /// The size; negative if no property was set.
  private var signedSize: Double

  /// The font of the text's metrics, in their size; of 16 points in metrics that have no font. It differs from each font that
  /// was asked for, one of 16 points too: no property is set.
  public init() { (family, signedSize, weight, isItalic) = ("", -16, 400, false) }

  /// Creates a font.
  ///
  /// - Precondition: `size` is above 0 and less than 10,000; `weight` is from 1 to 1000.
  public init(_ family: String = "", size: Double = 16, weight: Int = 400, isItalic: Bool = false) {
    (self.family, signedSize, self.weight, self.isItalic) = (family, size, weight, isItalic)
    check()
  }

  private func check() {
    precondition(
      signedSize > 0 && signedSize < 10_000,
      "TextFont.size is above 0 and less than 10,000 points, and not \(signedSize)")
    precondition((1...1000).contains(weight), "TextFont.weight is from 1 to 1000, and not \(weight)")
  }
}
