import LayoutSpecsTexture
import Testing

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
