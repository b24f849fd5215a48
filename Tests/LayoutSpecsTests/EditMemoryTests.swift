import LayoutSpecs
import LayoutTestSupport
import Testing

/// Edits that go on for ever.
@Suite("Memory of edits")
struct EditMemoryTests {
  private static let count = 1_000_000

  @Test func `A million texts of one element, growing and shrinking, stay within a few times the longest`() {
    var tree = row()
    let words = Array(repeating: "word", count: 200).joined(separator: " ")
    let texts = (0..<97).map { ElementContent.text(TextParameters(String(words.prefix($0 * 10)))) }
    var largest = 0
    for step in 0..<EditMemoryTests.count {
      tree.setContent(texts[step % 97], of: ElementID(2))
      if step % 1000 == 0 { largest = max(largest, tree.byteCount) }
    }
    #expect(largest < 40_000)
  }

  @Test func `A text that grows by a word at a time takes a few times its length`() {
    var tree = row()
    var text = ""
    for step in 0..<2_000 {
      text += " word"
      tree.setContent(.text(TextParameters(text)), of: ElementID(1 + step % 2))
    }
    #expect(tree.byteCount < 16 * text.utf8.count)
    #expect(tree.content(of: ElementID(1)).isText(text) || tree.content(of: ElementID(2)).isText(text))
  }

  @Test func `A million styles of one element take the place of each other`() {
    var tree = row()
    let before = tree.byteCount
    let styles = (0..<1009).map { width in Style { $0.width = .points(Double(width) / 8) } }
    for step in 0..<EditMemoryTests.count {
      tree.setStyle(styles[step % 1009], of: ElementID(1 + step % 2))
      // Each edit looks through all styles, so if they add up that takes hours.
      if step % 1000 == 0 && tree.byteCount >= before + 4096 { break }
    }
    #expect(tree.byteCount < before + 4096)
    #expect(tree.style(of: ElementID(1)) == styles[999_998 % 1009])
    #expect(tree.style(of: tree.root) == Style())
  }

  @Test("A style that an element owns is nobody else's, also in copies and in trees that take it over")
  func ownedStyles() {
    var tree = row()
    let wide = Style { $0.width = 100 }
    tree.setStyle(wide, of: ElementID(1))
    tree.setStyle(wide, of: ElementID(2))
    var copy = tree
    copy.setStyle(Style { $0.width = 50 }, of: ElementID(1))
    #expect(tree.style(of: ElementID(1)) == wide && copy.style(of: ElementID(2)) == wide)
    var other = row()
    let taken = other.replaceSubtree(of: ElementID(1), with: copy)
    copy.setStyle(Style(), of: ElementID(2))
    other.setStyle(Style { $0.height = 1 }, of: ElementID(taken.index + 1))
    #expect(other.style(of: ElementID(taken.index + 2)) == wide)
  }

  @Test func `A million sizes, stacks, and subtrees put in and taken out`() {
    var tree = row()
    var context = LayoutContext()
    context.layout(tree, in: .unconstrained)
    let inserted = row()
    var largest = (tree: 0, context: 0)
    for step in 0..<EditMemoryTests.count / 4 {
      tree.setContent(.sizedNode(Size(Double(step % 100), 10)), of: ElementID(3))
      tree.setContent(
        .stack(StackParameters(direction: .horizontal, spacing: Double(step % 50))), of: tree.root)
      tree.insertSubtree(inserted, in: tree.root, at: 0)
      tree.removeSubtree(of: ElementID(1))
      if step % 64 == 0 { context.relayout(tree, in: .unconstrained) }
      if step % 1000 < 2 {
        largest = (max(largest.tree, tree.byteCount), max(largest.context, context.byteCount))
      }
    }
    #expect(largest.tree < 4_000 && largest.context < 4_000)
  }

  private func row() -> LayoutTree {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters()))
    builder.add(.text(TextParameters("one")), style: Style { $0.flexShrink = 1 })
    builder.add(.text(TextParameters("two")), style: Style { $0.flexShrink = 1 })
    builder.add(.sizedNode(Size(10, 10)))
    builder.end()
    return builder.finish()
  }
}

extension ElementContent {
  fileprivate func isText(_ string: String) -> Bool {
    if case .text(let text) = self { text.string == string } else { false }
  }
}

/// What a context knows, and of which tree.
@Suite("Contexts and their trees")
struct ContextTreeTests {
  @Test("A snapshot is taken of the tree that was laid out last and of no other with as many elements")
  func snapshots() async {
    await #expect(processExitsWith: .failure) {
      var tree = ContextTreeTests.pair()
      var context = LayoutContext()
      context.layout(tree, in: .unconstrained)
      tree.setContent(.sizedNode(Size(99, 99)), of: ElementID(1))
      _ = context.snapshot(of: tree)
    }
    await #expect(processExitsWith: .failure) {
      var context = LayoutContext()
      context.layout(ContextTreeTests.pair(), in: .unconstrained)
      _ = context.snapshot(of: ContextTreeTests.pair())
    }
    let tree = ContextTreeTests.pair()
    let copy = tree
    var context = LayoutContext()
    context.layout(tree, in: .unconstrained)
    #expect(context.snapshot(of: copy).size == Size(20, 10))
  }

  @Test func `An id below 0 is no element`() async {
    await #expect(processExitsWith: .failure) {
      var context = LayoutContext()
      context.layout(ContextTreeTests.pair(), in: .unconstrained)
      _ = context.frame(of: ElementID(-1))
    }
  }

  @Test func `Elements that were put in are told, also those that get no layout`() {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .horizontal, alignItems: .start)))
    builder.begin(
      .stack(StackParameters()),
      style: Style {
        $0.flexGrow = 1
        $0.flexShrink = 1
      })
    builder.end()
    builder.add(.sizedNode(Size(30, 10)))
    builder.end()
    var tree = builder.finish()
    // The first child takes the whole points that are left, and there is none: what is below it has no layout.
    let range = SizeRange(exactly: Size(30.5, 10))
    var context = LayoutContext()
    context.layout(tree, in: range)
    let id = tree.insertSubtree(ContextTreeTests.pair(), in: ElementID(1), at: 0)
    var changes: [ElementID] = []
    context.relayout(tree, in: range, changes: &changes)
    #expect(context.frame(of: id) == nil)
    #expect(changes.map(\.index) == [2, 3, 4])
  }

  static func pair() -> LayoutTree {
    .element(.stack(StackParameters()), around: [.sizedNode(Size(10, 10)), .sizedNode(Size(10, 10))])
  }
}
