/// The indentation of an outline with a line or more for each element of a tree: two spaces a level.
package struct OutlineIndentation {
  private let tree: LayoutTree
  /// The ends of the elements around the present one, from the outside in.
  private var openEnds: [Int] = []

  /// The most levels by which a line is indented: a chain of elements would take the square of its depth.
  private static let deepest = 50

  package init(of tree: LayoutTree) { self.tree = tree }

  /// Returns the spaces before an element's lines. Ask for elements in pre-order.
  package mutating func text(of id: ElementID) -> String {
    while let end = openEnds.last, end <= id.index { openEnds.removeLast() }
    defer { openEnds.append(tree.subtree(of: id).upperBound) }
    return String(repeating: "  ", count: min(openEnds.count, OutlineIndentation.deepest))
  }
}
