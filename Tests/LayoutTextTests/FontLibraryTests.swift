#if Text && canImport(CPango)
import Foundation
import LayoutSpecs
import LayoutTestSupport
import Testing

@testable import LayoutText

@Suite("Font libraries")
struct FontLibraryTests {
  static let file = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
  let fonts = FontLibrary.system.with(TextFont("DejaVu Sans"))

  private func extent(_ text: AttributedText, _ width: Double = .infinity) throws -> TextExtent {
    try #require(fonts.preparedText(of: text)).extent(maxWidth: width)
  }

  @Test func `A library of one file has the lengths that the system has with that font`() throws {
    let text = "Where does a line end? – Behind the last word that fits."
    let own = try FontLibrary(files: [Self.file])
    #expect(own.size(of: text, maxWidth: 120) == fonts.size(of: text, maxWidth: 120))
  }

  @Test func `A file that is missing, unreadable or no font is an error that names it`() throws {
    #expect(throws: FontError(description: "/no/such.ttf: No such file or directory")) {
      try FontLibrary(files: ["/no/such.ttf"])
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "no-font-\(UUID().uuidString)").path
    try URL(filePath: file).write("words")
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(throws: FontError(description: "\(file) is no font")) { try FontLibrary(files: [file]) }
    #expect(throws: FontError(description: "there is no file of a font")) { try FontLibrary(files: []) }
    let folder = FileManager.default.temporaryDirectory.path
    #expect(throws: FontError(description: "\(folder) is a folder; name the files in it")) {
      try FontLibrary(files: [folder])
    }
  }

  @Test func `A text may have characters of value zero, and a run lengths that no screen has`() throws {
    let line = try extent(AttributedText("a")).size.height
    for text in ["a\0b", "\0", "\0\n\0", "words \0 and " + String(repeating: "more ", count: 200)] {
      let extent = try extent(AttributedText(text), 100)
      #expect(extent.size.width > 0, "\(text.debugDescription)")
      #expect(extent.size.height >= Double(extent.lineCount) * line, "\(text.debugDescription)")
    }
    for length in [3_000_000.0, 9_999_999, -3_000_000] {
      let spaced = try extent(AttributedText([TextRun("ab", letterSpacing: length)]))
      #expect(spaced.size.width.isFinite && spaced.size.width >= 0)
    }
    let attached = try extent(AttributedText([TextRun("a"), TextRun(attachment: Size(3_000_000, 1))]))
    #expect(attached.size.width > 900_000)
  }

  @Test func `The lines of a text have all of its characters but the white ones where lines break`() throws {
    for text in [
      "Quoi ? Non !", "10\u{A0}km left", "日本\u{3000}語です", "a  b", "a\u{2003}b c", "10\u{202F}km away",
    ] {
      let paragraph = try #require(Paragraph(AttributedText(text), metrics: fonts))
      #expect(paragraph.contents(of: paragraph.lines(in: 10_000)).map(\.string) == [text])
      let narrow = paragraph.contents(of: paragraph.lines(in: 30)).map(\.string).joined()
      #expect(narrow.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
    }
  }

  @Test func `An empty text is a line high, and each line break adds one`() throws {
    let line = try extent(AttributedText("")).size.height
    #expect(line > 16)
    for (text, count) in [
      ("", 1), ("\n", 2), ("a\n", 2), ("a\r\nb", 2), ("a\u{2028}b", 2), ("a\u{2029}b\n\n", 4),
    ] {
      let extent = try extent(AttributedText(text))
      #expect(extent.lineCount == count, "\(text.debugDescription)")
      #expect(extent.size.height == Double(count) * line, "\(text.debugDescription)")
    }
  }

  @Test func `A text that is twice as large is twice as wide and high: nothing is hinted`() throws {
    let small = try extent(AttributedText("Measure twice, cut once.", font: TextFont(size: 11))).size
    let large = try extent(AttributedText("Measure twice, cut once.", font: TextFont(size: 22))).size
    #expect((large.width - 2 * small.width).magnitude < 0.1)
    #expect((large.height - 2 * small.height).magnitude < 0.1)
  }

  @Test func `Bold text is wider, letter spacing adds to each character, attachments have sizes`() throws {
    let word = "spacing"
    let plain = try extent(AttributedText(word)).size
    #expect(try extent(AttributedText(word, font: TextFont(weight: 700))).size.width > plain.width)
    let spaced = try extent(AttributedText([TextRun(word, letterSpacing: 2)])).size
    #expect((spaced.width - plain.width - 14).magnitude < 0.02)
    let picture = try extent(AttributedText([TextRun(word), TextRun(attachment: Size(40, 50))])).size
    #expect(picture.width == plain.width + 40)
    #expect(picture.height > 50)
  }

  @Test func `Texts without a font have the library's, and those with a size alone its family`() throws {
    let serif = FontLibrary.system.with(TextFont("DejaVu Serif", size: 12))
    let text = "default fonts"
    let expected = try extent(AttributedText(text, font: TextFont("DejaVu Serif", size: 12))).size
    #expect(serif.size(of: text, maxWidth: .infinity) == expected)
    let large = try #require(serif.preparedText(of: AttributedText(text, font: TextFont(size: 24))))
    #expect(
      try large.extent(maxWidth: .infinity).size
        == extent(AttributedText(text, font: TextFont("DejaVu Serif", size: 24))).size)
  }

  @Test func `16 points that are asked for are 16 points, whatever the library's font is`() throws {
    let small = FontLibrary.system.with(TextFont("DejaVu Sans", size: 12))
    func width(_ font: TextFont) throws -> Double {
      try #require(small.preparedText(of: AttributedText("hamburg", font: font))).naturalWidth
    }
    #expect(try width(TextFont(size: 16)) == width(TextFont("DejaVu Sans", size: 16)))
    #expect(try width(TextFont()) == width(TextFont("DejaVu Sans", size: 12)))
    let sizes = Traits.ContentSizeCategory.allCases.map { 17 * $0.bodyScale }
    let widths = try sizes.map { try width(TextFont(size: $0)) }
    #expect(sizes.contains(16) && zip(widths, widths.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `A library keeps its family if its new font names none`() {
    let serif = FontLibrary.system.with(TextFont("DejaVu Serif"))
    #expect(serif.with(TextFont(size: 20)) == serif.with(TextFont("DejaVu Serif", size: 20)))
    #expect(serif.with(TextFont()) == serif && serif.with(TextFont("DejaVu Sans")) == fonts)
  }

  @Test func `A text has the baselines where its letters stand, beside attachments and in other fonts`()
    throws
  {
    let label = TextRun("label")
    let icon = TextRun(attachment: Size(10, 10))
    let runs = ["😀 label", "→ label", "سلام label", "label 漢字", "label 😀"].map { [TextRun($0)] }
    for fonts in [fonts, FontLibrary.system] {
      for runs in runs + [[icon, label], [label, icon], [label]] {
        let paragraph = try #require(Paragraph(AttributedText(runs), metrics: fonts))
        let extent = paragraph.extent(maxWidth: .infinity)
        let comment = "\(runs.map(\.string)) in \(fonts.font.family)" as Comment
        #expect(paragraph.ascender == extent.firstBaseline, comment)
        #expect(abs(paragraph.descender + extent.size.height - extent.lastBaseline) < 1e-9, comment)
      }
    }
    for (alignment, runs) in [(AlignItems.baselineFirst, [icon, label]), (.baselineLast, [label, icon])] {
      let row = StackLayoutSpec(alignItems: alignment) {
        TextNode(attributedText: AttributedText(runs), metrics: fonts)
        TextNode("label", metrics: fonts)
      }
      #expect(row.layoutThatFits(.unconstrained).sublayouts.map(\.position.y) == [0, 0])
    }
  }

  @Test func `Each line has the direction of its own paragraph, behind a line separator too`() throws {
    let texts = [
      "abc\u{2028}\nשלום": [false, true], "abc\n\nשלום": [false, false, true],
      "שלום\u{2028}\r\nabc\n": [true, false, false], "שלום שלום\nabc": [true, true, false],
    ]
    for (text, areRightToLeft) in texts {
      let lines = try #require(Paragraph(AttributedText(text), metrics: fonts)).lines(in: 60)
      #expect(lines.map(\.isRightToLeft) == areRightToLeft, "\(text.debugDescription)")
      #expect(lines.allSatisfy { ($0.frame.minX > 0) == $0.isRightToLeft }, "\(text.debugDescription)")
    }
  }

  @Test func `A node's text has the size and the baselines of the font, in whole pixels`() throws {
    let node = TextNode("Where does a line end?", metrics: fonts)
    let narrow = node.layoutThatFits(SizeRange(width: 0...100, height: 0...1_000))
    #expect(narrow.size.height > 30)
    let wide = node.layoutThatFits(SizeRange(width: 0...1_000, height: 0...1_000))
    let size = fonts.size(of: "Where does a line end?", maxWidth: 1_000)
    #expect(wide.size == Size(size.width.rounded(.up), size.height.rounded(.up)))
    let baseline = try #require(Paragraph(AttributedText("x"), metrics: fonts)).ascender
    #expect((10...16).contains(baseline))
  }

  @Test func `A prepared text takes at most half as many bytes again as its UTF-8, and 64`() throws {
    for text in [
      String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 5),
      "人民日报社论的标题在屏幕上换行。人民日报社论的标题在屏幕上换行。", "السطر ينتهي حيث ينتهي المكان، لا حيث تنتهي الفكرة.",
      "บรรทัดจบลงตรงที่พื้นที่หมด ไม่ใช่ตรงที่ความคิดจบ กำลังทำน้ำ", "विश्वविद्यालय क्षत्रिय विश्वविद्यालय क्षत्रिय",
    ] {
      let prepared = try #require(fonts.preparedText(of: AttributedText(text)))
      #expect(prepared.byteCount <= text.utf8.count * 3 / 2 + 64, "\(text)")
    }
  }
}

@Suite("Preparing texts on several threads")
struct FontThreadTests {
  @Test func `Eight threads that prepare at once prepare what one does`() throws {
    let fonts = FontLibrary.system.with(TextFont("DejaVu Sans"))
    var corpus = try Corpus(seed: 8)
    let texts = (0..<60).map { corpus.next($0).text }
    let expected = texts.map { fonts.preparedText(of: $0) }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for index in texts.indices {
        let place = (index + thread * 7) % texts.count
        #expect(fonts.preparedText(of: texts[place]) == expected[place])
      }
    }
  }

  @Test func `A character in no font has its box's width on threads that need it first at the same time`() {
    let text = AttributedText("\u{10FFFD}", font: TextFont("DejaVu Sans", size: 14))
    let width = PangoShaper(nil).prepare(text).extent(maxWidth: .infinity).size.width
    #expect(width > 0)
    for _ in 0..<(Sanitizer.isForThreads ? 4 : 20) {
      // Each has fonts of its own, whose metrics are not known yet.
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        #expect(PangoShaper(nil).prepare(text).extent(maxWidth: .infinity).size.width == width)
      }
    }
  }
}
#endif
