import LayoutSpecsTexture
import Testing

// A sample or more for each spec in Texture's "Layout Specs", in Texture's names, statement by statement. An app has
// these two already: colours are UIKit's, and the function is one of Texture's own examples.

private enum UIColor { case blue, red, green }

// swift-format-ignore: AlwaysUseLowerCamelCase
private func ASDisplayNodeWithBackgroundColor(_ color: UIColor, _ size: CGSize? = nil) -> ASDisplayNode {
  let node = ASDisplayNode()
  if let size { node.style.preferredSize = size }
  return node
}

/// A node whose content is what a function returns.
private func node(_ content: @escaping @Sendable (ASSizeRange) -> ASLayoutSpec) -> ASDisplayNode {
  ASDisplayNode { _, constrainedSize in content(constrainedSize) }
}

/// Four videos at positions and of sizes that depend on the room.
private final class FourVideosNode: ASDisplayNode, @unchecked Sendable {
  let guitarVideoNode = ASVideoNode()
  let nicCageVideoNode = ASVideoNode()
  let simonVideoNode = ASVideoNode()
  let hlsVideoNode = ASVideoPlayerNode()

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let maxConstrainedSize = constrainedSize.max
    let third = maxConstrainedSize.height / 3.0
    let half = CGSize(width: maxConstrainedSize.width / 2.0, height: third)
    guitarVideoNode.style.layoutPosition = CGPoint.zero
    guitarVideoNode.style.preferredSize = CGSize(width: maxConstrainedSize.width, height: third)
    nicCageVideoNode.style.layoutPosition = CGPoint(x: maxConstrainedSize.width / 2.0, y: third)
    nicCageVideoNode.style.preferredSize = half
    simonVideoNode.style.layoutPosition = CGPoint(x: 0.0, y: maxConstrainedSize.height - third)
    simonVideoNode.style.preferredSize = half
    hlsVideoNode.style.layoutPosition = CGPoint(x: 0.0, y: third)
    hlsVideoNode.style.preferredSize = half
    return ASAbsoluteLayoutSpec(children: [guitarVideoNode, nicCageVideoNode, simonVideoNode, hlsVideoNode])
  }
}

/// An image and a text with a spacer between them.
private final class SpacerNode: ASDisplayNode, @unchecked Sendable {
  let imageNode = ASImageNode(imageSize: CGSize(width: 40, height: 40))
  let textNode = ASTextNode("30m")

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    var spacer = ASLayoutSpec()
    spacer.style.flexGrow = 1.0
    var stack = ASStackLayoutSpec()
    stack.children = [imageNode, spacer, textNode]
    return stack
  }
}

@Suite("Texture's samples of specs, in Texture's names")
struct SpecSamplesTests {
  private let screen = ASSizeRangeMake(CGSize.zero, CGSize(width: 320, height: 480))

  @Test func `A wrapper returns one subnode, with its own size or one of its style`() {
    let subnode = ASImageNode(imageSize: CGSize(width: 60, height: 40))
    let wrapped = node { _ in ASWrapperLayoutSpec(layoutElement: subnode) }
    #expect(wrapped.layoutThatFits(ASSizeRangeUnconstrained).size == CGSize(width: 60, height: 40))
    let sized = node { constrainedSize in
      subnode.style.preferredSize = CGSize(
        width: constrainedSize.max.width, height: constrainedSize.max.height / 2.0)
      return ASWrapperLayoutSpec(layoutElement: subnode)
    }
    #expect(sized.layoutThatFits(screen).size == CGSize(width: 320, height: 240))
    let several = ASWrapperLayoutSpec(layoutElements: [subnode, ASTextNode("a")])
    #expect(several.sublayoutElements.count == 2)
  }

  @Test func `A stack has a spacing, alignments, and lengths of its own`() {
    let (titleNode, subtitleNode) = (ASTextNode("16"), ASTextNode("likes"))
    let node = node { _ in
      var mainStack = ASStackLayoutSpec(
        direction: .horizontal, spacing: 6.0, justifyContent: .start, alignItems: .center,
        children: [titleNode, subtitleNode])
      mainStack.style.minWidth = ASDimensionMakeWithPoints(60.0)
      mainStack.style.maxHeight = ASDimensionMakeWithPoints(40.0)
      return mainStack
    }
    let layout = node.layoutThatFits(ASSizeRangeUnconstrained)
    #expect(layout.size == CGSize(width: 62, height: 20))
    #expect(layout.frame(of: subtitleNode) == CGRect(x: 22, y: 0, width: 40, height: 20))
  }

  @Test func `An inset spec is larger than its child by the insets`() {
    let textNode = ASTextNode("a text")
    let insets = UIEdgeInsets(top: 10.0, left: 10.0, bottom: 10.0, right: 10.0)
    let headerWithInset = ASInsetLayoutSpec(insets: insets, child: textNode)
    #expect(headerWithInset.layoutThatFits(ASSizeRangeUnconstrained).size == CGSize(width: 68, height: 40))
  }

