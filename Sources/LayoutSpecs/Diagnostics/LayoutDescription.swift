extension ElementContent {
  /// The Layout API's name for such an element: `StackLayoutSpec`, `TextNode`.
  public var className: String {
    switch self {
    case .wrapper: "WrapperLayoutSpec"
    case .stack: "StackLayoutSpec"
    case .inset: "InsetLayoutSpec"
    case .overlay: "OverlayLayoutSpec"
    case .background: "BackgroundLayoutSpec"
    case .center: "CenterLayoutSpec"
    case .relative: "RelativeLayoutSpec"
    case .ratio: "RatioLayoutSpec"
    case .absolute: "AbsoluteLayoutSpec"
    case .corner: "CornerLayoutSpec"
    case .spec: "LayoutSpec"
    case .node, .sizedNode, .compositeNode: "DisplayNode"
    case .text: "TextNode"
    case .measured(let measurement): "\(type(of: measurement))"
    case .custom(let algorithm): "\(type(of: algorithm))"
    }
  }
}

extension LayoutTree {
  /// The class that the element was compiled from: `StackLayoutSpec`, `ButtonNode`, or one of the user's.
  ///
  /// Of an element that was written through a `LayoutTreeBuilder` it is `ElementContent.className`.
  public func className(of id: ElementID) -> String { notedClassName(of: id) ?? content(of: id).className }

  /// What spec documents call the element, `stack`; but where its content does not say its class, that class.
  func typeName(of id: ElementID) -> String { notedClassName(of: id) ?? content(of: id).typeName }

  private func notedClassName(of id: ElementID) -> String? { tables.type(of: id).map { "\($0)" } }

  /// What people call the element: its class, and its `debugName` where it has one: `StackLayoutSpec "header"`, `TextNode`.
  func title(of id: ElementID) -> String {
    className(of: id) + (name(of: id).map { " \"\($0)\"" } ?? "")
  }

  /// What sentences call the element, on one line: its class, and its `debugName` or else its number: `TextNode #3`.
  func sentenceTitle(of id: ElementID) -> String {
    let name = name(of: id).map { "\"\(visibleText($0))\"" } ?? id.description
    return "\(className(of: id)) \(name)"
  }
}

extension Layout: CustomStringConvertible {
  /// One line: `<StackLayoutSpec "header"; position = {0, 12}; size = {320, 44}>`.
  public var description: String {
    "<\(tree.title(of: element)); position = \(position); size = \(size)>"
  }

  /// The layout and everything below it, a line each, indented by two spaces a level. Elements without a layout are left
  /// out.
  ///
  /// - Complexity: linear in the number of elements, and in their depth for the indentation.
  public var recursiveDescription: String {
    var lines: [String] = []
    var openEnds: [Int] = []
    for index in tree.subtree(of: element) {
      while let end = openEnds.last, end <= index { openEnds.removeLast() }
      let id = ElementID(index)
      if frame(of: id) != nil {
        lines.append(String(repeating: "  ", count: openEnds.count) + sublayout(id).description)
      }
      openEnds.append(tree.subtree(of: id).upperBound)
    }
    return lines.joined(separator: "\n")
  }
}
