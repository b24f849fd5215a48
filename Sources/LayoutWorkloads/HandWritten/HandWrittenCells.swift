import LayoutSpecs

/// A text that may take several lines, and the lengths of its words.
///
/// The lengths are found when the text first takes more than one line, and again if its node shows another text.
package struct WrappingText {
  private var string = ""
  private var words: [UInt8] = []

  package init() {}

  /// Returns the height of a node's text in lines of this width, in points.
  mutating func height(of node: TextNode, width: Double) -> Double {
    let text = node.text
    let charactersPerLine = UInt32(width / 8)
    if text.utf8.count <= charactersPerLine { return 20 }
    if text != string {
      string = text
      words = lengthsOfWords(in: text)
    }
    let lines = words.withUnsafeBufferPointer { wrapWords($0, charactersPerLine: charactersPerLine) }
    return 20 * Double(lines.lineCount)
  }
}

extension TextNode {
  /// The size of the text in one line, in points.
  package var lineSize: Size { Size(8 * Double(text.utf8.count), 20) }
}

extension ImageNode {
  /// The size of the image, in points.
  package var knownSize: Size { imageSize ?? .zero }
}

// MARK: - The feed

/// A post, in widths from 336, or 360 in real fonts: in less, the longest small text would exceed the last row. Texts in real
/// fonts are measured by their nodes.
final class HandWrittenPost: HandWrittenCell {
  private let avatar: ImageNode
  private let (title, body, meta): (TextNode, TextNode, TextNode)
  private let icons: [ImageNode]
  private(set) var frames = [Rect](repeating: .zero, count: 8)
  private var titleLines = WrappingText()
  private var bodyLines = WrappingText()
  private let hasRealFonts: Bool

  init(
    avatar: ImageNode, title: TextNode, body: TextNode, icons: [ImageNode], meta: TextNode,
    hasRealFonts: Bool = false
  ) {
    (self.avatar, self.title, self.body, self.icons, self.meta) = (avatar, title, body, icons, meta)
    self.hasRealFonts = hasRealFonts
  }

  private func height(of node: TextNode, _ lines: inout WrappingText, width: Double) -> Double {
    hasRealFonts ? size(of: node, width: width).height : lines.height(of: node, width: width)
  }

  /// In whole points, as an app rounds it.
  private func size(of node: TextNode, width: Double) -> Size {
    let size = node.calculateSizeThatFits(Size(width, .infinity))
    return Size(size.width.rounded(.up), size.height.rounded(.up))
  }

  var leaves: [DisplayNode] { [avatar, title, body, icons[0], icons[1], icons[2], meta] }

  func layOut(width: Double) {
    precondition(width >= 336, "The last row fits")
    let avatar = avatar.knownSize
    let x = 12 + avatar.width + 8
    let columnWidth = width - 12 - x
    let titleHeight = height(of: title, &titleLines, width: columnWidth)
    let bodyHeight = height(of: body, &bodyLines, width: columnWidth)
    let meta = hasRealFonts ? size(of: meta, width: columnWidth) : meta.lineSize
    let bodyY = 12 + titleHeight + 4
    let rowY = bodyY + bodyHeight + 4
    frames.withUnsafeMutableBufferPointer { frames in
      frames[1] = Rect(origin: Point(12, 12), size: avatar)
      frames[2] = Rect(x: x, y: 12, width: columnWidth, height: titleHeight)
      frames[3] = Rect(x: x, y: bodyY, width: columnWidth, height: bodyHeight)

      // The icons beside each other, and the small text at the right end, all in the middle of the row.
      var rowHeight = meta.height
      var iconX = x
      for index in 0..<3 {
        let icon = icons[index].knownSize
        frames[4 + index] = Rect(origin: Point(iconX, rowY), size: icon)
        iconX += icon.width + 6
        rowHeight = max(rowHeight, icon.height)
      }
      frames[7] = Rect(origin: Point(x + columnWidth - meta.width, rowY), size: meta)
      for index in 4..<8 {
        let y = (rowHeight - frames[index].size.height) / 2
        frames[index].origin.y += hasRealFonts ? y.rounded(.down) : y
      }

      let height = max(avatar.height + 12, rowY + rowHeight) + 12
      frames[0] = Rect(x: 0, y: 0, width: width, height: height)
    }
  }
}

// MARK: - Feed items

/// A feed item, in widths from 128, in which the social actions fit.
///
/// Only the profile's comment and the title wrap. Labels are in rows that do not shrink: each stays on one
/// line, and overflows if the row is too narrow.
final class HandWrittenFeedItem: HandWrittenCell {
  private let images: [ImageNode]
  /// Those in one line: the action and the options, the name, the headline and the time, the domain, the three social
  /// actions, and the comment.
  private let labels: [TextNode]
  private let (profileComment, title): (TextNode, TextNode)
  private(set) var frames = [Rect](repeating: .zero, count: 21)
  private var commentLines = WrappingText()
  private var titleLines = WrappingText()

