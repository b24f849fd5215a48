package import LayoutSpecs

/// Writes a compiled tree again as specs and nodes of the Layout API, so that what came in through the back door goes
/// through the front door as well.
package func layoutElement(of tree: LayoutTree, _ id: ElementID) -> any LayoutElement {
  let children = tree.children(of: id).map { layoutElement(of: tree, $0) }
  var element: any LayoutElement =
    switch tree.content(of: id) {
    case .wrapper: WrapperLayoutSpec(children: children)
    case .stack(let parameters): StackLayoutSpec(parameters, children: children)
    case .inset(let insets): InsetLayoutSpec(insets: insets, child: children[0])
    case .overlay: OverlayLayoutSpec(child: children[0], overlay: children[1])
    case .background: BackgroundLayoutSpec(child: children[0], background: children[1])
    case .center(let center):
      CenterLayoutSpec(centering: center.centering, sizing: center.sizing, child: children[0])
    case .relative(let relative):
      RelativeLayoutSpec(
        horizontalPosition: relative.horizontalPosition, verticalPosition: relative.verticalPosition,
        sizing: relative.sizing, child: children[0])
    case .ratio(let ratio): RatioLayoutSpec(ratio: ratio, child: children[0])
    case .absolute(let sizing): AbsoluteLayoutSpec(sizing: sizing, children: children)
    case .corner(let corner):
      CornerLayoutSpec(
        child: children[0], corner: children[1], location: corner.location, offset: corner.offset,
        wrapsCorner: corner.wrapsCorner)
    case .spec: LayoutSpec()
    case .node: DisplayNode()
    case .sizedNode(let size): ImageNode(imageSize: size)
    case .compositeNode: DisplayNode { _, _ in children[0] }
    case .text(let text):
      TextNode(text.string, metrics: MonospaceMetrics(advance: text.advance, lineHeight: text.lineHeight))
    case .paragraph(let paragraph): TextNode(attributedText: paragraph.text, metrics: paragraph.metrics)
    case .measured, .custom: preconditionFailure("What is written again holds no code of the user's")
    }
  element.style = tree.style(of: id)
  element.debugName = tree.name(of: id)
  return element
}

extension Layout {
  /// The frames of a tree that was written again, by the tree's own elements. A composite node that got no layout was never
  /// asked for its spec, so the elements below it are missing in the layout.
  package func frames(for tree: LayoutTree) -> [Rect?] {
    var frames = [Rect?](repeating: nil, count: tree.elementCount)
    var index = 0
    for id in self.tree.elementIDs {
      frames[index] = frame(of: id)
      let isUnexpanded = self.tree.subtree(of: id).count == 1
      index = isUnexpanded ? tree.subtree(of: ElementID(index)).upperBound : index + 1
    }
    return frames
  }
}

extension LayoutTree {
  /// Returns where another tree differs, and in what: an element's content, style, children or name; nil if they are equal.
  package func firstDifference(from other: LayoutTree, comparesNames: Bool = true) -> String? {
    guard pixelGrid == other.pixelGrid else { return "scale" }
    guard elementCount == other.elementCount, depth == other.depth else { return "shape" }
    for id in elementIDs {
      guard subtree(of: id) == other.subtree(of: id), parent(of: id) == other.parent(of: id) else {
        return "\(id): children"
      }
      guard style(of: id) == other.style(of: id) else { return "\(id): style" }
      guard describedContent(of: id) == other.describedContent(of: id) else { return "\(id): content" }
      guard comparesNames else { continue }
      // Bytes: two names that are canonically equivalent are not the same.
      guard name(of: id).map({ Array($0.utf8) }) == other.name(of: id).map({ Array($0.utf8) }) else {
        return "\(id): name"
      }
    }
    return nil
  }

  /// A text is the plainer one of two that are laid out alike.
  private func describedContent(of id: ElementID) -> String {
    paragraph(of: id).map { "\($0)" } ?? "\(content(of: id))"
  }
}
