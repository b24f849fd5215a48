#if Text && canImport(CPango)
import LayoutSpecs
import LayoutTestSupport
import Testing

@testable import LayoutText

@Suite("Long paragraphs that are edited, in real fonts")
struct SplicedTextTests {
  /// A library's fonts, and how many characters they were asked to shape: of what is prepared, and where they sought cuts.
  private struct CountingFonts: LocalTextMetrics {
    final class Counts: @unchecked Sendable { var (prepared, sought) = (0, 0) }
    let fonts: FontLibrary
    let counts = Counts()

    func size(of text: String, maxWidth: Double) -> Size { fonts.size(of: text, maxWidth: maxWidth) }

    func preparedText(of text: AttributedText) -> PreparedText? {
      counts.prepared += text.string.utf16.count
      return fonts.preparedText(of: text)
    }

    func isCut(between first: Unicode.Scalar, and second: Unicode.Scalar, in font: TextFont) -> Bool {
      fonts.isCut(between: first, and: second, in: font)
    }

    func cuts(in scalars: [Unicode.Scalar], _ font: TextFont) -> [Bool] {
      counts.sought += scalars.count
      return fonts.cuts(in: scalars, font)
    }
  }

  /// A paragraph in which sentences of a kind stand among those of another one, and edits of it.
  private struct Source {
    let kind: Int
    private let otherKind: Int
    let family: String
    private var corpus: Corpus
    private var random: SeededRandom

    init(seed: UInt64) throws {
      (corpus, random) = (try Corpus(seed: seed), SeededRandom(seed: seed &+ 1))
      kind = Int(seed) % corpus.kindNames.count
      family = RandomMixes.families[Int(seed) % RandomMixes.families.count]
      otherKind = Bool.random(using: &random) ? 0 : Int.random(in: 0..<corpus.kindNames.count, using: &random)
    }

    var kindName: String { corpus.kindNames[kind] }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// Without line breaks.
    private mutating func run(_ string: String) -> TextRun {
      let scalars = string.unicodeScalars.map { AttributedText.isLineBreak($0) ? " " : $0 }
      let size = [10, 15, 15, 15, 24][number(0...4)]
      let own = number(0...5) == 0 ? RandomMixes.families[number(0...9)] : family
      return TextRun(
        String(String.UnicodeScalarView(scalars)), font: TextFont(own, size: Double(size)),
        letterSpacing: number(0...9) == 0 ? 1.5 : 0)
    }

    mutating func paragraph() -> AttributedText {
      let share = number(0...4)
      var runs: [TextRun] = []
      var count = 0
      while count < 1_800 {
        var string = ""
        for _ in 0...number(0...9) {
          string += corpus.sentence(ofKind: number(0...3) < share ? kind : otherKind) + " "
        }
        runs.append(run(string))
        if number(0...9) == 0 { runs.append(TextRun(attachment: Size(20, 10), font: runs[0].font)) }
        count += string.utf16.count
      }
      return AttributedText(runs)
    }

    /// A place of an edit: anywhere, or beside a space or a mark.
    mutating func place(in text: EditableText) -> Int {
      // A change of the beginning may change the first font, and the direction.
      if number(0...9) == 0 { return 0 }
      let place = number(0...text.utf16Count)
      guard number(0...2) == 0 else { return place }
      let isJoin = { (scalar: Unicode.Scalar) in
        scalar == " " || scalar.properties.generalCategory == .nonspacingMark
      }
      let behind = text.string.unicodeScalars.dropFirst(place).prefix(60)
      let distance = behind.prefix { !isJoin($0) }.count
      return min(text.utf16Count, place + distance + number(0...1))
    }

    /// Characters that change letters beside them, or the direction: joiners, marks, letters that join, digits and punctuation.
    private static let joins = [
      "\u{200C}", "\u{200D}", "\u{640}", "\u{64E}", "\u{651}", "\u{670}", "\u{5B4}", "\u{5C1}", "\u{E48}",
      "\u{E33}",
      "\u{94D}", "ا", "لا", "ل", "ب", "ه", "ש", "ה", "ם", "เ", "ๆ", "ฯ", "ก", "น", "क", "٣", "۴", "5", "1,5",
      "،", "؛", "؟", "״",
      "־", "₪", "%", "-", "/", ".", " ", " ", "  ", " (", ") ", "[", "אב גד", "abc", " abc ", "سلام ", " ไทย",
      "\u{200F}", "\u{200E}",
      "\u{2067}", "\u{61C}", "ܐ", "µ", "Ⓐ", "\u{301}",
    ]

    /// What is put in: nothing, a letter, a character that changes those beside it, or words.
    mutating func piece() -> AttributedText? {
      switch number(0...9) {
      case 0...2: nil
      case 3: AttributedText([run(String("aefilotvAVTкоЖλß (".randomElement(using: &random)!))])
      case 4...5: AttributedText([run(Self.joins.randomElement(using: &random)!)])
      case 6...7: AttributedText([run(RandomMixes.extras.randomElement(using: &random)!)])
      case 8: AttributedText([run(corpus.sentence(ofKind: number(0...3) == 0 ? kind : otherKind))])
      default: AttributedText([run(" fi"), TextRun(attachment: Size(9, 30)), run("le ")])
      }
    }
  }

