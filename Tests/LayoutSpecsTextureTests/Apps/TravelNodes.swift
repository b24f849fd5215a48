import LayoutSpecsTexture

// Passes, places, and the weather there.

/// A pass with two halves and a line between them, whose notches stand out of its edges.
final class BoardingPassNode: ASDisplayNode, @unchecked Sendable {
  let fromNode = ASTextNode()
  let toNode = ASTextNode()
  let planeNode = ASImageNode()
  let dashNode = ASDisplayNode()
  let notchNodes = [ASDisplayNode(), ASDisplayNode()]
  let codeNode = ASImageNode()

  init(from: String, to: String) {
    super.init()
    automaticallyManagesSubnodes = true
    shadowRadius = 8
    shadowOpacity = 0.2
    fromNode.attributedText = NSAttributedString(string: from)
    toNode.attributedText = NSAttributedString(string: to)
    planeNode.image = UIImage(named: "arrow")
    codeNode.image = UIImage(named: "logo")
    for node in notchNodes {
      node.style.preferredSize = CGSize(width: 16, height: 16)
      node.cornerRadius = 8
    }
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let route = ASStackLayoutSpec(
      direction: .horizontal, spacing: 0, justifyContent: .spaceBetween, alignItems: .center,
      children: [fromNode, planeNode, toNode])
    dashNode.style.preferredLayoutSize = ASLayoutSizeMake(ASDimensionMake("100%"), ASDimensionMake(1))
    let width = constrainedSize.max.width
    notchNodes[0].style.layoutPosition = CGPoint(x: -8, y: -8)
    notchNodes[1].style.layoutPosition = CGPoint(x: width - 8, y: -8)
    let notches = ASAbsoluteLayoutSpec(sizing: .default, children: notchNodes)
    let line = ASOverlayLayoutSpec(child: dashNode, overlay: notches)
    func padded(_ child: ASLayoutElement) -> ASLayoutElement {
      ASInsetLayoutSpec(insets: UIEdgeInsets(top: 20, left: 24, bottom: 20, right: 24), child: child)
    }
    let code = ASCenterLayoutSpec(centeringOptions: .X, sizingOptions: .minimumY, child: codeNode)
    return ASStackLayoutSpec(
      direction: .vertical, spacing: 0, justifyContent: .start, alignItems: .stretch,
      children: [padded(route), line, padded(code)])
  }
}

/// A place: a map that the app makes, with what is known of the place over its lower part.
final class PlaceCardNode: ASCellNode, @unchecked Sendable {
  let mapNode = ASDisplayNode(viewBlock: { SpinnerView() })
  let nameNode = ASTextNode()
  let starNodes: [ASImageNode]
  let distanceNode = ASTextNode()

  init(name: String, stars: Int, distance: String?) {
    starNodes = (0..<stars).map { _ in ASImageNode() }
    super.init()
    automaticallyManagesSubnodes = true
    nameNode.attributedText = NSAttributedString(string: name)
    for node in starNodes {
      node.image = UIImage(named: "heart")
      node.imageModificationBlock = ASImageNodeTintColorModificationBlock(.systemOrange)
    }
    if let distance { distanceNode.attributedText = NSAttributedString(string: distance) }
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let stars = ASStackLayoutSpec(
      direction: .horizontal, spacing: 2, justifyContent: .start, alignItems: .center, children: starNodes)
    var details: [ASLayoutElement] = [stars]
    if distanceNode.attributedText != nil {
      distanceNode.style.spacingBefore = 8
      details.append(distanceNode)
    }
    let texts = ASStackLayoutSpec(
      direction: .vertical, spacing: 4, justifyContent: .start, alignItems: .start,
      children: [
        nameNode,
        ASStackLayoutSpec(
          direction: .horizontal, spacing: 0, justifyContent: .start, alignItems: .center, children: details),
      ])
    let map = ASRatioLayoutSpec(ratio: 0.5, child: mapNode)
    return ASStackLayoutSpec(
      direction: .vertical, spacing: 8, justifyContent: .start, alignItems: .stretch,
      children: [
        map,
        ASInsetLayoutSpec(insets: UIEdgeInsets(top: 0, left: 12, bottom: 12, right: 12), child: texts),
      ])
  }
}

/// The hours of a day below each other, each with a bar as long as it is warm.
final class HoursNode: ASDisplayNode, @unchecked Sendable {
  /// A bar that measures itself.
  final class BarNode: ASDisplayNode, @unchecked Sendable {
    let degrees: CGFloat

    init(degrees: CGFloat) {
      self.degrees = degrees
      super.init()
      backgroundColor = degrees > 20 ? .systemOrange : .systemBlue
      cornerRadius = 3
    }

    override func calculateSizeThatFits(_ constrainedSize: CGSize) -> CGSize {
      CGSize(width: min(constrainedSize.width, degrees * 5), height: 6)
    }
  }

  let hourNodes: [ASTextNode]
  let barNodes: [BarNode]

  init(degrees: [CGFloat]) {
    hourNodes = degrees.indices.map { hour in
      let node = ASTextNode()
      node.attributedText = NSAttributedString(string: hour < 10 ? "0\(hour)" : "\(hour)")
      return node
    }
    barNodes = degrees.map { BarNode(degrees: $0) }
    super.init()
    automaticallyManagesSubnodes = true
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let rows = zip(hourNodes, barNodes).map { hour, bar -> ASLayoutElement in
      bar.style.flexShrink = 1
      return ASStackLayoutSpec(
        direction: .horizontal, spacing: 8, justifyContent: .start, alignItems: .center,
        children: [hour, bar])
    }
    return ASStackLayoutSpec(
      direction: .vertical, spacing: 2, justifyContent: .start, alignItems: .stretch, children: rows)
  }
}
