import LayoutSpecs
import Testing

@Suite("Lengths that are given to nodes and texts")
struct NodeLengthTests {
  private static let image = "An image's size is finite and not negative, and not "
  private static let frame = "A node's frame is finite, and its size not negative: not "
  private static let stops: [(parts: [String], set: @Sendable () -> Void)] = [
    ([image + "{nan, 10}"], { ButtonNode().setImageSize(Size(.nan, 10)) }),
    ([image + "{inf, 10}"], { ButtonNode().setImageSize(Size(.infinity, 10), for: .selected) }),
    ([image + "{-1, 10}"], { ImageNode().imageSize = Size(-1, 10) }),
    ([image + "{1, 10000000}"], { _ = ButtonNode(imageSize: Size(1, 10_000_000)) }),
    (
      ["A button's contentSpacing lies between -10,000,000 and 10,000,000 points, and is not nan"],
      { ButtonNode().contentSpacing = .nan }
    ),
    (
      ["An inset lies between -10,000,000 and 10,000,000 points"],
      { ButtonNode().contentEdgeInsets.leading = .nan }
    ),
    ([frame + "{{0, 0}, {-1, 2}}"], { DisplayNode().frame.size = Size(-1, 2) }),
    ([frame + "{{nan, 0}, {0, 0}}"], { DisplayNode().frame.origin.x = .nan }),
    ([frame + "{{0, 0}, {0, inf}}"], { DisplayNode().frame.size.height = .infinity }),
    (["TextFont.size", "not nan"], { setRun { $0.font.size = .nan } }),
    (["TextFont.size", "not inf"], { setRun { $0.font.size = .infinity } }),
    (["TextFont.size", "not -1.0"], { _ = TextFont(size: -1) }),
    (["TextFont.weight", "not 0"], { setRun { $0.font.weight = 0 } }),
    (["TextRun.letterSpacing", "not nan"], { setRun { $0.letterSpacing = .nan } }),
    (["TextRun.letterSpacing", "not -inf"], { _ = TextRun("words", letterSpacing: -.infinity) }),
    (["TextRun.attachment", "not {inf, 1}"], { setRun { $0.attachment = Size(.infinity, 1) } }),
    (["ParagraphStyle.lineSpacing", "not nan"], { TextNode("words").paragraphStyle.lineSpacing = .nan }),
    (["ParagraphStyle.lineSpacing", "not 1e+308"], { TextNode("words").paragraphStyle.lineSpacing = 1e308 }),
    (["ParagraphStyle.maximumLineCount", "not -1"], { TextNode("words").maximumLineCount = -1 }),
  ]

  private static func setRun(_ change: (inout TextRun) -> Void) {
    var run = TextRun("words")
    change(&run)
  }

  @Test(
    "A length that no layout could use is stopped by the property that it is given to, which names it",
    arguments: stops.indices)
  func lengths(index: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index] in
      NodeLengthTests.stops[index].set()
    }
    #expect(Self.stops[index].parts.allSatisfy { result.message.contains($0) }, "\(result.message)")
  }

  @Test func `Lengths at the ends of what is allowed are taken`() {
    let button = ButtonNode(title: "x", imageSize: Size(9_999_999, 0))
    button.contentSpacing = -9_999_999
    button.contentEdgeInsets = EdgeInsets(top: .infinity, left: -5)
    #expect(button.layoutThatFits(.unconstrained).size.width.isFinite)
    button.frame = Rect(x: -1e12, y: 1e12, width: 20_000_000, height: 0)
    #expect(button.frame.minX == -1e12 && button.frame.size == Size(20_000_000, 0))
  }

  @Test func `The lengths at the ends of what a text may have are lengths of a text`() {
    var run = TextRun("ab", font: TextFont(size: 9_999), letterSpacing: 0)
    (run.letterSpacing, run.font.size, run.font.weight) = (9_999_999, .leastNonzeroMagnitude, 1000)
    #expect(Paragraph(AttributedText([run])).extent(maxWidth: .infinity).size.width > 1_000_000)
    run.attachment = Size(9_999_999, 9_999_999)
    #expect(Paragraph(AttributedText([run])).extent(maxWidth: 1).lineCount == 1)
    run.attachment = nil
    run.letterSpacing = -9_999_999
    let style = ParagraphStyle(lineSpacing: 9_999_999)
    #expect(Paragraph(AttributedText([run]), style: style).extent(maxWidth: 100).size.width == 0)
  }
}
