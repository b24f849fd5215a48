#if Text && canImport(CPango)
import LayoutSpecs
import LayoutTestSupport
import Testing

@testable import LayoutText

@Suite("The work of preparing texts")
struct PreparingWorkTests {
  @Test func `Pango reads a text of many paragraphs once, in one run or in many`() {
    let line = "השורה נגמרת במקום שבו נגמר הרוחב"
    let font = TextFont("DejaVu Sans", size: 15)
    for count in [1, 200, 2_000] {
      for runs in [1, count] {
        let part = Array(repeating: line, count: count / runs).joined(separator: "\n") + "\n"
        let text = AttributedText(Array(repeating: TextRun(part, font: font), count: runs))
        let shaper = PangoShaper(nil)
        let prepared = shaper.prepare(text)
        #expect(prepared.extent(maxWidth: .infinity).lineCount == count + 1)
        // The line break before a paragraph is read with it.
        #expect(shaper.itemizedByteCount == text.string.utf8.count - 1)
      }
    }
  }

  @Test func `A paragraph is prepared as if it were alone, but for the line break before it`() {
    let shaper = PangoShaper(nil)
    let font = TextFont("DejaVu Sans", size: 15)
    for (first, second) in [
      ("", "a"), ("a", ""), ("سطر", "آخر"), ("a", "\u{301}b"), ("fi", "fl"), ("\u{200D}", "\u{200D}x"),
      ("שלום", "123"), ("ab", "\u{2028}"),
    ] {
      for lineBreak in ["\n", "\r", "\r\n", "\u{2029}"] {
        for isSplit in [false, true] {
          let strings = isSplit ? [first, lineBreak, "", second] : [first + lineBreak + second]
          let whole = shaper.prepare(AttributedText(strings.map { TextRun($0, font: font) }))
          let alone = [first + lineBreak, lineBreak + second].map {
            shaper.prepare(AttributedText($0, font: font))
          }
          let width = max(alone[0].naturalWidth, alone[1].naturalWidth)
          #expect(whole.naturalWidth == width, "\(first.debugDescription) \(second.debugDescription)")
        }
      }
    }
  }
}
#endif
