import LayoutDocuments
import LayoutSpecs

/// Where two documents differ, or nil where they are equal: every element's content, style, name and children.
func firstDifference(_ a: SpecDocument, _ b: SpecDocument) -> String? {
  guard a.name.map({ Array($0.utf8) }) == b.name.map({ Array($0.utf8) }) else { return "name" }
  guard a.constrainedSize == b.constrainedSize else { return "constrainedSize" }
  guard a.pixelGrid == b.pixelGrid else { return "scale" }
  let (a, b) = (a.tree, b.tree)
  guard a.elementCount == b.elementCount, a.depth == b.depth else { return "shape" }
  let paths = ElementPaths(of: a)
  for id in a.elementIDs {
    let path = paths[id].description
    guard a.subtree(of: id) == b.subtree(of: id) else { return "\(path): subtree" }
    guard a.style(of: id) == b.style(of: id) else { return "\(path): style" }
    guard description(of: id, in: a) == description(of: id, in: b) else { return "\(path): content" }
    guard a.name(of: id).map({ Array($0.utf8) }) == b.name(of: id).map({ Array($0.utf8) }) else {
      return "\(path): name"
    }
  }
  return nil
}

/// A text is read as the plainer one of two that are laid out alike.
private func description(of id: ElementID, in tree: LayoutTree) -> String {
  tree.paragraph(of: id).map { "\($0)" } ?? "\(tree.content(of: id))"
}
