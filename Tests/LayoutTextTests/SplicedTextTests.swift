#if Text && canImport(CPango)
import LayoutSpecs
import LayoutTestSupport
import Testing

@testable import LayoutText

@Suite("Long paragraphs that are edited, in real fonts")
struct SplicedTextTests {
  /// A library's fonts, and how many UTF-16 code units it was asked to prepare.
  private struct CountingFonts: LocalTextMetrics {
    final class Count: @unchecked Sendable { var value = 0 }
    let fonts: FontLibrary
    let count = Count()

    func size(of text: String, maxWidth: Double) -> Size { fonts.size(of: text, maxWidth: maxWidth) }

    func preparedText(of text: AttributedText) -> PreparedText? {
      count.value += text.string.utf16.count
      return fonts.preparedText(of: text)
    }

    func isCut(between first: Unicode.Scalar, and second: Unicode.Scalar, in font: TextFont) -> Bool {
      fonts.isCut(between: first, and: second, in: font)
    }

    func isCut(
      betweenIdeographs first: Unicode.Scalar, and second: Unicode.Scalar, in font: TextFont
    ) -> Bool { fonts.isCut(betweenIdeographs: first, and: second, in: font) }
  }

  /// A paragraph in which sentences of a kind stand among English ones, and edits of it.
  private struct Source {
    let kind: Int
    let family: String
    private var corpus: Corpus
    private var random: SeededRandom

    init(seed: UInt64) throws {
      (corpus, random) = (try Corpus(seed: seed), SeededRandom(seed: seed &+ 1))
      kind = Int(seed) % corpus.kindNames.count
      family = RandomMixes.families[Int(seed) % RandomMixes.families.count]
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
      let share = number(0...3)
      var runs: [TextRun] = []
      var count = 0
      while count < 1_800 {
        var string = ""
        for _ in 0...number(0...9) {
          string += corpus.sentence(ofKind: number(0...3) < share ? kind : 0) + " "
        }
        runs.append(run(string))
        if number(0...9) == 0 { runs.append(TextRun(attachment: Size(20, 10), font: runs[0].font)) }
        count += string.utf16.count
      }
      return AttributedText(runs)
    }

    /// What is put in: nothing, a letter, a character that changes those beside it, or words.
    mutating func piece() -> AttributedText? {
      switch number(0...9) {
      case 0...2: nil
      case 3...5: AttributedText([run(String("aefilotvAVTкоЖλß (".randomElement(using: &random)!))])
      case 6...7: AttributedText([run(RandomMixes.extras.randomElement(using: &random)!)])
      case 8: AttributedText([run(corpus.sentence(ofKind: number(0...3) == 0 ? kind : 0))])
      default: AttributedText([run(" fi"), TextRun(attachment: Size(9, 30)), run("le ")])
      }
    }
  }

  @Test
  func `A keystroke among ideographs prepares those beside it, as if all were prepared, in all families`()
    throws
  {
    let sentences = "早上六点的公园里只有我和一只猫。火车晚点了四十分钟，正好把书看完了。今朝の船は二分早く出発したので、桟橋には誰もいなかった。"
    for family in RandomMixes.families {
      let metrics = CountingFonts(fonts: .system.with(TextFont(family, size: 15)))
      let string = String(repeating: sentences, count: 30)
      var text = try #require(EditableText(AttributedText(string), metrics: metrics))
      var random = SeededRandom(seed: 5)
      for step in 0..<40 {
        let place = Int.random(in: 0..<text.utf16Count, using: &random)
        let before = metrics.count.value
        text.replace(
          place..<place + Int.random(in: 0...1, using: &random),
          with: ["", "字", "一二", "の", "，", "a", " ", "\u{FE00}", "。"].randomElement(using: &random)!)
        let count = metrics.count.value - before
        #expect(count < 100, "\(family), step \(step): \(count) code units are prepared")
        #expect(
          try EditableText(text.text, metrics: metrics.fonts) == #require(text), "\(family), step \(step)")
      }
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
      for step in 0..<20 {
        // A change of the beginning may change the first font.
        let low = source.number(0...9) == 0 ? 0 : source.number(0...text.utf16Count)
        let high = min(text.utf16Count, low + [0, 0, 1, 1, 7, 60][source.number(0...5)])
        let before = metrics.count.value
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
        preparedCount += metrics.count.value - before
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
