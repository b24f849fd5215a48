#if Text && canImport(CPango)
import CPango
import Foundation
import LayoutSpecs
import LayoutTestSupport
import Testing

@testable import LayoutText

@Suite("Texts prepared by what is known of fonts, and by Pango alone")
struct PreparationTests {
  private let fonts = FontLibrary.system.with(TextFont("DejaVu Sans", size: 15))
  private let pango = PangoShaper(nil)

  /// Prepares a text twice, so that the second time all is known, and returns true if both are Pango's.
  private func isPangos(_ text: AttributedText) -> Bool {
    let expected = pango.prepare(fonts.resolved(text))
    return fonts.preparedText(of: text) == expected && fonts.preparedText(of: text) == expected
  }

  private func isPangos(_ text: AttributedText, _ kind: String, _ rows: inout ExactnessRows) -> Bool {
    let isEqual = isPangos(text)
    rows.add(
      kind: kind, values: fonts.preparedText(of: text)?.valueCount ?? 0,
      cause: isEqual ? nil : "clusters or breaks or widths")
    return isEqual
  }

  private func name(_ text: AttributedText) -> String {
    text.runs.map { "\($0.font.family) \($0.font.size) \($0.string.debugDescription)" }.joined(
      separator: ", ")
  }

  @Test func `Random mixes in ten families are equal in widths, clusters, breaks and scalar counts`() throws {
    let seed: UInt64 = 60
    let count = SlowTests.areOn ? 100_000 : 3_000
    print("\(count) random mixes of seed \(seed)")
    var mixes = try RandomMixes(seed: seed)
    var different: [String] = []
    var rows = ExactnessRows("prepared")
    for _ in 0..<count {
      let text = mixes.next()
      let isEqual = isPangos(text, "random mixes", &rows)
      if !isEqual { different.append(name(text)) }
    }
    #expect(different.isEmpty, "\(different.count): \(different.prefix(5))")
    try rows.write()
  }

  @Test func `Every sentence of the corpus, and every text of the feed, is equal in every family`() throws {
    var rows = ExactnessRows("prepared")
    for sample in try Corpus.samples(400, seed: 61) + Corpus.feed(postCount: 100) {
      var text = sample.text
      for family in RandomMixes.families {
        for run in text.runs.indices { text.runs[run].font.family = family }
        let isEqual = isPangos(text, sample.kind, &rows)
        #expect(isEqual, "\(name(text))")
      }
    }
    try rows.write()
  }

  /// The characters of Unicode's LineBreakTest 12.0 (© 2018 Unicode, Inc., https://www.unicode.org/terms_of_use.html): one of
  /// each class of Annex 14. Each is before each, with a space and U+0308 between, with one of them, and with neither.
  ///
  /// U+0001, U+000B, U+0085, U+FFFC and U+50005 are left out: no font has them, and the width of their boxes depends on the
  /// texts before.
  private static let lineBreakCharacters =
    "#—\t´})\r!\u{A0}가각א-⌚․,\u{1100}\u{11A8}\u{1160}\n\u{17D6}0(%$\" /\u{2060}\u{200B}🇦☝🏻\u{200D}§กぁ"
    .unicodeScalars

  @Test func `The pairs of characters of Unicode's LineBreakTest are equal`() throws {
    #expect(Self.lineBreakCharacters.count == 37)
    var rows = ExactnessRows("prepared")
    for family in ["DejaVu Sans", "Liberation Sans", "Noto Sans", "Noto Sans CJK JP"] {
      for first in Self.lineBreakCharacters {
        for second in Self.lineBreakCharacters {
          for between in ["", " ", "\u{308}", "\u{308} "] {
            var string = String.UnicodeScalarView([first])
            string += between.unicodeScalars
            string.append(second)
            let text = AttributedText(String(string), font: TextFont(family, size: 15))
            let isEqual = isPangos(text, "LineBreakTest", &rows)
            #expect(isEqual, "\(family) \(string.map { String($0.value, radix: 16) })")
          }
        }
      }
    }
    try rows.write()
  }

