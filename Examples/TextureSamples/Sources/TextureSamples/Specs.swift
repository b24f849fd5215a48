import LayoutSpecs

// Texture's "Layout Specs": one sample, or a few, for each spec.

func checkSpecs(_ checks: Checks) {
  checkWrapperAndStack(checks)
  checkInsetOverlayBackground(checks)
  checkCenterRatioRelative(checks)
  checkAbsoluteAndCorner(checks)
}

/// A node whose content is what a function returns: a sample that needs no class.
private func node(_ content: @escaping @Sendable (SizeRange) -> any LayoutElement) -> DisplayNode {
  DisplayNode { _, constrainedSize in content(constrainedSize) }
}

private func checkWrapperAndStack(_ checks: Checks) {
  checks.sample("wrapper: one subnode")
  let image = ImageNode(imageSize: Size(60, 40))
  let wrapper = node { _ in WrapperLayoutSpec(image) }
  checks.expect(wrapper.layoutThatFits(.unconstrained).size, Size(60, 40))

  checks.sample("wrapper: one subnode with a size")
  let subnode = NetworkImageNode()
  let sized = node { constrainedSize in
    subnode.style.preferredSize = Size(
      width: constrainedSize.max.width, height: constrainedSize.max.height / 2)
    return WrapperLayoutSpec(subnode)
  }
  checks.expect(sized.layoutThatFits(SizeRange(max: Size(320, 480))).size, Size(320, 240))

  checks.sample("stack with sizes of its own")
  let (titleNode, subtitleNode) = (TextNode("16"), TextNode("likes"))
  let stack = node { _ in
    var mainStack = StackLayoutSpec(
      direction: .horizontal, spacing: 6, justifyContent: .start, alignItems: .center,
      children: [titleNode, subtitleNode])
    mainStack.style.minWidth = .points(60)
    mainStack.style.maxHeight = .points(40)
    return mainStack
  }
  let stacked = stack.layoutThatFits(.unconstrained)
  checks.expect(stacked.size, Size(62, 20))
  checks.expect(stacked.frame(of: subtitleNode), Rect(x: 22, y: 0, width: 40, height: 20))

  checks.sample("stack: what the minimum lacks is grown, what exceeds the maximum is given up")
  let range = SizeRange(min: Size(100, 200), max: Size(300, 500))
  let (first, second) = (ImageNode(imageSize: Size(50, 70)), ImageNode(imageSize: Size(50, 70)))
  var vertical = StackLayoutSpec.vertical()
  vertical.children = [first, second]
  first.style.flexGrow = 1
  checks.expect(vertical.layoutThatFits(range).sublayouts.map(\.size.height), [130, 70])
  first.imageSize = Size(50, 400)
  second.imageSize = Size(50, 200)
  first.style.flexShrink = 1
  second.style.flexShrink = 1
  // In proportion to their lengths, in whole points.
  checks.expect(vertical.layoutThatFits(range).sublayouts.map(\.size.height), [334, 167])

  checks.sample("stack in a stack: an image and a text below each other, and a text beside them")
  let (caption, picture, text) = (TextNode("text"), ImageNode(imageSize: Size(40, 40)), TextNode("text"))
  var inner = StackLayoutSpec.vertical()
  inner.children = [caption, picture]
  var outer = StackLayoutSpec.horizontal()
  outer.children = [inner, text]
  let nested = outer.layoutThatFits(.unconstrained)
  checks.expect(nested.size, Size(72, 60))
  checks.expect(nested.frame(of: picture), Rect(x: 0, y: 20, width: 40, height: 40))
  checks.expect(nested.frame(of: text), Rect(x: 40, y: 0, width: 32, height: 60))

  checks.sample("spacer")
  let (imageNode, textNode) = (ImageNode(imageSize: Size(40, 40)), TextNode("text"))
  var spacer = LayoutSpec()
  spacer.style.flexGrow = 1
  var row = StackLayoutSpec()
  row.children = [imageNode, spacer, textNode]
  checks.expect(row.layoutThatFits(SizeRange(width: 320)).frame(of: textNode)?.minX, 288)
}

