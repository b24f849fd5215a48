import LayoutSpecs

/// A text that names no element of a tree, or more than one.
public struct ElementReferenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was found, in a line, and what there is instead.
  public let description: String
}

extension LayoutTree {
  /// The element that a person means: by its `debugName`, or by its path as `ElementPath` writes it.
  ///
  /// A name comes first; it must be the name of one element alone. A path that `ElementPath` has shortened cannot be read back.
  ///
  /// - Complexity: linear in the number of elements.
  public func element(named reference: String) throws(ElementReferenceError) -> ElementID {
    let named = elementIDs.filter { name(of: $0) == reference }
    if let id = named.first, named.count == 1 { return id }
    if named.count > 1 {
      let paths = named.prefix(5).map { ElementPath(to: $0, in: self).description }
      let rest = named.count > 5 ? " and \(named.count - 5) more" : ""
      throw ElementReferenceError(
        description:
          "\(named.count) elements are called \"\(shortened(reference.utf8))\"; give the path of one: \(paths.joined(separator: ", "))\(rest)"
      )
    }
    guard reference == "root" || reference.hasPrefix("root.") else { throw unknownName(reference) }
    return try element(atPath: reference)
  }

  private func unknownName(_ name: String) -> ElementReferenceError {
    let names = Set(elementIDs.compactMap { self.name(of: $0) }).sorted()
    let nearest = nearestName(to: name.utf8, among: names).map { " (did you mean \"\(oneLine($0))\"?)" } ?? ""
    let list = names.prefix(8).map { "\"\(shortened($0.utf8))\"" }.joined(separator: ", ")
    let known = names.isEmpty ? "no element has a name" : "names are \(list)\(names.count > 8 ? ", …" : "")"
    return ElementReferenceError(
      description:
        "no element is called \"\(shortened(name.utf8))\"\(nearest); \(known); or give a path, such as \(examplePath)"
    )
  }

  private var examplePath: String {
    ElementPath(to: elementIDs.dropFirst().first ?? root, in: self).description
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
    let keys = ChildKeys(content(of: element))
    if case .list(let key) = keys {
      guard step.hasPrefix("\(key.name)["), step.hasSuffix("]"),
        let number = Int(step.dropFirst(key.name.count + 1).dropLast()), number >= 0
      else { return nil }
      return children(of: element).dropFirst(number).first { _ in true }
    }
    let name = String(step)
    return children(of: element).enumerated().first { keys.key(ofChild: $0.offset)?.name == name }?.element
  }

  private func whatIsBelow(_ element: ElementID) -> String {
    let type = content(of: element).typeName
    let children = Array(children(of: element))
    guard let first = children.first, let last = children.last else {
      return "a \(type) with nothing below it"
    }
    let firstPath = ElementPath(to: first, in: self)
    if first == last { return "a \(type); below it is \(firstPath)" }
    let join = children.count == 2 ? "and" : "to"
    return "a \(type); below it are \(firstPath) \(join) \(ElementPath(to: last, in: self))"
  }
}
