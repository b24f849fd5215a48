import LayoutSpecs
import StrictJSON

/// The path from a tree's root to an element, as documents write it: `root.children[3].child.overlay`.
///
/// Children of wrapper, stack, absolute and custom specs are `children[n]`, n from 0; other children have the
/// name of their key. A long path is shortened in the middle.
public struct ElementPath: Hashable, Sendable, CustomStringConvertible {
  /// The path's text.
  public let description: String

  /// The path of an element of a tree.
  ///
  /// - Precondition: the id belongs to the tree.
  /// - Complexity: linear in the number of elements.
  public init(to id: ElementID, in tree: LayoutTree) {
    precondition((0..<tree.elementCount).contains(id.index), "\(id) is not an element of the tree")
    self = ElementPaths(of: tree)[id]
  }

  init(_ description: String) { self.description = description }
}

// MARK: - References

/// A text that names no element of a tree, or more than one.
public struct ElementReferenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text, the nearest name and the known names, on one line.
  public let description: String
}

extension LayoutTree {
  /// The element with this `debugName`, or else with this path as `ElementPath` writes it, or with this number
  /// as explanations write it: `#4`.
  ///
  /// A name must be unique. A path that `ElementPath` has shortened cannot be read back.
  ///
  /// - Complexity: linear in the number of elements.
  public func element(named reference: String) throws(ElementReferenceError) -> ElementID {
    let named = elementIDs.filter { name(of: $0) == reference }
    if let id = named.first, named.count == 1 { return id }
    if named.count > 1 {
      let paths = named.prefix(5).map { ElementPath(to: $0, in: self).description }.joined(separator: ", ")
      let rest = named.count > 5 ? " and \(named.count - 5) more" : ""
      let count = "\(named.count) elements are called \"\(shortened(reference.utf8))\""
      throw ElementReferenceError(description: "\(count); give the path of one: \(paths)\(rest)")
    }
    if reference.hasPrefix("#"), let number = Int(reference.dropFirst()), number < elementCount, number >= 0 {
      return ElementID(number)
    }
    guard reference == "root" || reference.hasPrefix("root.") else { throw unknownName(reference) }
    return try element(atPath: reference)
  }

  private func unknownName(_ name: String) -> ElementReferenceError {
    let names = Set(elementIDs.compactMap { self.name(of: $0) }).sorted()
    let nearest =
      nearestName(to: name.utf8, among: names).map { " (did you mean \"\($0.onOneLine)\"?)" } ?? ""
    let list = names.prefix(8).map { "\"\(shortened($0.utf8))\"" }.joined(separator: ", ")
    let known = names.isEmpty ? "no element has a name" : "names are \(list)\(names.count > 8 ? ", …" : "")"
    let example = ElementPath(to: elementIDs.dropFirst().first ?? root, in: self)
    return ElementReferenceError(
      description:
        "no element is called \"\(shortened(name.utf8))\"\(nearest); \(known); or give a path, such as \(example)"
    )
  }

  /// Walks from the root along a path.
  private func element(atPath path: String) throws(ElementReferenceError) -> ElementID {
    var element = root
    for step in path.split(separator: ".", omittingEmptySubsequences: false).dropFirst() {
      guard let child = child(of: element, step: step) else {
        throw ElementReferenceError(
          description:
            "there is no \(shortened(step.utf8)) in \(ElementPath(to: element, in: self)), \(whatIsBelow(element))"
        )
      }
      element = child
    }
    return element
  }

  /// The child at one step of a path: `child` or `children[3]`.
  private func child(of element: ElementID, step: Substring) -> ElementID? {
    guard let keys = content(of: element).childKeys else {
      guard step.hasPrefix("children["), step.hasSuffix("]"),
        let number = Int(step.dropFirst("children[".count).dropLast()), number >= 0
      else { return nil }
      return children(of: element).dropFirst(number).first { _ in true }
    }
    return zip(keys, children(of: element)).first { $0.0 == step }?.1
  }

  private func whatIsBelow(_ element: ElementID) -> String {
    let type = kind(of: element).typeNameWithArticle
    let children = Array(children(of: element))
    guard let first = children.first, let last = children.last else {
      return "\(type) with nothing below it"
    }
    let firstPath = ElementPath(to: first, in: self)
    if first == last { return "\(type); below it is \(firstPath)" }
    let join = children.count == 2 ? "and" : "to"
    return "\(type); below it are \(firstPath) \(join) \(ElementPath(to: last, in: self))"
  }
}
