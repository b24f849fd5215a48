import LayoutDocuments
import LayoutSpecs
import Testing

@Suite("Element paths")
struct ElementPathTests {
  @Test func `Each element goes by the key that holds it`() throws {
    let node = #"{"type": "node"}"#
    let document = try SpecDocument(
      json: """
        {"format": "layout-spec", "version": 1, "constrainedSize": {"min": [0, 0], "max": [1, 1]},
         "root": {"type": "stack", "children": [
           {"type": "overlay", "child": \(node), "overlay": \(node)},
           {"type": "background", "child": \(node), "background": \(node)},
           {"type": "corner", "corner": \(node), "child": {"type": "ratio", "ratio": 1, "child": \(node)}},
           {"type": "node", "layoutSpec": {"type": "absolute", "children": [\(node), \(node)]}}
         ]}}
        """, file: "keys")
    #expect(
      document.tree.elementIDs.map { ElementPath(to: $0, in: document.tree).description } == [
        "root",
        "root.children[0]", "root.children[0].child", "root.children[0].overlay",
        "root.children[1]", "root.children[1].child", "root.children[1].background",
        "root.children[2]", "root.children[2].child", "root.children[2].child.child",
        "root.children[2].corner",
        "root.children[3]", "root.children[3].layoutSpec", "root.children[3].layoutSpec.children[0]",
        "root.children[3].layoutSpec.children[1]",
      ])
  }

  @Test func `A path of many steps has the first and the last of them, and how many are left out`() {
    var builder = LayoutTreeBuilder()
    for level in 0..<60 {
      builder.begin(level.isMultiple(of: 3) ? .wrapper : level.isMultiple(of: 2) ? .compositeNode : .overlay)
      if level.isMultiple(of: 3) { builder.add(.spec) }
    }
    let leaf = builder.add(.node)
    for level in (0..<60).reversed() {
      if !level.isMultiple(of: 3) && !level.isMultiple(of: 2) { builder.add(.node) }
      builder.end()
    }
    let tree = builder.finish()
    let path =
      "root.children[1].child.layoutSpec.children[1].layoutSpec.child.children[1].(45 more)."
      + "layoutSpec.child.children[1].child.layoutSpec.children[1].layoutSpec.child"
    #expect(ElementPaths(of: tree)[leaf].description == path)
    #expect(ElementPath(to: leaf, in: tree).description == path)
  }
}
