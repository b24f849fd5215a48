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

  /// What spec documents call the element, `stack`; but where its content does not say its class, that class. The content itself is
  /// not made for it.
  package func typeName(of id: ElementID) -> String {
    notedClassName(of: id) ?? tables.elements[id.index].kind.typeName
  }

  private func notedClassName(of id: ElementID) -> String? { tables.type(of: id).map { "\($0)" } }

  /// What people call the element, on one line: its class, and its `debugName` where it has one:
  /// `StackLayoutSpec "header"`, `TextNode`.
  func title(of id: ElementID) -> String {
    className(of: id) + (name(of: id).map { " \(quoted($0))" } ?? "")
  }

  /// What sentences call the element, on one line: its class, and its `debugName` or else its number: `TextNode #3`.
  func sentenceTitle(of id: ElementID) -> String {
    let name = name(of: id).map(quoted) ?? id.description
    return "\(className(of: id)) \(name)"
  }
}

extension Layout: CustomStringConvertible {
  /// One line: `<StackLayoutSpec "header"; position = {0, 12}; size = {320, 44}>`.
  public var description: String {
    "<\(tree.title(of: element)); position = \(position); size = \(size)>"
  }

  /// The layout and everything below it, a line each, indented by two spaces a level for 50 levels at most.
  /// Elements without a layout are left out.
  ///
  /// - Complexity: linear in the number of elements.
  public var recursiveDescription: String {
    var lines: [String] = []
    var indentation = OutlineIndentation(of: tree)
    for index in tree.subtree(of: element) {
      let id = ElementID(index)
      let space = indentation.text(of: id)
      if frame(of: id) != nil { lines.append(space + sublayout(id).description) }
    }
    return lines.joined(separator: "\n")
  }
}

/// How the lines of an outline are indented, which has a line or more for each element of a tree: two spaces
/// a level.
package struct OutlineIndentation {
  private let tree: LayoutTree
  /// Where the elements end that the present one lies in, from the outside in.
  private var openEnds: [Int] = []

  /// How far lines are indented at most, in levels: else a chain of elements would take the square of its
  /// depth.
  private static let deepest = 50

  package init(of tree: LayoutTree) { self.tree = tree }

  /// The spaces before an element's lines. Elements are asked for in pre-order.
  package mutating func text(of id: ElementID) -> String {
    while let end = openEnds.last, end <= id.index { openEnds.removeLast() }
    defer { openEnds.append(tree.subtree(of: id).upperBound) }
    return String(repeating: "  ", count: min(openEnds.count, OutlineIndentation.deepest))
  }
}
