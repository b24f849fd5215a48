import LayoutDocuments
import LayoutSpecs
import LayoutSpecsTesting
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
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters()))
    builder.add(.spec, name: "#2")
    builder.add(.spec)
    builder.end()
    let tree = builder.finish()
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
