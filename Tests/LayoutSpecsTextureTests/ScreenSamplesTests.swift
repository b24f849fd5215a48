import LayoutSpecsTexture
import Testing

// The parts of screens in Texture's "Layout Examples", in Texture's names, statement by statement.

final class HeaderNode: ASDisplayNode, @unchecked Sendable {
  let userNameNode: ASTextNode = { return ASTextNode() }()
  let postLocationNode: ASTextNode = { return ASTextNode() }()
  let postTimeNode: ASTextNode = { return ASTextNode() }()

  override init() {
    super.init()
    self.userNameNode.attributedText = NSAttributedString(string: "ada")
    self.postLocationNode.attributedText = NSAttributedString(string: "london")
    self.postTimeNode.attributedText = NSAttributedString(string: "30m")
    addSubnode(userNameNode)
    addSubnode(postLocationNode)
    addSubnode(postTimeNode)
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    var nameLocationStack = ASStackLayoutSpec.vertical()
    nameLocationStack.style.flexShrink = 1.0
    nameLocationStack.style.flexGrow = 1.0
    if postLocationNode.attributedText != nil {
      nameLocationStack.children = [userNameNode, postLocationNode]
    } else {
      nameLocationStack.children = [userNameNode]
    }
    let headerStackSpec = ASStackLayoutSpec(
      direction: .horizontal, spacing: 40, justifyContent: .start, alignItems: .center,
      children: [nameLocationStack, postTimeNode])
    return ASInsetLayoutSpec(
      insets: UIEdgeInsets(top: 0, left: 10, bottom: 0, right: 10), child: headerStackSpec)
  }
}

private final class InsetTextCellNode: ASCellNode, @unchecked Sendable {
  let titleNode = ASTextNode()

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let insets = UIEdgeInsets(top: 0, left: 12, bottom: 4, right: 4)
    let inset = ASInsetLayoutSpec(insets: insets, child: titleNode)
    return ASCenterLayoutSpec(centeringOptions: .Y, sizingOptions: .minimumX, child: inset)
  }
}

@Suite("Texture's samples of screens, in Texture's names")
struct ScreenSamplesTests {
  @Test func `A header has its names at the left and the time at the right, in both directions`() {
    let node = HeaderNode()
    let portrait = node.layoutThatFits(ASSizeRangeMake(CGSize(width: 320, height: 0), Size(320, .infinity)))
    #expect(portrait.size == CGSize(width: 320, height: 40))
    #expect(portrait.frame(of: node.userNameNode) == CGRect(x: 10, y: 0, width: 236, height: 20))
    #expect(portrait.frame(of: node.postLocationNode) == CGRect(x: 10, y: 20, width: 236, height: 20))
    #expect(portrait.frame(of: node.postTimeNode) == CGRect(x: 286, y: 10, width: 24, height: 20))
    let landscape = node.layoutThatFits(.tableCell(width: 568))
    #expect(landscape.frame(of: node.postTimeNode)?.minX == 534)
  }

  @Test func `A header whose location has no text, or loses it, leaves it out`() {
    let node = HeaderNode()
    node.postLocationNode.attributedText = nil
    let layout = node.layoutThatFits(.tableCell(width: 320))
    #expect(layout.size == CGSize(width: 320, height: 20))
    #expect(layout.frame(of: node.postLocationNode) == nil)
  }

  @Test func `A text has as many lines as there are, or as many as it may have`() {
    let textNode = ASTextNode("in the hills and far away")
    let range = SizeRange(max: CGSize(width: 100, height: .infinity))
    #expect(textNode.maximumNumberOfLines == 0 && textNode.layoutThatFits(range).size.height == 40)
    textNode.maximumNumberOfLines = 1
    #expect(textNode.layoutThatFits(range).size.height == 20 && textNode.maximumLineCount == 1)
  }

  @Test func `A cell's text is centred in its height, and the cell is as wide as the text`() {
    let node = InsetTextCellNode()
    node.titleNode.attributedText = NSAttributedString(string: "funny animal videos")
    let layout = node.layoutThatFits(ASSizeRangeMake(Size(0, 44), Size(320, 44)))
    #expect(layout.size == CGSize(width: 168, height: 44))
    #expect(layout.frame(of: node.titleNode) == CGRect(x: 12, y: 10, width: 152, height: 20))
  }
}
