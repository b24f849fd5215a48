import LayoutSpecsTexture

// Players, songs and films.

final class PlayerControlsNode: ASDisplayNode, @unchecked Sendable {
  let playButton = ASButtonNode()
  let backButton = ASButtonNode()
  let nextButton = ASButtonNode()
  let progressNode = ASDisplayNode()
  let elapsedNode = ASTextNode()
  let restNode = ASTextNode()

  override init() {
    super.init()
    automaticallyManagesSubnodes = true
    for (button, name) in [(backButton, "back"), (playButton, "play"), (nextButton, "next")] {
      button.setImage(UIImage(named: name), for: .normal)
      button.setImage(UIImage(named: "pause"), for: .selected)
      button.imageNode.imageModificationBlock = ASImageNodeTintColorModificationBlock(.white)
      button.contentMode = .center
    }
    progressNode.setViewBlock { SpinnerView() }
    progressNode.style.height = ASDimensionMakeWithPoints(4)
    elapsedNode.attributedText = NSAttributedString(string: "0:42")
    restNode.attributedText = NSAttributedString(string: "-2:18")
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let times = ASStackLayoutSpec(
      direction: .horizontal, spacing: 0, justifyContent: .spaceBetween, alignItems: .center,
      children: [elapsedNode, restNode])
    let buttons = ASStackLayoutSpec(
      direction: .horizontal, spacing: 24, justifyContent: .center, alignItems: .center,
      children: [backButton, playButton, nextButton])
    return ASStackLayoutSpec(
      direction: .vertical, spacing: 8, justifyContent: .start, alignItems: .stretch,
      children: [progressNode, times, buttons])
  }
}

final class VideoCellNode: ASCellNode, @unchecked Sendable {
  let videoNode = ASVideoNode()
  let playNode = ASImageNode()
  let titleNode = ASTextNode()
  let (entered, exited) = (NodeState(0, affectsLayout: false), NodeState(0, affectsLayout: false))

  init(title: String) {
    super.init()
    automaticallyManagesSubnodes = true
    videoNode.url = URL(string: "https://example.org/film.jpg")
    playNode.image = UIImage(named: "play")
    titleNode.attributedText = NSAttributedString(string: title)
    titleNode.maximumNumberOfLines = 2
  }

  override func didEnterVisibleState() {
    super.didEnterVisibleState()
    self[entered] += 1
  }

  override func didExitVisibleState() {
    super.didExitVisibleState()
    self[exited] += 1
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let video = ASRatioLayoutSpec(ratio: 9.0 / 16.0, child: videoNode)
    let play = ASCenterLayoutSpec(centeringOptions: .XY, sizingOptions: [], child: playNode)
    return ASStackLayoutSpec(
      direction: .vertical, spacing: 8, justifyContent: .start, alignItems: .stretch,
      children: [
        ASOverlayLayoutSpec(child: video, overlay: play),
        ASInsetLayoutSpec(insets: UIEdgeInsets(top: 0, left: 12, bottom: 12, right: 12), child: titleNode),
      ])
  }
}

final class TrackCellNode: ASCellNode, @unchecked Sendable {
  let numberNode = ASTextNode()
  let titleNode = ASTextNode()
  let artistNode = ASTextNode()
  let lengthNode = ASTextNode()

  init(number: Int, title: String, artist: String?) {
    super.init()
    automaticallyManagesSubnodes = true
    numberNode.attributedText = NSAttributedString(string: "\(number)")
    titleNode.attributedText = NSAttributedString(string: title)
    titleNode.maximumNumberOfLines = 1
    artistNode.attributedText = artist.map { NSAttributedString(string: $0) }
    lengthNode.attributedText = NSAttributedString(string: "3:00")
    selectionStyle = .gray
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    numberNode.style.width = ASDimensionMake(24)
    var texts = ASStackLayoutSpec.vertical()
    texts.style.flexShrink = 1.0
    texts.style.flexGrow = 1.0
    texts.children = [titleNode]
    if artistNode.attributedText != nil { texts.children.append(artistNode) }
    let row = ASStackLayoutSpec(
      direction: .horizontal, spacing: 8, justifyContent: .start, alignItems: .center,
      children: [numberNode, texts, lengthNode])
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 8, left: 16, bottom: 8, right: 16), child: row)
  }
}

final class NowPlayingBarNode: ASDisplayNode, @unchecked Sendable {
  let coverNode = ASNetworkImageNode()
  let titleNode = ASTextNode()
  let playButton = ASButtonNode()
  let isExpanded = NodeState(false)

  override init() {
    super.init()
    automaticallyManagesSubnodes = true
    coverNode.defaultImage = UIImage(named: "cover")
    titleNode.attributedText = NSAttributedString(string: "Nocturne")
    playButton.setImage(UIImage(named: "play"), for: .normal)
    shadowOffset = CGSize(width: 0, height: -1)
    shadowColor = UIColor.black.cgColor
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    if self[isExpanded] {
      coverNode.style.preferredSize = CGSize(width: 200, height: 200)
      let column = ASStackLayoutSpec(
        direction: .vertical, spacing: 16, justifyContent: .center, alignItems: .center,
        children: [coverNode, titleNode, playButton])
      return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 24, left: 24, bottom: 24, right: 24), child: column)
    }
    coverNode.style.preferredSize = CGSize(width: 40, height: 40)
    titleNode.style.flexGrow = 1
    let row = ASStackLayoutSpec(
      direction: .horizontal, spacing: 12, justifyContent: .start, alignItems: .center,
      children: [coverNode, titleNode, playButton])
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8), child: row)
  }
}
