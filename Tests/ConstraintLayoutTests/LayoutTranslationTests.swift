import LayoutSpecs
import Testing

@testable import ConstraintLayout

@Suite("Layout translation")
struct LayoutTranslationTests {
  @Test func `What the system knows by numbers is named by element and attribute`() throws {
    var builder = LayoutTreeBuilder()
    builder.begin(.inset(EdgeInsets(12)))
    builder.add(.sizedNode(Size(10, 20)))
    builder.end()
    let tree = builder.finish()
    let range = SizeRange(exactly: Size(100, 100))
    let translation = try LayoutTranslation(tree, in: range, textHeights: [0, 0])

    #expect(
      translation.error(.underdetermined(unknown: 6)).description
        == "the equations do not determine the width of element #1")
    let lengths = try #require(translation.equations.firstIndex { $0.terms.count == 2 })
    #expect(
      translation.error(.inconsistent(equation: lengths)).description
        == "the equations contradict each other: "
        + "1 × the width of element #0 - 1 × the width of element #1 = 24")
  }
}
