import LayoutSpecs

/// The way from a tree's root to one of its elements, as documents write it: `root.children[3].child.overlay`.
///
/// Children of wrapper, stack, absolute and custom specs are `children[n]`, n from 0; the others go by the name of their
/// key. A path of many steps is shortened in the middle.
public struct ElementPath: Hashable, Sendable, CustomStringConvertible {
  /// The path's text.
  public let description: String

  /// The path of an element of a tree.
  ///
  /// Time is linear in the number of elements on the way and of siblings before them.
  ///
  /// - Precondition: the id belongs to the tree.
  public init(to id: ElementID, in tree: LayoutTree) {
    precondition((0..<tree.elementCount).contains(id.index), "\(id) is not an element of the tree")
    var path = PathText()
    path.append(key: "root")
    var element = tree.root
    while element != id {
      let keys = ChildKeys(tree.content(of: element))
      for (number, child) in tree.children(of: element).enumerated()
      where tree.subtree(of: child).contains(id.index) {
        keys.append(childNumber: number, to: &path)
        element = child
        break
      }
    }
    description = path.description
  }

  fileprivate init(_ description: String) { self.description = description }
}

/// The paths of all elements of a tree, for whoever asks for many: each takes constant time.
package struct ElementPaths: Sendable {
  /// How an element's parent keeps it, and what is above it.
  private struct Place {
    var parent: Int32 = 0
    /// How many elements are above it.
    var depth: Int32 = 0
    /// The element above it, or it itself, that the shown beginning of a long path ends with.
    var beginning: Int32 = 0
    /// Its number in an array of children; below 0 where it has a key of its own.
    var number: Int32 = -1
    var key = ElementKey.children
  }

  private let places: [Place]

  /// The paths of a tree's elements.
  ///
  /// - Complexity: linear in the number of elements.
  package init(of tree: LayoutTree) {
    var places = [Place](repeating: Place(), count: tree.elementCount)
    for parent in tree.elementIDs {
      let above = places[parent.index]
      var keys: ChildKeys?
      for (number, child) in tree.children(of: parent).enumerated() {
        let known = keys ?? ChildKeys(tree.content(of: parent))
        keys = known
        let key = known.key(ofChild: number)
        let isShown = above.depth + 1 < PathText.shownSteps
        places[child.index] = Place(
          parent: Int32(parent.index), depth: above.depth + 1,
          beginning: isShown ? Int32(child.index) : above.beginning, number: key == nil ? Int32(number) : -1,
          key: key ?? .children)
      }
    }
    self.places = places
  }

  /// The path of an element.
  ///
  /// - Precondition: the id belongs to the tree.
  package subscript(id: ElementID) -> ElementPath {
    var text = ""
    let steps = Int(places[id.index].depth) + 1
    if steps <= PathText.mostSteps {
      append(Int32(id.index), steps: steps, to: &text)
    } else {
      append(places[id.index].beginning, steps: PathText.shownSteps, to: &text)
      text += PathText.gap(of: steps - 2 * PathText.shownSteps)
      append(Int32(id.index), steps: PathText.shownSteps, to: &text)
    }
    return ElementPath(text)
  }

  /// Writes the last steps of the way to an element.
  private func append(_ element: Int32, steps: Int, to text: inout String) {
    let place = places[Int(element)]
    if steps > 1 {
      append(place.parent, steps: steps - 1, to: &text)
      text += "."
    }
    text += element == 0 ? "root" : place.key.name
    if place.number >= 0 { text += "[\(place.number)]" }
  }
}

/// The keys under which a document keeps the children of an element.
enum ChildKeys {
  /// None: a leaf.
  case leaf
  /// An array under this key.
  case list(ElementKey)
  /// One child under this key.
  case one(ElementKey)
  /// Two children, under these keys.
  case two(ElementKey, ElementKey)

  /// The keys for the children of such an element.
  init(_ content: ElementContent) {
    switch content {
    case .wrapper, .stack, .absolute, .custom: self = .list(.children)
    case .inset, .center, .relative, .ratio: self = .one(.child)
    case .compositeNode: self = .one(.layoutSpec)
    case .overlay: self = .two(.child, .overlay)
    case .background: self = .two(.child, .background)
    case .corner: self = .two(.child, .corner)
    case .spec, .node, .sizedNode, .text, .measured: self = .leaf
    }
  }

  /// The key of the child with this number, from 0; nil where the children are in an array.
  func key(ofChild number: Int) -> ElementKey? {
    switch self {
    case .leaf, .list: nil
    case .one(let key): key
    case .two(let first, let second): number == 0 ? first : second
    }
  }

  /// Steps to the child with this number.
  func append(childNumber number: Int, to path: inout PathText) {
    if let key = key(ofChild: number) {
      path.append(key: key.name)
    } else {
      path.append(key: ElementKey.children.name)
      path.append(index: number)
    }
  }
}
