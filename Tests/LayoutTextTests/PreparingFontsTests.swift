#if Text && canImport(CPango)
import Foundation
import LayoutSpecs
import LayoutTestSupport
import Testing

@testable import LayoutText

@Suite("Fonts that are prepared for languages")
struct PreparingFontsTests {
  static let languages = ["en", "de", "fr", "es", "ru", "el", "ar", "he", "th", "ja", "zh"]

  /// The fonts of a feed.
  private let fonts = [
    TextFont("sans", size: 17, weight: 700), TextFont("sans", size: 15), TextFont("sans", size: 13),
    TextFont("sans", size: 15, weight: 700), TextFont("sans", size: 15, isItalic: true),
  ]

  @Test func `Texts that are prepared after it are Pango's, in ten families`() throws {
    let (pool, pango) = (ShaperPool(), PangoShaper(nil))
    let fonts = RandomMixes.families.map { TextFont($0, size: 15) }
    pool.learn(fonts, for: ["en", "fr", "vi", "ru", "el", "th", "und-zsye"])
    var mixes = try RandomMixes(seed: 71)
    for index in 0..<(SlowTests.areOn ? 20_000 : 600) {
      var text = mixes.next()
      for run in text.runs.indices { text.runs[run].font = fonts[(index + run) % fonts.count] }
      #expect(pool.prepare(text) == pango.prepare(text), "\(text.string.debugDescription)")
    }
    let words = "Waffle, Tofu: AVAST! “fjord” 'office' ÄÖÜ Þæt l’été Гудзь Ёж. Ώρα ΑΥΤΟΣ 10:45"
    for font in fonts {
      let text = AttributedText(words, font: font)
      #expect(pool.prepare(text) == pango.prepare(text))
    }
  }

  @Test func `The pairs of the alphabet are known then, and a text of them needs no set of Pango's objects`()
  {
    for family in ["Noto Sans", "DejaVu Sans", "Liberation Serif"] {
      let pool = ShaperPool()
      let font = TextFont(family, size: 15)
      pool.learn([font], for: ["en", "ru", "el"])
      let known = pool.knowledge.fonts[0]
      for (script, letters) in [
        (CharacterTraits.Script.latin, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
        (.cyrillic, "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяЁё"),
        (.greek, "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρςστυφχψωάέήίόύώ"), (.common, ""),
      ] {
        let characters = Array(letters.utf16) + Array(" 0123456789.,:;!?'\"()-–—…’“”".utf16)
        let pairs = known[script].faces[0].pairs
        let unknown = characters.flatMap { first in
          characters.filter { pairs.advances(of: [first, $0])[0] == AdvancePairs.unknown }.map {
            "\(first) \($0)"
          }
        }
        #expect(unknown.isEmpty, "\(family) \(script) \(unknown.count): \(unknown.prefix(9))")
        // At an item's end.
        #expect(characters.allSatisfy { pairs.advances(of: [$0])[0] > AdvancePairs.complex })
      }
      // Nobody puts this one back.
      _ = pool.takeShaper()
      for string in ["Where does a line end? At 10:45!", "Строка кончается там.", "Το μέτρο είναι η αρχή"] {
        _ = pool.prepare(AttributedText(string, font: font))
      }
      #expect(pool.takeShaper().scriptFonts.isEmpty)
    }
  }

  @Test func `A second call learns nothing, and asks Pango nothing`() throws {
    let pool = ShaperPool()
    pool.learn(fonts, for: Self.languages)
    let first = pool.knowledge
    // Nobody puts this one back.
    let shaper = pool.takeShaper()
    let letters = try #require(Alphabet(of: "th")).sample + #require(Alphabet(of: "ja")).sample
    #expect(shaper.itemizedByteCount > fonts.count * letters.utf8.count)
    pool.learn(fonts.reversed(), for: Self.languages.reversed() + ["en", "EN"])
    #expect(pool.knowledge.counts == first.counts)
    #expect(pool.takeShaper().itemizedByteCount == 0)
  }

  @Test func `Eleven languages in five fonts take at most 256 KB`() {
    let pool = ShaperPool()
    pool.learn(fonts, for: Self.languages)
    let byteCount = byteCount(of: pool.knowledge)
    print("\(byteCount) bytes for \(pool.knowledge.counts)")
    #expect((100_000...256 << 10).contains(byteCount))
  }

  /// Returns the bytes of a value's arrays.
  private func byteCount(of value: Any) -> Int {
    func own<Element>(_ array: [Element]) -> Int { 32 + array.count * MemoryLayout<Element>.stride }
    let children = Mirror(reflecting: value).children.reduce(0) { $0 + byteCount(of: $1.value) }
    switch value {
    case let array as [UInt8]: return own(array)
    case let array as [UInt16]: return own(array)
    case let array as [Int32]: return own(array)
    case let array as [KnownFace]: return own(array) + children
    case let array as [KnownScript]: return own(array) + children
    case let array as [KnownFont]: return own(array) + children
    case is String, is TextFont: return 0
    default: return children
    }
  }

  @Test func `Without languages digits and punctuation are learned, and languages nobody knows add nothing`()
  {
    for languages in [[], ["", "xx", "klingon", "nosuchlanguage", String(repeating: "x-", count: 999)]] {
      let pool = ShaperPool()
      pool.learn([TextFont("DejaVu Sans")], for: languages)
      let known = pool.knowledge
      #expect(known.fonts.map(\.alphabets) == [[""]])
      #expect(known.fonts[0].scripts.map(\.faces.count) == [1, 0, 0, 0])
      #expect(known.counts.pairs > 500)
    }
    let pool = ShaperPool()
    pool.learn([], for: ["en"])
    #expect(pool.knowledge.fonts.isEmpty)
  }

  @Test func `A family that is missing has the faces that its texts have`() {
    let (pool, pango) = (ShaperPool(), PangoShaper(nil))
    let text = AttributedText("No such font? Да, нет: 12.", font: TextFont("No such family", size: 15))
    pool.learn([text.runs[0].font], for: ["en", "ru"])
    _ = pool.takeShaper()
    #expect(pool.prepare(text) == pango.prepare(text))
    #expect(pool.takeShaper().scriptFonts.isEmpty)
  }

  @Test
  func `A language has the letters of Fontconfig, whatever its territory, and Pango those of other scripts`()
    throws
  {
    let portuguese = try #require(Alphabet(of: "pt_BR"))
    #expect(portuguese.name == "pt-br" && portuguese.sample.isEmpty)
    let letters = try #require(portuguese.characters[.latin])
    #expect(Set("Azãç 0".utf16).isSubset(of: letters) && !letters.contains(0x153))
    let serbian = try #require(Alphabet(of: "sr"))
    #expect(Set(serbian.characters.keys) == [.common, .cyrillic])
    let japanese = try #require(Alphabet(of: "ja")).sample.unicodeScalars
    #expect(japanese.contains { (0x3040..<0x3100).contains($0.value) })
    #expect(japanese.contains { (0x4E00..<0xA000).contains($0.value) } && japanese.count <= 64)
  }
}

extension FontKnowledge {
  /// The numbers of fonts, of their alphabets, of faces and of pairs.
  var counts: Counts {
    let faces = fonts.flatMap(\.scripts).flatMap(\.faces)
    return Counts(
      fonts: fonts.count, alphabets: fonts.reduce(0) { $0 + $1.alphabets.count }, faces: faces.count,
      pairs: faces.reduce(0) { $0 + $1.pairs.knownCount })
  }

