import LayoutSpecs

// Texture's "Layout Examples": parts of screens.

func checkScreens(_ checks: Checks) {
  checkHeader(checks)
  checkPhotos(checks)
  checkCellsAndLines(checks)
}

// MARK: - Simple header with left and right justified text

/// A name and a location at the left, the time at the right.
final class HeaderNode: DisplayNode, @unchecked Sendable {
  let userNameNode = TextNode()
  let postLocationNode = TextNode()
  let postTimeNode = TextNode()

  override init() {
    super.init()
    postLocationNode.text = "san fran ca"
    userNameNode.text = "hannahmbanana"
    postTimeNode.text = "30m"
    addSubnode(postLocationNode)
    addSubnode(userNameNode)
    addSubnode(postTimeNode)
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    var nameLocationStack = StackLayoutSpec.vertical()
    // If there is too little room, the names get narrower, and the time stays on the screen.
    nameLocationStack.style.flexShrink = 1
    nameLocationStack.style.flexGrow = 1
    if !postLocationNode.text.isEmpty {
      nameLocationStack.children = [userNameNode, postLocationNode]
    } else {
      nameLocationStack.children = [userNameNode]
    }
    let headerStackSpec = StackLayoutSpec(
      direction: .horizontal, spacing: 40, justifyContent: .start, alignItems: .center,
      children: [nameLocationStack, postTimeNode])
    return InsetLayoutSpec(
      insets: EdgeInsets(top: 0, left: 10, bottom: 0, right: 10), child: headerStackSpec)
  }
}

private func checkHeader(_ checks: Checks) {
  checks.sample("header")
  let node = HeaderNode()
  let portrait = node.layoutThatFits(SizeRange(width: 320))
  checks.expect(portrait.size, Size(320, 40))
  checks.expect(portrait.frame(of: node.userNameNode), Rect(x: 10, y: 0, width: 236, height: 20))
  checks.expect(portrait.frame(of: node.postLocationNode), Rect(x: 10, y: 20, width: 236, height: 20))
  checks.expect(portrait.frame(of: node.postTimeNode), Rect(x: 286, y: 10, width: 24, height: 20))
  node.layoutIfNeeded()
  checks.expect(node.postTimeNode.frame, Rect(x: 286, y: 10, width: 24, height: 20))

  checks.sample("header on a screen that is turned")
  let landscape = node.layoutThatFits(SizeRange(width: 568))
  checks.expect(landscape.frame(of: node.postTimeNode), Rect(x: 534, y: 10, width: 24, height: 20))

  checks.sample("header without a location")
  node.postLocationNode.text = ""
  let short = node.layoutThatFits(SizeRange(width: 320))
  checks.expect(short.size, Size(320, 20))
  checks.expect(short.frame(of: node.postLocationNode), nil)

  checks.sample("header with a name that is too long")
  node.userNameNode.text = "a name of more words than there is room for"
  let long = node.layoutThatFits(SizeRange(width: 320))
  checks.expect(long.frame(of: node.userNameNode), Rect(x: 10, y: 0, width: 236, height: 40))
  checks.expect(long.frame(of: node.postTimeNode), Rect(x: 286, y: 10, width: 24, height: 20))
}

// MARK: - Photo with inset text overlay

/// A photo as wide as a quarter of the screen, with a title over its bottom edge.
final class TitledPhotoNode: DisplayNode, @unchecked Sendable {
  let photoNode = NetworkImageNode()
  let titleNode = TextNode("family fall hikes")

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    let photoDimension = constrainedSize.max.width / 4
    photoNode.style.preferredSize = Size(width: photoDimension, height: photoDimension)
    // An infinite inset has no bound.
    let insets = EdgeInsets(top: .infinity, left: 12, bottom: 12, right: 12)
    let textInsetSpec = InsetLayoutSpec(insets: insets, child: titleNode)
    return OverlayLayoutSpec(child: photoNode, overlay: textInsetSpec)
  }
}

/// A photo of a fixed size with a title over it.
final class TitledSquareNode: DisplayNode, @unchecked Sendable {
  static let userImageHeight = 60.0
  let photoNode = NetworkImageNode()
  let titleNode = TextNode("family fall hikes")

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    photoNode.style.preferredSize = Size(Self.userImageHeight * 2, Self.userImageHeight * 2)
    let insets = EdgeInsets(top: .infinity, left: 12, bottom: 12, right: 12)
    let textInsetSpec = InsetLayoutSpec(insets: insets, child: titleNode)
    return OverlayLayoutSpec(child: photoNode, overlay: textInsetSpec)
  }
}

