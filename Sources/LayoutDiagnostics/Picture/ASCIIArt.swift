import LayoutSpecs

/// A picture of elements as nested boxes in characters: what holds what, and in which direction.
///
///     -----------StackLayoutSpec----------
///     |  TextNode  LayoutSpec  TextNode  |
///     ------------------------------------
///
/// It shows structure, not sizes. Source: the look is that of Texture's `asciiArtString`.
///
/// 1. From the last element to the first, find the width and height of each box, in characters.
/// 2. From the first to the last, place and draw each into one field of characters.
package struct ASCIIArt {
  private let tree: LayoutTree
  private var boxes: [Box]

  private struct Box {
    let name: String
    let nameLength: Int
    /// The size of the content, in characters; 0 for an element without children, which is drawn as its name.
    var innerWidth = 0
    var innerHeight = 0
    var x = 0
    var y = 0

    var isFramed: Bool { innerHeight > 0 }
    /// Two spaces beside the content, five dashes beside the name.
    var width: Int { isFramed ? max(innerWidth + 6, nameLength + 10) : nameLength }
    var height: Int { isFramed ? innerHeight + 2 : 1 }
  }

  /// Lays out the picture of a tree.
  ///
  /// - Complexity: linear in the number of elements and the length of their names.
  package init(of tree: LayoutTree) {
    self.tree = tree
    boxes = tree.elementIDs.map { id in
      let name = asciiName(tree.className(of: id), tree.name(of: id))
      return Box(name: name, nameLength: name.count)
    }
    for id in tree.elementIDs.reversed() {
      let children = tree.children(of: id).map { boxes[$0.index] }
      let (widths, heights) = (children.map(\.width), children.map(\.height))
      if runsAcross(id) {
        boxes[id.index].innerWidth = widths.reduce(2 * max(0, children.count - 1), +)
        boxes[id.index].innerHeight = heights.max() ?? 0
      } else {
        boxes[id.index].innerWidth = widths.max() ?? 0
        boxes[id.index].innerHeight = heights.reduce(0, +)
      }
    }
  }

  /// The number of characters in a line.
  package var width: Int { boxes[0].width }
  /// The number of lines.
  package var height: Int { boxes[0].height }

  /// The picture: lines, with line breaks between them.
  ///
  /// - Complexity: linear in the number of characters.
  package var text: String {
    var boxes = boxes
    var lines = [[Character]](repeating: Array(repeating: " ", count: width), count: height)
    for id in tree.elementIDs {
      let box = boxes[id.index]
      guard box.isFramed else {
        lines[box.y].replaceSubrange(box.x..<box.x + box.width, with: box.name)
        continue
      }
      for y in [box.y, box.y + box.height - 1] {
        for x in box.x..<box.x + box.width { lines[y][x] = "-" }
      }
      let start = box.x + middle(of: box.nameLength, in: box.width)
      lines[box.y].replaceSubrange(start..<start + box.nameLength, with: box.name)
      for y in box.y + 1..<box.y + box.height - 1 {
        lines[y][box.x] = "|"
        lines[y][box.x + box.width - 1] = "|"
      }
      place(childrenOf: id, in: &boxes)
    }
    return lines.map { String($0) }.joined(separator: "\n")
  }

  /// Places children beside each other at the top, two spaces apart, or below each other in the middle.
  private func place(childrenOf id: ElementID, in boxes: inout [Box]) {
    let box = boxes[id.index]
    var x = box.x + 1 + middle(of: box.innerWidth, in: box.width - 2)
    var y = box.y + 1
    let isBeside = runsAcross(id)
    var children = Array(tree.children(of: id))
    // In drawing order, as in the layout.
    if tree.kind(of: id) == .background { children.reverse() }
    for child in children {
      let (width, height) = (boxes[child.index].width, boxes[child.index].height)
      boxes[child.index].x = isBeside ? x : x + middle(of: width, in: box.innerWidth)
      boxes[child.index].y = y
      if isBeside { x += width + 2 } else { y += height }
    }
  }

  /// Returns true if the element's children stand beside each other.
  private func runsAcross(_ id: ElementID) -> Bool {
    tree.stackParameters(of: id)?.direction == .horizontal
  }

  /// The offset of something of this length that is centred in something longer.
  private func middle(of length: Int, in whole: Int) -> Int {
    let free = max(0, whole - length)
    return free - free / 2
  }
}

extension LayoutTree {
  /// The tree as nested boxes in characters: children of a horizontal stack beside each other, all others
  /// below each other, in the order in which they are drawn. Ends without a line break.
  ///
  /// - Complexity: linear in the size of the picture, which can grow with the square of the number of
  ///   elements: if one stack is as high as many others are wide, or elements lie within each other.
  public var asciiArtString: String { ASCIIArt(of: self).text }
}

extension LayoutElement {
  /// The element and what is below it as nested boxes in characters; see `LayoutTree.asciiArtString`.
  ///
  /// Nodes are not expanded: what they hold depends on the size that they get.
  public var asciiArtString: String { unexpandedTree().asciiArtString }
}
