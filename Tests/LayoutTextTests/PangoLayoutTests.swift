#if Text && canImport(CPango)
import LayoutSpecs
import LayoutTestSupport
import Testing

@testable import LayoutText

/// Fonts of Debian 12: fonts-dejavu 2.37, fonts-noto-core 20201225, fonts-noto-cjk 20220127, fonts-noto-color-emoji 2.042,
/// fonts-liberation 1.07. Other fonts give other widths to both sides.
@Suite("Prepared texts and Pango's own paragraphs")
struct PangoLayoutTests {
  /// How texts in several widths compare with Pango's paragraphs.
  struct Comparison {
    var caseCount = 0
    var differentLines: [String] = []
    var differentHeights: [String] = []
    var differentWidths: [String] = []
    /// Those of them in which a soft hyphen of one of several fonts may end a line: a prepared text has one hyphen.
    var withSeveralHyphens = 0

    init(_ name: String, _ samples: [Corpus.Sample], widths: [Double]) throws {
      var rows = ExactnessRows(name)
      let fonts = FontLibrary.system.with(TextFont("DejaVu Sans"))
      let pango = PangoParagraphs()
      for sample in samples {
        let prepared = try #require(fonts.preparedText(of: sample.text))
        for width in widths {
          let own = prepared.extent(maxWidth: width)
          let theirs = pango.layout(sample.text, fonts, width: width)
          let name =
            "\(sample.kind), \(width) points: \(own.lineCount) lines, \(own.size); "
            + "Pango: \(theirs.lineCount), \(theirs.size): \(sample.text.string.debugDescription)"
          caseCount += 1
          var cause: String?
          defer { rows.add(kind: sample.kind, values: own.lineCount, cause: cause) }
          if own.lineCount != theirs.lineCount {
            differentLines.append(name)
            let isCut = prepared.lines(maxWidth: width).contains { $0.reason == .cut }
            cause = isCut ? "lines: a word is cut" : "lines: no word is cut"
            continue
          }
          let hasSeveralHyphens = sample.text.runs.count > 1 && sample.text.string.contains("\u{AD}")
          if own.size.height != theirs.alignedHeight {
            cause = hasSeveralHyphens ? "hyphens of several fonts" : "height"
            if hasSeveralHyphens { withSeveralHyphens += 1 } else { differentHeights.append(name) }
          }
          // Pango's lines go beyond the width where a tab does, and ours end there.
          let hasTab = sample.text.string.contains("\t")
          let theirWidth = hasTab ? min(theirs.size.width, width) : theirs.size.width
          // So do they where the space at the text's end does, which has no width here then.
          let hasSpaceBeyond = sample.text.string.last == " " && theirs.size.width > width
          if (own.size.width - theirWidth).magnitude > 1 && !hasSpaceBeyond {
            cause = hasSeveralHyphens ? "hyphens of several fonts" : "width"
            if hasSeveralHyphens { withSeveralHyphens += 1 } else { differentWidths.append(name) }
          }
        }
      }
      try rows.write()
    }

    var report: String {
      "\(caseCount) cases: \(differentLines.count) differ in lines, then \(differentHeights.count) in height and "
        + "\(differentWidths.count) in width, besides \(withSeveralHyphens) with soft hyphens in several fonts"
    }
  }

  private static let widths: [Double] = [
    64, 72, 80, 88, 97.5, 110, 125, 140, 160, 180, 200, 225, 250, 280, 320, 343, 375, 414, 600, 1_000,
  ]

  @Test(arguments: ["corpus", "feed"])
  func `In 20 widths of many texts 999 of 1,000 have as many lines, and nearly all the size`(source: String)
    throws
  {
    let samples = try source == "feed" ? Corpus.feed(postCount: 200) : Corpus.samples(2_000, seed: 20_241)
    let comparison = try Comparison("lines from 64 points", samples, widths: Self.widths)
    print(comparison.report)
    // Pango shapes a text again where it breaks it, which changes the letters' distances there; and the places of
    // clusters in a word are exact to an eighth of a point.
    #expect(comparison.differentLines.count * 1_000 <= comparison.caseCount, "\(comparison.differentLines)")
    #expect(
      comparison.differentHeights.count * 10_000 <= comparison.caseCount, "\(comparison.differentHeights)")
    #expect(comparison.differentWidths.count * 1_000 <= comparison.caseCount, "\(comparison.differentWidths)")
    #expect(comparison.withSeveralHyphens * 100 <= comparison.caseCount)
  }

  @Test func `In widths in which every second word is cut, 19 of 20 have as many lines`() throws {
    let comparison = try Comparison(
      "lines of 35 and 50 points", Corpus.samples(2_000, seed: 31), widths: [35, 50])
    print(comparison.report)
    #expect(comparison.differentLines.count * 20 <= comparison.caseCount)
  }

  @Test func `Tabs go to Pango's stops: lines are as wide and as many, but for tabs that are cut`() throws {
    let pango = PangoParagraphs()
    for font in [TextFont("DejaVu Sans", size: 14), TextFont("DejaVu Serif", size: 17, weight: 700)] {
      let fonts = FontLibrary.system.with(font)
      for string in [
        "a\tb", "\ta", "wide words\tb", "a\t\tb\tc", "a \t b", "name\tvalue\nlonger name\tvalue", "a\t",
        "a\t\nb", "one two three\tfour five\tsix", "שלום\tעולם\tרב", "سطر\tآخر", "שם\tname\tערך", "字\t字字\t字",
        "of numbers \tIndented once,", "and then\t\ttwice.", "then\t\ttwice.", "\tIndented",
      ] {
        for runs in [[TextRun(string)], string.map { TextRun(String($0)) }] {
          let text = AttributedText(runs)
          let prepared = try #require(fonts.preparedText(of: text))
          for width in [40, 60, 64, 72, 80, 88, 100, 150, 200, 300, 1_000.0] {
            let own = prepared.extent(maxWidth: width)
            let theirs = pango.layout(text, fonts, width: width)
            let comment: Comment = "\(string.debugDescription) in \(width): \(own), Pango \(theirs)"
            #expect(own.lineCount == theirs.lineCount && own.size.height == theirs.alignedHeight, comment)
            // Pango's line goes as far as the tab.
            let isSame = (own.size.width - theirs.size.width).magnitude < 0.1
            #expect(isSame || own.size.width.rounded() == width && theirs.size.width > width, comment)
          }
        }
      }
    }
  }

  @Test func `An ellipsis that has a line to itself is as high as what it replaces, as in Pango`() throws {
    let fonts = FontLibrary.system.with(TextFont("DejaVu Sans", size: 12))
    let large = TextFont("DejaVu Sans", size: 48)
    let text = AttributedText([TextRun("a "), TextRun("WWWW", font: large), TextRun(" b c d")])
    let paragraph = try #require(Paragraph(text, style: ParagraphStyle(maximumLineCount: 2), metrics: fonts))
    for width in [30.0, 45, 60] {
      let height = PangoParagraphs().height(text, fonts, width: width, lineCount: 2)
      #expect(paragraph.extent(maxWidth: width).size.height == height, "\(width)")
    }
  }
}
#endif
