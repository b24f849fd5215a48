import LayoutSpecs
import LayoutWorkloads

/// The leaves of a cell that get their frames from a solver of constraints, in a system of its own, as with Auto Layout. Texts in
/// real fonts are measured by their nodes too, in one line and in the width that they get.
///
/// One thread at a time uses it, in the width of the system.
package final class ConstrainedLeaves: HandWrittenCell {
  private let tree: LayoutTree
  private let leafIDs: [ElementID]
  private let solve: () -> [Rect]
  package let leaves: [DisplayNode]
  /// The texts in real fonts among them, with their elements.
  private let realTexts: [(node: TextNode, id: ElementID)]
  package private(set) var frames: [Rect] = []

  /// - Parameters:
  ///   - tree: The cell's elements.
  ///   - solve: Measures the texts and solves the constraints. Returns each element's frame relative to its parent.
  package init(_ tree: LayoutTree, solve: @escaping () -> [Rect]) {
    (self.tree, self.solve) = (tree, solve)
    leafIDs = tree.elementIDs.filter { tree.isNode($0) && tree.subtree(of: $0).count == 1 }
    leaves = leafIDs.map { id in
      switch tree.content(of: id) {
      case .text(let text): TextNode(text.string)
      case .paragraph(let paragraph): TextNode(attributedText: paragraph.text, metrics: paragraph.metrics)
      case .sizedNode(let size): ImageNode(imageSize: size)
      default: DisplayNode()
      }
    }
    realTexts = zip(leaves, leafIDs).compactMap { leaf, id in
      guard case .paragraph = tree.content(of: id), let node = leaf as? TextNode else { return nil }
      return (node, id)
    }
  }

  package func layOut(width: Double) {
    for text in realTexts { _ = text.node.calculateSizeThatFits(Size(.infinity, .infinity)) }
    frames = solve()
    for text in realTexts {
      _ = text.node.calculateSizeThatFits(Size(frames[text.id.index].size.width, .infinity))
    }
    // Parents come before their children, whose frames are relative to them.
    for id in tree.elementIDs.dropFirst() {
      let parent = frames[tree.parent(of: id).index].origin
      frames[id.index].origin.x += parent.x
      frames[id.index].origin.y += parent.y
    }
  }

  package func copyLeafFrames(to leafFrames: inout [Rect]) {
    for (place, id) in leafIDs.enumerated() { leafFrames[place] = frames[id.index] }
  }
}