private func checkInsetOverlayBackground(_ checks: Checks) {
  checks.sample("inset of 10")
  let textNode = TextNode("header")
  let insets = EdgeInsets(top: 10, left: 10, bottom: 10, right: 10)
  let headerWithInset = InsetLayoutSpec(insets: insets, child: textNode)
  let inset = headerWithInset.layoutThatFits(SizeRange(max: Size(320, .infinity)))
  checks.expect(inset.size, Size(68, 40))
  checks.expect(inset.frame(of: textNode), Rect(x: 10, y: 10, width: 48, height: 20))

  let screen = SizeRange(max: Size(320, 480))
  checks.sample("overlay")
  let (blue, red) = (DisplayNode(), DisplayNode())
  let overlay = node { _ in OverlayLayoutSpec(child: blue, overlay: red) }
  let overlaid = overlay.layoutThatFits(screen)
  checks.expect(overlaid.frame(of: red), Rect(x: 0, y: 0, width: 320, height: 480))

  checks.sample("overlay in insets that reach out")
  let overlayInset = node { _ in
    blue.style.preferredSize = Size(150, 150)
    let redInset = InsetLayoutSpec(
      insets: EdgeInsets(top: 30, left: -30, bottom: -30, right: 30), child: red)
    return OverlayLayoutSpec(child: blue, overlay: redInset)
  }
  let shifted = overlayInset.layoutThatFits(screen)
  checks.expect(shifted.size, Size(150, 150))
  checks.expect(shifted.frame(of: red), Rect(x: -30, y: 30, width: 150, height: 150))

  checks.sample("background, behind its child whatever the order of the arguments")
  let (behind, content) = (DisplayNode(), DisplayNode())
  let background = node { _ in BackgroundLayoutSpec(child: content, background: behind) }
  background.automaticallyManagesSubnodes = true
  let backed = background.layoutThatFits(screen)
  checks.expect(backed.frame(of: behind), Rect(x: 0, y: 0, width: 320, height: 480))
  background.layoutIfNeeded()
  checks.expect(background.subnodes.map(\.id), [behind.id, content.id])

  checks.sample("background in insets that reach out")
  let backgroundInset = node { _ in
    content.style.preferredSize = Size(150, 150)
    let behindInset = InsetLayoutSpec(
      insets: EdgeInsets(top: -30, left: 30, bottom: 30, right: -30), child: behind)
    return BackgroundLayoutSpec(child: content, background: behindInset)
  }
  let moved = backgroundInset.layoutThatFits(screen)
  checks.expect(moved.frame(of: behind), Rect(x: 30, y: -30, width: 150, height: 150))
}

private func checkCenterRatioRelative(_ checks: Checks) {
  checks.sample("center")
  let subnode = DisplayNode().preferredSize(Size(width: 60, height: 100))
  let centerSpec = CenterLayoutSpec(centering: .xy, sizing: .default, child: subnode)
  let centered = centerSpec.layoutThatFits(SizeRange(max: Size(320, 300)))
  checks.expect(centered.size, Size(320, 300))
  checks.expect(centered.frame(of: subnode), Rect(x: 130, y: 100, width: 60, height: 100))

  checks.sample("center without a bound")
  checks.expect(centerSpec.layoutThatFits(.unconstrained).size, Size(60, 100))

  checks.sample("ratio of a half")
  let image = DisplayNode().preferredSize(Size(width: 100, height: 100))
  let ratioSpec = RatioLayoutSpec(ratio: 0.5, child: image)
  let ratio = ratioSpec.layoutThatFits(SizeRange(max: Size(320, .infinity)))
  checks.expect(ratio.frame(of: image), Rect(x: 0, y: 0, width: 320, height: 160))

  checks.sample("relative in a background")
  let backgroundNode = DisplayNode()
  let foregroundNode = DisplayNode().preferredSize(Size(width: 70, height: 100))
  let relativeSpec = RelativeLayoutSpec(
    horizontalPosition: .start, verticalPosition: .start, sizing: .default, child: foregroundNode)
  let backgroundSpec = BackgroundLayoutSpec(child: relativeSpec, background: backgroundNode)
  let relative = backgroundSpec.layoutThatFits(SizeRange(max: Size(320, 480)))
  checks.expect(relative.frame(of: foregroundNode), Rect(x: 0, y: 0, width: 70, height: 100))
  checks.expect(relative.frame(of: backgroundNode), Rect(x: 0, y: 0, width: 320, height: 480))
}