  @Test("An overlay lies in front of its child and a background behind it, both as large as the child")
  func overlayAndBackground() {
    let blue = ASDisplayNodeWithBackgroundColor(UIColor.blue, CGSize(width: 100, height: 60))
    let red = ASDisplayNodeWithBackgroundColor(UIColor.red)
    let overlay = node { _ in ASOverlayLayoutSpec(child: blue, overlay: red) }
    let background = node { _ in ASBackgroundLayoutSpec(child: blue, background: red) }
    for (node, order) in [(overlay, [blue, red]), (background, [red, blue])] {
      node.automaticallyManagesSubnodes = true
      let layout = node.layoutThatFits(screen)
      node.layoutIfNeeded()
      #expect(layout.frame(of: red)?.size == CGSize(width: 100, height: 60))
      #expect(node.subnodes.map(\.id) == order.map(\.id))
    }
  }

  @Test func `A center spec without sizing options takes all the room, and has its child in the middle`() {
    let subnode = ASDisplayNodeWithBackgroundColor(UIColor.green, CGSize(width: 60.0, height: 100.0))
    let centerSpec = ASCenterLayoutSpec(centeringOptions: .XY, sizingOptions: [], child: subnode)
    let layout = centerSpec.layoutThatFits(screen)
    #expect(layout.size == screen.max)
    #expect(layout.frame(of: subnode) == CGRect(x: 130, y: 190, width: 60, height: 100))
  }

  @Test func `A ratio of a half makes a child half as high as wide`() {
    let subnode = ASDisplayNodeWithBackgroundColor(UIColor.green, CGSize(width: 100, height: 100.0))
    let ratioSpec = ASRatioLayoutSpec(ratio: 0.5, child: subnode)
    #expect(ratioSpec.layoutThatFits(screen).frame(of: subnode)?.size == CGSize(width: 320, height: 160))
  }

  @Test func `A relative spec puts its child at the start, on a background as large as all the room`() {
    let backgroundNode = ASDisplayNodeWithBackgroundColor(UIColor.blue)
    let foregroundNode = ASDisplayNodeWithBackgroundColor(UIColor.red, CGSize(width: 70.0, height: 100.0))
    let relativeSpec = ASRelativeLayoutSpec(
      horizontalPosition: .start, verticalPosition: .start, sizingOption: [], child: foregroundNode)
    let backgroundSpec = ASBackgroundLayoutSpec(child: relativeSpec, background: backgroundNode)
    let layout = backgroundSpec.layoutThatFits(screen)
    #expect(layout.frame(of: foregroundNode) == CGRect(x: 0, y: 0, width: 70, height: 100))
    #expect(layout.frame(of: backgroundNode)?.size == screen.max)
  }

  @Test func `An absolute spec has its children at their positions`() {
    let node = FourVideosNode()
    let layout = node.layoutThatFits(SizeRange(max: CGSize(width: 300, height: 450)))
    #expect(layout.size == CGSize(width: 300, height: 450))
    #expect(layout.frame(of: node.guitarVideoNode) == CGRect(x: 0, y: 0, width: 300, height: 150))
    #expect(layout.frame(of: node.nicCageVideoNode) == CGRect(x: 150, y: 150, width: 150, height: 150))
    #expect(layout.frame(of: node.simonVideoNode) == CGRect(x: 0, y: 300, width: 150, height: 150))
    #expect(layout.frame(of: node.hlsVideoNode) == CGRect(x: 0, y: 150, width: 150, height: 150))
  }

  @Test func `A corner spec centres an icon on a corner of a photo`() {
    let (photoNode, iconNode) = (ASNetworkImageNode(), ASImageNode())
    iconNode.style.preferredSize = CGSize(width: 40, height: 40)
    photoNode.style.preferredSize = CGSize(width: 150, height: 150)
    let spec = ASCornerLayoutSpec(child: photoNode, corner: iconNode, location: .topRight)
    let layout = spec.layoutThatFits(screen)
    #expect(layout.frame(of: iconNode) == CGRect(x: 130, y: -20, width: 40, height: 40))
  }

  @Test func `A spec without children takes what is left between an image and a text`() {
    let node = SpacerNode()
    let layout = node.layoutThatFits(.tableCell(width: 320))
    #expect(layout.frame(of: node.textNode)?.minX == 296)
  }

  @Test func `Every set of options is one of the library's cases, and read as it was set`() {
    var center = ASCenterLayoutSpec(centeringOptions: [], sizingOptions: [], child: ASTextNode("a"))
    var relative = ASRelativeLayoutSpec(
      horizontalPosition: .end, verticalPosition: .center, sizingOption: .minimumSize, child: ASTextNode("a"))
    #expect(center.centering == .none && center.sizing == .default && relative.sizing == .minimumSize)
    let cases: [(UInt8, Centering, CenterSizing, RelativeSizing)] = [
      (0, .none, .default, .default), (1, .x, .minimumX, .minimumWidth), (2, .y, .minimumY, .minimumHeight),
      (3, .xy, .minimumXY, .minimumSize),
    ]
    for (bits, centering, sizing, relativeSizing) in cases {
      // Bits without a meaning say nothing.
      center.centeringOptions = .init(rawValue: bits | 0xF0)
      center.sizingOptions = .init(rawValue: bits | 0xF0)
      relative.sizingOption = .init(rawValue: bits | 0xF0)
      #expect(center.centering == centering && center.centeringOptions.rawValue == bits)
      #expect(center.sizing == sizing && center.sizingOptions.rawValue == bits)
      #expect(relative.sizing == relativeSizing && relative.sizingOption.rawValue == bits)
    }
    #expect([.X, .Y] == ASCenterLayoutSpecCenteringOptions.XY)
  }
}