// MARK: - Photo with outset icon overlay

/// An icon over a photo's corner, by positions.
final class OutsetIconNode: DisplayNode, @unchecked Sendable {
  let iconNode = ImageNode()
  let photoNode = NetworkImageNode()

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    iconNode.style.preferredSize = Size(width: 40, height: 40)
    iconNode.style.layoutPosition = Point(x: 150, y: 0)
    photoNode.style.preferredSize = Size(width: 150, height: 150)
    photoNode.style.layoutPosition = Point(x: 40 / 2.0, y: 40 / 2.0)
    var absoluteSpec = AbsoluteLayoutSpec(children: [photoNode, iconNode])
    // As large as its children need, like the static spec of version 1.
    absoluteSpec.sizing = .sizeToFit
    return absoluteSpec
  }
}

/// A photo and an icon at positions, whose spec gets its sizing as an argument.
final class OutsetIconSizedNode: DisplayNode, @unchecked Sendable {
  let iconNode = ImageNode().preferredSize(Size(40, 40)).layoutPosition(150, 0)
  let photoNode = NetworkImageNode().preferredSize(Size(150, 150)).layoutPosition(40 / 2.0, 40 / 2.0)

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    AbsoluteLayoutSpec(sizing: .sizeToFit, children: [photoNode, iconNode])
  }
}

/// An icon on the corner of a photo, by a corner spec.
final class CornerIconNode: DisplayNode, @unchecked Sendable {
  let iconNode = ImageNode()
  let photoNode = NetworkImageNode()

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    iconNode.style.preferredSize = Size(40, 40)
    photoNode.style.preferredSize = Size(150, 150)
    return CornerLayoutSpec(child: photoNode, corner: iconNode, location: .topRight)
  }
}

private func checkPhotos(_ checks: Checks) {
  checks.sample("photo with inset text")
  let photo = TitledPhotoNode()
  let titled = photo.layoutThatFits(SizeRange(max: Size(800, .infinity)))
  checks.expect(titled.size, Size(200, 200))
  checks.expect(titled.frame(of: photo.photoNode), Rect(x: 0, y: 0, width: 200, height: 200))
  checks.expect(titled.frame(of: photo.titleNode), Rect(x: 12, y: 168, width: 176, height: 20))

  checks.sample("photo of a fixed size with inset text")
  let square = TitledSquareNode()
  let fixed = square.layoutThatFits(SizeRange(max: Size(320, .infinity)))
  checks.expect(fixed.size, Size(120, 120))
  checks.expect(fixed.frame(of: square.titleNode), Rect(x: 12, y: 68, width: 96, height: 40))

  checks.sample("photo with outset icon, at positions")
  let outset = OutsetIconNode()
  let placed = outset.layoutThatFits(SizeRange(max: Size(320, .infinity)))
  checks.expect(placed.size, Size(190, 170))
  checks.expect(placed.frame(of: outset.photoNode), Rect(x: 20, y: 20, width: 150, height: 150))
  checks.expect(placed.frame(of: outset.iconNode), Rect(x: 150, y: 0, width: 40, height: 40))

  checks.sample("photo with outset icon, sizing as an argument")
  let sized = OutsetIconSizedNode()
  let same = sized.layoutThatFits(SizeRange(max: Size(320, .infinity)))
  checks.expect(same.size, Size(190, 170))
  checks.expect(same.frame(of: sized.iconNode), Rect(x: 150, y: 0, width: 40, height: 40))

  checks.sample("photo with outset icon, on a corner")
  let corner = CornerIconNode()
  let cornered = corner.layoutThatFits(SizeRange(max: Size(320, .infinity)))
  checks.expect(cornered.size, Size(150, 150))
  checks.expect(cornered.frame(of: corner.iconNode), Rect(x: 130, y: -20, width: 40, height: 40))
}

// MARK: - Simple inset text cell, separator lines, play button