/// Four videos at positions and of sizes that depend on the room.
final class FourVideosNode: DisplayNode, @unchecked Sendable {
  let guitarVideoNode = VideoNode()
  let nicCageVideoNode = VideoNode()
  let simonVideoNode = VideoNode()
  let hlsVideoNode = VideoNode()

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    let maxConstrainedSize = constrainedSize.max
    let third = maxConstrainedSize.height / 3
    guitarVideoNode.style.layoutPosition = .zero
    guitarVideoNode.style.preferredSize = Size(width: maxConstrainedSize.width, height: third)
    nicCageVideoNode.style.layoutPosition = Point(x: maxConstrainedSize.width / 2, y: third)
    nicCageVideoNode.style.preferredSize = Size(width: maxConstrainedSize.width / 2, height: third)
    simonVideoNode.style.layoutPosition = Point(x: 0, y: maxConstrainedSize.height - third)
    simonVideoNode.style.preferredSize = Size(width: maxConstrainedSize.width / 2, height: third)
    hlsVideoNode.style.layoutPosition = Point(x: 0, y: third)
    hlsVideoNode.style.preferredSize = Size(width: maxConstrainedSize.width / 2, height: third)
    return AbsoluteLayoutSpec(
      children: [guitarVideoNode, nicCageVideoNode, simonVideoNode, hlsVideoNode])
  }
}

private func checkAbsoluteAndCorner(_ checks: Checks) {
  checks.sample("absolute: four videos")
  let videos = FourVideosNode()
  let layout = videos.layoutThatFits(SizeRange(max: Size(300, 450)))
  checks.expect(layout.size, Size(300, 450))
  checks.expect(layout.frame(of: videos.guitarVideoNode), Rect(x: 0, y: 0, width: 300, height: 150))
  checks.expect(layout.frame(of: videos.nicCageVideoNode), Rect(x: 150, y: 150, width: 150, height: 150))
  checks.expect(layout.frame(of: videos.simonVideoNode), Rect(x: 0, y: 300, width: 150, height: 150))
  checks.expect(layout.frame(of: videos.hlsVideoNode), Rect(x: 0, y: 150, width: 150, height: 150))

  checks.sample("corner with an offset")
  let (avatarNode, badgeNode) = (ImageNode(imageSize: Size(100, 100)), ImageNode(imageSize: Size(20, 20)))
  var cornerSpec = CornerLayoutSpec(child: avatarNode, corner: badgeNode, location: .topRight)
  // The badge's centre moves into the avatar.
  cornerSpec.offset = Point(-3, 3)
  let badge = cornerSpec.layoutThatFits(.unconstrained)
  checks.expect(badge.size, Size(100, 100))
  checks.expect(badge.frame(of: badgeNode), Rect(x: 87, y: -7, width: 20, height: 20))

  checks.sample("corner that counts")
  cornerSpec.wrapsCorner = true
  let wrapped = cornerSpec.layoutThatFits(.unconstrained)
  checks.expect(wrapped.size, Size(107, 107))
  checks.expect(wrapped.frame(of: avatarNode), Rect(x: 0, y: 7, width: 100, height: 100))
}
