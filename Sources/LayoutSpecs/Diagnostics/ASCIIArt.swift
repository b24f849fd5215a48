/// A picture of elements as nested boxes, in characters: what holds what, and which way it runs.
///
///     -----------StackLayoutSpec----------
///     |  TextNode  LayoutSpec  TextNode  |
///     ------------------------------------
///
/// It shows structure, not sizes. Source: the look is that of Texture's `asciiArtString`.
struct ASCIIArtBox {
  let name: String
  let children: [ASCIIArtBox]
  let direction: StackDirection

  /// The lines of the picture, all of one width.
  var lines: [String] {
    guard !children.isEmpty else { return [name] }
    let pictures = children.map(\.lines)
    let content = direction == .horizontal ? beside(pictures) : below(pictures)
    let inner = content.map(\.count).max() ?? 0
    // Two spaces beside the content, five dashes beside the name.
    let width = max(inner + 6, name.count + 10)
    let framed = content.map { line in
      "|" + centered(line, in: width - 2, filling: " ") + "|"
    }
    return [centered(name, in: width, filling: "-")] + framed + [String(repeating: "-", count: width)]
  }

  /// Pictures next to each other, two spaces apart; shorter ones are padded below.
  private func beside(_ pictures: [[String]]) -> [String] {
    let height = pictures.map(\.count).max() ?? 0
    return (0..<height).map { row in
      pictures.map { picture in
        row < picture.count ? picture[row] : String(repeating: " ", count: picture[0].count)
      }.joined(separator: "  ")
    }
  }

  /// Pictures one below the other, each in the middle.
  private func below(_ pictures: [[String]]) -> [String] {
    let width = pictures.map { $0[0].count }.max() ?? 0
    return pictures.flatMap { picture in picture.map { centered($0, in: width, filling: " ") } }
  }

  private func centered(_ text: String, in width: Int, filling: Character) -> String {
    let free = max(0, width - text.count)
    return String(repeating: filling, count: free - free / 2) + text
      + String(repeating: filling, count: free / 2)
  }
}

extension LayoutTree {
  /// The tree as nested boxes in characters: children of a horizontal stack stand beside each other, all others below each
  /// other, in the order in which they are drawn. Ends without a line break.
  ///
  /// - Complexity: the size of the picture, which grows with the depth times the number of elements.
  public var asciiArtString: String {
    var boxes = [ASCIIArtBox?](repeating: nil, count: elementCount)
    // From the last to the first, so that children are there before their parents, however deep they lie.
    for id in elementIDs.reversed() {
      var children = self.children(of: id).compactMap { child in
        let box = boxes[child.index]
        boxes[child.index] = nil
        return box
      }
      var direction = StackDirection.vertical
      switch content(of: id) {
      case .stack(let parameters): direction = parameters.direction
      // What is drawn first comes first, as in the layout.
      case .background: children.reverse()
      default: break
      }
      let name = pictureName(className(of: id), self.name(of: id))
      boxes[id.index] = ASCIIArtBox(name: name, children: children, direction: direction)
    }
    return boxes[0]?.lines.joined(separator: "\n") ?? ""
  }
}

extension LayoutElement {
  /// What the element is called in a picture: its type, and its `debugName` in brackets where it has one.
  public var asciiArtName: String {
    pictureName("\(type(of: self))", debugName)
  }

  /// The element and what is below it as nested boxes in characters; see `LayoutTree.asciiArtString`.
  ///
  /// A node stands for itself: what it holds depends on the size it gets.
  public var asciiArtString: String {
    var compiler = LayoutCompiler(pixelGrid: PixelGrid())
    write(to: &compiler)
    return compiler.finish().asciiArtString
  }
}

private func pictureName(_ className: String, _ debugName: String?) -> String {
  debugName.map { "\(className) (\($0))" } ?? className
}