  @Test func `Texts at the edges of the rules are equal`() {
    let strings = [
      "", "a", " ", "  ", "\u{A0}", "\n", "\r\n", "\r", "\n\r", "a\r\nb\rc\nd", "a \n b", " a", "a ", "a  ",
      "\u{301}", "\u{301}a",
      "a\u{301}", "\u{200D}", "a\u{200D}b", "a\u{A0}b", "a\u{AD}b", "a\tb", "\t", "a\u{2029}b",
      "a😀b", "😀", "a שלום b",
      "שלום", "(שלום)", "(привет) hello", "hello (привет)", "[a (б) в]", "α (b) γ", "123 αβγ 456",
      "office fi fl ffi", "f i", "f\ni",
      "AVAVAV AV", "A V", "To Ty", "5×3", "© 2024", "x ± y", "a©", " ©", "© ", "1/2", "1\u{2044}2", "日本 a",
      "a 日本", "ẞß", "ſ", "ŉ", "\u{2011}", "a\u{2011}b", "‘a’ “b”", "— —", "«\u{A0}a\u{A0}»", "…", "a…b",
      "a..., b", "--a",
      "https://example.org/a/b?c=d&e=f#g", "a@b.c", "$5 5% €5 5€ (5) -5 +5 5-5",
      "x" + String(repeating: "\u{A0}", count: 40),
    ]
    for family in RandomMixes.families + ["No such family", "serif", "monospace"] {
      for size in [0.5, 15, 300] {
        let font = TextFont(family, size: size)
        for string in strings {
          #expect(
            isPangos(AttributedText(string, font: font)), "\(family) \(size) \(string.debugDescription)")
          let spaced = string.map { TextRun(String($0), font: font, letterSpacing: 1) }
          #expect(isPangos(AttributedText(spaced)), "\(family) \(size) \(string.debugDescription) in runs")
        }
      }
    }
  }

  @Test func `Each simple character before and behind each other one of its kind is equal`() {
    let simple = CharacterTraits.all.indices.filter { CharacterTraits.all[$0].isSimple }
    // The box of a character that is in no font depends on the texts before.
    let scalars = simple.compactMap { Unicode.Scalar(UInt32($0)) }.filter { scalar in
      let text = fonts.resolved(AttributedText(String(scalar)))
      return pango.withLayout(of: text, width: .infinity) { pango_layout_get_unknown_glyphs_count($0) == 0 }
    }
    #expect(scalars.count > 1_500)
    for family in ["DejaVu Sans", "Noto Serif", "Liberation Sans", "Noto Sans CJK JP"] {
      let font = TextFont(family, size: 15)
      var start = 0
      while start < scalars.count {
        // Characters in a row, and each between letters.
        let part = scalars[start..<min(start + 16, scalars.count)]
        for separator in ["", " ", "x", "1", "н", "λ"] {
          let text = AttributedText(part.map { String($0) }.joined(separator: separator), font: font)
          #expect(isPangos(text), "\(name(text))")
        }
        start += 16
      }
    }
    // All punctuation in twos, with letters, digits and spaces around.
    let marks = scalars.filter {
      $0.value < 0x100 && !$0.properties.isAlphabetic || (0x2010..<0x20D0).contains($0.value)
    }
    for first in marks {
      let text = marks.map { "\(first)\($0)a\(first) \($0)1\(first)\($0) \(first)1\($0)" }.joined(
        separator: " b ")
      #expect(isPangos(AttributedText(text, font: TextFont("DejaVu Sans"))), "\(first.value)")
    }
  }

  @Test func `A text of a megabyte is equal, in one paragraph and in many`() {
    let words =
      "The layout of a screen is a question of arithmetic, and affine fields offer efficient fluff; "
    for separator in ["", "\n"] {
      let text = AttributedText(Array(repeating: words, count: 11_000).joined(separator: separator))
      #expect(text.string.utf8.count > 1_000_000)
      #expect(isPangos(text))
    }
  }

  @Test func `Every word of a list is equal, where the machine has one`() throws {
    let step = SlowTests.areOn ? 1 : 40
    for file in ["american-english", "french", "ngerman"] {
      let folder = ProcessInfo.processInfo.environment["LAYOUTBENCH_WORDS"] ?? "/usr/share/dict"
      guard let list = FileManager.default.contents(atPath: "\(folder)/\(file)") else { continue }
      let words = String(decoding: list, as: UTF8.self).split(separator: "\n")
      for family in ["Noto Sans", "DejaVu Sans", "Liberation Sans", "DejaVu Serif"] {
        for start in stride(from: 0, to: words.count - 10, by: 10 * step) {
          let text = AttributedText(words[start..<start + 10].joined(separator: " "), font: TextFont(family))
          #expect(isPangos(text), "\(name(text))")
        }
      }
    }
  }

  @Test func `A text that is known needs no set of Pango's objects, and others know what one learned`() {
    let pool = ShaperPool()
    let texts = [
      "Affluent offices, 12:45", "Привет, мир", "Γειά σου, κόσμε", "x (привет) y", "24.12.", "a\nb", "",
    ]
    .map { AttributedText($0, font: TextFont("Noto Sans")) }
    let expected = texts.map { pool.prepare($0) }
    // Nobody puts this one back.
    _ = pool.takeShaper()
    for (text, prepared) in zip(texts, expected) {
      #expect(pool.prepare(text) == prepared && pango.prepare(text) == prepared)
    }
    #expect(pool.takeShaper().scriptFonts.isEmpty)
  }

  @Test func `Fonts of many sizes, and more pairs than are kept, change nothing`() {
    let words = "To measure twice, and cut once: AVATAR, office, 3.14"
    for round in 0..<2 {
      for size in 1...150 {
        #expect(
          isPangos(AttributedText(words, font: TextFont("DejaVu Sans", size: Double(size)))),
          "\(round) \(size)")
      }
    }
    // Texts that Pango prepares are kept, each of its own scalars, font and size.
    for _ in 0..<3 {
      for string in ["é 一", "e\u{301} 一", "日本", "二"] {
        for size in 1...60 {
          let text = AttributedText(string, font: TextFont("Noto Sans", size: Double(size)))
          #expect(isPangos(text))
        }
      }
    }
    let letters = CharacterTraits.all.indices.filter { (0xC0..<0x180).contains($0) }.compactMap {
      Unicode.Scalar(UInt32($0))
    }
    for first in letters {
      let text = letters.map { "\(first)\($0)" }.joined()
      #expect(isPangos(AttributedText(text, font: TextFont("DejaVu Sans", size: 9))))
    }
  }
}

extension FontThreadTests {
  @Test func `Eight threads that learn at once prepare what Pango does, whatever the order`() throws {
    let pango = PangoShaper(nil)
    var mixes = try RandomMixes(seed: 8)
    let texts = (0..<(Sanitizer.isForThreads ? 60 : 150)).map { _ in mixes.next() }
    let expected = texts.map { pango.prepare($0) }
    for _ in 0..<2 {
      let pool = ShaperPool()
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for index in texts.indices {
          let place = (index * 7 + thread * 53) % texts.count
          #expect(pool.prepare(texts[place]) == expected[place])
        }
      }
    }
  }
}
#endif
