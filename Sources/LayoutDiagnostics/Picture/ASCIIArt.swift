import LayoutSpecs

/// A picture of elements as nested boxes in characters: which element holds which, and in which direction.
///
///     -----------StackLayoutSpec----------
///     |  TextNode  LayoutSpec  TextNode  |
///     ------------------------------------
///
/// The picture shows structure, not sizes. Source: the look of Texture's `asciiArtString`.
///
/// 1. Make a box for each element, or for each node and its subnodes: a box comes before the boxes of its
///    children.
/// 2. From the last to the first, find the width and height of each box, in characters.
/// 3. From the first to the last, place each box and draw it into one field of characters.
package struct ASCIIArt {
  private var boxes: [Box]

  private struct Box {
    let name: [Character]
    /// True if the children stand beside each other, false if below each other.
    var runsAcross = false
    /// The children's indices among the boxes, in drawing order.
    let children: [Int]
    /// The size of the content, in characters; 0 for an element without children, which is drawn as its name.
    var innerWidth = 0
    var innerHeight = 0
    var x = 0
    var y = 0

    var isFramed: Bool { innerHeight > 0 }
    /// Two spaces beside the content, five dashes beside the name.
    var width: Int { isFramed ? max(innerWidth + 6, name.count + 10) : name.count }
    var height: Int { isFramed ? innerHeight + 2 : 1 }
  }

  /// Lays out the picture of an element and all elements below it.
  ///
  /// - Parameter top: The element. Default: nil, the root.
  /// - Complexity: linear in the number of these elements and the length of their names.
  package init(of tree: LayoutTree, from top: ElementID? = nil) {
    let top = top ?? tree.root
    self.init(
      tree.subtree(of: top).map { index in
        let id = ElementID(index)
        let children = tree.children(of: id).map { $0.index - top.index }
        return Box(
          name: Array(asciiName(tree.className(of: id), tree.name(of: id))),
          runsAcross: tree.stackParameters(of: id)?.direction == .horizontal,
          // In drawing order, as in the layout.
          children: tree.kind(of: id) == .background ? children.reversed() : children)
      })
  }

  /// Lays out the picture of a node and its subnodes, below each other from back to front.
  ///
  /// - Complexity: linear in the number of nodes and the length of their names.
  ///
  /// - Parameter note: The words behind the node's own name.
  init(ofSubnodesOf node: DisplayNode, note: String) {
    // The nodes in the order in which they were found, and the indices of each node's subnodes.
    var (nodes, children): ([DisplayNode], [[Int]]) = ([node], [])
    while children.count < nodes.count {
      let subnodes = nodes[children.count].subnodes
      children.append(Array(nodes.count..<nodes.count + subnodes.count))
      nodes += subnodes
    }
    self.init(
      zip(nodes, children).map { Box(name: Array($0.asciiArtName + ($0 === node ? note : "")), children: $1) }
    )
  }

  /// Finds the boxes' sizes. Each box comes before its children.
  private init(_ boxes: [Box]) {
    self.boxes = boxes
    for place in boxes.indices.reversed() {
      let children = boxes[place].children.map { self.boxes[$0] }
      let (widths, heights) = (children.map(\.width), children.map(\.height))
      if boxes[place].runsAcross {
        self.boxes[place].innerWidth = widths.reduce(2 * max(0, children.count - 1), +)
        self.boxes[place].innerHeight = heights.max() ?? 0
      } else {
        self.boxes[place].innerWidth = widths.max() ?? 0
        self.boxes[place].innerHeight = heights.reduce(0, +)
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
    for place in boxes.indices {
      let box = boxes[place]
      guard box.isFramed else {
        lines[box.y].replaceSubrange(box.x..<box.x + box.width, with: box.name)
        continue
      }
      for y in [box.y, box.y + box.height - 1] {
        for x in box.x..<box.x + box.width { lines[y][x] = "-" }
      }
      let start = box.x + middle(of: box.name.count, in: box.width)
      lines[box.y].replaceSubrange(start..<start + box.name.count, with: box.name)
      for y in box.y + 1..<box.y + box.height - 1 {
        lines[y][box.x] = "|"
        lines[y][box.x + box.width - 1] = "|"
      }
      move(childrenOf: box, in: &boxes)
    }
    return lines.map { String($0) }.joined(separator: "\n")
  }

  /// Places children beside each other at the top, two spaces apart, or below each other in the middle.
  private func move(childrenOf box: Box, in boxes: inout [Box]) {
    var x = box.x + 1 + middle(of: box.innerWidth, in: box.width - 2)
    var y = box.y + 1
    for child in box.children {
      let (width, height) = (boxes[child].width, boxes[child].height)
      boxes[child].x = box.runsAcross ? x : x + middle(of: width, in: box.innerWidth)
      boxes[child].y = y
      if box.runsAcross { x += width + 2 } else { y += height }
    }
  }

  /// The offset that centres a length in a longer one.
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
  /// The element and all elements below it as nested boxes in characters; see `LayoutTree.asciiArtString`.
  ///
  /// A node shows what its calculated layout holds, specs included. Without one it shows its subnodes, from
  /// back to front. If it has content of its own, `, not laid out` follows its name: the content depends on
  /// the size that the node gets, and the node's code is not called here. For the same reason nodes in a spec
  /// are not expanded.
  ///
  /// Source: Texture's `-asciiArtString`, which by Texture's documents shows an object and its children.
  public var asciiArtString: String {
    guard let node = self as? DisplayNode else { return unexpandedTree().asciiArtString }
    guard let layout = node.calculatedLayout else {
      let hasContent = node.compiled() == nil
      return ASCIIArt(ofSubnodesOf: node, note: hasContent ? ", not laid out" : "").text
    }
    return ASCIIArt(of: layout.tree, from: layout.element).text
  }
}