  init(images: [ImageNode], labels: [TextNode], profileComment: TextNode, title: TextNode) {
    (self.images, self.labels) = (images, labels)
    (self.profileComment, self.title) = (profileComment, title)
  }

  /// Where the frames of the five parts are, each of which is followed by those in it, and their end.
  private static let parts = [1, 4, 10, 14, 18, 21]

  var leaves: [DisplayNode] {
    [
      labels[0], labels[1], images[0], labels[2], labels[3], labels[4], profileComment, images[1], title,
      labels[5], labels[6], labels[7], labels[8], images[2], labels[9],
    ]
  }

  func copyLeafFrames(to leafFrames: inout [Rect]) {
    var place = 0
    for (part, end) in zip(Self.parts, Self.parts.dropFirst()) {
      for index in part + 1..<end {
        leafFrames[place] = frames[index]
        leafFrames[place].origin.x += frames[part].minX
        leafFrames[place].origin.y += frames[part].minY
        place += 1
      }
    }
  }

  func layOut(width: Double) {
    precondition(width >= 128, "The social actions fit beside each other")
    let commentHeight = commentLines.height(of: profileComment, width: width - 4)
    let titleHeight = titleLines.height(of: title, width: width)
    frames.withUnsafeMutableBufferPointer { frames in
      // Each part's frame is written once its height is known, after the frames within the part.
      var y = 0.0
      func endPart(_ index: Int, height: Double) {
        frames[index] = Rect(x: 0, y: y, width: width, height: height)
        y += height + 4
      }
      endPart(1, height: layOutTopBar(width: width, &frames))
      endPart(4, height: layOutProfile(width: width, commentHeight: commentHeight, &frames))
      endPart(10, height: layOutContent(width: width, titleHeight: titleHeight, &frames))
      endPart(14, height: layOutSocialActions(width: width, &frames))
      endPart(18, height: layOutComment(width: width, &frames))
      frames[0] = Rect(x: 0, y: 0, width: width, height: y - 4)
    }
  }

  private typealias Frames = UnsafeMutableBufferPointer<Rect>

  /// The options at the right edge, the action in the rest. Returns the part's height, as the methods below do.
  private func layOutTopBar(width: Double, _ frames: inout Frames) -> Double {
    let (action, options) = (labels[0].lineSize, labels[1].lineSize)
    let actionWidth = max(action.width, width - options.width)
    frames[2] = Rect(x: 0, y: 0, width: actionWidth, height: action.height)
    frames[3] = Rect(origin: Point(actionWidth, 0), size: options)
    return max(action.height, options.height)
  }

  /// The image beside a column of three labels as wide as the widest, and the comment below.
  private func layOutProfile(width: Double, commentHeight: Double, _ frames: inout Frames) -> Double {
    let image = images[0].knownSize
    var labelWidth = width - 4 - image.width - 4
    var labelY = 0.0
    for index in 0..<3 {
      let label = labels[2 + index].lineSize
      frames[6 + index] = Rect(x: image.width + 4, y: labelY, width: 0, height: label.height)
      labelWidth = max(labelWidth, label.width)
      labelY += label.height + 2
    }
    for index in 6..<9 { frames[index].size.width = labelWidth }
    let rowHeight = labelY - 2
    frames[5] = Rect(origin: Point(0, (rowHeight - image.height) / 2), size: image)
    frames[9] = Rect(x: 0, y: rowHeight + 3, width: width - 4, height: commentHeight)
    return rowHeight + 3 + commentHeight
  }

  /// Image, title and domain below each other, at the full width.
  private func layOutContent(width: Double, titleHeight: Double, _ frames: inout Frames) -> Double {
    let imageHeight = images[1].knownSize.height
    let domainHeight = labels[5].lineSize.height
    frames[11] = Rect(x: 0, y: 0, width: width, height: imageHeight)
    frames[12] = Rect(x: 0, y: imageHeight, width: width, height: titleHeight)
    frames[13] = Rect(x: 0, y: imageHeight + titleHeight, width: width, height: domainHeight)
    return imageHeight + titleHeight + domainHeight
  }

  /// Three labels with equal gaps, or without gaps if the labels do not fit, in whole pixels.
  private func layOutSocialActions(width: Double, _ frames: inout Frames) -> Double {
    let (like, comment, share) = (labels[6].lineSize, labels[7].lineSize, labels[8].lineSize)
    let gap = max(0, (width - like.width - comment.width - share.width) / 2)
    frames[15] = Rect(origin: .zero, size: like)
    frames[16] = Rect(origin: Point((like.width + gap).rounded(.up), 0), size: comment)
    frames[17] = Rect(origin: Point(like.width + comment.width + 2 * gap, 0), size: share)
    return like.height
  }

  /// The label in the rest of the row beside the image, in the middle.
  private func layOutComment(width: Double, _ frames: inout Frames) -> Double {
    let (image, label) = (images[2].knownSize, labels[9].lineSize)
    let x = image.width + 4
    frames[19] = Rect(origin: .zero, size: image)
    frames[20] = Rect(
      x: x, y: (image.height - label.height) / 2, width: max(label.width, width - x), height: label.height)
    return image.height
  }
}
