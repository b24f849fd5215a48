#if Text && canImport(CPango)
import CPango
import LayoutSpecs
import LayoutTestSupport
import Testing

@testable import LayoutText

@Suite("Carets in real fonts, ours and Pango's")
struct EditableTextFontTests {
  /// Where a text's characters begin and end in Pango's lines, in points, by the number of their first UTF-16 code unit.
  private struct PangoCaret {
    let place: Int
    let end: Int
    let leading: Double
    let trailing: Double
  }

  private static func carets(
    of text: AttributedText, _ clusters: [Range<Int>], width: Double, in shaper: PangoShaper
  ) -> (lineCount: Int, carets: [PangoCaret]) {
    let string = text.string
    let units = string.utf16
    return shaper.withLayout(of: text, width: width) { layout in
      let carets = clusters.map { cluster in
        let index = units.index(units.startIndex, offsetBy: cluster.lowerBound)
        var rect = PangoRectangle()
        pango_layout_index_to_pos(
          layout, Int32(string.utf8.distance(from: string.startIndex, to: index)), &rect)
        return PangoCaret(
          place: cluster.lowerBound, end: cluster.upperBound, leading: shaper.points(Int64(rect.x)),
          trailing: shaper.points(Int64(rect.x + rect.width)))
      }
      return (Int(pango_layout_get_line_count(layout)), carets)
    }
  }

  private static func clusters(of text: EditableText) -> [Range<Int>] {
    var clusters: [Range<Int>] = []
    var place = 0
    while place < text.utf16Count {
      clusters.append(text.cluster(around: place))
      place = clusters[clusters.count - 1].upperBound
    }
    return clusters
  }

  @Test func `Sentences of all scripts have Pango's carets`() throws {
    let shaper = PangoShaper(nil)
    let fonts = FontLibrary.system
    var corpus = try Corpus(seed: 11)
    var (count, rightToLeftCount, differences) = (0, 0, [String]())
    for index in 0..<1_500 {
      let source = corpus.next(index).text
      for line in source.string.split(whereSeparator: \.isNewline) {
        let text = fonts.resolved(AttributedText(String(line), font: source.runs.first?.font ?? TextFont()))
        let editable = try #require(
          EditableText(text, style: ParagraphStyle(alignment: .left), metrics: fonts))
        for width in [.infinity, 150] {
          let map = editable.map(in: width)
          let (lineCount, carets) = Self.carets(
            of: text, Self.clusters(of: editable), width: width, in: shaper)
          guard lineCount == Int((map.size.height / map.caret(at: 0).size.height).rounded()) else { continue }
          for caret in carets {
            count += 1
            rightToLeftCount += caret.trailing < caret.leading ? 1 : 0
            let own = map.caret(at: caret.place).minX
            // The positions of clusters within a word are exact to an eighth of a point.
            if abs(own - caret.leading) > 0.2 {
              differences.append("\(own) and \(caret.leading) at \(caret.place) in \(width): \(line)")
            }
          }
        }
      }
    }
    print(count, rightToLeftCount, differences.count)
    for difference in differences.prefix(40) { print(difference) }
    #expect(count > 50_000 && rightToLeftCount > 2_000)
    #expect(differences.count < count / 1_000)
  }
}
#endif
