import LayoutSpecs
import Testing

@Suite("README")
struct ReadmeTests {
  @Test func `The library's example gives what the README says`() throws {
    let avatar = ImageNode(imageSize: Size(40, 40))
    let name = TextNode("Ada Lovelace")
    let time = TextNode("30m")

    let header = InsetLayoutSpec(
      insets: EdgeInsets(12),
      child: StackLayoutSpec(direction: .horizontal, spacing: 8, alignItems: .center) {
        avatar
        name.flexShrink()
        LayoutSpec().flexGrow()
        time
      })
    let layout = header.layoutThatFits(SizeRange(width: 320))
    #expect("\(layout.size) \(layout.frame(of: time)!)" == "{320, 64} {{284, 22}, {24, 20}}")

    var tree = try #require(header.compiled())
    var context = LayoutContext()
    let sizes = [320.0, 375, 414].map { context.layout(tree, in: .tableCell(width: $0)) }
    #expect(sizes.map(\.height) == [64, 64, 64])
    #expect(context.frame(of: tree.root)?.size == sizes[2])

    tree.setContent(.text(TextParameters("31m")), of: ElementID(5))
    context.relayout(tree, in: .tableCell(width: 414))
    #expect(context.frame(of: ElementID(5))?.size == Size(24, 20))
  }
}
