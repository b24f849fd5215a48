import LayoutSpecsTexture
import Testing

// The parts of screens in Texture's "Layout Examples", in Texture's names, statement by statement.

/// A name and a location at the left, the time at the right.
final class HeaderNode: ASDisplayNode, @unchecked Sendable {
  let userNameNode: ASTextNode = {
    return ASTextNode()
  }()
  let postLocationNode: ASTextNode = {
    return ASTextNode()
  }()
  let postTimeNode: ASTextNode = {
    return ASTextNode()
  }()

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

/// A title over the bottom edge of a photo.
private final class TitledPhotoNode: ASDisplayNode, @unchecked Sendable {
  let photoNode = ASNetworkImageNode()
  let titleNode = ASTextNode()

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let photoDimension: CGFloat = constrainedSize.max.width / 4.0
    photoNode.style.preferredSize = CGSize(width: photoDimension, height: photoDimension)
    let insets = UIEdgeInsets(top: CGFloat.infinity, left: 12, bottom: 12, right: 12)
    let textInsetSpec = ASInsetLayoutSpec(insets: insets, child: titleNode)
    return ASOverlayLayoutSpec(child: photoNode, overlay: textInsetSpec)
  }
}

/// An icon that reaches out of a photo's corner.
private final class OutsetIconNode: ASDisplayNode, @unchecked Sendable {
  let iconNode = ASImageNode()
  let photoNode = ASNetworkImageNode()

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    iconNode.style.preferredSize = CGSize(width: 40, height: 40)
    iconNode.style.layoutPosition = CGPoint(x: 150, y: 0)
    photoNode.style.preferredSize = CGSize(width: 150, height: 150)
    photoNode.style.layoutPosition = CGPoint(x: 40 / 2.0, y: 40 / 2.0)
    var absoluteSpec = ASAbsoluteLayoutSpec(children: [photoNode, iconNode])
    absoluteSpec.sizing = .sizeToFit
    return absoluteSpec
  }
}

/// A text in the middle of a cell's height.
private final class InsetTextCellNode: ASCellNode, @unchecked Sendable {
  let titleNode = ASTextNode()

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let insets = UIEdgeInsets(top: 0, left: 12, bottom: 4, right: 4)
    let inset = ASInsetLayoutSpec(insets: insets, child: titleNode)
    return ASCenterLayoutSpec(centeringOptions: .Y, sizingOptions: .minimumX, child: inset)
  }
}

/// A text between two lines.
private final class SeparatorsNode: ASDisplayNode, @unchecked Sendable {
  let topSeparator = ASImageNode(imageSize: CGSize(width: 1, height: 1))
  let bottomSeparator = ASImageNode(imageSize: CGSize(width: 1, height: 1))
  let textNode = ASTextNode()

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    topSeparator.style.flexGrow = 1.0
    bottomSeparator.style.flexGrow = 1.0
    textNode.style.alignSelf = .center
    var verticalStackSpec = ASStackLayoutSpec.vertical()
    verticalStackSpec.spacing = 20
    verticalStackSpec.justifyContent = .center
    verticalStackSpec.children = [topSeparator, textNode, bottomSeparator]
    return ASInsetLayoutSpec(
      insets: UIEdgeInsets(top: 60, left: 0, bottom: 60, right: 0), child: verticalStackSpec)
  }
}

@Suite("Texture's samples of screens, in Texture's names")
struct ScreenSamplesTests {
  @Test("A header has its names at the left and the time at the right, in both directions of the screen")
  func header() {
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

  @Test func `A title lies over the bottom of a photo as wide as a quarter of the screen`() {
    let node = TitledPhotoNode()
    node.titleNode.attributedText = NSAttributedString(string: "in the hills")
    let layout = node.layoutThatFits(SizeRange(max: CGSize(width: 800, height: .infinity)))
    #expect(layout.size == CGSize(width: 200, height: 200))
    #expect(layout.frame(of: node.titleNode) == CGRect(x: 12, y: 168, width: 176, height: 20))
  }

  @Test func `A text has as many lines as there are, or as many as it may have`() {
    let textNode = ASTextNode("in the hills and far away")
    let range = SizeRange(max: CGSize(width: 100, height: .infinity))
    #expect(textNode.maximumNumberOfLines == 0 && textNode.layoutThatFits(range).size.height == 40)
    textNode.maximumNumberOfLines = 1
    #expect(textNode.layoutThatFits(range).size.height == 20 && textNode.maximumLineCount == 1)
  }

  @Test func `A photo and an icon lie at their positions, and the node is as large as both`() {
    let node = OutsetIconNode()
    let layout = node.layoutThatFits(SizeRange(max: CGSize(width: 320, height: .infinity)))
    #expect(layout.size == CGSize(width: 190, height: 170))
    #expect(layout.frame(of: node.photoNode) == CGRect(x: 20, y: 20, width: 150, height: 150))
    #expect(layout.frame(of: node.iconNode) == CGRect(x: 150, y: 0, width: 40, height: 40))
  }

  @Test func `A cell's text is centred in its height, and the cell is as wide as the text`() {
    let node = InsetTextCellNode()
    node.titleNode.attributedText = NSAttributedString(string: "funny animal videos")
    let layout = node.layoutThatFits(ASSizeRangeMake(Size(0, 44), Size(320, 44)))
    #expect(layout.size == CGSize(width: 168, height: 44))
    #expect(layout.frame(of: node.titleNode) == CGRect(x: 12, y: 10, width: 152, height: 20))
  }

  @Test func `Two lines grow over the screen, and leave a text in its middle`() {
    let node = SeparatorsNode()
    node.textNode.attributedText = NSAttributedString(string: "between two lines")
    let layout = node.layoutThatFits(ASSizeRangeMake(CGSize(width: 320, height: 480)))
    #expect(layout.frame(of: node.topSeparator) == CGRect(x: 0, y: 60, width: 320, height: 150))
    #expect(layout.frame(of: node.textNode) == CGRect(x: 92, y: 230, width: 136, height: 20))
    #expect(layout.frame(of: node.bottomSeparator) == CGRect(x: 0, y: 270, width: 320, height: 150))
  }
}