  struct Counts: Equatable {
    let fonts: Int
    let alphabets: Int
    let faces: Int
    let pairs: Int
  }
}

extension FontThreadTests {
  @Test func `The library's font and family stand for those that are left out, in the user's languages`()
    async throws
  {
    let library = try FontLibrary(files: [FontLibraryTests.file], font: TextFont("DejaVu Sans", size: 11))
    await library.prepareFonts([TextFont(), TextFont(size: 20)])
    let known = library.shapers.knowledge.fonts
    #expect(known.map(\.font) == [TextFont("DejaVu Sans", size: 11), TextFont("DejaVu Sans", size: 20)])
    #expect(!Alphabet.languagesOfUser.isEmpty)
    for font in known {
      #expect(font.alphabets == Set([""] + Alphabet.languagesOfUser.compactMap { Alphabet(of: $0)?.name }))
    }
  }

  @Test func `Fonts that threads prepare while others prepare texts change no text`() throws {
    let pango = PangoShaper(nil)
    var mixes = try RandomMixes(seed: 72)
    let texts = (0..<(Sanitizer.isForThreads ? 20 : 100)).map { _ in mixes.next() }
    let expected = texts.map { pango.prepare($0) }
    let languages = Sanitizer.isForThreads ? ["en", "th"] : PreparingFontsTests.languages
    let fonts = ["DejaVu Sans", "Noto Sans"].flatMap { [TextFont($0, size: 13), TextFont($0, size: 15)] }
    let pool = ShaperPool()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      if thread % 2 == 0 { pool.learn(thread % 4 == 0 ? fonts : fonts.reversed(), for: languages) }
      for index in texts.indices {
        let place = (index * 7 + thread * 53) % texts.count
        #expect(pool.prepare(texts[place]) == expected[place])
      }
    }
  }
}
#endif
