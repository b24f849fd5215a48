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

  @Test func `An overlay lies in front of its child and a background behind, as large as it`() {
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

  @Test func `An absolute spec has its children at their positions, or is as large as they are`() {
    let (guitarVideoNode, hlsVideoNode) = (ASVideoNode(), ASVideoPlayerNode())
    guitarVideoNode.style.layoutPosition = CGPoint.zero
    hlsVideoNode.style.layoutPosition = CGPoint(x: 150, y: 100.0)
    for video in [guitarVideoNode, hlsVideoNode] {
      video.style.preferredSize = CGSize(width: 150, height: 100)
    }
    var absoluteSpec = ASAbsoluteLayoutSpec(children: [guitarVideoNode, hlsVideoNode])
    #expect(absoluteSpec.layoutThatFits(screen).size == screen.max)
    absoluteSpec.sizing = .sizeToFit
    let layout = absoluteSpec.layoutThatFits(screen)
    #expect(layout.size == CGSize(width: 300, height: 200))
    #expect(layout.frame(of: hlsVideoNode) == CGRect(x: 150, y: 100, width: 150, height: 100))
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
    #expect(node.layoutThatFits(.tableCell(width: 320)).frame(of: node.textNode)?.minX == 296)
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

// Texture's "Layout API Sizing", in Texture's names.

@Suite("Texture's samples of sizes, in Texture's names")
struct SizeSamplesTests {
  private let screen = ASSizeRangeMake(CGSize.zero, CGSize(width: 320, height: 480))

  @Test func `Every form of ASDimensionMake is a dimension`() {
    #expect(ASDimensionMake("50%") == .fraction(0.5) && ASDimensionMakeWithFraction(0.5) == .fraction(0.5))
    #expect(ASDimensionMake("70pt") == .points(70) && ASDimensionMake(70) == .points(70))
    #expect(ASDimensionMakeWithPoints(70) == .points(70) && ASDimensionMake(.points, 70) == .points(70))
    #expect(ASDimensionMake(.fraction, 0.5) == .fraction(0.5))
    #expect(ASDimensionMake("auto") == ASDimensionAuto && ASDimensionMake(.auto, 0) == ASDimensionAuto)
    let length: CGFloat = 16 * 3
    #expect(ASDimensionMake(length) == .points(48) && ASDimensionMake(.auto, .nan) == .auto)
  }

  @Test func `Stacks with a flexBasis of 40% and 60% share the width`() {
    var (leftStack, rightStack) = (ASStackLayoutSpec.vertical(), ASStackLayoutSpec.vertical())
    leftStack.style.flexBasis = ASDimensionMake("40%")
    rightStack.style.flexBasis = ASDimensionMake("60%")
    var horizontalStack = ASStackLayoutSpec.horizontal()
    horizontalStack.children = [leftStack, rightStack]
    let layout = horizontalStack.layoutThatFits(.tableCell(width: 320))
    #expect(layout.sublayouts.map(\.size.width) == [128, 192])
  }

  @Test func `An element has a layout size, a size in points, or six lengths`() {
    let layoutElement = ASImageNode(imageSize: CGSize(width: 30, height: 30))
    func size() -> CGSize { ASWrapperLayoutSpec(layoutElement: layoutElement).layoutThatFits(screen).size }
    let width = ASDimensionMake(.auto, 0)
    let height = ASDimensionMake("50%")
    layoutElement.style.preferredLayoutSize = ASLayoutSizeMake(width, height)
    #expect(size() == CGSize(width: 30, height: 240))
    layoutElement.style.preferredSize = CGSize(width: 30, height: 60)
    #expect(size() == CGSize(width: 30, height: 60))
    layoutElement.style.width = ASDimensionMake("50%")
    layoutElement.style.minWidth = ASDimensionMake("50%")
    layoutElement.style.maxWidth = ASDimensionMake("50%")
    layoutElement.style.height = ASDimensionMake("50%")
    layoutElement.style.minHeight = ASDimensionMake("50%")
    layoutElement.style.maxHeight = ASDimensionMake("50%")
    #expect(size() == CGSize(width: 160, height: 240))
    layoutElement.style.preferredLayoutSize = ASLayoutSizeAuto
    #expect(layoutElement.style.width == ASDimensionAuto)
  }

  @Test func `Ranges are made of sizes, limit them, and have a part in common`() {
    let exactly = ASSizeRangeMake(CGSize(width: 100, height: 50))
    #expect(exactly == ASSizeRangeMake(CGSize(width: 100, height: 50), CGSize(width: 100, height: 50)))
    #expect(ASSizeRangeClamp(screen, CGSize(width: 400, height: 5)) == CGSize(width: 320, height: 5))
    #expect(ASSizeRangeIntersect(screen, exactly) == exactly)
    #expect(ASSizeRangeIntersect(ASSizeRangeUnconstrained, ASSizeRangeZero) == ASSizeRangeZero)
  }
}
