#if Text && (canImport(CPango) || canImport(CoreText))
import LayoutSpecs

/// Real fonts: prepares texts with the fonts of the system, or with fonts from files.
///
/// ```swift
/// let fonts = FontLibrary.system.with(TextFont("DejaVu Sans", size: 14))
/// let title = TextNode("Layouts on any thread", metrics: fonts)
/// ```
///
/// On Linux Pango shapes the text, finds fonts for characters that the asked one does not have, and says where lines
/// may break, by the rules of Unicode's Annexes 9, 14 and 29. On Apple's systems it is Core Text; that part is not tested
/// by the project.
///
/// Lengths are those of the fonts' outlines, without hinting: a text that is twice as large is twice as wide.
///
/// Any thread may prepare texts, and several do at once: each uses an own set of Pango's objects while it prepares, and
/// there are as many sets as threads that ever prepared at the same time.
public struct FontLibrary: TextMetrics, Equatable {
  /// The font of texts and runs that have `TextFont()`, and the family of those that name none.
  public let font: TextFont

  public var defaultFont: TextFont? { font }

  let shapers: ShaperPool

  /// The fonts that are installed, by their family's names. The font: `sans`, 16 points.
  public static let system = FontLibrary(TextFont(ShaperPool.systemFamily), ShaperPool())

  /// Creates a library with the fonts in these files, and no others.
  ///
  /// - Parameters:
  ///   - files: Paths of TrueType and OpenType fonts, and of collections of them.
  ///   - font: A family that the files do not have stands for any that they have.
  public init(files: [String], font: TextFont = TextFont()) throws(FontError) {
    self.init(font, try ShaperPool(files: files))
  }

  private init(_ font: TextFont, _ shapers: ShaperPool) { (self.font, self.shapers) = (font, shapers) }

  /// The same fonts, with another font for texts that ask for none.
  public func with(_ font: TextFont) -> FontLibrary { FontLibrary(font, shapers) }

  /// Returns true if there is a family of this name, in any case, or if it is a general one: `sans`, `serif` or
  /// `monospace`. Texts in a family that there is not have the font that is nearest to it.
  public func hasFamily(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["sans", "sans-serif", "serif", "monospace"].contains(name)
      || shapers.withShaper { $0.families.contains { $0.lowercased() == name } }
  }

  /// Libraries are equal if they have the same fonts, from one library or from its `with(_:)`, and the same font for
  /// texts that ask for none.
  public static func == (a: FontLibrary, b: FontLibrary) -> Bool {
    a.shapers === b.shapers && a.font == b.font
  }

  /// Returns the font of a run, resolved.
  func resolved(_ font: TextFont) -> TextFont {
    if font == TextFont() { return self.font }
    var font = font
    if font.family.isEmpty { font.family = self.font.family }
    return font
  }

  /// Returns the text with the fonts of its runs resolved; it has a run.
  func resolved(_ text: AttributedText) -> AttributedText {
    var text = text
    if text.runs.isEmpty { text.runs = [TextRun("")] }
    for index in text.runs.indices { text.runs[index].font = resolved(text.runs[index].font) }
    return text
  }

  public func preparedText(of text: AttributedText) -> PreparedText? {
    let text = resolved(text)
    return shapers.withShaper { $0.prepare(text) }
  }

  /// - Complexity: that of preparing the text: linear, and slow. `Paragraph` and `TextNode` prepare once.
  public func size(of text: String, maxWidth: Double) -> Size {
    preparedText(of: AttributedText(text))?.extent(maxWidth: maxWidth).size ?? .zero
  }
}

/// A file that has no font.
public struct FontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path, and what is wrong with it.
  public let description: String
}
#endif
