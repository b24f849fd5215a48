import LayoutDocuments
import LayoutSpecs
import Testing

/// The same cases, written as specs and nodes of the Layout API and laid out by `layoutThatFits`.
@Suite("Conformance through the Layout API")
struct FrontDoorTests {
  @Test(arguments: ["documented", "random"])
  func `Every case gives the expected frames`(file: String) throws {
    var failing: [String] = []
    for testCase in try conformanceCases(file) {
      let tree = testCase.document.tree
      let layout = layoutElement(of: tree, tree.root)
        .layoutThatFits(
          testCase.document.constrainedSize, traits: Traits { $0.displayScale = tree.pixelGrid.scale })
      let differences = testCase.differences(from: frames(of: layout, for: tree), limit: 2)
      if !differences.isEmpty {
        failing.append("\(testCase.id): " + differences.map(\.description).joined(separator: "; "))
      }
    }
    #expect(failing.isEmpty, "\(failing.count) differ:\n\(failing.joined(separator: "\n"))")
  }

  /// The layout's frames by the elements of `tree`. A composite node that got no layout was never asked for its spec, so
  /// what is below it is missing in the layout.
  private func frames(of layout: Layout, for tree: LayoutTree) -> [Rect?] {
    var frames = [Rect?](repeating: nil, count: tree.elementCount)
    var index = 0
    for id in layout.tree.elementIDs {
      frames[index] = layout.frame(of: id)
      let isUnexpanded = layout.tree.subtree(of: id).count == 1
      index = isUnexpanded ? tree.subtree(of: ElementID(index)).upperBound : index + 1
    }
    return frames
  }
}
