/// The font of a run: a family, a size, a weight, and upright or italic.
public struct TextFont: Hashable, Sendable {
  /// The name of a family of fonts. Default: empty, which is the family of the text's metrics.
  public var family: String
  /// The size in points. Default: 16.
  ///
  /// - Precondition: above 0 and less than 10,000.
  public var size: Double { didSet { check() } }
  /// 400 is regular and 700 bold. Default: 400.
  ///
  /// - Precondition: from 1 to 1000.
  public var weight: Int { didSet { check() } }
  /// Default: false.
  public var isItalic: Bool

  /// Creates a font.
  ///
  /// - Precondition: `size` is above 0 and less than 10,000; `weight` is from 1 to 1000.
  public init(_ family: String = "", size: Double = 16, weight: Int = 400, isItalic: Bool = false) {
    (self.family, self.size, self.weight, self.isItalic) = (family, size, weight, isItalic)
    check()
  }

  private func check() {
    precondition(
      size > 0 && size < 10_000, "TextFont.size is above 0 and less than 10,000 points, and not \(size)")
    precondition((1...1000).contains(weight), "TextFont.weight is from 1 to 1000, and not \(weight)")
  }
}