  /// The characters that one may type in a kind of text, besides its own ones.
  private static let keys = [
    "thai": [" ", "\u{E48}", "\u{E33}", "เ", "ๆ", "5", "a", "."],
    "arabic": [" ", "\u{64E}", "\u{200C}", "\u{200D}", "\u{640}", "٣", "5", "،", "abc"],
    "hebrew": [" ", "\u{5B4}", "\u{200D}", "5", "1,5", "-", "״", ".", "abc"],
    "chinese": ["の", "，", "a", " ", "\u{FE00}", "。", "一二"],
    "korean": [" ", "\u{11A8}", "5", "."],
    "russian": [" ", "\u{301}", "a", "."],
  ]

  @Test(arguments: keys.keys.sorted())
  func `A keystroke prepares what is beside it, as if all were prepared, in all families`(kind: String) throws
  {
    var corpus = try Corpus(seed: 1)
    let number = try #require(corpus.kindNames.firstIndex(of: kind))
    var (editCount, wholeCount, preparedCount, soughtCount, shapedWholeCount) = (0, 0, 0, 0, 0)
    for (seed, family) in RandomMixes.families.enumerated() {
      var random = SeededRandom(seed: UInt64(seed))
      var string = ""
      while string.utf16.count < 3_000 { string += corpus.sentence(ofKind: number) + " " }
      let metrics = CountingFonts(fonts: .system.with(TextFont(family, size: 15)))
      var text = try #require(EditableText(AttributedText(string), metrics: metrics))
      for step in 0..<40 {
        let place = Int.random(in: 0..<text.utf16Count, using: &random)
        let end = place + Int.random(in: 0...1, using: &random)
        let keys = [[""], Self.keys[kind]!, string.unicodeScalars.map { String($0) }]
        let key = keys[Int.random(in: 0...2, using: &random)].randomElement(using: &random)!
        let before = (metrics.counts.prepared, metrics.counts.sought)
        text.replace(place..<end, with: key)
        let (prepared, sought) = (metrics.counts.prepared - before.0, metrics.counts.sought - before.1)
        editCount += 1
        wholeCount += text.utf16Count
        preparedCount += prepared
        soughtCount += sought
        if prepared >= text.utf16Count { shapedWholeCount += 1 }
        let fresh = try #require(EditableText(text.text, metrics: metrics.fonts))
        #expect(
          fresh == text,
          "\(family), seed \(seed), step \(step), \(key.debugDescription) for \(place)..<\(end): \(text.string.debugDescription)"
        )
      }
    }
    print(
      "\(kind): of \(wholeCount / editCount) characters an edit prepares \(preparedCount / editCount) and seeks cuts in \(soughtCount / editCount); \(shapedWholeCount) of \(editCount) prepare all"
    )
    #expect(shapedWholeCount * 10 <= editCount)
    #expect(preparedCount * 5 < wholeCount && soughtCount * 5 < wholeCount)
  }

  @Test func `A control that ends the direction's paragraph changes all behind it`() throws {
    let unit = "سلام سلام سلام سلام سلام 漢 "
    let fonts = FontLibrary.system.with(TextFont(size: 15))
    let string = AttributedText(String(repeating: unit, count: 60))
    for control in ["\u{1C}", "\u{1D}", "\u{1E}", "\u{85}"] {
      var text = try #require(EditableText(string, metrics: fonts))
      let place = 5 * unit.utf16.count + 7
      text.replace(place..<place, with: control)
      let isEqual = text == EditableText(text.text, metrics: fonts)
      #expect(isEqual, "\(control.debugDescription)")
    }
  }

  @Test
  func `After edits a long paragraph is prepared as one that is made of its characters, in all families`()
    throws
  {
    let count = SlowTests.areOn ? 1_500 : 60
    print("\(count) paragraphs, of the seeds from 0")
    let fonts = FontLibrary.system
    var rows = ExactnessRows("edited")
    var (editCount, preparedCount, wholeCount) = (0, 0, 0)
    for seed in 0..<UInt64(count) {
      var source = try Source(seed: seed)
      let metrics = CountingFonts(fonts: fonts.with(TextFont(source.family, size: 15)))
      var text = try #require(EditableText(source.paragraph(), metrics: metrics))
      var last = 0
      for step in 0..<20 {
        if step % 3 < 2 || last > text.utf16Count { last = source.place(in: text) }
        let low = last
        let high = min(text.utf16Count, low + [0, 0, 1, 1, 7, 60][source.number(0...5)])
        let before = metrics.counts.prepared
        if let piece = source.piece() {
          // Typed, or put in with a look of its own.
          if step % 2 == 0 {
            text.replace(low..<high, with: piece.string)
          } else {
            text.replace(low..<high, with: piece)
          }
        } else {
          text.replace(low..<high, with: "")
        }
        editCount += 1
        wholeCount += text.utf16Count
        preparedCount += metrics.counts.prepared - before
        let fresh = try #require(EditableText(text.text, metrics: metrics.fonts))
        let isEqual = fresh == text
        rows.add(kind: source.kindName, values: text.utf16Count, cause: isEqual ? nil : "prepared in parts")
        #expect(
          isEqual,
          "seed \(seed), step \(step), \(source.family), at \(low): \(text.string.debugDescription)")
        if !isEqual { break }
      }
    }
    print("\(editCount) edits prepared \(preparedCount) of \(wholeCount) UTF-16 code units")
    #expect(preparedCount * 4 < wholeCount * 3)
    try rows.write()
  }
}
#endif
