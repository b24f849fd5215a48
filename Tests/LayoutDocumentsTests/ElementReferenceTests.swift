import LayoutDocuments
import LayoutSpecs
import LayoutSpecsTesting
import LayoutTestSupport
import Testing

@Suite("Element references")
struct ElementReferenceTests {
  private var tree: LayoutTree {
    StackLayoutSpec {
      InsetLayoutSpec(insets: .zero, child: TextNode("a").named("title"))
      OverlayLayoutSpec(child: TextNode("b").named("twice"), overlay: TextNode("c").named("twice"))
      LayoutSpec().named("root.children[0]")
    }.named("list").compiled()!
  }

  @Test func `An element is found by its name, and by every path that is written`() throws {
    let tree = tree
    #expect(try tree.element(named: "title") == ElementID(2))
    #expect(try tree.element(named: "root") == ElementID(0))
    for id in tree.elementIDs {
      let path = ElementPath(to: id, in: tree).description
      // A name comes first, though it looks like a path.
      let expected = path == "root.children[0]" ? ElementID(6) : id
      #expect(try tree.element(named: path) == expected, "\(path)")
    }
  }

  @Test func `What is not found says what there is, as recorded`() {
    let references = [
      "titel", "twice", "root.children[3]", "root.children[1].corner", "root.children[1].child.child",
      "root.children[-1]", "root.children[x]", "root.children", "root.",
    ]
    let text = references.map { reference in
      let error = #expect(throws: ElementReferenceError.self) { try tree.element(named: reference) }
      return "\(reference)\n  \(error?.description ?? "")\n"
    }
    expectRecorded([Snapshot(name: "references.txt", text: text.joined())])
  }

  @Test func `An element is found by its number as explanations write it, unless one has that name`() throws {
    let tree = Branch(.stack(StackParameters()), [Branch(.spec, name: "#2"), Branch(.spec)]).tree
    #expect(try tree.element(named: "#0") == tree.root)
    #expect(try tree.element(named: "#1") == ElementID(1))
    #expect(try tree.element(named: "#2") == ElementID(1))
    for reference in ["#3", "#-1", "#", "#1.0", "# 1"] {
      #expect(throws: ElementReferenceError.self, "\(reference)") { try tree.element(named: reference) }
    }
  }

  @Test func `A tree without names says so`() {
    let tree = LayoutSpec().compiled()!
    let error = #expect(throws: ElementReferenceError.self) { try tree.element(named: "x") }
    #expect(
      error?.description == "no element is called \"x\"; no element has a name; or give a path, such as root")
  }
}

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
        "root", "root.children[0]", "root.children[0].child", "root.children[0].overlay",
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
