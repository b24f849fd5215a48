#if Text && canImport(CPango)
import CPango
import LayoutSpecs
import LayoutTestSupport
import Testing

@testable import LayoutText

/// Words that are wider than a line, and so are cut.
@Suite("Where real fonts cut words")
struct CharacterCutTests {
  /// The texts of Unicode's GraphemeBreakTest 15.0 without spaces and controls (© 2022 Unicode, Inc.,
  /// https://www.unicode.org/terms_of_use.html): each of these characters before each, with U+0308 between and without;
  /// and others.
  private static let characters = "\u{34F}🇦\u{600}\u{903}\u{1100}\u{1160}\u{11A8}가각⌚\u{300}\u{200D}\u{378}"
    .unicodeScalars
  private static let others = [
    "a\u{308}", "가\u{11A8}\u{1100}", "각\u{11A8}\u{1100}", "🇦🇧🇨b", "a🇦🇧🇨b", "a🇦🇧\u{200D}🇨b", "a🇦\u{200D}🇧🇨b",
    "a🇦🇧🇨🇩b", "a\u{200D}", "a\u{308}b", "a\u{903}b", "a\u{600}b", "👶🏿👶", "a🏿👶", "a🏿👶\u{200D}🛑",
    "👶🏿\u{308}\u{200D}👶🏿", "🛑\u{200D}🛑", "a\u{200D}🛑", "✁\u{200D}✁", "a\u{200D}✁",
  ]
  private static let texts =
    characters.flatMap { first in
      characters.flatMap { last in
        ["", "\u{308}"].map { "\(Character(first))\($0)\(Character(last))" }
      }
    } + others

  /// Words with characters of several parts. Those in decomposed form have accents that not all fonts have.
  private static let words = [
    "e\u{301}ve\u{301}nement", "Vie\u{323}\u{302}tna\u{306}m", "1️⃣2️⃣3️⃣", "👩‍👩‍👧‍👦👨‍👩‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👍🏽👍🏿", "🇩🇪🇫🇷🇯🇵", "❤️❤️",
    "がぎぐ".decomposed, "क्षत्रियनमस्ते", "தமிழ்நாடு", "ก็ตามน้ำ", "שָׁלוֹם", "السَّلَامُ", "t͡ʃt͡s", "x̂ȳ", "A⃝B⃝",
    "ẹ̀ọ́", "ŋ́ǧ́", "office",
  ]

  /// The lines in a width: our own, and the lines of Pango's paragraph.
  private func lines(_ text: String, _ fonts: FontLibrary, width: Double) throws -> (
    own: [String], pango: [String]
  ) {
    let text = AttributedText(text)
    let paragraph = try #require(Paragraph(text, metrics: fonts))
    let own = paragraph.contents(of: paragraph.lines(in: width)).map(\.string)
    return (own, PangoParagraphs().lines(text, fonts, width: width))
  }

  private func scalars(_ lines: [String]) -> String {
    lines.map { $0.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ") }.joined(
      separator: " | ")
  }

  @Test func `In a width of one point Unicode's texts have Pango's lines, in every font`() throws {
    #expect(Self.texts.count == 358)
    var rows = ExactnessRows("lines of one cluster")
    for family in ["DejaVu Sans", "Liberation Sans", "Noto Sans", "Noto Sans CJK JP"] {
      let fonts = FontLibrary.system.with(TextFont(family, size: 16))
      for text in Self.texts + Self.words {
        // No font has U+0378, and the width of its box depends on the text beside it. For two flag letters behind an odd
        // one, Pango's own breaks have one more place to cut than its paragraph.
        if text.unicodeScalars.last == "\u{378}" || text == "a🇦\u{200D}🇧🇨b" { continue }
        let (own, pango) = try lines(text, fonts, width: 1)
        rows.add(
          kind: Self.words.contains(text) ? "words of clusters" : "GraphemeBreakTest", values: pango.count,
          cause: own == pango ? nil : "cuts")
        #expect(own == pango, "\(family): \(scalars(own)), Pango: \(scalars(pango))")
      }
    }
    try rows.write()
  }

  @Test func `A line is as high as all fonts of the characters on it, also of a part of one`() throws {
    let pango = PangoParagraphs()
    for family in ["DejaVu Sans", "Liberation Sans"] {
      let fonts = FontLibrary.system.with(TextFont(family, size: 16))
      for text in Self.texts + Self.words {
        let text = AttributedText(text)
        let prepared = try #require(fonts.preparedText(of: text))
        for width in [1, 1_000.0] {
          let theirs = pango.layout(text, fonts, width: width)
          let own = prepared.extent(maxWidth: width)
          guard own.lineCount == theirs.lineCount else { continue }
          #expect(
            own.size.height == theirs.alignedHeight, "\(family), in \(width): \(scalars([text.string]))")
        }
      }
    }
  }
}

extension String {
  /// が as か and its mark.
  fileprivate var decomposed: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.flatMap { [Unicode.Scalar($0.value - 1) ?? $0, "\u{3099}"] }))
  }
}
#endif
