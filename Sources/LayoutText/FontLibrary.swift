#if Text && (canImport(CPango) || canImport(CoreText))
import Dispatch
import LayoutSpecs

/// Real fonts: prepares texts with the fonts of the system, or with fonts from files.
///
/// ```swift
/// let fonts = FontLibrary.system.with(TextFont("DejaVu Sans", size: 14))
/// let title = TextNode("Layouts on any thread", metrics: fonts)
/// ```
///
/// On Linux Pango shapes the text, finds fonts for characters that the requested font lacks, and says where lines may
/// break, by the rules of Unicode's Annexes 9, 14 and 29. On Apple's systems Core Text does this; the project does not
/// test that part.
///
/// Lengths come from the fonts' outlines, without hinting: at twice the font size a text is twice as wide.
///
/// Texts of common characters in the Latin, the Greek and the Cyrillic script need Pango only until the library knows their
/// fonts; what one thread learns, all know.
///
/// Any thread may prepare texts, several at once. A thread that needs Pango has its own set of Pango's objects while it
/// prepares a text; the library keeps as many sets as threads ever needed at the same time.
public struct FontLibrary: TextMetrics, Equatable {
  /// The font of texts and runs that have `TextFont()`, and the family of texts and runs that name no family.
  public let font: TextFont

  public var defaultFont: TextFont? { font }

  let shapers: ShaperPool

  /// The installed fonts, by the names of their families. Its `font` is `sans` at 16 points.
  public static let system = FontLibrary(TextFont(ShaperPool.systemFamily), ShaperPool())

  /// Creates a library with the fonts in these files, and no others.
  ///
  /// - Parameters:
  ///   - files: Paths of TrueType and OpenType fonts, and of collections of them.
  ///   - font: The font of texts that ask for none. If the files lack its family, one of their families stands in.
  public init(files: [String], font: TextFont = TextFont()) throws(FontError) {
    self.init(font, try ShaperPool(files: files))
  }

  init(_ font: TextFont, _ shapers: ShaperPool) { (self.font, self.shapers) = (font, shapers) }

  /// The same fonts, with another font for texts that ask for none. A font that names no family has the library's.
  public func with(_ font: TextFont) -> FontLibrary { FontLibrary(resolved(font), shapers) }

  /// Returns true if the library has a family of this name, or if the name is general: `sans`, `sans-serif`, `serif` or
  /// `monospace`. Case is ignored. A text in a missing family gets the nearest font.
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

  /// Returns the font of a run, with the library's font or family filled in.
  func resolved(_ font: TextFont) -> TextFont {
    if font == TextFont() { return self.font }
    var font = font
    if font.family.isEmpty { font.family = self.font.family }
    return font
  }

  /// Returns the text with the fonts of its runs resolved, and with at least one run.
  func resolved(_ text: AttributedText) -> AttributedText {
    if !text.runs.isEmpty, text.runs.allSatisfy({ !$0.font.family.isEmpty }) { return text }
    var text = text
    if text.runs.isEmpty { text.runs = [TextRun("")] }
    for index in text.runs.indices { text.runs[index].font = resolved(text.runs[index].font) }
    return text
  }

  public func preparedText(of text: AttributedText) -> PreparedText? {
    shapers.prepare(resolved(text))
  }

  /// Learns what the first texts in these fonts and languages would find out while they are prepared: the faces of
  /// characters, the heights of lines, the advances of pairs of letters, digits and punctuation, and where Thai words end.
  ///
  /// Call it while the app starts, and go on without waiting:
  ///
  /// ```swift
  /// Task { await fonts.prepareFonts([TextFont(size: 17, weight: 700), TextFont(size: 15)], for: ["en", "th"]) }
  /// ```
  ///
  /// It changes no text's size. A second call with the same fonts and languages learns nothing. It works on the global
  /// queue of default quality of service, to the end even if the task is cancelled. Any thread may call it, and prepare
  /// texts meanwhile: all know a font in a language as soon as it is learned.
  ///
  /// On Linux a language has the letters of Fontconfig's orthographies. On Apple's systems the language's own name is
  /// prepared, which opens its fonts.
  ///
  /// - Parameters:
  ///   - fonts: The fonts of texts, in the order in which texts need them. `TextFont()` is the library's own. A missing
  ///     font has the faces that its texts have. A library knows 64 fonts, and forgets the oldest ones.
  ///   - languages: Languages in the form of BCP 47, as "en" or "pt-BR", the most frequent first: a face keeps the pairs of
  ///     254 characters. "und-Zsye" is emoji. Unknown languages are ignored. If there is none, only digits and punctuation
  ///     are learned. Default: the languages of the environment's locale.
  /// - Complexity: for each font O(*n*²) in the number of letters of a language in the Latin, the Greek or the Cyrillic
  ///   script, some milliseconds; for another language as long as it takes to prepare a text of 64 letters.
  public func prepareFonts(_ fonts: [TextFont], for languages: [String]? = nil) async {
    let fonts = fonts.map(resolved)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        shapers.learn(fonts, for: languages)
        continuation.resume()
      }
    }
  }

  /// - Complexity: linear in the text's length, and slow: each call prepares the text. `Paragraph` and `TextNode` prepare it once.
  public func size(of text: String, maxWidth: Double) -> Size {
    preparedText(of: AttributedText(text))?.extent(maxWidth: maxWidth).size ?? .zero
  }
}

/// A file that has no font.
public struct FontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path and the problem.
  public let description: String
}
#endif
