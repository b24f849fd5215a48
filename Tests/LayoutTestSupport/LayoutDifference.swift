package import LayoutSpecs

/// Returns the first difference between two layouts, in words; nil if they have the same elements in the same places, with the
/// same contents, styles and names, and the same frames to the last bit.
package func difference(_ a: Layout, _ b: Layout) -> String? {
  let (first, second) = (a.tree, b.tree)
  if first.elementCount != second.elementCount {
    return "\(first.elementCount) elements, not \(second.elementCount)"
  }
  let (firstFrames, secondFrames) = (a.nodeFrames, b.nodeFrames)
  for id in first.elementIDs {
    func differ(_ what: String, _ a: Any?, _ b: Any?) -> String {
      "\(what) of \(id): \(a ?? "none"), not \(b ?? "none")"
    }
    if first.kind(of: id) != second.kind(of: id) {
      return differ("kind", first.kind(of: id), second.kind(of: id))
    }
    if first.className(of: id) != second.className(of: id) {
      return differ("class", first.className(of: id), second.className(of: id))
    }
    if first.parent(of: id) != second.parent(of: id) {
      return differ("parent", first.parent(of: id), second.parent(of: id))
    }
    if first.styleValues(of: id) != second.styleValues(of: id) {
      return differ("style", first.styleValues(of: id), second.styleValues(of: id))
    }
    if !isSame(first.name(of: id) ?? "", second.name(of: id) ?? "") {
      return differ("name", first.name(of: id), second.name(of: id))
    }
    if !isSame(first.content(of: id), second.content(of: id)) {
      return differ("content", first.content(of: id), second.content(of: id))
    }
    if a.frame(of: id) != b.frame(of: id) { return differ("frame", a.frame(of: id), b.frame(of: id)) }
    if firstFrames[id.index] != secondFrames[id.index] {
      return differ("node's frame", firstFrames[id.index], secondFrames[id.index])
    }
    if first.kind(of: id) == .text, a.isTruncated(id) != b.isTruncated(id) {
      return differ("truncation", a.isTruncated(id), b.isTruncated(id))
    }
  }
  if a.flattenedNodes.map(\.element) != b.flattenedNodes.map(\.element) { return "another drawing order" }
  return nil
}

/// Returns the first difference between two nodes to which layouts were applied, in words: of their subnodes, those below them,
/// and their frames.
package func difference(_ a: DisplayNode, _ b: DisplayNode, at place: String = "root") -> String? {
  if a.subnodes.map({ ObjectIdentifier(type(of: $0)) }) != b.subnodes.map({ ObjectIdentifier(type(of: $0)) })
  {
    return "subnodes of \(place): \(a.subnodes.map { type(of: $0) }), not \(b.subnodes.map { type(of: $0) })"
  }
  for (index, (first, second)) in zip(a.subnodes, b.subnodes).enumerated() {
    let place = "\(place)/\(index) \(type(of: first))"
    if first.frame != second.frame { return "frame of \(place): \(first.frame), not \(second.frame)" }
    if let first = first as? TextNode, let second = second as? TextNode,
      first.isTruncated != second.isTruncated
    {
      return "truncation of \(place): \(first.isTruncated), not \(second.isTruncated)"
    }
    if let difference = difference(first, second, at: place) { return difference }
  }
  return nil
}

/// True if the strings have the same scalars: Swift calls others equal, too.
private func isSame(_ a: String, _ b: String) -> Bool { a == b && a.utf8.elementsEqual(b.utf8) }

private func isSame(_ a: ElementContent, _ b: ElementContent) -> Bool {
  switch (a, b) {
  case (.text(let a), .text(let b)): a == b && isSame(a.string, b.string)
  case (.paragraph(let a), .paragraph(let b)):
    a == b && a.style == b.style && isSame(a.text.string, b.text.string)
  case (.stack(let a), .stack(let b)): a == b
  case (.inset(let a), .inset(let b)): a == b
  case (.center(let a), .center(let b)): a == b
  case (.relative(let a), .relative(let b)): a == b
  case (.ratio(let a), .ratio(let b)): a == b
  case (.absolute(let a), .absolute(let b)): a == b
  case (.corner(let a), .corner(let b)): a == b
  case (.sizedNode(let a), .sizedNode(let b)): a == b
  case (.measured(let a), .measured(let b)): type(of: a) == type(of: b)
  case (.custom(let a), .custom(let b)): type(of: a) == type(of: b)
  // Without properties: they are of one kind.
  default: true
  }
}
