#if Text && canImport(CPango)
import CPango
import LayoutSpecs
import Testing

@testable import LayoutText

@Suite("The characters of lines in real fonts")
struct LineCharacterTests {
  private let fonts = FontLibrary.system.with(TextFont("DejaVu Sans", size: 14))

  /// Pango's sample sentence of each language whose letters Fontconfig knows, as far as the installed fonts
  /// have them, and the corpus: texts in all the scripts that there are sentences in.
  private func texts() throws -> (texts: [AttributedText], scripts: Set<String>) {
    var texts: [AttributedText] = []
    let languages = FcStrListCreate(FcGetLangs())
    defer { FcStrListDone(languages) }
    var known: Set<String> = []
    while let name = FcStrListNext(languages) {
      let language = pango_language_from_string(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      let sentence = String(cString: pango_language_get_sample_string(language))
      if known.insert(sentence).inserted { texts.append(AttributedText(sentence)) }
    }
    let shaper = PangoShaper(nil)
    texts.removeAll { !hasGlyphs($0, shaper) }
    var corpus = try Corpus(seed: 24)
    texts += (0..<75).map { corpus.next($0).text }.filter { $0.string.last?.isWhitespace == false }
    let unicode = hb_unicode_funcs_get_default()
    var scripts: Set<String> = []
    for scalar in texts.lazy.flatMap(\.string.unicodeScalars) {
      var tag: [CChar] = Array(repeating: 0, count: 5)
      hb_tag_to_string(hb_script_to_iso15924_tag(hb_unicode_script(unicode, scalar.value)), &tag)
      scripts.insert(String(decoding: tag.prefix(4).map(UInt8.init), as: UTF8.self))
    }
    return (texts, scripts.subtracting(["Zyyy", "Zinh", "Zzzz"]))
  }

  private func hasGlyphs(_ text: AttributedText, _ shaper: PangoShaper) -> Bool {
    shaper.withLayout(of: fonts.resolved(text), width: .infinity) {
      pango_layout_get_unknown_glyphs_count($0) == 0
    }
  }

  private func width(_ runs: [TextRun]) throws -> Double {
    try #require(fonts.preparedText(of: AttributedText(runs))).naturalWidth
  }

  @Test func `The characters of a line, laid out alone, are as wide as the line, in all scripts`() throws {
    let (texts, scripts) = try texts()
    var (lineCount, wordCount): (Int, Int) = (0, 0)
    var (different, differentWords): ([String], [String]) = ([], [])
    for text in texts {
      let paragraph = try #require(Paragraph(text, metrics: fonts))
      let hyphen = try width([TextRun("\u{2010}", font: text.runs[0].font)])
      for width in [30.0, 64, 120, 280] {
        let lines = paragraph.lines(in: width)
        var isAfterCut = false
        for (line, content) in zip(lines, paragraph.contents(of: lines)) {
          let own = try self.width(content.runs) + (line.ending == .hyphen ? hyphen : 0)
          let points = (own - line.frame.size.width).magnitude
          let name = "\(content.string), \(points) points, in \(width): \(text.string)"
          lineCount += 1
          if points > 3 { different.append(name) }
          if !isAfterCut && line.reason != .cut {
            wordCount += 1
            if points > 1 { differentWords.append(name) }
          }
          isAfterCut = line.reason == .cut
        }
      }
    }
    print(
      "\(lineCount) lines in \(scripts.count) scripts: \(different.count) differ by 3 points; "
        + "\(wordCount) of whole words: \(differentWords.count) by one")
    #expect(scripts.count >= 20, "\(scripts)")
    // Letters of a word that is cut are joined, or moved, on one side and not on the other.
    #expect(different.count * 50 <= lineCount, "\(different)")
    #expect(differentWords.count * 1_000 <= wordCount, "\(differentWords)")
  }
}
#endif
