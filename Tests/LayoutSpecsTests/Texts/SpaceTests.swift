import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Spaces at the ends of lines")
struct SpaceTests {
  private struct Line: Equatable {
    /// Where its first character is in the text.
    var start: Int
    /// In characters.
    var width: Int
  }

  /// The lines of a text in a width, both in characters, by the plainest reading of Annex 14: a line may end behind a
  /// space or a tab, never before a space (LB7), nor before a tab or a line feed; of all such ends the last one that
  /// fits counts. The spaces at a line's end have no width, nor has a tab where it wraps. A tab ends at the line's end
  /// at the latest, with the spaces before it.
  private func lines(_ text: [Character], width limit: Int) -> [Line] {
    var lines: [Line] = []
    var start = 0
    /// The width of characters, without the spaces at their end unless a tab follows.
    func width(_ range: Range<Int>, beforeTab isBeforeTab: Bool = false) -> Int {
      var (used, spaces) = (0, 0)
      for character in text[range] {
        switch character {
        case " ": spaces += 1
        case "\t":
          used = min(used + spaces, max(limit, used))
          used = max(used, min(used / 8 * 8 + 8, limit))
          spaces = 0
        default: (used, spaces) = (used + spaces + 1, 0)
        }
      }
      return isBeforeTab ? min(used + spaces, max(limit, used)) : used
    }
    func isWhite(_ place: Int) -> Bool { text[place] == " " || text[place] == "\t" }
    while true {
      let paragraphEnd = text[start...].firstIndex(of: "\n") ?? text.count
      if width(start..<paragraphEnd) <= limit {
        var length = width(start..<paragraphEnd)
        let spaces = text[start..<paragraphEnd].reversed().prefix { $0 == " " }.count
        if paragraphEnd == text.count && length + spaces <= limit { length += spaces }
        lines.append(Line(start: start, width: length))
        if paragraphEnd == text.count { return lines }
        start = paragraphEnd + 1
        continue
      }
      let ends = (start + 1..<paragraphEnd).filter { isWhite($0 - 1) && !isWhite($0) }
      if let end = ends.last(where: { width(start..<$0) <= limit }) {
        let endsInTab = text[end - 1] == "\t"
        let length = width(start..<(endsInTab ? end - 1 : end), beforeTab: endsInTab)
        lines.append(Line(start: start, width: length))
        start = end
      } else {
        lines.append(Line(start: start, width: limit))
        start += limit
      }
    }
  }

  private func randomText(_ random: inout SeededRandom) -> String {
    let pieces = ["a", "bc", "defgh", " ", " ", "  ", "     ", "\t", "\n"]
    return (0..<Int.random(in: 0...16, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  @Test(arguments: 0..<500 as Range<UInt64>)
  func `Lines end where Annex 14 says so, in every width, in a plain text and in runs`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let string = randomText(&random)
    let paragraph = Paragraph(
      AttributedText(string.map { TextRun(String($0)) }), monospace: MonospaceMetrics(advance: 1))
    var context = LayoutContext()
    let tree = LayoutTree.element(.text(TextParameters(string, advance: 1)))
    for width in 1...30 {
      let expected = lines(Array(string), width: width)
      let comment: Comment = "seed \(seed): \(string.debugDescription) in \(width)"
      let own = paragraph.lines(in: Double(width))
      #expect(own.map { Int($0.frame.size.width) } == expected.map(\.width), comment)
      #expect(paragraph.contents(of: own).map(\.range.lowerBound) == expected.map(\.start), comment)
      context.layout(tree, in: SizeRange(width: 0...Double(width), height: 0...Double.infinity))
      let size = Size(Double(expected.map(\.width).max() ?? 0), Double(20 * expected.count))
      #expect(context.frame(of: tree.root)?.size == size, comment)
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `A space makes no line of its own, whatever the fonts around it`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let runs = (0..<6).map { _ in
      TextRun(randomText(&random), font: TextFont(size: [8, 16, 40].randomElement(using: &random) ?? 16))
    }
    let paragraph = Paragraph(AttributedText(runs))
    let text = Array(paragraph.text.string)
    for width in [1, 5, 8, 13, 20, 31, 50, 90, 200] as [Double] {
      for line in paragraph.contents(of: paragraph.lines(in: width)) {
        let start = line.range.lowerBound
        // Only a paragraph begins with a space.
        guard start > 0, text[start - 1] != "\n", start < text.count else { continue }
        #expect(text[start] != " ", "seed \(seed), in \(width)")
      }
    }
  }

  @Test func `Two spaces after a full stop, and a space before a line feed or at the end, add no line`() {
    func lines(_ string: String, _ characters: Double, limit: Int = 0) -> [String] {
      let paragraph = Paragraph(AttributedText(string), style: ParagraphStyle(maximumLineCount: limit))
      let lines = paragraph.lines(in: characters * 8)
      return zip(paragraph.contents(of: lines), lines).map { $0.string + ($1.ending == .ellipsis ? "…" : "") }
    }
    #expect(lines("aaaa  bbbb", 4) == ["aaaa", "bbbb"])
    #expect(lines("aaaa   bbbb", 5) == ["aaaa", "bbbb"])
    #expect(lines("aaaa \nb", 4) == ["aaaa", "b"])
    #expect(lines("aaaa bbbb ", 4).count == 2)
    #expect(lines("abcd ", 4, limit: 1) == ["abcd "])
    // All spaces at the end count as far as the width is concerned if all fit, and else none.
    let text = MonospaceMetrics(advance: 1)
    #expect(text.size(of: "ab  ", maxWidth: 4).width == 4 && text.size(of: "ab  ", maxWidth: 3).width == 2)
  }

  @Test func `Empty lines at the end are none that a limit of lines leaves out`() {
    for text in ["1\n2\n3\n", "1\n2\n3", "1\n2\n3\n\n \n", "1 2 3 "] {
      let paragraph = Paragraph(AttributedText(text), style: ParagraphStyle(maximumLineCount: 3))
      let extent = paragraph.extent(maxWidth: 8)
      #expect(!extent.isTruncated && extent.size == Size(8, 60), "\(text.debugDescription)")
      let lines = paragraph.lines(in: 8)
      #expect(lines.count == 3 && lines[2].ending == .none)
    }
    let paragraph = Paragraph(AttributedText("1\n2\n3\n\n4"), style: ParagraphStyle(maximumLineCount: 3))
    #expect(paragraph.extent(maxWidth: 8).isTruncated)
  }
}
