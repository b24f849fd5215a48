import LayoutSpecs

// Texture's "Layout API Sizing".

func checkSizes(_ checks: Checks) {
  checks.sample("dimensions")
  checks.expect("50%" as Dimension, .fraction(0.5))
  checks.expect("70pt" as Dimension, .points(70))
  checks.expect(70 as Dimension, .points(70))
  checks.expect("auto" as Dimension, .auto)

  checks.sample("flexBasis of 40% and 60%")
  var (leftStack, rightStack) = (StackLayoutSpec.vertical(), StackLayoutSpec.vertical())
  leftStack.style.flexBasis = "40%"
  rightStack.style.flexBasis = "60%"
  var horizontalStack = StackLayoutSpec.horizontal()
  horizontalStack.children = [leftStack, rightStack]
  let halves = horizontalStack.layoutThatFits(.tableCell(width: 320))
  checks.expect(halves.sublayouts.map(\.size.width), [128, 192])

  let screen = SizeRange(max: Size(320, 480))
  checks.sample("a width of its own and half of the height")
  let width = Dimension.auto
  let height: Dimension = "50%"
  let layoutElement = ImageNode(imageSize: Size(30, 30))
  layoutElement.style.preferredLayoutSize = LayoutSize(width, height)
  checks.expect(WrapperLayoutSpec(layoutElement).layoutThatFits(screen).size, Size(30, 240))

  checks.sample("a size in points")
  layoutElement.style.preferredSize = Size(width: 30, height: 60)
  checks.expect(WrapperLayoutSpec(layoutElement).layoutThatFits(screen).size, Size(30, 60))

  checks.sample("six lengths of 50%")
  layoutElement.style.width = "50%"
  layoutElement.style.minWidth = "50%"
  layoutElement.style.maxWidth = "50%"
  layoutElement.style.height = "50%"
  layoutElement.style.minHeight = "50%"
  layoutElement.style.maxHeight = "50%"
  checks.expect(WrapperLayoutSpec(layoutElement).layoutThatFits(screen).size, Size(160, 240))

  checks.sample("the range that a node gets")
  let node = RangeNode()
  let range = SizeRange(min: Size(0, 100), max: Size(320, .infinity))
  checks.expect(node.layoutThatFits(range).size, Size(320, 100))
  checks.expect(SizeRange.tableCell(width: 320), SizeRange(min: Size(320, 0), max: Size(320, .infinity)))
}

/// A node as wide as the largest size that it may have, and as high as the smallest.
private final class RangeNode: DisplayNode, @unchecked Sendable {
  let content = DisplayNode()

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    content.style.preferredSize = Size(constrainedSize.max.width, constrainedSize.min.height)
    return WrapperLayoutSpec(content)
  }
}
