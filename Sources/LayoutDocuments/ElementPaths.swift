import LayoutSpecs
import StrictJSON

/// The paths of all elements of a tree; making one path takes constant time.
package struct ElementPaths: Sendable {
  /// Where an element is in the tree.
  private struct Place {
    /// The number of ancestors.
    var depth: Int32 = 0
    /// The element or ancestor at which the shown beginning of a long path ends.
    var beginning: Int32 = 0
    /// The element's number among its parent's children, from 0.
    var number: Int32 = 0
  }

  private let tree: LayoutTree
  private let places: [Place]

  /// The paths of a tree's elements.
  ///
  /// - Complexity: linear in the number of elements.
  package init(of tree: LayoutTree) {
    var places = [Place](repeating: Place(), count: tree.elementCount)
    for parent in tree.elementIDs {
      let above = places[parent.index]
      let depth = above.depth + 1
      for (number, child) in tree.children(of: parent).enumerated() {
        let beginning = depth < JSONPath.shownSteps ? Int32(child.index) : above.beginning
        places[child.index] = Place(depth: depth, beginning: beginning, number: Int32(number))
      }
    }
    self.tree = tree
    self.places = places
  }

  /// The path of an element.
  ///
  /// - Precondition: the id belongs to the tree.
  package subscript(id: ElementID) -> ElementPath {
    let steps = Int(places[id.index].depth) + 1
    guard steps > JSONPath.mostSteps else { return ElementPath(text(of: id, steps: steps)) }
    let beginning = ElementID(Int(places[id.index].beginning))
    return ElementPath(
      text(of: beginning, steps: JSONPath.shownSteps) + JSONPath.gap(of: steps - 2 * JSONPath.shownSteps)
        + text(of: id, steps: JSONPath.shownSteps))
  }

  /// The last steps of the path to an element.
  private func text(of element: ElementID, steps: Int) -> String {
    guard element != tree.root else { return "root" }
    let parent = tree.parent(of: element)
    let number = Int(places[element.index].number)
    let step = tree.content(of: parent).childKeys?[number] ?? "children[\(number)]"
    return steps > 1 ? "\(text(of: parent, steps: steps - 1)).\(step)" : step
  }
}