/// A text in the middle of a cell's height.
final class InsetTextCellNode: DisplayNode, @unchecked Sendable {
  let titleNode = TextNode("funny animal videos")

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    let insets = EdgeInsets(top: 0, left: 12, bottom: 4, right: 4)
    let inset = InsetLayoutSpec(insets: insets, child: titleNode)
    return CenterLayoutSpec(centering: .y, sizing: .minimumX, child: inset)
  }
}

/// A text between two lines, in insets at the top and the bottom.
final class SeparatorsNode: DisplayNode, @unchecked Sendable {
  let topSeparator = ImageNode(imageSize: Size(1, 1))
  let bottomSeparator = ImageNode(imageSize: Size(1, 1))
  let textNode = TextNode("here is some text")

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    topSeparator.style.flexGrow = 1
    bottomSeparator.style.flexGrow = 1
    textNode.style.alignSelf = .center
    var verticalStackSpec = StackLayoutSpec.vertical()
    verticalStackSpec.spacing = 20
    verticalStackSpec.justifyContent = .center
    verticalStackSpec.children = [topSeparator, textNode, bottomSeparator]
    return InsetLayoutSpec(
      insets: EdgeInsets(top: 60, left: 0, bottom: 60, right: 0), child: verticalStackSpec)
  }
}

/// A text in insets between two lines.
final class InsetSeparatorsNode: DisplayNode, @unchecked Sendable {
  let topSeparator = ImageNode(imageSize: Size(1, 1))
  let bottomSeparator = ImageNode(imageSize: Size(1, 1))
  let textNode = TextNode("here is some text")

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    topSeparator.style.flexGrow = 1
    bottomSeparator.style.flexGrow = 1
    let insetContentSpec = InsetLayoutSpec(
      insets: EdgeInsets(top: 20, left: 20, bottom: 20, right: 20), child: textNode)
    return StackLayoutSpec(
      direction: .vertical, spacing: 0, justifyContent: .center, alignItems: .stretch,
      children: [topSeparator, insetContentSpec, bottomSeparator])
  }
}

/// A button in the middle of a video.
final class PlayButtonNode: DisplayNode, @unchecked Sendable {
  let videoNode = VideoNode()
  let playButton = ButtonNode(title: "Play")

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    let ratioSpec = RatioLayoutSpec(ratio: 9.0 / 16, child: videoNode)
    let centerSpec = CenterLayoutSpec(centering: .xy, sizing: .default, child: playButton)
    return OverlayLayoutSpec(child: ratioSpec, overlay: centerSpec)
  }
}

private func checkCellsAndLines(_ checks: Checks) {
  checks.sample("inset text cell")
  let cell = InsetTextCellNode()
  let inset = cell.layoutThatFits(SizeRange(width: 0...320, height: 44...44))
  checks.expect(inset.size, Size(168, 44))
  checks.expect(inset.frame(of: cell.titleNode), Rect(x: 12, y: 10, width: 152, height: 20))

  checks.sample("separators, on a screen")
  let separators = SeparatorsNode()
  let screen = separators.layoutThatFits(SizeRange(exactly: Size(320, 480)))
  checks.expect(screen.frame(of: separators.topSeparator), Rect(x: 0, y: 60, width: 320, height: 150))
  checks.expect(screen.frame(of: separators.textNode), Rect(x: 92, y: 230, width: 136, height: 20))
  checks.expect(screen.frame(of: separators.bottomSeparator), Rect(x: 0, y: 270, width: 320, height: 150))

  checks.sample("separators, in a cell")
  let insetSeparators = InsetSeparatorsNode()
  let row = insetSeparators.layoutThatFits(.tableCell(width: 320))
  checks.expect(row.size, Size(320, 62))
  checks.expect(row.frame(of: insetSeparators.textNode), Rect(x: 20, y: 21, width: 280, height: 20))
  checks.expect(row.frame(of: insetSeparators.bottomSeparator), Rect(x: 0, y: 61, width: 320, height: 1))

  checks.sample("play button")
  let video = PlayButtonNode()
  let play = video.layoutThatFits(.tableCell(width: 320))
  checks.expect(play.frame(of: video.videoNode), Rect(x: 0, y: 0, width: 320, height: 180))
  checks.expect(play.frame(of: video.playButton), Rect(x: 144, y: 80, width: 32, height: 20))
}
