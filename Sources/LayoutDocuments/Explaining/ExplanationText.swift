import LayoutSpecs

/// Explanations of a document's elements, for people.
public enum ExplanationText {
  /// Writes every element of a tree with its size, and below it why it is so wide and so high; indented by
  /// level, for 50 levels at most.
  ///
  /// - Parameter write: Called with each line, in order and without line ends.
  /// - Complexity: linear in the number of elements.
  public static func outline(of layout: Layout, write: (String) -> Void) {
    let tree = layout.tree
    let explainer = layout.explainer()
    var indentations = OutlineIndentation(of: tree)
    for id in tree.elementIDs {
      let indentation = indentations.text(of: id)
      let name = tree.name(of: id).map { " \(quoted($0))" } ?? ""
      let steps = LayoutAxis.allCases.map { explainer.step(of: id, along: $0) }
      let heading = "\(indentation)\(tree.typeName(of: id))\(name)"
      if let size = layout.frame(of: id)?.size {
        write("\(heading) \(size)")
        write("\(indentation)  width: \(explainer.reason(of: steps[0]))")
        write("\(indentation)  height: \(explainer.reason(of: steps[1]))")
      } else {
        write("\(heading) no layout: \(explainer.reason(of: steps[0]))")
      }
    }
  }
}
