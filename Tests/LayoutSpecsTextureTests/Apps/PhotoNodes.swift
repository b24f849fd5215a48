import LayoutSpecsTexture

// Grids and pages of photos.

final class PhotoCellNode: ASCellNode, @unchecked Sendable {
  let imageNode = ASNetworkImageNode()
  let durationNode = ASTextNode()

  init(url: URL?, duration: String? = nil) {
    super.init()
    automaticallyManagesSubnodes = true
    imageNode.url = url
    imageNode.contentMode = .scaleAspectFill
    if let duration {
      durationNode.attributedText = NSAttributedString(
        string: duration, attributes: [.foregroundColor: UIColor.white])
    }
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let photo = ASRatioLayoutSpec(ratio: 1, child: imageNode)
    guard durationNode.attributedText != nil else { return photo }
    let corner = ASRelativeLayoutSpec(
      horizontalPosition: .end, verticalPosition: .end, sizingOption: [], child: durationNode)
    return ASOverlayLayoutSpec(
      child: photo,
      overlay: ASInsetLayoutSpec(insets: UIEdgeInsets(top: 0, left: 0, bottom: 4, right: 4), child: corner))
  }
}

/// Up to four photos, arranged by their number.
final class PhotoMosaicNode: ASDisplayNode, @unchecked Sendable {
  let photoNodes: [ASNetworkImageNode]

  init(count: Int) {
    photoNodes = (0..<count).map { _ in ASNetworkImageNode() }
    super.init()
    automaticallyManagesSubnodes = true
    cornerRadius = 12
    clipsToBounds = true
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let side = (constrainedSize.max.width - 2) / 2
    func row(_ nodes: [ASNetworkImageNode]) -> ASLayoutElement {
      ASStackLayoutSpec(
        direction: .horizontal, spacing: 2, justifyContent: .start, alignItems: .start, children: nodes)
    }
    switch photoNodes.count {
    case 1:
      return ASRatioLayoutSpec(ratio: 0.6, child: photoNodes[0])
    case 3:
      photoNodes[0].style.preferredSize = CGSize(width: side, height: side * 2 + 2)
      // swift-format-ignore: ReplaceForEachWithForLoop
      photoNodes[1...].forEach { $0.style.preferredSize = CGSize(width: side, height: side) }
      let right = ASStackLayoutSpec(
        direction: .vertical, spacing: 2, justifyContent: .start, alignItems: .start,
        children: Array(photoNodes[1...]))
      return ASStackLayoutSpec(
        direction: .horizontal, spacing: 2, justifyContent: .start, alignItems: .start,
        children: [photoNodes[0], right])
    default:
      // swift-format-ignore: ReplaceForEachWithForLoop
      photoNodes.forEach { $0.style.preferredSize = CGSize(width: side, height: side) }
      return ASStackLayoutSpec(
        direction: .vertical, spacing: 2, justifyContent: .start, alignItems: .start,
        children: stride(from: 0, to: photoNodes.count, by: 2).map {
          row(Array(photoNodes[$0..<min($0 + 2, photoNodes.count)]))
        })
    }
  }
}

final class AlbumHeaderNode: ASCellNode, @unchecked Sendable {
  let titleNode = ASTextNode()
  let countNode = ASTextNode()

  init(title: String, count: Int) {
    super.init()
    automaticallyManagesSubnodes = true
    titleNode.attributedText = NSAttributedString(
      string: title, attributes: [.font: UIFont.boldSystemFont(ofSize: 16)])
    countNode.attributedText = NSAttributedString(string: "\(count)")
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let row = ASStackLayoutSpec(
      direction: .horizontal, spacing: 8, justifyContent: .spaceBetween, alignItems: .baselineFirst,
      children: [titleNode, countNode])
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 12, left: 8, bottom: 12, right: 8), child: row)
  }
}

/// A screen with a grid in sections.
final class AlbumsNode: ASDisplayNode, ASCollectionDataSource, ASCollectionDelegate, @unchecked Sendable {
  let collectionNode: ASCollectionNode
  let flowLayout = UICollectionViewFlowLayout()
  var albums: [(String, Int)]

  init(albums: [(String, Int)]) {
    self.albums = albums
    flowLayout.minimumLineSpacing = 2
    flowLayout.minimumInteritemSpacing = 2
    collectionNode = ASCollectionNode(collectionViewLayout: flowLayout)
    super.init()
    automaticallyManagesSubnodes = true
    collectionNode.dataSource = self
    collectionNode.delegate = self
    collectionNode.backgroundColor = .white
    collectionNode.registerSupplementaryNode(ofKind: UICollectionView.elementKindSectionHeader)
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    ASWrapperLayoutSpec(layoutElement: collectionNode)
  }

  func numberOfSections(in collectionNode: ASCollectionNode) -> Int { albums.count }

  func collectionNode(_ collectionNode: ASCollectionNode, numberOfItemsInSection section: Int) -> Int {
    albums[section].1
  }

  func collectionNode(
    _ collectionNode: ASCollectionNode, nodeBlockForItemAt indexPath: IndexPath
  ) -> ASCellNodeBlock {
    let url = URL(string: "https://example.org/\(indexPath.section)/\(indexPath.item)")
    return { PhotoCellNode(url: url) }
  }

  func collectionNode(
    _ collectionNode: ASCollectionNode, nodeForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> ASCellNode? {
    guard kind == UICollectionView.elementKindSectionHeader else { return nil }
    return AlbumHeaderNode(title: albums[indexPath.section].0, count: albums[indexPath.section].1)
  }

  func collectionNode(
    _ collectionNode: ASCollectionNode, constrainedSizeForItemAt indexPath: IndexPath
  ) -> ASSizeRange {
    let side = (collectionNode.bounds.width - 2 * 2) / 3
    return ASSizeRangeMake(CGSize(width: side, height: side))
  }
}

/// A row of pictures that scrolls to the side.
final class CarouselCellNode: ASCellNode, ASCollectionDataSource, ASCollectionDelegate, @unchecked Sendable {
  let titleNode = ASTextNode()
  let collectionNode: ASCollectionNode
  let count: Int

  init(title: String, count: Int) {
    self.count = count
    let layout = UICollectionViewFlowLayout()
    layout.scrollDirection = .horizontal
    layout.minimumLineSpacing = 8
    collectionNode = ASCollectionNode(collectionViewLayout: layout)
    super.init()
    automaticallyManagesSubnodes = true
    titleNode.attributedText = NSAttributedString(string: title)
    collectionNode.showsHorizontalScrollIndicator = false
    collectionNode.dataSource = self
    collectionNode.delegate = self
    collectionNode.style.preferredSize.height = 100
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    ASStackLayoutSpec(
      direction: .vertical, spacing: 8, justifyContent: .start, alignItems: .stretch,
      children: [titleNode, collectionNode])
  }

  func collectionNode(_ collectionNode: ASCollectionNode, numberOfItemsInSection section: Int) -> Int {
    count
  }

  func collectionNode(_ collectionNode: ASCollectionNode, nodeForItemAt indexPath: IndexPath) -> ASCellNode {
    let node = PhotoCellNode(url: nil)
    node.cornerRadius = 8
    return node
  }

  func collectionNode(
    _ collectionNode: ASCollectionNode, constrainedSizeForItemAt indexPath: IndexPath
  ) -> ASSizeRange {
    ASSizeRangeMake(CGSize(width: indexPath.item == 0 ? 150 : 100, height: 100))
  }
}
