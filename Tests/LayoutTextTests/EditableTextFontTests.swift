#if Text && canImport(CPango)
import CPango
import LayoutSpecs
import LayoutTestSupport
import Testing

@testable import LayoutText

@Suite("Carets in real fonts, ours and Pango's")
struct EditableTextFontTests {
  /// Where a character begins and ends in Pango's lines, in points, and its UTF-16 code units.
  private struct PangoCaret {
    let place: Int
    let end: Int
    let leading: Double
    let trailing: Double
  }

  private static func carets(
    of text: AttributedText, _ clusters: [Range<Int>], width: Double, in shaper: PangoShaper
  ) -> [PangoCaret] {
    let string = text.string
    let units = string.utf16
    return shaper.withLayout(of: text, width: width) { layout in
      clusters.map { cluster in
        let index = units.index(units.startIndex, offsetBy: cluster.lowerBound)
        var rect = PangoRectangle()
        pango_layout_index_to_pos(
          layout, Int32(string.utf8.distance(from: string.startIndex, to: index)), &rect)
        return PangoCaret(
          place: cluster.lowerBound, end: cluster.upperBound, leading: shaper.points(Int64(rect.x)),
          trailing: shaper.points(Int64(rect.x + rect.width)))
      }
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
    var (count, rightToLeftCount, closeCount) = (0, 0, 0)
    var rows = ExactnessRows("carets")
    for index in 0..<1_500 {
      let sample = corpus.next(index)
      let source = sample.text
      for line in source.string.split(whereSeparator: \.isNewline) {
        let text = fonts.resolved(AttributedText(String(line), font: source.runs.first?.font ?? TextFont()))
        let editable = try #require(EditableText(text, metrics: fonts))
        let clusters = Self.clusters(of: editable)
        for width in [.infinity, 150] {
          let map = editable.map(in: width)
          for caret in Self.carets(of: text, clusters, width: width, in: shaper) {
            let (own, end) = (map.caret(at: caret.place), map.caret(at: caret.end, affinity: .upstream))
            // A space that vanishes at a line's end is where reading ends here, and anywhere in Pango's lines.
            if own == end { continue }
            count += 1
            rightToLeftCount += caret.trailing < caret.leading ? 1 : 0
            // The places of letters in a word are kept to an eighth of a point. Beyond that: a word that is cut is shaped as a
            // whole here and line by line in Pango, and ligatures are divided evenly.
            let isClose = abs(own.minX - caret.leading) < 0.2
            closeCount += isClose ? 1 : 0
            rows.add(
              kind: sample.kind, values: 1,
              cause: isClose ? nil : width < .infinity ? "in lines of 150 points" : "in one line")
          }
        }
      }
    }
    try rows.write()
    #expect(count > 250_000 && rightToLeftCount > 20_000)
    #expect(Double(closeCount) > 0.997 * Double(count), "\(closeCount) of \(count)")
  }
}
#endif
