import Foundation
import LayoutDiagnostics
import LayoutDocuments
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Explanations as text and JSON")
struct ReportTests {
  /// A spec of the user's own that answers with any size, and does not ask its last child for its own.
  private struct Answer: LayoutAlgorithm {
    let size: Size

    func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
      for child in 0..<children.count - 1 { _ = children.measure(child, in: constrainedSize) }
      return size
    }
  }

  private func json(_ layout: Layout) throws -> [[String: Any]] {
    var bytes: [UInt8] = []
    ExplanationReport(layout.tree.elementIDs, of: layout.explainer(), in: layout.tree).write { bytes += $0 }
    let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    return try #require(object?["elements"] as? [[String: Any]])
  }

  private func lines(_ layout: Layout) -> [String] {
    var lines: [String] = []
    layout.explainer().outline { lines.append($0) }
    return lines
  }

  private func layout(answering size: Size) -> Layout {
    let unasked = Branch(.wrapper, name: "not asked", [Branch(.text(TextParameters("text")))])
    let own = Branch(
      .custom(Answer(size: size)), name: "own", [Branch(.text(TextParameters("asked"))), unasked])
    return Branch(.wrapper, [own]).tree.layoutThatFits(SizeRange(width: 0...320, height: 0...100))
  }

  @Test func `A text has its lines, and why each ends`() throws {
    let style = ParagraphStyle(maximumLineCount: 2)
    let tree = LayoutTree.element(.paragraph(Paragraph(AttributedText("one two three four"), style: style)))
    let elements = try json(tree.layoutThatFits(SizeRange(width: 0...64, height: 0...100)))
    let text = try #require(elements[0]["text"] as? [String: Any])
    #expect(text["maxWidth"] as? Double == 64 && text["truncatedText"] as? String == "our")
    let lines = try #require(text["lines"] as? [[String: Any]])
    #expect(lines.map { $0["text"] as? String } == ["one two", "three f"])
    #expect(lines.map { $0["reason"] as? String } == ["nextWord", "limit"])
    #expect(lines.map { $0["ending"] as? String } == ["none", "ellipsis"])
    #expect(lines.map { $0["range"] as? [Int] } == [[0, 7], [8, 15]])
    let word = try #require(lines[0]["nextWord"] as? [String: Any])
    #expect(
      word["text"] as? String == "three" && word["width"] as? Double == 40 && word["room"] as? Double == 0)
  }

  @Test func `An infinite answer of user code is the maximum, and an infinite maximum is null`() throws {
    let elements = try json(layout(answering: Size(.infinity, 10)))
    let width = try #require(elements[1]["width"] as? [String: Any])
    #expect(width["length"] as? Double == 320)
    #expect(
      width["sentence"] as? String
        == "Answer \"own\" is 320 points wide (0 to 320 allowed): its own code asks for 320 points.")
    let free = try json(AnyLayoutElement(TextNode("a")).layoutThatFits(.unconstrained))
    let given = try #require((free[0]["width"] as? [String: Any])?["given"] as? [Any])
    #expect(given.count == 2 && given[1] is NSNull)
    let height = try #require(elements[1]["height"] as? [String: Any])
    #expect(height["length"] as? Double == 10)
    #expect((height["rule"] as? [String: Any])?["name"] as? String == "userCode")
    #expect((height["given"] as? [Any])?.count == 2)
  }

  @Test func `What was not asked for says that, and so does what is below it`() {
    let lines = lines(layout(answering: Size(10, 10)))
    let own = "Answer \"own\" did not ask for its size"
    let notAsked = "WrapperLayoutSpec \"not asked\""
    #expect(
      lines.suffix(4) == [
        "    wrapper \"not asked\" {0, 0}", "      width: \(own)", "      height: \(own)",
        "      text no layout: nothing in \(notAsked) is laid out, whose size was not asked for",
      ])
  }

  @Test func `What a stack left empty is the reason for all that is below it`() {
    let stack = StackLayoutSpec(alignItems: .start) {
      ImageNode(imageSize: Size(400, 10))
      StackLayoutSpec { WrapperLayoutSpec { TextNode("x") } }.flexGrow().flexShrink().named("rest")
    }
    let lines = lines(stack.layoutThatFits(SizeRange(exactly: Size(300, 20))))
    let reason = "no layout: nothing in StackLayoutSpec \"rest\" is laid out, which was left empty"
    #expect(lines.suffix(2) == ["    wrapper \(reason)", "      text \(reason)"])
  }

  @Test func `Explanations grow with the number of elements, however deep the tree`() throws {
    func byteCounts(levels: Int) -> (text: Int, json: Int) {
      let layout = LayoutTree.chain(of: levels, .inset(EdgeInsets(1)), around: .node)
        .layoutThatFits(.upTo(width: 320))
      let text = lines(layout).reduce(0) { $0 + $1.utf8.count + 1 }
      var json = 0
      ExplanationReport(layout.tree.elementIDs, of: layout.explainer(), in: layout.tree).write {
        json += $0.count
      }
      return (text, json)
    }
    let (half, whole) = (byteCounts(levels: 1_500), byteCounts(levels: 3_000))
    #expect(whole.text - half.text < 1_500 * 600)
    #expect(whole.json - half.json < 1_500 * 1_200)
  }
}
