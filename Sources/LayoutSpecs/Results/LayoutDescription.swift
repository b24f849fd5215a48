extension Layout: CustomStringConvertible {
  /// One line: `<StackLayoutSpec "header"; position = {0, 12}; size = {320, 44}>`.
  public var description: String {
    "<\(tree.title(of: element)); position = \(position); size = \(size)>"
  }

  /// A line for the layout and for each one below it, indented by two spaces a level, for 50 levels at most.
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

/// The indentation of an outline with a line or more for each element of a tree: two spaces a level.
package struct OutlineIndentation {
  private let tree: LayoutTree
  /// The ends of the elements around the present one, from the outside in.
  private var openEnds: [Int] = []

  /// The most levels by which a line is indented: a chain of elements would take the square of its depth.
  private static let deepest = 50

  package init(of tree: LayoutTree) { self.tree = tree }

  /// The spaces before an element's lines. Ask for elements in pre-order.
  package mutating func text(of id: ElementID) -> String {
    while let end = openEnds.last, end <= id.index { openEnds.removeLast() }
    defer { openEnds.append(tree.subtree(of: id).upperBound) }
    return String(repeating: "  ", count: min(openEnds.count, OutlineIndentation.deepest))
  }
}
