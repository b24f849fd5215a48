import LayoutSpecs

/// Explanations of a document's elements, for people.
public enum ExplanationText {
  /// Every element of a tree with its size, and below it why it is so wide and so high; indented by level. No line end at the end.
  ///
  /// - Complexity: linear in the number of elements, and in their depth for the indentation.
  public static func outline(of layout: Layout) -> String {
    let tree = layout.tree
    let explainer = layout.explainer()
    var lines: [String] = []
    var openEnds: [Int] = []
    for id in tree.elementIDs {
      while let end = openEnds.last, end <= id.index { openEnds.removeLast() }
      let indentation = String(repeating: "  ", count: openEnds.count)
      let name = tree.name(of: id).map { " \"\(oneLine($0))\"" } ?? ""
      let steps = LayoutAxis.allCases.map { explainer.step(of: id, along: $0) }
      let heading = "\(indentation)\(tree.content(of: id).typeName)\(name)"
      if let size = layout.frame(of: id)?.size {
        lines.append("\(heading) \(size)")
        lines.append("\(indentation)  width: \(explainer.reason(of: steps[0]))")
        lines.append("\(indentation)  height: \(explainer.reason(of: steps[1]))")
      } else {
        lines.append("\(heading) no layout: \(explainer.reason(of: steps[0]))")
      }
      openEnds.append(tree.subtree(of: id).upperBound)
    }
    return lines.joined(separator: "\n")
  }
}
