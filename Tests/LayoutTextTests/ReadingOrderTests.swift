#if Text && canImport(CPango)
import CPango
import LayoutTestSupport
import Testing

@testable import LayoutSpecs
@testable import LayoutText

@Suite("The order of reading, ours and Pango's")
struct PangoReadingOrderTests {
  @Test func `Sentences in all scripts have Pango's levels`() throws {
    let pango = PangoParagraphs()
    var corpus = try Corpus(seed: 7)
    var (count, mixedCount) = (0, 0)
    var rows = ExactnessRows("levels")
    for index in 0..<3_000 {
      let sample = corpus.next(index)
      for line in sample.text.string.split(whereSeparator: \.isNewline) {
        let scalars = Array(line.unicodeScalars)
        let (levels, isRightToLeft) = pango.levels(String(line))
        #expect((ReadingOrder.isRightToLeft(scalars) ?? false) == isRightToLeft, "\(line)")
        let order = ReadingOrder(scalars[...], isRightToLeft: isRightToLeft)
        // A mark without a level of its own has the one before it.
        for (place, own) in order.levels(ofLine: scalars.indices).enumerated()
        where scalars[place].properties.generalCategory != .format {
          count += 1
          mixedCount += levels[place] > 0 ? 1 : 0
          rows.add(kind: sample.kind, values: 1, cause: own == levels[place] ? nil : "level")
          #expect(own == levels[place], "\(scalars[place].value) of \(line)")
        }
      }
    }
    try rows.write()
    #expect(count > 100_000 && mixedCount > 10_000)
  }
}
#endif
