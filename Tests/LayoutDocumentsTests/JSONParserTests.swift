import Testing

@testable import LayoutDocuments

@Suite("JSON")
struct JSONParserTests {
  @Test func emptyArrayHasNoItems() throws {
    let document = try JSONParser.parse(Array("[ ]".utf8), maximumNesting: 1)
    #expect(document.itemCount(of: 0) == 0)
  }
}
