import LayoutSpecs

/// Writes a compiled tree again as specs and nodes of the Layout API, so that what came in through the back door goes
/// through the front door as well.
func layoutElement(of tree: LayoutTree, _ id: ElementID) -> any LayoutElement {
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
    case .measured, .custom: preconditionFailure("Documents hold no code of the user's")
    }
  element.style = tree.style(of: id)
  element.debugName = tree.name(of: id)
  return element
}
