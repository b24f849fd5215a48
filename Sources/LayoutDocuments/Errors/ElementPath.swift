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
