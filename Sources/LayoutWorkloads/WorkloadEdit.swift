import LayoutSpecs

/// A change of one leaf and back, which is measured as an edit.
public struct WorkloadEdit: Sendable {
  /// The leaf.
  public let element: ElementID
  /// Its content before and after the change.
  public let contents: [ElementContent]
}

extension WorkloadEdit {
  /// The change that is defined for a tree: a text repeats its first ten words; a node grows by a point.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - element: The leaf to change; nil for the plain text, or else the sized node, nearest the middle.
  /// - Returns: Nil if there is no such leaf.
  public init?(of tree: LayoutTree, at element: ElementID? = nil) {
    guard let element = element ?? WorkloadEdit.middleLeaf(of: tree) else { return nil }
    self.element = element
    switch tree.content(of: element) {
    case .text(let text):
      let words = text.string.split(separator: " ", omittingEmptySubsequences: false).prefix(10)
      var longer = text
      longer.string += " " + words.joined(separator: " ")
      contents = [.text(text), .text(longer)]
    case .sizedNode(let size):
      contents = [.sizedNode(size), .sizedNode(Size(size.width + 1, size.height + 1))]
    default: return nil
    }
  }

  private static func middleLeaf(of tree: LayoutTree) -> ElementID? {
    let middle = tree.elementCount / 2
    let outwards = (0..<tree.elementCount).lazy.map { step in
      // From the middle alternately to the right and to the left, around the ends.
      (middle + (step % 2 == 0 ? step / 2 : tree.elementCount - 1 - step / 2)) % tree.elementCount
    }
    // A text with runs or a limit of lines is not changed: another one may be.
    let text = outwards.first { if case .text = tree.content(of: ElementID($0)) { true } else { false } }
    let leaf =
      text ?? outwards.first { if case .sizedNode = tree.content(of: ElementID($0)) { true } else { false } }
    return leaf.map { ElementID($0) }
  }
}

extension Workload {
  /// The change in the workload's definition, or the general one.
  ///
  /// - Parameter tree: The workload's tree.
  public func edit(of tree: LayoutTree) -> WorkloadEdit? {
    let count = arguments.first ?? 0
    switch family.name {
    // The body of the post in the middle: the sixth element of a post.
    case "feed" where count > 0: return WorkloadEdit(of: tree, at: ElementID(1 + 12 * (count / 2) + 5))
    case "wide" where count > 0:
      return WorkloadEdit(
        element: ElementID(1 + count / 2), contents: [.sizedNode(Size(50, 50)), .sizedNode(Size(51, 50))])
    case "nested": return WorkloadEdit(of: tree, at: child(5, of: tree.root, in: tree))
    case "deep", "deepg": return WorkloadEdit(of: tree, at: ElementID(tree.elementCount - 1))
    default: return WorkloadEdit(of: tree)
    }
  }

  /// The leaf that is reached by repeatedly going to the child with this number.
  private func child(_ number: Int, of id: ElementID, in tree: LayoutTree) -> ElementID {
    var leaf = id
    while let next = tree.children(of: leaf).dropFirst(number).first(where: { _ in true }) { leaf = next }
    return leaf
  }
}
