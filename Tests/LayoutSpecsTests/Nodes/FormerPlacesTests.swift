import Testing

@testable import LayoutSpecs

@Suite("The former places of a list's rows")
struct FormerPlacesTests {
  @Test func `Thousands of edits, and edits of very many rows, are forgotten if nobody sees the list`() {
    var places = FormerPlaces(RowTree())
    for _ in 0..<1 << 12 { places.replace(0..<0, with: [nil]) }
    #expect(!places.isForgettable)
    places.move(from: 0, to: 1)
    #expect(places.isForgettable)

    var wide = FormerPlaces(RowTree())
    for _ in 0..<52 { wide.replace(0..<5_000, with: Array(0..<5_000)) }
    #expect(!wide.isForgettable)
    wide.replace(0..<5_000, with: Array(0..<5_000))
    #expect(wide.isForgettable)
  }
}
