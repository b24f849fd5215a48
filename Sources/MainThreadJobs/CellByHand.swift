import LayoutSpecs
import LayoutWorkloads

/// A cell as an app writes it by hand, without layout specs: it adds its leaves once, measures their texts, and sets their
/// frames. The yardstick for cells of nodes that return specs.
///
/// One thread at a time uses it, in widths of whole points in which its rows fit.
package class CellByHand: DisplayNode, @unchecked Sendable {
  final let leaves: [DisplayNode]
  /// The frames of the leaves, once the cell is measured.
  final var frames: [Rect]

  init(_ leaves: [DisplayNode]) {
    self.leaves = leaves
    frames = [Rect](repeating: .zero, count: leaves.count)
    super.init()
    for leaf in leaves { addSubnode(leaf) }
  }

  package final override func layoutDidFinish() {
    for index in leaves.indices { leaves[index].frame = frames[index] }
  }
}

/// A post: the cell of `feed(N)`, in widths from 336.
private final class PostByHand: CellByHand, @unchecked Sendable {
  private let avatar = ImageNode(imageSize: Size(40, 40))
  private let title: TextNode
  private let body: TextNode
  private let icons = (0..<3).map { _ in ImageNode(imageSize: Size(24, 24)) }
  private let meta: TextNode
  private var titleLines = WrappingText()
  private var bodyLines = WrappingText()

  init(_ post: PostTexts) {
    (title, body, meta) = (TextNode(post.title), TextNode(post.body), TextNode(post.meta))
    super.init([avatar, title, body, icons[0], icons[1], icons[2], meta])
  }

  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    let (width, avatar, meta) = (constrainedSize.width, avatar.knownSize, meta.lineSize)
    let x = 12 + avatar.width + 8
    let column = width - 12 - x
    let (titleHeight, bodyHeight) = (
      titleLines.height(of: title, width: column), bodyLines.height(of: body, width: column)
    )
    let bodyY = 12 + titleHeight + 4
    let rowY = bodyY + bodyHeight + 4
    frames[0] = Rect(origin: Point(12, 12), size: avatar)
    frames[1] = Rect(x: x, y: 12, width: column, height: titleHeight)
    frames[2] = Rect(x: x, y: bodyY, width: column, height: bodyHeight)
    var (iconX, row) = (x, meta.height)
    for index in 0..<3 {
      let icon = icons[index].knownSize
      frames[3 + index] = Rect(origin: Point(iconX, rowY), size: icon)
      iconX += icon.width + 6
      row = max(row, icon.height)
    }
    frames[6] = Rect(origin: Point(x + column - meta.width, rowY), size: meta)
    for index in 3..<7 { frames[index].origin.y += (row - frames[index].size.height) / 2 }
    return Size(width, max(avatar.height + 12, rowY + row) + 12)
  }
}

/// A feed item: the cell of `feedItem(N)`, in widths from 128. Its leaves are the cell's own subnodes, without the five nodes
/// between that the specs have.
private final class FeedItemByHand: CellByHand, @unchecked Sendable {
  private let images = [Size(50, 50), Size(350, 200), Size(50, 50)].map { ImageNode(imageSize: $0) }
  private let profileComment: TextNode
  private let title: TextNode
  /// Those in one line: the action and the options, the name, the headline and the time, the domain, the three social
  /// actions, and the comment.
  private let labels: [TextNode]
  private var commentLines = WrappingText()
  private var titleLines = WrappingText()

  init(_ item: FeedItemTexts) {
    (profileComment, title) = (TextNode(item.profileComment), TextNode(item.title))
    labels = [
      item.action, "...", item.name, item.headline, item.time, item.domain, "Like", "Comment", "Share",
      item.comment,
    ].map { TextNode($0) }
    super.init([
      labels[0], labels[1], images[0], labels[2], labels[3], labels[4], profileComment, images[1], title,
      labels[5], labels[6], labels[7], labels[8], images[2], labels[9],
    ])
  }

  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    let width = constrainedSize.width
    // The options at the right edge, the action in the rest.
    let (action, options) = (labels[0].lineSize, labels[1].lineSize)
    let actionWidth = max(action.width, width - options.width)
    frames[0] = Rect(x: 0, y: 0, width: actionWidth, height: action.height)
    frames[1] = Rect(origin: Point(actionWidth, 0), size: options)
    var y = max(action.height, options.height) + 4
    // The image beside a column of three labels as wide as the widest, and the comment below.
    let profile = images[0].knownSize
    var (labelY, labelWidth) = (y, width - 4 - profile.width - 4)
    for index in 2..<5 {
      let label = labels[index].lineSize
      frames[1 + index] = Rect(x: profile.width + 4, y: labelY, width: 0, height: label.height)
      labelWidth = max(labelWidth, label.width)
      labelY += label.height + 2
    }
    for index in 3..<6 { frames[index].size.width = labelWidth }
    let rowHeight = labelY - 2 - y
    frames[2] = Rect(origin: Point(0, y + (rowHeight - profile.height) / 2), size: profile)
    y += rowHeight + 3
    let commentHeight = commentLines.height(of: profileComment, width: width - 4)
    frames[6] = Rect(x: 0, y: y, width: width - 4, height: commentHeight)
    y += commentHeight + 4
    // Image, title and domain below each other, at the full width.
    let heights = (
      images[1].knownSize.height, titleLines.height(of: title, width: width), labels[5].lineSize.height
    )
    frames[7] = Rect(x: 0, y: y, width: width, height: heights.0)
    frames[8] = Rect(x: 0, y: y + heights.0, width: width, height: heights.1)
    frames[9] = Rect(x: 0, y: y + heights.0 + heights.1, width: width, height: heights.2)
    y += heights.0 + heights.1 + heights.2 + 4
    // Three labels with equal gaps, in whole pixels.
    let (like, comment, share) = (labels[6].lineSize, labels[7].lineSize, labels[8].lineSize)
    let gap = max(0, (width - like.width - comment.width - share.width) / 2)
    frames[10] = Rect(origin: Point(0, y), size: like)
    frames[11] = Rect(origin: Point((like.width + gap).rounded(.up), y), size: comment)
    frames[12] = Rect(origin: Point(like.width + comment.width + 2 * gap, y), size: share)
    y += like.height + 4
    // The label in the rest of the row beside the image, in the middle.
    let (image, label) = (images[2].knownSize, labels[9].lineSize)
    frames[13] = Rect(origin: Point(0, y), size: image)
    frames[14] = Rect(
      x: image.width + 4, y: y + (image.height - label.height) / 2,
      width: max(label.width, width - image.width - 4), height: label.height)
    return Size(width, y + image.height)
  }
}

extension NodeWorkload {
  /// Makes the cells by hand; nil if they are not written so.
  package var makeCellByHand: (@Sendable (Int) -> DisplayNode)? {
    switch self {
    case let feed as FeedNodes: { PostByHand(feed.posts[$0]) }
    case let list as FeedItemNodes: { FeedItemByHand(list.items[$0]) }
    default: nil
    }
  }
}
